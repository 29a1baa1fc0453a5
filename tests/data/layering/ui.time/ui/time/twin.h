#include "ui/timeline/timeline.h"
