#include "ui/viewport/render.h"
