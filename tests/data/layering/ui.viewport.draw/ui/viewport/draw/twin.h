#include "ui/viewport/stage.h"
