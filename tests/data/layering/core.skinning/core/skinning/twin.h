#include "core/motion/clip.h"
