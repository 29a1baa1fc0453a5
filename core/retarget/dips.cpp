#include "core/retarget/dips.h"

#include "core/base/number.h"
#include "core/evaluate/evaluate.h"
#include "core/retarget/arm_skin.h"
#include "core/retarget/reference_pose.h"
#include "core/retarget/sole_room.h"
#include "core/retarget/trunk_skin.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace posewright::retarget {

namespace {

constexpr double kToldDip = 0.01;       ///< of the leg; of arms thrice that, as sleeves touch
constexpr int kMostLooks = 1000;        ///< frames
constexpr std::size_t kMostOfArm = 96;  ///< vertices
constexpr std::size_t kMostRanges = 4;  ///< in words
constexpr std::array kBothSides{BodySide::Left, BodySide::Right};

void noteDip(Dip& dip, double depth, double frame, double tooDeep)
{
    if (depth > tooDeep) dip.frames.push_back(frame);
    if (depth <= dip.depth) return;
    dip.depth = depth;
    dip.frame = frame;
}

/// "28.99", "29"
std::string frameWord(double frame)
{
    return toText(std::round(100 * frame) / 100);
}

/// "3 to 8, 20 and 2 more times"
std::string rangesIn(const std::vector<double>& frames, double step)
{
    std::vector<std::string> ranges;
    for (std::size_t i = 0; i < frames.size();) {
        std::size_t last = i;
        while (last + 1 < frames.size() && frames[last + 1] <= frames[last] + 1.5 * step) ++last;
        std::string range = frameWord(frames[i]);
        if (last > i) range += " to " + frameWord(frames[last]);
        ranges.push_back(std::move(range));
        i = last + 1;
    }
    std::string out;
    for (std::size_t i = 0; i < ranges.size() && i < kMostRanges; ++i)
        out += (i > 0 ? ", " : "") + ranges[i];
    if (const std::size_t more = ranges.size() - std::min(ranges.size(), kMostRanges); more > 0)
        out += more == 1 ? " and once more" : " and " + std::to_string(more) + " more times";
    return out;
}

/// The smallest distance of frames that are looked at.
double stepIn(const Dips& dips)
{
    double step = kMostLooks;
    for (const auto* parts : {&dips.soles, &dips.arms})
        for (const Dip& dip : *parts)
            for (std::size_t i = 1; i < dip.frames.size(); ++i)
                step = std::min(step, dip.frames[i] - dip.frames[i - 1]);
    return step;
}

}  // namespace

std::optional<Dips> dipsOf(const Document& shown, const Figure& figure,
                           const std::function<bool(double)>& progress)
{
    const Scene& scene = *shown.scene;
    Dips out;
    if (!figure.has(Role::Hips)) return out;
    const ReferencePose reference = referencePoseOf(scene, figure, standingPose(shown, figure));
    out.tooDeep = kToldDip * reference.leg;
    TrunkSkin trunk(scene, figure, reference.world);
    std::array<std::optional<SoleRoom>, 2> soles;
    std::array<std::vector<ArmSpot>, 2> arms;
    for (std::size_t side = 0; side < 2; ++side) {
        soles[side] = soleRoomOf(scene, figure, reference, kBothSides[side]);
        if (!trunk.empty())
            arms[side] =
                skinOfForearm(scene, figure, reference.world, kBothSides[side], kMostOfArm);
    }
    if (!soles[0] && !soles[1] && arms[0].empty() && arms[1].empty()) return out;
    const auto prepared = prepare(shown);
    const double length = shown.playback.end - shown.playback.start;
    const double step = std::max(1.0, std::ceil(length / kMostLooks));
    for (int look = 0; look * step <= length; ++look) {
        if (progress && !progress(look * step / (length + 1))) return {};
        const double frame = shown.playback.start + look * step;
        const std::vector<WorldTransform> world = evaluate(*prepared, frame).world;
        if (!trunk.empty()) trunk.pose(world);
        for (std::size_t side = 0; side < 2; ++side) {
            if (soles[side])
                noteDip(out.soles[side], -soles[side]->lowest(world), frame, out.tooDeep);
            double deep = 0;
            for (const ArmSpot& spot : arms[side])
                deep = std::max(deep, trunk.depth(world[spot.row] * spot.at));
            noteDip(out.arms[side], deep, frame, 3 * out.tooDeep);
        }
    }
    return out;
}

Diagnostics warningsOf(const Dips& dips)
{
    Diagnostics out;
    const double step = stepIn(dips);
    const auto tell = [&](const Dip& dip, const std::string& what) {
        if (dip.frames.empty()) return;
        const std::string depth = toFixed(100 * dip.depth, 1) + " cm";
        const std::string where = dip.frames.size() == 1
                                      ? " at frame " + frameWord(dip.frame) + " by " + depth
                                      : ", most at frame " + frameWord(dip.frame) + ": by up to " +
                                            depth + "; at frames " + rangesIn(dip.frames, step);
        out.push_back({Diagnostic::Severity::Warning, what + where, {}});
    };
    for (std::size_t side = 0; side < 2; ++side) {
        const std::string whose = side == 0 ? "the character's left " : "the character's right ";
        tell(dips.soles[side], whose + "sole goes through the floor");
        tell(dips.arms[side], whose + "hand, or the forearm next to it, is inside of its body");
    }
    return out;
}

}  // namespace posewright::retarget
