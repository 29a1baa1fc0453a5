#include "tests/support/shared.h"
