#include "core/ik/steps/outcome.h"
