#include "ui/viewport/viewport.h"
