#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/document/origin.h"
#include "core/retarget/figure.h"

#include <QString>

#include <vector>

namespace posewright::ui {

/// A role in words: "Left upper arm".
QString roleText(retarget::Role role);

/// The names of bones without the common prefix.
QString boneWords(const Scene& scene, const std::vector<NodeIndex>& bones);

/// A figure with its scene.
struct NamedFigure {
    const retarget::Figure& figure;
    const Scene& scene;
};

/// Sentences about bones without a counterpart in the other figure, and about bones without a role.
QString missingWords(const NamedFigure& here, const NamedFigure& there);

/// A choice of the floor in words: "where its feet come down".
QString groundText(retarget::Ground ground);

/// The choice that a motion faces the front, in words.
QString facesFrontText();

/// The axis of the world that the front of a standing figure is nearest to: "+X".
QString frontText(const Document& doc, const retarget::Figure& figure);

/// A sentence for each diagnostic about a motion that is retargeted, in the words of the dialog.
QString motionWarnings(const Diagnostics& told);

}  // namespace posewright::ui
