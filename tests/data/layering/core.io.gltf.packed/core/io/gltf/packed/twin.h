#include "core/io/gltf/gltf_file.h"
