#pragma once

#include "core/document/document.h"
#include "tests/support/figures.h"

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace posewright::test {

/// A bent chain of bones inside of a round tube that is closed at both ends: "limb0", "limb1"...
/// and the rigid mesh "Skin", which has a place of its own. The tube goes on past both ends of the
/// chain by its radius.
struct MadeLimb {
    Document doc;
    std::vector<Vec3> joints;    ///< in the world, with the last tip
    std::vector<Vec3> vertices;  ///< in the world
    double radius = 0;
    double shortest = 0;  ///< bone
};

struct LimbOptions {
    int bones = 3;
    int sides = 16;
    double ring = 0.5;       ///< between rings, in radii
    double thick = 0.1;      ///< radius, in shortest bones
    double bend = 0.6;       ///< most, between two bones [rad]
    bool seam = true;        ///< the vertices of one side are there twice
    bool insideOut = false;  ///< the triangles are turned the other way
};

namespace limb {

/// Places along the chain, and which way it leads there, blended about the joints.
struct Ring {
    Vec3 middle;
    Vec3 along;
};

inline std::vector<Ring> rings(const std::vector<Vec3>& joints, double radius, double step)
{
    std::vector<Ring> out;
    for (std::size_t bone = 0; bone + 1 < joints.size(); ++bone) {
        const Vec3 way = joints[bone + 1] - joints[bone];
        const Vec3 along = way.normalized();
        const bool first = bone == 0, last = bone + 2 == joints.size();
        const double from = first ? -radius : 0;
        const double to = way.norm() + (last ? radius : 0);
        const int count = std::max(2, static_cast<int>((to - from) / (step * radius)));
        for (int i = first ? 0 : 1; i <= count; ++i) {
            const double at = from + (to - from) * i / count;
            Vec3 turned = along;
            if (i == count && !last)
                turned = (along + (joints[bone + 2] - joints[bone + 1]).normalized()).normalized();
            out.push_back({joints[bone] + at * along, turned});
        }
    }
    return out;
}

}  // namespace limb

/// The bones alone.
inline MadeLimb madeBones(Random& random, const LimbOptions& options)
{
    MadeLimb out;
    out.joints = {random.direction()};
    Vec3 way = random.direction();
    out.shortest = 1e300;
    for (int i = 0; i < options.bones; ++i) {
        const double length = random.uniform(0.3, 0.6);
        out.shortest = std::min(out.shortest, length);
        out.joints.push_back(out.joints.back() + length * way);
        const Vec3 axis = way.cross(random.direction()).normalized();
        way = Eigen::AngleAxisd(random.uniform(0, options.bend), axis) * way;
    }
    out.radius = options.thick * out.shortest;

    out.doc = emptyDocument();
    std::vector<Node> nodes;
    for (int i = 0; i < options.bones; ++i) {
        BonePart bone;
        bone.tip = out.joints[i + 1] - out.joints[i];
        bone.tipGiven = true;
        nodes.push_back(makeNode(i + 1, "limb" + std::to_string(i), i - 1,
                                 i == 0 ? out.joints[0] : out.joints[i] - out.joints[i - 1], bone));
    }
    out.doc.scene = *Scene::make(std::move(nodes));
    out.doc.nextId = 1000;
    out.doc.playback.end = 24;
    return out;
}

inline MadeLimb madeLimb(Random& random, const LimbOptions& options)
{
    MadeLimb out = madeBones(random, options);
    Node skin = makeNode(100, "Skin", kNoNode, random.direction());
    skin.rest.rotation = Quat(Eigen::AngleAxisd(random.uniform(0, 3), random.direction()));
    skin.rest.scale = Vec3::Constant(random.uniform(0.2, 4));

    Mesh mesh;
    const auto add = [&](const Vec3& place) {
        const Vec3 own =
            skin.rest.rotation.conjugate() * (place - skin.rest.translation) / skin.rest.scale.x();
        mesh.positions.push_back(own.cast<float>());
        out.vertices.push_back(place);
    };
    const auto triangle = [&](int a, int b, int c) {
        if (options.insideOut) std::swap(b, c);
        for (const int corner : {a, b, c}) mesh.indices.push_back(std::uint32_t(corner));
    };
    const std::vector<limb::Ring> rings = limb::rings(out.joints, out.radius, options.ring);
    const int row = options.sides + (options.seam ? 1 : 0);
    Vec3 side = rings.front().along.cross(random.direction());
    for (const limb::Ring& ring : rings) {
        side = (side - side.dot(ring.along) * ring.along).normalized();
        const Vec3 other = ring.along.cross(side);
        for (int i = 0; i < row; ++i) {
            const double angle = 2 * std::numbers::pi * (i % options.sides) / options.sides;
            add(ring.middle + out.radius * (std::cos(angle) * side + std::sin(angle) * other));
        }
    }
    const int low = static_cast<int>(out.vertices.size());
    add(rings.front().middle);
    add(rings.back().middle);
    const int count = static_cast<int>(rings.size());
    for (int i = 0; i < options.sides; ++i) {
        const int next = (i + 1) % row;
        for (int ring = 0; ring + 1 < count; ++ring) {
            const int at = ring * row;
            triangle(at + i, at + next, at + row + next);
            triangle(at + i, at + row + next, at + row + i);
        }
        triangle(low, next, i);
        triangle((count - 1) * row + i, (count - 1) * row + next, low + 1);
    }
    MeshPart part;
    part.mesh = std::move(mesh);
    skin.part = std::move(part);
    std::vector<Node> nodes = out.doc.scene->nodes();
    nodes.push_back(std::move(skin));
    out.doc.scene = *Scene::make(std::move(nodes));
    return out;
}

}  // namespace posewright::test
