#pragma once

#include "core/document/document.h"
#include "tests/support/plain_figure.h"
#include "tests/support/plain_random.h"

#include <QtGlobal>

#include <string>
#include <vector>

/// A body by where its joints are in the world, and a motion of it by how far each is turned there:
/// whatever the frames of its bones. By arithmetic that shares nothing with what it judges.
namespace posewright::test {

struct BodyJoint {
    std::string name;
    int parent = -1;
    plain::V at;                   ///< at rest, world
    plain::Q frame{{0, 0, 0, 1}};  ///< of the bone at rest, world
};

struct MadeBody {
    std::vector<BodyJoint> joints;  ///< parents first; the hips are the first
    int row(const std::string& name) const
    {
        for (std::size_t i = 0; i < joints.size(); ++i)
            if (joints[i].name == name) return static_cast<int>(i);
        qFatal("no joint %s", name.c_str());
    }
};

/// One frame: world turns from the rest pose, and where the hips are.
struct BodyPose {
    std::vector<plain::Q> turns;
    plain::V hips;
};

struct BodyShape {
    double legs = 1, arms = 1, hipWidth = 1;
    double armsDown = 0;   ///< [rad] from the T-pose
    int spine = 3;         ///< bones between hips and neck
    bool fingers = false;  ///< five a hand, in place of one joint
    int fingerBones = 3;
    bool pelvis = false;  ///< a bone without a role is between hips and spine
    bool legsOnPelvis = false;
    bool neckOnSpine = false;  ///< as in the CMU captures: the spine's last bone has no length
};

inline plain::Q turnAbout(const plain::V& axis, double angle)
{
    const plain::V u = plain::unit(axis);
    const double s = std::sin(angle / 2);
    return {s * u.x, s * u.y, s * u.z, std::cos(angle / 2)};
}

/// Of 1.7 m, in a T-pose, facing +Z on the floor. Knees and elbows are straight.
inline MadeBody madeBody(const BodyShape& shape = {})
{
    MadeBody body;
    const auto add = [&](const std::string& name, const std::string& parent, plain::V at) {
        body.joints.push_back({name, parent.empty() ? -1 : body.row(parent), at});
    };
    const double sole = 0.08, thigh = 0.42 * shape.legs, shin = 0.40 * shape.legs;
    const double hips = sole + shin + thigh;
    add("Hips", "", {0, hips + 0.05, 0});
    std::string below = "Hips";
    if (shape.pelvis || shape.legsOnPelvis) add("Pelvis", below, {0, hips + 0.07, -0.005});
    if (shape.pelvis || shape.legsOnPelvis) below = "Pelvis";
    const std::string legsOn = shape.legsOnPelvis ? "Pelvis" : "Hips";
    for (int i = 0; i < shape.spine; ++i) {
        const std::string name = i == 0 ? "Spine" : "Spine" + std::to_string(i);
        add(name, below, {0, hips + 0.1 + 0.36 * i / shape.spine, -0.01});
        below = name;
    }
    const double top = hips + 0.5;
    add("Neck", below, shape.neckOnSpine ? body.joints.back().at : plain::V{0, top, -0.01});
    add("Head", "Neck", {0, top + 0.1, 0.01});
    for (const double s : {1.0, -1.0}) {
        const std::string side = s > 0 ? "Left" : "Right";
        const double down = s * shape.armsDown;
        const plain::V shoulder{0.17 * s, top - 0.04, -0.01};
        const auto arm = [&](double along) {
            const double reach = along * shape.arms;
            return shoulder + plain::V{s * reach * std::cos(down), -s * reach * std::sin(down), 0};
        };
        add(side + "Shoulder", below, {0.03 * s, top - 0.05, -0.01});
        add(side + "Arm", side + "Shoulder", shoulder);
        add(side + "ForeArm", side + "Arm", arm(0.28));
        add(side + "Hand", side + "ForeArm", arm(0.53));
        if (!shape.fingers) add(side + "HandMiddle1", side + "Hand", arm(0.62));
        double across = 0.05;
        for (const std::string finger : {"Thumb", "Index", "Middle", "Ring", "Pinky"}) {
            if (!shape.fingers) break;
            std::string on = side + "Hand";
            for (int i = 0; i < shape.fingerBones; ++i) {
                const std::string name = side + "Hand" + finger + std::to_string(i + 1);
                add(name, on, arm(0.62 + 0.03 * i) + plain::V{0, 0, across});
                on = name;
            }
            across -= 0.02;
        }
        const double x = 0.09 * s * shape.hipWidth;
        add(side + "UpLeg", legsOn, {x, hips, 0});
        add(side + "Leg", side + "UpLeg", {x, sole + shin, 0});
        add(side + "Foot", side + "Leg", {x, sole, 0});
        add(side + "ToeBase", side + "Foot", {x, 0, 0.13});
    }
    return body;
}

/// The frames of its bones turned at random: what no motion may depend on.
inline MadeBody withOtherFrames(MadeBody body, plain::Dice& dice)
{
    for (BodyJoint& joint : body.joints) joint.frame = dice.rotation(3);
    return body;
}

/// Scaled, and turned as a whole, with its motion.
inline MadeBody moved(MadeBody body, double scale, const plain::Q& turn)
{
    for (BodyJoint& joint : body.joints) {
        joint.at = scale * plain::turned(turn, joint.at);
        joint.frame = plain::product(turn, joint.frame);
    }
    return body;
}
inline BodyPose moved(BodyPose pose, double scale, const plain::Q& turn)
{
    pose.hips = scale * plain::turned(turn, pose.hips);
    for (plain::Q& q : pose.turns)
        q = plain::product(plain::product(turn, q), plain::inverse(turn));
    return pose;
}

/// Where the joints of a pose are.
inline std::vector<plain::V> placesOf(const MadeBody& body, const BodyPose& pose)
{
    std::vector<plain::V> places;
    for (std::size_t i = 0; i < body.joints.size(); ++i) {
        const int parent = body.joints[i].parent;
        places.push_back(parent < 0 ? pose.hips
                                    : places[parent] + plain::turned(pose.turns[parent],
                                                                     body.joints[i].at -
                                                                         body.joints[parent].at));
    }
    return places;
}

inline Quat quatOf(const plain::Q& q)
{
    return Quat(q[3], q[0], q[1], q[2]).normalized();
}
inline Vec3 vecOf(const plain::V& v)
{
    return {v.x, v.y, v.z};
}

/// The body as a document, in the motion given, a key a frame.
inline Document documentOf(const MadeBody& body, const std::vector<BodyPose>& motion, double rate)
{
    std::vector<Node> nodes;
    std::uint64_t id = 1;
    for (const BodyJoint& joint : body.joints) {
        Node node;
        node.id = static_cast<NodeId>(id++);
        node.name = joint.name;
        node.parent = joint.parent;
        const bool top = joint.parent < 0;
        const plain::Q above = top ? plain::Q{0, 0, 0, 1} : body.joints[joint.parent].frame;
        const plain::V from = top ? plain::V{} : body.joints[joint.parent].at;
        node.rest.translation = vecOf(plain::turned(plain::inverse(above), joint.at - from));
        node.rest.rotation = quatOf(plain::product(plain::inverse(above), joint.frame));
        node.part = BonePart{};
        nodes.push_back(std::move(node));
    }
    Document doc = emptyDocument();
    doc.nextId = id;
    const Result<Scene> scene = Scene::make(std::move(nodes));
    if (!scene) qFatal("%s", scene.error().message.c_str());
    doc.scene = *scene;
    Clip clip = *doc.clips[0];
    clip.rate = rate;
    for (std::size_t i = 0; i < body.joints.size(); ++i) {
        const int parent = body.joints[i].parent;
        Track track;
        track.node = (*doc.scene)[static_cast<NodeIndex>(i)].id;
        std::vector<RotationKey> turns;
        std::array<std::vector<Key>, 3> places;
        for (std::size_t f = 0; f < motion.size(); ++f) {
            const plain::Q own = plain::product(motion[f].turns[i], body.joints[i].frame);
            const plain::Q above =
                parent < 0 ? plain::Q{0, 0, 0, 1}
                           : plain::product(motion[f].turns[parent], body.joints[parent].frame);
            turns.push_back({double(f), quatOf(plain::product(plain::inverse(above), own)),
                             RotationInterpolation::Slerp});
            for (int axis = 0; axis < 3; ++axis)
                places[axis].push_back(linearKey(double(f), motion[f].hips[axis]));
        }
        track.rotation = RotationTrack::fromKeys(std::move(turns));
        if (parent < 0)
            for (int axis = 0; axis < 3; ++axis)
                track.translation[axis] = Curve::fromKeys(std::move(places[axis]));
        setTrack(clip, std::move(track));
    }
    doc.clips[0] = std::move(clip);
    doc.playback.start = 0;
    doc.playback.end = motion.empty() ? 1 : double(motion.size()) - 1;
    return doc;
}

/// What the keys of a clip at a whole frame make of a body.
inline BodyPose poseIn(const MadeBody& body, const Document& doc, const Clip& clip, int frame)
{
    BodyPose pose;
    std::vector<plain::Q> frames;
    for (std::size_t i = 0; i < body.joints.size(); ++i) {
        const BodyJoint& joint = body.joints[i];
        const Node& node = (*doc.scene)[static_cast<NodeIndex>(i)];
        const Track* track = clip.track(node.id);
        const Quat local = track && !track->rotation->empty()
                               ? track->rotation->keys()[static_cast<std::size_t>(frame)].value
                               : node.rest.rotation;
        const plain::Q turn{local.x(), local.y(), local.z(), local.w()};
        frames.push_back(joint.parent < 0 ? turn : plain::product(frames[joint.parent], turn));
        pose.turns.push_back(plain::product(frames.back(), plain::inverse(joint.frame)));
        if (joint.parent >= 0) continue;
        const auto at = [&](int axis) {
            return track->translation[axis]->keys()[static_cast<std::size_t>(frame)].value;
        };
        pose.hips = {at(0), at(1), at(2)};
    }
    return pose;
}

/// A smooth motion of all joints, the knees and elbows bent as people bend them; the hips travel.
inline std::vector<BodyPose> madeMotion(const MadeBody& body, int frames, plain::Dice& dice)
{
    struct Wave {
        plain::V axis;
        double size, speed, phase;
    };
    std::vector<Wave> waves;
    for (const BodyJoint& joint : body.joints) {
        const std::string& name = joint.name;
        const bool leg = name.ends_with("Leg");
        Wave wave{dice.direction(), leg ? 0.25 : 0.5, dice.uniform(0.05, 0.12), dice.uniform(0, 6)};
        if (name.find("Foot") != std::string::npos || name.find("Toe") != std::string::npos ||
            name == "Hips")
            wave.size = 0.1;
        waves.push_back(wave);
    }
    std::vector<BodyPose> motion;
    for (int f = 0; f < frames; ++f) {
        BodyPose pose;
        for (std::size_t i = 0; i < body.joints.size(); ++i) {
            const BodyJoint& joint = body.joints[i];
            const double now = std::sin(waves[i].speed * f + waves[i].phase);
            plain::Q local = turnAbout(waves[i].axis, waves[i].size * now);
            if (joint.name == "LeftLeg" || joint.name == "RightLeg")
                local = turnAbout({1, 0, 0}, 0.8 + 0.4 * now);
            if (joint.name.ends_with("ForeArm"))
                local = turnAbout({0, joint.at.x > 0 ? -1.0 : 1.0, 0}, 0.8 + 0.5 * now);
            pose.turns.push_back(
                joint.parent < 0 ? local : plain::product(pose.turns[joint.parent], local));
        }
        pose.hips = plain::V{0.3 * std::sin(0.03 * f), body.joints[0].at.y - 0.1, 0.02 * f};
        motion.push_back(std::move(pose));
    }
    return motion;
}

}  // namespace posewright::test
