// clang-format off
#include_next <vector>
