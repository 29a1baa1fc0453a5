#include "core/operate/clips/placed_keys.h"
