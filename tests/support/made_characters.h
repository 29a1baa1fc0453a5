#pragma once

#include "tests/support/made_captures.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

/// Animated characters made here as glTF files, in the forms that exporters write, and where each
/// of their nodes is at any time: by arithmetic that shares nothing with the program.
namespace posewright::test {

using MadeTurn = std::array<double, 4>;  ///< unit quaternion, x y z w
using MadePlace = std::array<double, 3>;

struct MadeNode {
    std::string name;
    int parent = -1;
    MadePlace at{};
    MadeTurn turn{0, 0, 0, 1};
    double scale = 1;
    bool asMatrix = false;  ///< written as one; not of a node that is animated
};

struct MadeChannel {
    enum class Path { Translation, Rotation, Scale, Weights };
    enum class Between { Step, Linear, Cubic };
    int node = 0;
    Path path = Path::Rotation;
    Between between = Between::Linear;
    std::vector<float> times;  ///< [s]
    /// A value after the other; Cubic: in-tangent, value and out-tangent of each key.
    std::vector<float> values{};

    int width() const { return path == Path::Rotation ? 4 : path == Path::Weights ? 1 : 3; }
};

struct MadeCharacter {
    enum class Container { Glb, Embedded, Separate };
    std::string name;
    std::vector<MadeNode> nodes;                  ///< parents first
    std::vector<std::vector<MadeChannel>> clips;  ///< named "clip 0" and so on
    int joints = 0;                               ///< the last so many nodes skin a mesh
    Container container = Container::Glb;
    bool quantized = false;  ///< rotations as 16 bits, normalized
    bool sparse = false;     ///< values as what differs from zeros
};

inline MadeTurn madeProduct(const MadeTurn& a, const MadeTurn& b)
{
    return {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
            a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
            a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
            a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
}

inline MadePlace madeTurned(const MadeTurn& q, const MadePlace& v)
{
    const MadeTurn out =
        madeProduct(madeProduct(q, {v[0], v[1], v[2], 0}), {-q[0], -q[1], -q[2], q[3]});
    return {out[0], out[1], out[2]};
}

inline MadeTurn madeUnit(MadeTurn q)
{
    const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (double& x : q) x /= length;
    return q;
}

/// glTF 2.0, appendix C: what a channel shows at a time.
inline std::vector<double> madeValue(const MadeChannel& channel, double seconds)
{
    const int n = channel.width();
    const auto& times = channel.times;
    const bool cubic = channel.between == MadeChannel::Between::Cubic;
    const auto part = [&](std::size_t key, int third) {
        const std::size_t from = (cubic ? 3 * key + third : key) * n;
        return std::vector<double>(channel.values.begin() + from,
                                   channel.values.begin() + from + n);
    };
    if (seconds <= times.front()) return part(0, 1);
    if (seconds >= times.back()) return part(times.size() - 1, 1);
    std::size_t k = 0;
    while (times[k + 1] <= seconds) ++k;
    const double length = double(times[k + 1]) - times[k];
    const double t = (seconds - times[k]) / length;
    std::vector<double> a = part(k, 1);
    std::vector<double> b = part(k + 1, 1);
    if (channel.between == MadeChannel::Between::Step) return a;
    if (cubic) {
        const std::vector<double> leaving = part(k, 2);
        const std::vector<double> coming = part(k + 1, 0);
        for (int i = 0; i < n; ++i)
            a[i] = (2 * t * t * t - 3 * t * t + 1) * a[i] +
                   length * (t * t * t - 2 * t * t + t) * leaving[i] +
                   (-2 * t * t * t + 3 * t * t) * b[i] + length * (t * t * t - t * t) * coming[i];
        return a;
    }
    double along = 1 - t;
    double towards = t;
    if (channel.path == MadeChannel::Path::Rotation) {
        double dot = 0;
        for (int i = 0; i < 4; ++i) dot += a[i] * b[i];
        const double angle = std::acos(std::min(1.0, std::abs(dot)));
        if (angle > 1e-9) {
            along = std::sin((1 - t) * angle) / std::sin(angle);
            towards = std::sin(t * angle) / std::sin(angle);
        }
        if (dot < 0) towards = -towards;
    }
    for (int i = 0; i < n; ++i) a[i] = along * a[i] + towards * b[i];
    return a;
}

/// Where the nodes are, in the world, at a time of a clip [s]; without a clip, at rest.
inline std::vector<MadePlace> madePlaces(const MadeCharacter& character, int clip, double seconds)
{
    std::vector<MadeNode> local = character.nodes;
    if (clip >= 0)
        for (const MadeChannel& channel : character.clips[clip]) {
            const std::vector<double> v = madeValue(channel, seconds);
            MadeNode& node = local[channel.node];
            if (channel.path == MadeChannel::Path::Translation) node.at = {v[0], v[1], v[2]};
            if (channel.path == MadeChannel::Path::Rotation)
                node.turn = madeUnit({v[0], v[1], v[2], v[3]});
            if (channel.path == MadeChannel::Path::Scale) node.scale = v[0];
        }
    std::vector<MadePlace> out;
    for (MadeNode& node : local) {
        if (node.parent >= 0) {
            const MadeNode& up = local[node.parent];
            const MadePlace way = madeTurned(up.turn, node.at);
            for (int i = 0; i < 3; ++i) node.at[i] = up.at[i] + up.scale * way[i];
            node.turn = madeProduct(up.turn, node.turn);
            node.scale *= up.scale;
        }
        out.push_back(node.at);
    }
    return out;
}

/// Collects what a glTF file keeps in its buffer.
class MadeBuffer {
public:
    /// The index of a new accessor.
    int add(const QByteArray& values, int componentType, const char* type, int count,
            QJsonObject more = {})
    {
        more["bufferView"] = view(values);
        return addAccessor(componentType, type, count, more);
    }
    /// As what differs from nothing but zeros.
    int addSparse(const QByteArray& values, int componentType, const char* type, int count)
    {
        QByteArray indices;
        for (int i = 0; i < count; ++i) append(indices, static_cast<std::uint16_t>(i));
        QJsonObject sparse{
            {"count", count},
            {"indices", QJsonObject{{"bufferView", view(indices)}, {"componentType", 5123}}},
            {"values", QJsonObject{{"bufferView", view(values)}}}};
        return addAccessor(componentType, type, count, {{"sparse", sparse}});
    }
    template <class T>
    static void append(QByteArray& to, T value)
    {
        to.append(reinterpret_cast<const char*>(&value), sizeof value);
    }

    QByteArray bytes;
    QJsonArray views;
    QJsonArray accessors;

private:
    int view(const QByteArray& data)
    {
        while (bytes.size() % 4) bytes += '\0';
        views << QJsonObject{
            {"buffer", 0}, {"byteOffset", bytes.size()}, {"byteLength", data.size()}};
        bytes += data;
        return static_cast<int>(views.size()) - 1;
    }
    int addAccessor(int componentType, const char* type, int count, QJsonObject accessor)
    {
        accessor["componentType"] = componentType;
        accessor["type"] = type;
        accessor["count"] = count;
        accessors << accessor;
        return static_cast<int>(accessors.size()) - 1;
    }
};

namespace made {

inline QJsonArray array(const auto& values)
{
    QJsonArray out;
    for (const auto value : values) out << double(value);
    return out;
}

inline QJsonObject nodeJson(const MadeNode& node)
{
    QJsonObject out{{"name", QString::fromStdString(node.name)}};
    if (!node.asMatrix) {
        out["translation"] = array(node.at);
        out["rotation"] = array(node.turn);
        out["scale"] = QJsonArray{node.scale, node.scale, node.scale};
        return out;
    }
    QJsonArray matrix;  // column by column
    for (int axis = 0; axis < 3; ++axis) {
        MadePlace unit{};
        unit[axis] = node.scale;
        for (const double x : madeTurned(node.turn, unit)) matrix << x;
        matrix << 0.0;
    }
    for (const double x : node.at) matrix << x;
    matrix << 1.0;
    out["matrix"] = matrix;
    return out;
}

inline QJsonObject animationJson(const MadeCharacter& character, int clip, MadeBuffer& buffer)
{
    QJsonArray samplers;
    QJsonArray channels;
    for (const MadeChannel& channel : character.clips[clip]) {
        const bool turns = channel.path == MadeChannel::Path::Rotation;
        const char* const type = turns                                        ? "VEC4"
                                 : channel.path == MadeChannel::Path::Weights ? "SCALAR"
                                                                              : "VEC3";
        QByteArray times;
        for (const float t : channel.times) MadeBuffer::append(times, t);
        const int input = buffer.add(times, 5126, "SCALAR", int(channel.times.size()),
                                     {{"min", QJsonArray{channel.times.front()}},
                                      {"max", QJsonArray{channel.times.back()}}});
        QByteArray values;
        const bool small = turns && character.quantized;
        for (const float v : channel.values)
            if (small)
                MadeBuffer::append(values, static_cast<std::int16_t>(std::lround(v * 32767)));
            else
                MadeBuffer::append(values, v);
        const int count = int(channel.values.size()) / channel.width();
        const int output = small ? buffer.add(values, 5122, type, count, {{"normalized", true}})
                           : character.sparse ? buffer.addSparse(values, 5126, type, count)
                                              : buffer.add(values, 5126, type, count);
        constexpr std::array kBetween{"STEP", "LINEAR", "CUBICSPLINE"};
        constexpr std::array kPath{"translation", "rotation", "scale", "weights"};
        channels << QJsonObject{
            {"sampler", samplers.size()},
            {"target", QJsonObject{{"node", channel.node}, {"path", kPath[int(channel.path)]}}}};
        samplers << QJsonObject{{"input", input},
                                {"output", output},
                                {"interpolation", kBetween[int(channel.between)]}};
    }
    return {{"name", QString("clip %1").arg(clip)}, {"samplers", samplers}, {"channels", channels}};
}

/// A triangle at each joint, held by that joint alone, and a skin whose bind pose is the rest.
inline void addSkin(const MadeCharacter& character, MadeBuffer& buffer, QJsonObject& root)
{
    const int first = int(character.nodes.size()) - character.joints;
    const std::vector<MadePlace> rest = madePlaces(character, -1, 0);
    QByteArray positions, holders, weights, lifted, binds;
    MadePlace low = rest[first], high = rest[first];
    QJsonArray joints;
    std::vector<MadeTurn> turns;
    std::vector<double> scales;
    for (const MadeNode& node : character.nodes) {
        const bool top = node.parent < 0;
        turns.push_back(top ? node.turn : madeProduct(turns[node.parent], node.turn));
        scales.push_back((top ? 1 : scales[node.parent]) * node.scale);
    }
    for (int j = 0; j < character.joints; ++j) {
        joints << first + j;
        for (int corner = 0; corner < 3; ++corner) {
            MadePlace p = rest[first + j];
            p[corner] += 0.01;
            for (int i = 0; i < 3; ++i) {
                p[i] = static_cast<float>(p[i]);
                low[i] = std::min(low[i], p[i]);
                high[i] = std::max(high[i], p[i]);
                MadeBuffer::append(positions, static_cast<float>(p[i]));
                MadeBuffer::append(lifted, i == 1 ? 0.02F : 0.0F);
            }
            for (int i = 0; i < 4; ++i) {
                MadeBuffer::append(holders, static_cast<std::uint8_t>(i == 0 ? j : 0));
                MadeBuffer::append(weights, i == 0 ? 1.0F : 0.0F);
            }
        }
        // The inverse of where the joint rests, column by column.
        const MadeTurn& q = turns[first + j];
        const MadeTurn back{-q[0], -q[1], -q[2], q[3]};
        const double scale = 1 / scales[first + j];
        for (int axis = 0; axis < 3; ++axis) {
            MadePlace unit{};
            unit[axis] = scale;
            for (const double x : madeTurned(back, unit))
                MadeBuffer::append(binds, static_cast<float>(x));
            MadeBuffer::append(binds, 0.0F);
        }
        for (const double x : madeTurned(back, rest[first + j]))
            MadeBuffer::append(binds, static_cast<float>(-scale * x));
        MadeBuffer::append(binds, 1.0F);
    }
    const int count = 3 * character.joints;
    const int at =
        buffer.add(positions, 5126, "VEC3", count, {{"min", array(low)}, {"max", array(high)}});
    const int held = buffer.add(holders, 5121, "VEC4", count);
    const int weight = buffer.add(weights, 5126, "VEC4", count);
    const int up = buffer.add(
        lifted, 5126, "VEC3", count,
        {{"min", array(MadePlace{0, 0.02F, 0})}, {"max", array(MadePlace{0, 0.02F, 0})}});
    const int bind = buffer.add(binds, 5126, "MAT4", character.joints);
    root["skins"] = QJsonArray{QJsonObject{{"joints", joints}, {"inverseBindMatrices", bind}}};
    const QJsonObject attributes{{"POSITION", at}, {"JOINTS_0", held}, {"WEIGHTS_0", weight}};
    root["meshes"] = QJsonArray{QJsonObject{
        {"primitives",
         QJsonArray{QJsonObject{{"attributes", attributes},
                                {"targets", QJsonArray{QJsonObject{{"POSITION", up}}}}}}},
        {"weights", QJsonArray{0}}}};
}

inline QByteArray chunk(QByteArray bytes, std::uint32_t kind, char padding)
{
    while (bytes.size() % 4) bytes += padding;
    QByteArray out;
    MadeBuffer::append(out, static_cast<std::uint32_t>(bytes.size()));
    MadeBuffer::append(out, kind);
    return out + bytes;
}

inline void save(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("a made character cannot be written");
}

}  // namespace made

/// Writes the file, and returns its path.
inline QString writeCharacter(const MadeCharacter& character, const QDir& folder)
{
    MadeBuffer buffer;
    QJsonObject root{{"asset", QJsonObject{{"version", "2.0"}}}, {"scene", 0}};
    QJsonArray nodes, tops;
    std::vector<QJsonArray> children(character.nodes.size());
    for (std::size_t i = 0; i < character.nodes.size(); ++i)
        if (const int up = character.nodes[i].parent; up >= 0)
            children[up] << int(i);
        else
            tops << int(i);
    for (std::size_t i = 0; i < character.nodes.size(); ++i) {
        QJsonObject node = made::nodeJson(character.nodes[i]);
        if (!children[i].isEmpty()) node["children"] = children[i];
        nodes << node;
    }
    if (character.joints > 0) {
        made::addSkin(character, buffer, root);
        tops << nodes.size();
        nodes << QJsonObject{{"name", "Body mesh"}, {"mesh", 0}, {"skin", 0}};
    }
    root["nodes"] = nodes;
    root["scenes"] = QJsonArray{QJsonObject{{"nodes", tops}}};
    QJsonArray animations;
    for (int clip = 0; clip < int(character.clips.size()); ++clip)
        animations << made::animationJson(character, clip, buffer);
    if (!animations.isEmpty()) root["animations"] = animations;
    root["bufferViews"] = buffer.views;
    root["accessors"] = buffer.accessors;

    const QString base = folder.filePath(QString::fromStdString(character.name));
    QJsonObject whole{{"byteLength", buffer.bytes.size()}};
    if (character.container == MadeCharacter::Container::Embedded)
        whole["uri"] =
            "data:application/octet-stream;base64," + QString::fromLatin1(buffer.bytes.toBase64());
    if (character.container == MadeCharacter::Container::Separate) {
        whole["uri"] = QString::fromStdString(character.name) + ".bin";
        made::save(base + ".bin", buffer.bytes);
    }
    root["buffers"] = QJsonArray{whole};
    const QByteArray json = QJsonDocument(root).toJson(QJsonDocument::Compact);
    if (character.container != MadeCharacter::Container::Glb) {
        made::save(base + ".gltf", json);
        return base + ".gltf";
    }
    const QByteArray chunks =
        made::chunk(json, 0x4E4F534A, ' ') + made::chunk(buffer.bytes, 0x004E4942, '\0');
    QByteArray glb("glTF");
    MadeBuffer::append(glb, std::uint32_t(2));
    MadeBuffer::append(glb, static_cast<std::uint32_t>(12 + chunks.size()));
    made::save(base + ".glb", glb + chunks);
    return base + ".glb";
}

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
