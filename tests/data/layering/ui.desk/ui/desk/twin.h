#include "app/editor.h"
