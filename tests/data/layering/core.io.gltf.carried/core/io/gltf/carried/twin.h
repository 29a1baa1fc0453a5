#include "core/io/gltf/export/figure.h"
