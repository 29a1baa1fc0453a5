// clang-format off
#import "ui/look/theme.h"
