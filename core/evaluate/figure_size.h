#pragma once

#include "core/document/document.h"

#include <vector>

namespace posewright {

/// How large a figure is in its motion, which may scale it as a whole.
struct FigureSize {
    double length = 1;  ///< of its extent; 1 where there is none [m]
    double scale = 1;   ///< of the motion, against the rest pose
};

/// Frames over the range that are enough to tell the size by; some may be the same.
std::vector<double> framesToMeasure(const Playback& playback);

/// Of all bones together, with the gaps between them. [m]
double lengthOfBones(const Scene& scene, const std::vector<WorldTransform>& world);

/// @param lengths of the bones at framesToMeasure
FigureSize figureSize(const Scene& scene, std::vector<double> lengths);
FigureSize figureSize(const Document& doc);

}  // namespace posewright
