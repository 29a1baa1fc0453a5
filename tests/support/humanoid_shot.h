#pragma once

#include "core/math/rotation.h"
#include "tests/support/figures.h"

namespace posewright::test {

/// A figure of 25 joints, and the first and last joints of its five limbs.
struct HumanoidNodes {
    std::vector<Node> nodes;
    std::vector<std::pair<int, int>> limbs;
};

inline HumanoidNodes humanoidNodes()
{
    HumanoidNodes out;
    std::vector<std::pair<int, int>>& limbs = out.limbs;
    const auto add = [&joints = out.nodes](int parent, const Vec3& at,
                                           const Vec3& turn = Vec3::Zero()) {
        Node node = makeNode(joints.size() + 1, "joint" + std::to_string(joints.size()), parent, at,
                             BonePart{});
        node.rest.rotation = fromRotationVector(turn);
        joints.push_back(node);
        return static_cast<int>(joints.size()) - 1;
    };
    const int hips = add(-1, Vec3(0, 1, 0));
    const int spine = add(hips, Vec3(0, 0.1, 0), Vec3(0.05, 0, 0));
    const int belly = add(spine, Vec3(0, 0.12, 0), Vec3(-0.05, 0, 0));
    const int chest = add(belly, Vec3(0, 0.12, 0));
    const int neck = add(chest, Vec3(0, 0.22, 0), Vec3(0.1, 0, 0));
    const int head = add(neck, Vec3(0, 0.1, 0), Vec3(-0.1, 0, 0));
    add(head, Vec3(0, 0.2, 0));
    limbs = {{hips, head}};
    for (const double s : {1.0, -1.0}) {
        const int clavicle = add(chest, Vec3(0.03 * s, 0.18, 0));
        const int upper = add(clavicle, Vec3(0.15 * s, 0, 0));
        const int fore = add(upper, Vec3(0.3 * s, 0, 0), Vec3(0, -0.3 * s, 0));
        const int hand = add(fore, Vec3(0.26 * s, 0, 0));
        add(hand, Vec3(0.1 * s, 0, 0));
        limbs.emplace_back(upper, hand);
    }
    for (const double s : {1.0, -1.0}) {
        const int thigh = add(hips, Vec3(0.1 * s, -0.06, 0), Vec3(-0.2, 0, 0));
        const int shin = add(thigh, Vec3(0, -0.43, 0), Vec3(0.4, 0, 0));
        const int foot = add(shin, Vec3(0, -0.42, 0), Vec3(-0.2, 0, 0));
        add(foot, Vec3(0, -0.05, 0.12));
        limbs.emplace_back(thigh, foot);
    }
    return out;
}

/// 600 frames of the figure with five targets, for the head, the hands and the feet, each keyed
/// every 30 frames.
inline Document humanoidShot()
{
    Document doc = emptyDocument();
    auto [nodes, limbs] = humanoidNodes();
    const std::size_t joints = nodes.size();
    std::vector<Transform> local;
    for (const Node& node : nodes) local.push_back(node.rest);
    const auto world = worldTransforms(*Scene::make(nodes), local);
    Rig rig;
    for (std::size_t i = 0; i < limbs.size(); ++i) {
        nodes.push_back(makeNode(101 + i, "target" + std::to_string(i), kNoNode,
                                 world[limbs[i].second].position));
        Constraint c;
        c.id = ConstraintId(201 + i);
        c.target = nodes.back().id;
        c.root = nodes[limbs[i].first].id;
        c.effector = nodes[limbs[i].second].id;
        rig.constraints.push_back(c);
    }
    doc.scene = *Scene::make(nodes);
    doc.rig = rig;
    doc.nextId = 1000;
    doc.playback.start = 0;
    doc.playback.end = 599;
    doc.clips[0] = doc.clips[0].with([&rig](Clip& clip) {
        Span span;
        span.start = 0;
        span.end = 599;
        for (const Constraint& c : rig.constraints) setSpan(clip, c.id, span);
    });
    Random random(25);
    for (std::size_t i = 0; i < limbs.size(); ++i) {
        const Vec3 at = nodes[joints + i].rest.translation;
        const Vec3 root = world[limbs[i].first].position;
        std::vector<std::pair<double, Vec3>> keys;
        for (int f = 0; f <= 600; f += 30) {
            // Towards the root, so that it is always in reach.
            const double near = random.uniform(0.72, 0.86);
            keys.emplace_back(
                f, root + fromRotationVector(random.direction() * random.uniform(0, 0.3)) *
                              (near * (at - root)));
        }
        doc = withKeys(std::move(doc), NodeId(101 + i), keys);
    }
    return doc;
}

}  // namespace posewright::test
