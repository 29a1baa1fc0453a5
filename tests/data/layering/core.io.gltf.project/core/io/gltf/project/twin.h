#include "core/io/gltf/gltf_format.h"
