#include "core/operate/odd_start.h"

#include "core/evaluate/evaluate.h"
#include "core/evaluate/places.h"
#include "core/math/rotation.h"
#include "core/operate/dense_key.h"
#include "core/retarget/figure.h"
#include "core/retarget/role.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace posewright::operate {

namespace {

constexpr int kMostOdd = 10;  ///< frames that may be left out
constexpr int kCompared = 8;  ///< steps after the jump
constexpr double kDegree = std::numbers::pi / 180;
constexpr double kLeastJump = 15 * kDegree;
constexpr double kPop = 5 * kDegree;        ///< as findPops has it
constexpr double kManyTimes = 4;            ///< larger than any step after it
constexpr double kStill = 1 * kDegree;      ///< a frame, before the jump
constexpr double kLeastLeap = 0.05;         ///< share of the figure's extent
constexpr double kStillShare = 2e-3;        ///< of it, before the leap
constexpr double kLevel = 20 * kDegree;     ///< of an arm in a T-pose
constexpr double kSteepest = 65 * kDegree;  ///< of an arm in an A-pose

/// From one frame to the next.
struct Step {
    NodeId joint = NodeId::None;
    double turned = 0;  ///< [rad] the most of a bone
    int jumping = 0;    ///< bones that turn by more than kPop
    double moved = 0;   ///< [m] the most of a topmost bone
};

Step stepBetween(const Scene& scene, const std::vector<Transform>& from,
                 const std::vector<Transform>& to)
{
    Step out;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const Node& node = scene[row];
        if (!node.bone()) continue;
        const double turned = angleBetween(from[row].rotation, to[row].rotation);
        if (turned > kPop) ++out.jumping;
        if (turned > out.turned) {
            out.turned = turned;
            out.joint = node.id;
        }
        if (node.parent == kNoNode || !scene[node.parent].bone())
            out.moved = std::max(out.moved, (to[row].translation - from[row].translation).norm());
    }
    return out;
}

bool isRecordedFrom(const Document& doc, double frame)
{
    return std::ranges::any_of(doc.scene->nodes(), [&](const Node& node) {
        return node.bone() && (operate::isRecorded(doc, node.id, Property::Rotation, frame) ||
                               operate::isRecorded(doc, node.id, Property::Translation, frame));
    });
}

/// How far an upper arm hangs down; nullopt: it does not point sideways. [rad]
std::optional<double> hangOf(const std::vector<WorldTransform>& world,
                             const retarget::Figure& figure, retarget::Role upper,
                             retarget::Role lower)
{
    if (!figure.has(upper) || !figure.has(lower)) return std::nullopt;
    const Vec3 way = world[figure.first(lower)].position - world[figure.first(upper)].position;
    const Vec3 across = world[figure.first(retarget::Role::LeftUpperArm)].position -
                        world[figure.first(retarget::Role::RightUpperArm)].position;
    const double level = std::hypot(way.x(), way.z());
    if (!(way.norm() > 0) || !(across.norm() > 0)) return std::nullopt;
    if (std::abs(way.dot(across.normalized())) < 0.8 * level) return std::nullopt;
    return std::atan2(-way.y(), level);
}

OddStart::Stance stanceIn(const Document& doc, double frame)
{
    using retarget::Role;
    const retarget::Figure figure = retarget::figureOf(*doc.scene);
    if (!figure.has(Role::LeftUpperArm) || !figure.has(Role::RightUpperArm))
        return OddStart::Stance::Other;
    const std::vector<WorldTransform> world = worldTransforms(*doc.scene, basePose(doc, frame));
    const auto left = hangOf(world, figure, Role::LeftUpperArm, Role::LeftLowerArm);
    const auto right = hangOf(world, figure, Role::RightUpperArm, Role::RightLowerArm);
    if (!left || !right) return OddStart::Stance::Other;
    if (std::abs(*left) < kLevel && std::abs(*right) < kLevel) return OddStart::Stance::TPose;
    const auto hangs = [](double angle) { return angle >= kLevel && angle < kSteepest; };
    return hangs(*left) && hangs(*right) ? OddStart::Stance::APose : OddStart::Stance::Other;
}

}  // namespace

std::optional<OddStart> oddStart(const Document& doc)
{
    const double first = std::ceil(doc.playback.start);
    const auto frames = static_cast<int>(
        std::min<double>(std::floor(doc.playback.end) - first, kMostOdd + kCompared));
    if (frames < 3 || !isRecordedFrom(doc, first)) return std::nullopt;
    std::vector<Step> steps;
    std::vector<Transform> last = basePose(doc, first);
    for (int i = 1; i <= frames; ++i) {
        std::vector<Transform> now = basePose(doc, first + i);
        steps.push_back(stepBetween(*doc.scene, last, now));
        last = std::move(now);
    }
    const double size = extent(*doc.scene);
    for (int i = 0; i < std::min(kMostOdd, frames - 2); ++i) {
        Step most;
        const int end = std::min(frames, i + 1 + kCompared);
        for (int k = i + 1; k < end; ++k) {
            most.turned = std::max(most.turned, steps[k].turned);
            most.moved = std::max(most.moved, steps[k].moved);
        }
        const Step& jump = steps[i];
        const bool turns = jump.turned > kLeastJump && jump.turned > kManyTimes * most.turned;
        const bool leaps = jump.moved > kLeastLeap * size && jump.moved > kManyTimes * most.moved;
        if (turns || leaps)
            return OddStart{first,       first + i + 1, stanceIn(doc, first),
                            jump.joint,  jump.turned,   jump.jumping,
                            most.turned, end - i - 1,   jump.moved};
        // What moves is the motion.
        if (jump.turned > kStill || jump.moved > kStillShare * size) break;
    }
    return std::nullopt;
}

Edits withoutOddStart(const Document& doc, const OddStart& odd)
{
    edit::DeleteKeys gone;
    for (const Shared<Track>& track : doc.clip().tracks) {
        const NodeIndex row = doc.scene->find(track->node);
        if (row == kNoNode || !(*doc.scene)[row].bone()) continue;
        for (const double frame : keyFrames(*track))
            if (frame < odd.next) gone.keys.push_back({track->node, ConstraintId::None, {}, frame});
    }
    Edits edits;
    if (!gone.keys.empty()) edits.emplace_back(gone);
    edits.emplace_back(edit::SetRange{odd.next, doc.playback.end});
    return edits;
}

}  // namespace posewright::operate
