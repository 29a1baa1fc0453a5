#include "core/scene/scene.h"
