#pragma once

#include "core/retarget/figure.h"

#include <QString>

#include <vector>

namespace posewright::ui {

/// What a bone is to a body, in words: "Left upper arm".
QString roleText(retarget::Role role);

/// Bones by their names, without what all names begin with.
QString boneWords(const Scene& scene, const std::vector<NodeIndex>& bones);

/// A figure with the bones that it is of.
struct NamedFigure {
    const retarget::Figure& figure;
    const Scene& scene;
};

/// Which bones of one figure have no counterpart in the other one, and which of either are known as
/// no part of a body.
QString missingWords(const NamedFigure& here, const NamedFigure& there);

}  // namespace posewright::ui
