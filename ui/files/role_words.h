#pragma once

#include "core/retarget/role.h"

#include <QString>

namespace posewright::ui {

/// What a bone is to a body, in words: "Left upper arm".
QString roleText(retarget::Role role);

}  // namespace posewright::ui
