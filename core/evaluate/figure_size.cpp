#include "core/evaluate/figure_size.h"

#include "core/evaluate/evaluate.h"

#include <algorithm>
#include <cmath>

namespace posewright {

namespace {

/// The factor by which a motion scales the whole figure: the median of the samples. Small factors
/// are squash, stretch or sliding bones, and do not count.
double scaleOf(double rest, std::vector<double> seen)
{
    constexpr double kStretch = 2;
    std::nth_element(seen.begin(), seen.begin() + std::ssize(seen) / 2, seen.end());
    const double scale = rest > 0 ? seen[seen.size() / 2] / rest : 1;
    return std::isfinite(scale) && (scale > kStretch || (scale > 0 && scale < 1 / kStretch)) ? scale
                                                                                             : 1;
}

}  // namespace

std::vector<double> framesToMeasure(const Playback& playback)
{
    constexpr int kSamples = 16;
    const double start = playback.start, end = playback.end;
    std::vector<double> frames;
    for (int i = 0; i <= kSamples; ++i)
        frames.push_back(std::round(start + (end - start) * i / kSamples));
    return frames;
}

double lengthOfBones(const Scene& scene, const std::vector<WorldTransform>& world)
{
    double sum = 0;
    for (int row = 0; row < scene.size(); ++row) {
        const BonePart* bone = scene[row].bone();
        if (!bone) continue;
        sum += (world[row].linear * bone->tip).norm();
        const NodeIndex parent = scene[row].parent;
        if (parent != kNoNode && scene[parent].bone())
            sum += (world[row].position - world[parent].position).norm();
    }
    return std::isfinite(sum) ? sum : 0;
}

FigureSize figureSize(const Scene& scene, std::vector<double> lengths)
{
    FigureSize out;
    const double rest = lengthOfBones(scene, worldTransforms(scene, restPose(scene)));
    out.scale = scaleOf(rest, std::move(lengths));
    out.length = extent(scene) * out.scale;
    if (!(out.length > 0) || !std::isfinite(out.length)) out.length = 1;
    return out;
}

FigureSize figureSize(const Document& doc)
{
    std::vector<double> lengths;
    for (const double frame : framesToMeasure(doc.playback))
        lengths.push_back(
            lengthOfBones(*doc.scene, worldTransforms(*doc.scene, basePose(doc, frame))));
    return figureSize(*doc.scene, std::move(lengths));
}

}  // namespace posewright
