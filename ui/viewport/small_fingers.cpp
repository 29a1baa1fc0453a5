#include "ui/viewport/small_fingers.h"

#include "core/retarget/figure.h"

#include <algorithm>
#include <utility>

namespace posewright::ui {

namespace {

constexpr double kSlimness = 0.2;  ///< width of a person's finger, as a share of its length

}  // namespace

void SmallFingers::look(const Shared<Scene>& shared)
{
    if (scene_ && scene_->sameAs(shared)) return;
    scene_ = shared;
    fingers_.clear();
    const Scene& scene = *shared;
    for (const retarget::Figure& figure : retarget::figuresOf(scene))
        for (const retarget::Role role : retarget::allRoles()) {
            if (!retarget::isFinger(role) || !figure.has(role)) continue;
            const NodeIndex first = figure.first(role);
            const NodeIndex hand =
                figure.first(retarget::onSide(retarget::Role::LeftHand, retarget::sideOf(role)));
            if (hand == kNoNode || !scene.isAbove(hand, first)) continue;
            if (!std::ranges::all_of(figure.bones(role),
                                     [&](NodeIndex row) { return scene[row].bone(); }))
                continue;
            fingers_.resize(static_cast<std::size_t>(scene.size()));
            for (NodeIndex row = first; row < scene.size(); ++row)
                if (scene[row].bone() && (row == first || scene.isAbove(first, row)))
                    fingers_[row] = {hand, figure.bones(role)};
        }
}

double SmallFingers::widthInView(const Finger& finger, const Scene& scene, const Evaluation& shown,
                                 const Camera& camera, const ViewSize& size) const
{
    double length = 0;
    for (std::size_t i = 0; i < finger.sisters.size(); ++i) {
        const WorldTransform& bone = shown.world[finger.sisters[i]];
        const Vec3 tip = i + 1 < finger.sisters.size()
                             ? shown.world[finger.sisters[i + 1]].position
                             : bone * scene[finger.sisters[i]].bone()->tip;
        length += (tip - bone.position).norm();
    }
    const auto seen = project(camera, size, shown.world[finger.sisters.front()].position);
    return seen ? kSlimness * length / unitsPerPixel(camera, size, seen->depth) : 0;
}

std::vector<Hit> SmallFingers::sorted(std::vector<Hit> hits, const Document& doc,
                                      const Evaluation& shown, NodeId selected,
                                      const Camera& camera, const ViewSize& size)
{
    look(doc.scene);
    const Scene& scene = *doc.scene;
    if (fingers_.empty() || std::ssize(shown.world) != scene.size()) return hits;
    const auto fingerOf = [&](NodeId node) -> const Finger* {
        const NodeIndex row = scene.find(node);
        return row != kNoNode && fingers_[row].hand != kNoNode ? &fingers_[row] : nullptr;
    };
    const auto at = std::ranges::find_if(hits, fingerOf, &Hit::node);
    if (at == hits.end()) return hits;
    const Finger& finger = *fingerOf(at->node);
    if (widthInView(finger, scene, shown, camera, size) >= kFingerToPick) return hits;
    Hit hand = *at;
    hand.node = scene[finger.hand].id;
    const auto known = std::ranges::find(hits, hand.node, &Hit::node);
    const Finger* chosen = fingerOf(selected);
    if (chosen && chosen->hand == finger.hand) {
        if (known == hits.end()) hits.push_back(hand);
    } else if (known == hits.end()) {
        hits.insert(at, hand);
    } else if (known > at && known->rank == at->rank) {
        std::rotate(at, known, known + 1);
    }
    return hits;
}

}  // namespace posewright::ui
