#include "ui/session/session.h"
