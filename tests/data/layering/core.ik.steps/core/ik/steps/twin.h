#include "core/ik/methods/lm.h"
