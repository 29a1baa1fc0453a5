#pragma once

#include "core/retarget/figure.h"

#include <QString>

#include <vector>

namespace posewright::ui {

/// What a bone is to a body, in words: "Left upper arm".
QString roleText(retarget::Role role);

/// Bones by their names, without what all names begin with.
QString boneWords(const Scene& scene, const std::vector<NodeIndex>& bones);

/// What of one figure the other one does not have.
QString missingWords(const retarget::Figure& here, const retarget::Figure& there);

}  // namespace posewright::ui
