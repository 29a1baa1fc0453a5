#include "core/operate/hung_motion.h"

#include "core/base/number.h"
#include "core/edit/change.h"
#include "core/evaluate/places.h"
#include "core/motion/clip.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace posewright::operate {

namespace {

constexpr double kMovedElsewhere = 1e-4;  ///< as a share of the scene's size
constexpr int kMotionLooks = 32;          ///< of a clip
constexpr std::size_t kMostMovedNamed = 5;

/// A node whose parent is another one, or gone.
struct HungNode {
    NodeId id = NodeId::None;
    NodeIndex was = kNoNode;
    NodeIndex is = kNoNode;
    bool set = false;  ///< it is a target or a pole
    double off = 0;    ///< the most that it is from where it was
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
            out.push_back({is[row].id, old, row, isSet(is[row].id), 0, {}, 0});
    return out;
}

bool hasSameKeys(const Clip& a, const Clip& b, NodeId node)
{
    const Track *one = a.track(node), *other = b.track(node);
    return one && other ? *one == *other : one == other;
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
        std::vector<double> off(hung.size(), 0);
        for (int look = 0; look <= kMotionLooks; ++look) {
            const double frame =
                std::round(range->first + (range->second - range->first) * look / kMotionLooks);
            const std::vector<Place> were = basePlacesOf(before, was, frame);
            const std::vector<Place> are = basePlacesOf(after, is, frame);
            for (std::size_t i = 0; i < hung.size(); ++i)
                off[i] = std::max(off[i], (are[i].world.position - were[i].world.position).norm());
        }
        for (std::size_t i = 0; i < hung.size(); ++i) {
            // Who converts a target's keys means the way between them.
            if (!(off[i] > least) || (hung[i].set && !hasSameKeys(clip, **same, hung[i].id)))
                continue;
            ++hung[i].clips;
            if (off[i] <= hung[i].off) continue;
            hung[i].off = off[i];
            hung[i].clip = clip.name;
        }
    }
}

}  // namespace

std::string toldOfMotion(const Document& before, const Document& after)
{
    std::vector<HungNode> hung = hungNodes(before, after);
    if (hung.empty()) return {};
    compareMotion(before, after, hung);
    std::erase_if(hung, [](const HungNode& node) { return node.clips == 0; });
    std::ranges::stable_sort(hung, std::greater<>{}, &HungNode::off);
    if (hung.empty()) return {};
    std::string text = "what hangs elsewhere now moves with what is above it there: ";
    for (std::size_t i = 0; i < std::min(kMostMovedNamed, hung.size()); ++i) {
        const HungNode& node = hung[i];
        text += (i > 0 ? ", " : "") + edit::quoted((*after.scene)[node.is].name) + " is up to " +
                posewright::toText(std::round(1e4 * node.off) / 1e4) +
                " from where it was in the clip " + edit::quoted(node.clip);
        if (node.clips > 1) text += " and in " + std::to_string(node.clips - 1) + " more";
    }
    if (hung.size() > kMostMovedNamed)
        text += " and " + std::to_string(hung.size() - kMostMovedNamed) + " more by less";
    return text;
}

}  // namespace posewright::operate
