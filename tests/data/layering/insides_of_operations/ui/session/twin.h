#include "core/operate/poses/posed_keys.h"
