// clang-format off
#inc\
lude "ui/look/theme.h"
