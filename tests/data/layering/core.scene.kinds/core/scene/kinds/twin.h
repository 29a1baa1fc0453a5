#include "core/scene/node.h"
