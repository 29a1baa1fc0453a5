#include "core/io/gltf/packed/packed.h"
