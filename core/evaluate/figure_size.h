#pragma once

#include "core/document/document.h"

#include <vector>

namespace posewright {

/// The size of a figure in its motion, which may scale the whole figure.
struct FigureSize {
    double length = 1;  ///< its extent; 1 if that is 0 [m]
    double scale = 1;   ///< of the motion relative to the rest pose
};

/// Sample frames of the range for measuring the size; may repeat.
std::vector<double> framesToMeasure(const Playback& playback);

/// The summed length of all bones and the gaps between them. [m]
double lengthOfBones(const Scene& scene, const std::vector<WorldTransform>& world);

/// @param lengths lengthOfBones at framesToMeasure
FigureSize figureSize(const Scene& scene, std::vector<double> lengths);
FigureSize figureSize(const Document& doc);

}  // namespace posewright
