#include "core/ik/model/chain.h"
