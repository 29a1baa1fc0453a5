#include "core/edit/inner.h"
