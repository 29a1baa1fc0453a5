#include "core/math/transform.h"
