#include "core/operate/keys/inner.h"
