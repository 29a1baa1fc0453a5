#include "core/base/CMakeLists.txt"
