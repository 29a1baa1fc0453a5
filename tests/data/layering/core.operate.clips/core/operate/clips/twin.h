#include "core/operate/adapted.h"
