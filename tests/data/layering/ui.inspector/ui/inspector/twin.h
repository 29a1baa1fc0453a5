#include "ui/actions/actions.h"
