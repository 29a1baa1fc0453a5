#include "ui/viewport/qt3d/entity_graph.h"
