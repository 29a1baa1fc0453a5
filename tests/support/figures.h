#pragma once

#include "core/document/document.h"

#include <string>
#include <utility>
#include <vector>

namespace posewright::test {

/// A node id that is easy to tell in a debugger.
inline NodeId id(std::uint64_t n)
{
    return NodeId(n);
}

inline Node makeNode(std::uint64_t n, std::string name, NodeIndex parent, const Vec3& translation,
                     Part part = {})
{
    Node node;
    node.id = NodeId(n);
    node.name = std::move(name);
    node.parent = parent;
    node.rest.translation = translation;
    node.part = std::move(part);
    return node;
}

/// A chain of `bones` bones of length 1 / bones along +X from the origin, each bent by `bend` [rad]
/// about +Z against the one before, with an end joint: "joint0" ... "jointN". One target "hand" on
/// the end, chain root joint0, with a Reach span over frames 0 to `frames`. Not soft.
inline Document chainDocument(int bones, double bend, int frames)
{
    Document doc = emptyDocument();
    std::vector<Node> nodes;
    const double length = 1.0 / bones;
    for (int i = 0; i <= bones; ++i) {
        BonePart bone;
        bone.tip = i < bones ? Vec3(length, 0, 0) : Vec3::Zero();
        nodes.push_back(makeNode(i + 1, "joint" + std::to_string(i), i - 1,
                                 i == 0 ? Vec3::Zero() : Vec3(length, 0, 0), bone));
        if (i > 0 && i < bones)
            nodes.back().rest.rotation = Quat(Eigen::AngleAxisd(bend, Vec3::UnitZ()));
    }
    nodes.push_back(makeNode(100, "hand", kNoNode, Vec3(0.5, 0.5, 0)));
    doc.scene = *Scene::make(std::move(nodes));
    Constraint c;
    c.id = ConstraintId(200);
    c.target = NodeId(100);
    c.effector = NodeId(bones + 1);
    c.root = NodeId(1);
    c.soft = 0;
    doc.rig = Rig{{c}};
    doc.nextId = 1000;
    doc.playback.start = 0;
    doc.playback.end = frames;
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        Span span;
        span.start = 0;
        span.end = frames;
        setSpan(clip, c.id, span);
    });
    return doc;
}

/// The document with its node's translation keyed (world of a root node), Bezier with automatic
/// handles.
inline Document withKeys(Document doc, NodeId node,
                         const std::vector<std::pair<double, Vec3>>& keys)
{
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        Track track;
        if (const Track* own = clip.track(node)) track = *own;
        track.node = node;
        for (int axis = 0; axis < 3; ++axis) {
            Curve curve = *track.translation[axis];
            for (const auto& [frame, p] : keys) curve.setValue(frame, p[axis]);
            track.translation[axis] = curve;
        }
        setTrack(clip, track);
    });
    return doc;
}

/// Deterministic random numbers: splitmix64 (Steele, Lea, Flood 2014).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t bits()
    {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }
    double uniform(double low = 0, double high = 1)
    {
        return low + (high - low) * (double(bits() >> 11) * 0x1p-53);
    }
    int below(int count) { return int(bits() % std::uint64_t(count)); }
    Vec3 direction()
    {
        const double z = uniform(-1, 1);
        const double phi = uniform(0, 6.283185307179586);
        const double r = std::sqrt(1 - z * z);
        return {r * std::cos(phi), r * std::sin(phi), z};
    }

private:
    std::uint64_t state_;
};

}  // namespace posewright::test
