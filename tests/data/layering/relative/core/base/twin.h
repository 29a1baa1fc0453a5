#include "../math/transform.h"
