#include "ui/inspector/inspector.h"
