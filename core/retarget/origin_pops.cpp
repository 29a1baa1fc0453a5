#include "core/retarget/origin_pops.h"

#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace posewright::retarget {

namespace {

constexpr double kOwnShare = 0.5;  ///< of the pop
constexpr double kJump = 2;        ///< times the steps beside
constexpr double kInPlace = 1e-3;  ///< [frame]

/// How far the last of a chain of bones turns against what the first hangs on. [rad]
double turnOf(const Document& motion, const std::vector<NodeIndex>& bones, double from, double to)
{
    const auto turned = [&](double frame) {
        Quat all = Quat::Identity();
        for (const NodeIndex row : bones) {
            const Node& node = (*motion.scene)[row];
            const Track* track = motion.clip().track(node.id);
            all = all * (track && !track->rotation->empty() ? track->rotation->sample(frame)
                                                            : node.rest.rotation);
        }
        return all.normalized();
    };
    return angleBetween(turned(from), turned(to));
}

/// Are the joint's keys where bringing the motion in has put them?
bool isInPlace(const Document& doc, NodeId joint, double frames)
{
    const Track* track = doc.clip().track(joint);
    return track && !track->rotation->empty() &&
           std::abs(track->rotation->keys().front().frame) < kInPlace &&
           std::abs(track->rotation->keys().back().frame - frames) < kInPlace;
}

}  // namespace

std::optional<bool> isOfOrigin(const Document& doc, const Pop& pop)
{
    const Origin* origin = originOf(doc, doc.clip().name);
    if (!origin) return {};
    const Document& motion = *origin->motion;
    const Playback& range = motion.playback;
    const double slower = motion.clip().rate / doc.clip().rate;
    if (!isInPlace(doc, pop.joint, (range.end - range.start) / slower)) return {};
    for (const auto& [role, bones] : origin->how.here) {
        const auto there = origin->how.there.find(role);
        if (there == origin->how.there.end() || std::ranges::count(bones, pop.joint) == 0) continue;
        std::vector<NodeIndex> rows;
        for (const std::string& name : there->second)
            if (const NodeIndex row = motion.scene->find(std::string_view(name)); row != kNoNode)
                rows.push_back(row);
        if (rows.empty()) return {};
        const auto at = [&](double frame) {
            return std::clamp(range.start + frame * slower, range.start, range.end);
        };
        const auto step = [&](double to) { return turnOf(motion, rows, at(to - 1), at(to)); };
        const double turn = step(pop.frame);
        const auto jumps = [&](double before, double after) {
            return turn > kJump * std::max(step(pop.frame + before), step(pop.frame + after));
        };
        // As one of two: the other turns nearly as far.
        const auto pairs = [&](double other) { return step(pop.frame + other) > turn / kJump; };
        return turn >= kOwnShare * pop.angle &&
               (jumps(-1, 1) || (pairs(1) && jumps(-1, 2)) || (pairs(-1) && jumps(-2, 1)));
    }
    return {};
}

}  // namespace posewright::retarget
