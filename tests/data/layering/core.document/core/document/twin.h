#include "core/evaluate/evaluate.h"
