#include "ui/desk/main_window.h"
