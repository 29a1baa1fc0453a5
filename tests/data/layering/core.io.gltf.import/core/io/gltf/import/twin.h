#include "core/io/gltf/carried/carried_read.h"
