#include "core/io/bvh/bvh_reader.h"
