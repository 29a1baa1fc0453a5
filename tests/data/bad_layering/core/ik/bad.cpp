#include "core/document/document.h"

#include <QString>
