#pragma once

#include "tests/support/made_captures.h"
#include "tests/support/made_gltf.h"

#include <array>
#include <cmath>
#include <string>
#include <vector>

/// Animated characters made here, in the forms that exporters write.
namespace posewright::test {

/// The figure of the captures below an armature, which scales it down where `unit` is greater.
inline MadeCharacter madeBody(const std::string& name, double unit = 1,
                              const std::string& prefix = {})
{
    MadeCharacter out;
    out.name = name;
    out.nodes.push_back({.name = "Armature", .scale = 1 / unit});
    for (const MadeJoint& joint : madeFigure("ZXY", prefix)) {
        MadeNode node{.name = joint.name, .parent = joint.parent + 1, .at = joint.offset};
        for (double& x : node.at) x *= unit;
        out.nodes.push_back(node);
    }
    out.joints = int(out.nodes.size()) - 1;
    return out;
}

/// A figure whose arms end in wrists with hands below, and that is steered by bones of its own, as
/// rigs for games have them: these have names of hands and feet, too.
inline MadeCharacter madeControls()
{
    MadeCharacter out;
    out.name = "made_controls";
    const auto add = [&](const std::string& name, int parent, MadePlace at) {
        out.nodes.push_back({.name = name, .parent = parent, .at = at});
        return int(out.nodes.size()) - 1;
    };
    const int rig = add("Rig", -1, {});
    const int root = add("root", rig, {});
    const int hips = add("hips", root, {0, 0.9, 0});
    const int chest = add("chest", add("spine", hips, {0, 0.15, 0}), {0, 0.3, 0});
    add("head", chest, {0, 0.3, 0});
    for (const double side : {1.0, -1.0}) {
        const std::string end = side > 0 ? ".l" : ".r";
        const int elbow = add("lowerarm" + end, add("upperarm" + end, chest, {0.2 * side, 0.1, 0}),
                              {0.25 * side, 0, -0.02});
        const int hand = add("hand" + end, add("wrist" + end, elbow, {0.25 * side, 0, 0.02}),
                             {0.07 * side, 0, 0});
        add("handslot" + end, hand, {0.09 * side, 0, 0});
        const int knee = add("lowerleg" + end, add("upperleg" + end, hips, {0.15 * side, -0.05, 0}),
                             {0, -0.4, 0.02});
        add("toes" + end, add("foot" + end, knee, {0, -0.38, -0.02}), {0, -0.07, 0.12});
        const int heel =
            add("control-heel-roll" + end,
                add("control-toe-roll" + end, root, {0.15 * side, 0, 0.2}), {0, 0, -0.3});
        add("IK-foot" + end, add("control-foot-roll" + end, heel, {0, 0, 0.2}), {0, 0.05, -0.1});
        add("kneeIK" + end, root, {0.15 * side, 0.45, 0.6});
        add("elbowIK" + end, root, {0.45 * side, 1.45, -0.6});
        add("handIK" + end, root, {0.7 * side, 1.45, 0});
    }
    out.joints = int(out.nodes.size()) - 1;
    return out;
}

/// Every joint turns, and the first moves; `keys` of them, `step` seconds apart.
inline std::vector<MadeChannel> madeMotion(const MadeCharacter& character,
                                           MadeChannel::Between between, int keys, double step,
                                           int phase = 0)
{
    std::vector<MadeChannel> out;
    std::vector<float> times;
    for (int k = 0; k < keys; ++k) times.push_back(static_cast<float>(k * step));
    const int first = int(character.nodes.size()) - character.joints;
    const bool cubic = between == MadeChannel::Between::Cubic;
    for (int j = first; j < int(character.nodes.size()); ++j) {
        for (const bool turns : {true, false}) {
            if (!turns && j != first) continue;
            MadeChannel channel{.node = j,
                                .path = turns ? MadeChannel::Path::Rotation
                                              : MadeChannel::Path::Translation,
                                .between = between,
                                .times = times};
            for (int k = 0; k < keys; ++k) {
                std::vector<double> value;
                const double angle = 0.5 * madeAngle(j + phase, 7 * k);
                const double scale = 1 / character.nodes[0].scale;
                if (turns)
                    value = {std::sin(angle / 2) * 0.6, 0, std::sin(angle / 2) * 0.8,
                             std::cos(angle / 2)};
                else
                    for (int i = 0; i < 3; ++i)
                        value.push_back(character.nodes[j].at[i] + 0.1 * scale * i * k / keys);
                const auto add = [&](double share) {
                    for (const double v : value)
                        channel.values.push_back(static_cast<float>(
                            character.quantized && turns ? std::round(v * 32767) / 32767
                                                         : share * v));
                };
                if (cubic) add(0.2);  // tangents: anything, as artists' are
                add(1);
                if (cubic) add(-0.1);
            }
            out.push_back(std::move(channel));
        }
    }
    return out;
}

inline std::vector<MadeCharacter> madeCharacters()
{
    using Between = MadeChannel::Between;
    std::vector<MadeCharacter> out;
    MadeCharacter linear = madeBody("made_centimetres", 100, "mixamorig:");
    linear.clips.push_back(madeMotion(linear, Between::Linear, 25, 1.0 / 24));
    out.push_back(linear);

    MadeCharacter step = madeBody("made_step");
    step.container = MadeCharacter::Container::Embedded;
    step.clips.push_back(madeMotion(step, Between::Step, 9, 0.1));
    out.push_back(step);

    MadeCharacter cubic = madeBody("made_cubic");
    cubic.container = MadeCharacter::Container::Separate;
    cubic.clips.push_back(madeMotion(cubic, Between::Cubic, 7, 0.2));
    out.push_back(cubic);

    MadeCharacter quantized = madeBody("made_quantized");
    quantized.quantized = true;
    quantized.clips.push_back(madeMotion(quantized, Between::Linear, 31, 1.0 / 30));
    out.push_back(quantized);

    MadeCharacter sparse = madeBody("made_sparse");
    sparse.sparse = true;
    sparse.clips.push_back(madeMotion(sparse, Between::Linear, 13, 0.04));
    out.push_back(sparse);

    // Two clips, one of them with uneven times and a mesh that changes its shape; an armature that
    // is turned, and written as a matrix.
    MadeCharacter several = madeBody("made_several_clips", 10);
    several.nodes[0].turn = madeUnit({0.7, 0, 0, 0.7});
    several.nodes[0].at = {0.5, 0.25, -1};
    several.nodes[0].asMatrix = true;
    several.clips.push_back(madeMotion(several, Between::Linear, 25, 1.0 / 30));
    several.clips.push_back(madeMotion(several, Between::Linear, 11, 1.0 / 30, 5));
    for (MadeChannel& channel : several.clips.back())
        for (std::size_t k = 0; k < channel.times.size(); ++k)
            channel.times[k] = static_cast<float>(double(k * (k + 1)) / 60);
    several.clips.back().push_back({.node = int(several.nodes.size()),
                                    .path = MadeChannel::Path::Weights,
                                    .times = {0, 0.5F, 1},
                                    .values = {0, 1, 0.25F}});
    out.push_back(several);

    // No skin and no bones: boxes that move.
    MadeCharacter boxes = madeBody("made_nodes");
    boxes.clips.push_back(madeMotion(boxes, Between::Linear, 10, 1.0 / 25));
    boxes.joints = 0;
    out.push_back(boxes);

    MadeCharacter controls = madeControls();
    controls.clips.push_back(madeMotion(controls, Between::Linear, 25, 1.0 / 24));
    out.push_back(controls);
    return out;
}

/// The file of the character with bones that steer others; made once for each process.
inline QString madeControlsPath()
{
    static const QTemporaryDir folder;
    static const QString path = writeCharacter(madeCharacters().back(), QDir(folder.path()));
    return path;
}

}  // namespace posewright::test
