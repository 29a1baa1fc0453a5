#include "ui/viewport/qt3d/window3d.h"
