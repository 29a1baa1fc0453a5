#include "ui/models/scene_model.h"
