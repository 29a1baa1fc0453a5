#include "core/io/format.h"
