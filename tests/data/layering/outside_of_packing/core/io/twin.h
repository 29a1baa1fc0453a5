#include <draco/mesh/mesh.h>
