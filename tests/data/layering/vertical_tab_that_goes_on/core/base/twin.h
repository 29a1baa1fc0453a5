// clang-format off
#\
include "ui/look/theme.h"
