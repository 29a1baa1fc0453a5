#include "core/operate/hold.h"
