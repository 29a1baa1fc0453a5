#include "core/export/held_keys.h"

#include "core/base/number.h"
#include "core/document/one_clip.h"
#include "core/evaluate/bake.h"
#include "core/export/parts.h"
#include "core/io/renamed.h"
#include "core/io/text.h"
#include "core/motion/held.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace posewright::exports {

namespace {

/// Whether the writer samples a node's motion, and why.
struct Sampling {
    bool driven = false;     ///< by targets or layers
    bool shifted = false;    ///< its translation, too
    bool resampled = false;  ///< all motion that does not only hold
};

bool losesHolds(const Track& track, const Sampling& sampling, const Range& range)
{
    const auto lost = [&](const auto& keys, bool driven) {
        return (driven || (sampling.resampled && !onlyHolds(keys))) &&
               jumps(keys, range.min, range.max);
    };
    return lost(*track.rotation, sampling.driven) ||
           lost(std::span<const Shared<Curve>>(track.translation),
                sampling.driven && sampling.shifted) ||
           lost(std::span<const Shared<Curve>>(track.scale), false) ||
           lost(std::span<const Shared<Curve>>(track.morphs), false);
}

/// The most that a jump of these keys is late on frames `step` apart. [frame]
double lateness(const auto& keys, const Range& range, double zero, double step)
{
    constexpr double kSame = 1e-4;  // of a step
    double most = 0;
    for (const auto& key : keys) {
        if (!(key.frame > range.min && key.frame <= range.max)) continue;
        const double at = (key.frame - zero) / step;
        const double late = std::ceil(at - kSame) - at;
        if (late > kSame) most = std::max(most, late * step);
    }
    return most;
}

double lateness(const Track& track, const Range& range, double zero, double step)
{
    double most = 0;
    if (onlyHolds(*track.rotation) && jumps(*track.rotation, range.min, range.max))
        most = lateness(track.rotation->keys(), range, zero, step);
    for (const Property property : kCurvedProperties) {
        const std::span<const Shared<Curve>> curves = curvesOf(track, property);
        if (!onlyHolds(curves) || !jumps(curves, range.min, range.max)) continue;
        for (const Shared<Curve>& curve : curves)
            most = std::max(most, lateness(curve->keys(), range, zero, step));
    }
    return most;
}

/// "2 bones with held keys BETWEEN in the clip "Walk" BECOME: "Arm", "Leg""
std::optional<Diagnostic> toldOf(const std::vector<std::string>& names, const std::string& between,
                                 const Clip& clip, const std::string& become)
{
    if (names.empty()) return std::nullopt;
    return Diagnostic{Diagnostic::Severity::Warning,
                      std::to_string(names.size()) + (names.size() == 1 ? " bone" : " bones") +
                          " with held keys " + between + "in the clip " + io::inQuotes(clip.name) +
                          " will " + become + io::listedNames(names),
                      {}};
}

}  // namespace

std::optional<Diagnostic> heldMadeLate(const Document& doc, int clip, const Options& options,
                                       double zero)
{
    const std::optional<Range> range = writtenRange(doc, clip);
    if (!range || !options.rate || options.keys == Keys::Reduced) return std::nullopt;
    const Clip& shown = *doc.clips[clip];
    const double step = shown.rate / *options.rate;
    std::vector<std::string> names;
    double most = 0;
    for (const Shared<Track>& track : shown.tracks) {
        const NodeIndex row = doc.scene->find(track->node);
        const double late = row == kNoNode ? 0 : lateness(*track, *range, zero, step);
        if (late > 0) names.push_back((*doc.scene)[row].name);
        most = std::max(most, late);
    }
    return toldOf(names, "between the frames of " + toText(*options.rate) + " per second ", shown,
                  "jump up to " + toFixed(most / shown.rate, 4) + " s later");
}

std::optional<Diagnostic> heldMadeStraight(const Document& doc, int clip, const Options& options)
{
    const std::optional<Range> range = writtenRange(doc, clip);
    if (!range) return std::nullopt;
    const Document shown = withClip(doc, clip);
    std::vector<bool> driven(doc.scene->size(), false);
    for (const NodeIndex row : drivenNodes(shown, range->min, range->max)) driven[row] = true;
    const bool resampled = options.rate || options.keys != Keys::AsKeyed;
    std::vector<std::string> names;
    bool byOthers = false;
    for (const Shared<Track>& track : shown.clip().tracks) {
        const NodeIndex row = doc.scene->find(track->node);
        if (row == kNoNode) continue;
        const Sampling sampling{driven[row], driven[row] && isShifted(shown, row), resampled};
        if (!losesHolds(*track, sampling, *range)) continue;
        byOthers = byOthers || driven[row];
        names.push_back((*doc.scene)[row].name);
    }
    return toldOf(names, "", shown.clip(),
                  std::string("go straight over one frame where a key holds now, since ") +
                      (byOthers ? "targets or layers move what is keyed"
                                : "keys were asked for at other frames"));
}

}  // namespace posewright::exports
