#include <draco/core/varint_decoding.h>
