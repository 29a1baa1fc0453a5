#include "core/operate/hung_motion.h"

#include "core/base/number.h"
#include "core/edit/change.h"
#include "core/evaluate/places.h"
#include "core/motion/clip.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace posewright::operate {

namespace {

constexpr double kMovedElsewhere = 1e-4;   ///< as a share of the scene's size
constexpr double kTurnedElsewhere = 1e-3;  ///< [rad]
constexpr int kMotionLooks = 32;           ///< of a clip
constexpr std::size_t kMostMovedNamed = 5;

/// A node whose parent is another one, or gone.
struct HungNode {
    NodeId id = NodeId::None;
    NodeIndex was = kNoNode;
    NodeIndex is = kNoNode;
    bool set = false;  ///< it is a target or a pole
    double off = 0;    ///< the most that it is from where it was
    double turn = 0;   ///< [rad] the most that it is turned where it is in its place
    std::string clip;
    int clips = 0;  ///< in which it is off
};

std::vector<HungNode> hungNodes(const Document& before, const Document& after)
{
    const Scene &was = *before.scene, &is = *after.scene;
    const auto isSet = [&before](NodeId node) {
        return std::ranges::any_of(before.rig->constraints, [node](const Constraint& c) {
            return c.target == node || c.pole == node;
        });
    };
    const auto above = [](const Scene& scene, NodeIndex row) {
        const NodeIndex up = scene[row].parent;
        return up == kNoNode ? NodeId::None : scene[up].id;
    };
    std::vector<HungNode> out;
    for (NodeIndex row = 0; row < is.size(); ++row)
        if (const NodeIndex old = was.find(is[row].id);
            old != kNoNode && above(was, old) != above(is, row))
            out.push_back({is[row].id, old, row, isSet(is[row].id), 0, 0, {}, 0});
    return out;
}

bool hasSameKeys(const Clip& a, const Clip& b, NodeId node)
{
    const Track *one = a.track(node), *other = b.track(node);
    return one && other ? *one == *other : one == other;
}

/// How far a node is from where it was, at the frame where it is farthest.
struct Astray {
    double off = 0;
    double turn = 0;  ///< [rad]
};

Astray astray(const WorldTransform& was, const WorldTransform& is)
{
    return {(is.position - was.position).norm(), is.rotation.angularDistance(was.rotation)};
}

/// Compares clips of the same name.
void compareMotion(Document before, Document after, std::vector<HungNode>& hung)
{
    const double least = kMovedElsewhere * extent(*before.scene);
    std::vector<NodeIndex> was, is;
    was.reserve(hung.size());
    is.reserve(hung.size());
    for (const HungNode& node : hung) {
        was.push_back(node.was);
        is.push_back(node.is);
    }
    for (int row = 0; row < std::ssize(before.clips); ++row) {
        const Clip& clip = *before.clips[std::size_t(row)];
        const auto same = std::ranges::find_if(
            after.clips, [&](const Shared<Clip>& other) { return other->name == clip.name; });
        const auto range = keyedRange(clip);
        if (same == after.clips.end() || !range) continue;
        before.playback.clip = row;
        after.playback.clip = static_cast<int>(same - after.clips.begin());
        std::vector<Astray> most(hung.size());
        for (int look = 0; look <= kMotionLooks; ++look) {
            const double frame =
                std::round(range->first + (range->second - range->first) * look / kMotionLooks);
            const std::vector<Place> were = basePlacesOf(before, was, frame);
            const std::vector<Place> are = basePlacesOf(after, is, frame);
            for (std::size_t i = 0; i < hung.size(); ++i) {
                const Astray now = astray(were[i].world, are[i].world);
                most[i] = {std::max(most[i].off, now.off), std::max(most[i].turn, now.turn)};
            }
        }
        for (std::size_t i = 0; i < hung.size(); ++i) {
            // Who converts a target's keys means the way between them.
            const auto [off, turn] = most[i];
            const bool moved = off > least;
            if (!(moved || turn > kTurnedElsewhere) ||
                (hung[i].set && !hasSameKeys(clip, **same, hung[i].id)))
                continue;
            ++hung[i].clips;
            if (moved ? off <= hung[i].off : hung[i].off > 0 || turn <= hung[i].turn) continue;
            (moved ? hung[i].off : hung[i].turn) = moved ? off : turn;
            hung[i].clip = clip.name;
        }
    }
}

std::string howFar(const HungNode& node)
{
    if (node.off > 0)
        return " is up to " + posewright::toText(std::round(1e4 * node.off) / 1e4) +
               " from where it was";
    return " is in its place, and turned by up to " +
           posewright::toText(std::round(10 * node.turn * 180 / std::numbers::pi) / 10) +
           " degrees";
}

}  // namespace

std::string toldOfMotion(const Document& before, const Document& after)
{
    std::vector<HungNode> hung = hungNodes(before, after);
    if (hung.empty()) return {};
    compareMotion(before, after, hung);
    std::erase_if(hung, [](const HungNode& node) { return node.clips == 0; });
    std::ranges::stable_sort(hung, std::greater<>{},
                             [](const HungNode& node) { return std::pair(node.off, node.turn); });
    if (hung.empty()) return {};
    std::string text = "what hangs elsewhere now moves with what is above it there: ";
    for (std::size_t i = 0; i < std::min(kMostMovedNamed, hung.size()); ++i) {
        const HungNode& node = hung[i];
        text += (i > 0 ? ", " : "") + edit::quoted((*after.scene)[node.is].name) + howFar(node) +
                " in the clip " + edit::quoted(node.clip);
        if (node.clips > 1) text += " and in " + std::to_string(node.clips - 1) + " more";
    }
    if (hung.size() > kMostMovedNamed)
        text += " and " + std::to_string(hung.size() - kMostMovedNamed) + " more by less";
    return text;
}

}  // namespace posewright::operate
