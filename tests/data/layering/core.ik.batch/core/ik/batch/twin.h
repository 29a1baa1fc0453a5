#include "core/ik/report/miss.h"
