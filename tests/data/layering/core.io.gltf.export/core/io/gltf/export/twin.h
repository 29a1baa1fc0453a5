#include "core/io/gltf/project/project.h"
