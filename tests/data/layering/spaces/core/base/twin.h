// clang-format off
  #  include "core/math/transform.h"
