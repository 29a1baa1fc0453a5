#include "core/evaluate/bend_hints.h"

#include <algorithm>

namespace posewright {

namespace {

/// Adds a hint of a link's target for a key frame.
/// @param over  whether it counts before hints that are there
void addHint(const Scene& scene, const Link& link, const KeyHint& hint, double frame, bool over,
             Group& group)
{
    Hinted& hinted = group.hints[frame];
    hinted.named.resize(group.joints.size());
    hinted.bend.offset.resize(group.joints.size(), Quat::Identity());
    hinted.bend.travel.resize(group.joints.size());
    for (const KeyHint::Joint& bent : hint.joints) {
        const NodeIndex node = scene.find(bent.joint);
        const auto at = std::ranges::lower_bound(group.joints, node);
        if (at == group.joints.end() || *at != node) continue;
        const auto joint = at - group.joints.begin();
        if (hinted.named[joint] && !over) continue;
        hinted.named[joint] = 1;
        hinted.bend.offset[joint] = bent.turn;
        hinted.bend.travel[joint] = bent.travel;
    }
    if (link.root != 0 || !link.constraint->rootMoves || (hinted.root && !over)) return;
    hinted.root = true;
    hinted.bend.rootOffset = hint.root;
}

}  // namespace

void addHints(const Prepared& prepared, Group& group)
{
    const Scene& scene = *prepared.doc.scene;
    const auto eachTrack = [&](const auto& act) {
        for (auto link = group.links.rbegin(); link != group.links.rend(); ++link)
            if (const Track* track = prepared.tracks[link->target]; track && !track->hints.empty())
                act(*link, *track);
    };
    eachTrack([&](const Link& link, const Track& track) {
        for (const KeyHint& hint : track.hints)
            if (!hint.follows()) addHint(scene, link, hint, hint.frame, true, group);
    });
    eachTrack([&](const Link& link, const Track& track) {
        const std::vector<double> keys = keyFrames(track);
        if (keys.empty()) return;
        const KeyHint *first = hintAt(track, keys.front()), *last = hintAt(track, keys.back());
        for (const double frame : group.keyFrames) {
            const KeyHint* hint = frame < keys.front()  ? first
                                  : frame > keys.back() ? last
                                                        : nullptr;
            if (hint && !hint->follows()) addHint(scene, link, *hint, frame, false, group);
        }
    });
}

}  // namespace posewright
