#pragma once

#include "core/document/document.h"

#include <string>
#include <utility>
#include <vector>

namespace posewright::test {

/// Parts of everything().
namespace parts {

inline Key makeKey(double frame, double value, Interpolation how, HandleMode mode)
{
    Key key{frame, value, {-1.25, 0.1 / 3}, {2.0 / 3, -0.7}, how, mode};
    return key;
}

inline RotationKey turn(double frame, double angle, RotationInterpolation how)
{
    return {frame, Quat(Eigen::AngleAxisd(angle, Vec3(1, 2, 3).normalized())), how};
}

inline Mesh mesh()
{
    Mesh mesh;
    for (int i = 0; i < 6; ++i) {
        mesh.positions.emplace_back(0.1F * float(i), 1.0F / 3, float(i * i));
        mesh.normals.emplace_back(0.0F, 1.0F, 0.0F);
        mesh.joints.push_back({std::uint16_t(i % 3), 1, 0, 0});
        mesh.weights.emplace_back(0.75F, 0.25F, 0.0F, 0.0F);
        if (i % 3 == 0) mesh.joints.back() = {0, 1, 0, 0};
        if (i % 3 == 1) mesh.joints.back() = {2, 0, 0, 0};
        if (i % 3 == 2) mesh.joints.back() = {1, 2, 0, 0};
    }
    mesh.indices = {0, 1, 2, 3, 4, 5};
    mesh.morphs = {{"smile", {1, 4}, {{0.1F, 0, 1.0F / 3}, {0, -2, 0}}, {{0, 0.5F, 0}, {0, 0, 0}}},
                   {"", {}, {}, {}},
                   {"smile", {5}, {{1, 0, 0}}, {}}};
    return mesh;
}

inline std::vector<Node> nodes(Document& doc)
{
    std::vector<Node> nodes(9);
    const char* names[] = {"Group",       "Hips", "Spine", "Arm.L", "Hand \"L\" \xC3\xA4",
                           "Hand target", "Body", "Sun",   "Camera"};
    const int parents[] = {-1, 0, 1, 2, 3, -1, 2, -1, 0};
    for (int i = 0; i < 9; ++i) {
        nodes[i].id = newNodeId(doc);
        nodes[i].name = names[i];
        nodes[i].parent = parents[i];
        nodes[i].rest.translation = Vec3(0.1 * i, 1.0 / 3, -0.7 / (i + 1));
        nodes[i].rest.rotation = Quat(Eigen::AngleAxisd(0.1 * i, Vec3(3, -1, 2).normalized()));
    }
    nodes[0].rest.scale = Vec3(1.5, 1.5, 1.5);
    const Limit limits[] = {
        ConeLimit{Vec3::UnitY(), Vec3::UnitZ(), {0.1, 0.2, 0.3, 1.0 / 3}, {-0.5, 0.25}},
        HingeLimit{Vec3::UnitX(), {-0.1, 2.2}},
        BoxLimit{{Range{-1, 1}, Range{0, 0.5}, Range{-0.25, 0}}, {1, 0, 2}},
        PrismaticLimit{Vec3::UnitZ(), {0, 0.125}}};
    for (int i = 1; i <= 4; ++i) {
        BonePart bone;
        bone.tip = Vec3(0, 0.4 / i, 0.01);
        bone.tipGiven = i % 2 == 0;
        bone.limit = limits[i - 1];
        bone.eulerOrder = {0, 2, 1};
        nodes[i].part = bone;
    }
    nodes[6].part = MeshPart{mesh(), 0, {0.1F, 0.2F, 0.3F}, -1, {0.25, 0, 1.0 / 3}};
    nodes[7].part = LightPart{LightKind::Spot, {1, 0.5F, 0.25F}, 3.5F, 0.6F};
    nodes[8].part = CameraPart{0.9, 2, 0.05, 500};
    return nodes;
}

inline Skin skin(const std::vector<Node>& nodes)
{
    Skin skin;
    for (int i = 1; i <= 3; ++i) {
        skin.joints.push_back(nodes[i].id);
        Eigen::Matrix4f m = Eigen::Matrix4f::Identity();
        m(0, 3) = 0.3F * float(i);
        skin.inverseBind.push_back(m);
    }
    return skin;
}

inline Constraint constraint(ConstraintId id, const std::vector<Node>& nodes)
{
    Constraint c;
    c.id = id;
    c.target = nodes[5].id;
    c.effector = nodes[4].id;
    c.root = nodes[2].id;
    c.orientation = true;
    c.weight = 1.0 / 3;
    c.soft = 0.05;
    c.solver = "fabrik";
    return c;
}

inline std::vector<Track> tracks(const std::vector<Node>& nodes)
{
    Track track;
    track.node = nodes[1].id;
    track.translation[0] =
        Curve::fromKeys({makeKey(0, 0.1, Interpolation::Bezier, HandleMode::Free),
                         makeKey(7.5, 1.0 / 7, Interpolation::Linear, HandleMode::Aligned),
                         makeKey(20, -2, Interpolation::Constant, HandleMode::AutoClamped)});
    track.translation[2] =
        Curve::fromKeys({makeKey(3, 2, Interpolation::Linear, HandleMode::Vector)});
    track.rotation = RotationTrack::fromKeys({turn(0, 0.1, RotationInterpolation::Slerp),
                                              turn(1, 0.2, RotationInterpolation::Slerp),
                                              turn(2, 0.4, RotationInterpolation::Slerp)});
    Track other;
    other.node = nodes[2].id;
    std::vector<RotationShape> shapes(3);
    shapes[1].ease = {0.1, 0.2, 0.3, 0.9};
    shapes[2].automatic = false;
    shapes[2].in = Vec4(0.1, 0.2, 0.3, 1.0 / 3);
    other.rotation = RotationTrack::fromKeys({turn(0.5, 0, RotationInterpolation::Cubic),
                                              turn(9, 1, RotationInterpolation::Eased),
                                              turn(11.25, 0.5, RotationInterpolation::Step)},
                                             shapes);
    other.scale[1] =
        Curve::fromKeys({makeKey(0, 1, Interpolation::Linear, HandleMode::Vector),
                         makeKey(10, 1.25, Interpolation::Linear, HandleMode::Vector)});
    Track moving;
    moving.node = nodes[5].id;
    for (int axis = 0; axis < 3; ++axis) {
        Curve curve;
        curve.setValue(0, 0.5 + axis);
        curve.setValue(12, 0.75 - 0.1 * axis);
        curve.setValue(24, 1.0 / 3);
        moving.translation[axis] = curve;
    }
    Track talking;
    talking.node = nodes[6].id;
    talking.morphs.resize(3);
    talking.morphs[0] =
        Curve::fromKeys({makeKey(0, 0.1, Interpolation::Bezier, HandleMode::Free),
                         makeKey(7.5, 1.0 / 7, Interpolation::Linear, HandleMode::Aligned)});
    talking.morphs[2] =
        Curve::fromKeys({makeKey(4, -1.5, Interpolation::Constant, HandleMode::Vector)});
    Track shining;
    shining.node = nodes[7].id;
    shining.rotation = RotationTrack::fromKeys(
        {turn(0, 0, RotationInterpolation::Step), turn(12, 1, RotationInterpolation::Step)});
    return {track, other, moving, talking, shining};
}

inline std::vector<Span> spans(const std::vector<Node>& nodes)
{
    Span reach;
    reach.start = 0;
    reach.end = 10;
    reach.out = 2.5;
    reach.path = TargetPath::Arc;
    reach.mix = 0.3;
    Span contact;
    contact.start = 12;
    contact.end = 18;
    contact.kind = SpanKind::Contact;
    contact.inbetween = Inbetween::Resolve;
    contact.anchor.translation = Vec3(0.1, 0.2, 1.0 / 3);
    contact.space = nodes[7].id;
    Span hold;
    hold.start = 19;
    hold.end = 24;
    hold.kind = SpanKind::Hold;
    hold.solver = "gauss-newton";
    hold.held = {{nodes[2].id, turn(0, 0.3, RotationInterpolation::Step).value},
                 {nodes[4].id, turn(0, 0.7, RotationInterpolation::Step).value}};
    return {reach, contact, hold};
}

inline Clip walk(ConstraintId constraint, const std::vector<Node>& nodes)
{
    Clip walk;
    walk.name = "Walk";
    walk.rate = 30000.0 / 1001;
    for (const Track& track : tracks(nodes)) setTrack(walk, track);
    Curve influence;
    influence.setValue(0, 1);
    influence.setValue(10, 0.5);
    walk.influences = {{constraint, influence}};
    walk.spans = {{constraint, spans(nodes)}};
    walk.markers = {{0.5, "start"}, {12, "step \xE2\x86\x92"}};
    return walk;
}

inline Clip wave(NodeId hand)
{
    Clip wave;
    wave.name = "Wave";
    wave.rate = 25;
    Track waving;
    waving.node = hand;
    waving.rotation = RotationTrack::fromKeys(
        {turn(0, 0, RotationInterpolation::Slerp), turn(25, 1, RotationInterpolation::Slerp)});
    wave.tracks = {waving};
    return wave;
}

}  // namespace parts

/// A document with every kind of thing that one can hold.
inline Document everything()
{
    Document doc = emptyDocument();
    const std::vector<Node> nodes = parts::nodes(doc);
    doc.scene = *Scene::make(nodes, {parts::skin(nodes)});
    const Constraint c = parts::constraint(newConstraintId(doc), nodes);
    posewright::Rig rig;
    rig.constraints = {c};
    doc.rig = rig;
    doc.clips = {parts::wave(nodes[4].id), parts::walk(c.id, nodes),
                 Clip{"Nothing", 24, {}, {}, {}, {}}};
    doc.playback = {1, 0, 24, Range{3, 9.5}, false};
    Carried carried;
    carried.json = R"({"asset":{"extras":1}})";
    carried.data = {1, 2, 3, 255, 0, 7};
    doc.carried = carried;
    return doc;
}

}  // namespace posewright::test
