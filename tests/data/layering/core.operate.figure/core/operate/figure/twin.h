#include "core/operate/keys/contact_ends.h"
