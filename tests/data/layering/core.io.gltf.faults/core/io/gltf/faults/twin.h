#include "core/io/gltf/import/node_import.h"
