#pragma once

#include "tests/support/made_nodes.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstring>
#include <string>
#include <vector>

/// Made characters as glTF files, in the forms that exporters write.
namespace posewright::test {

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
/// The inverses of where the joints rest, column by column.
inline QByteArray inverseBinds(const MadeCharacter& character, const std::vector<MadePlace>& rest)
{
    const int first = int(character.nodes.size()) - character.joints;
    QByteArray binds;
    std::vector<MadeTurn> turns;
    std::vector<double> scales;
    for (const MadeNode& node : character.nodes) {
        const bool top = node.parent < 0;
        turns.push_back(top ? node.turn : madeProduct(turns[node.parent], node.turn));
        scales.push_back((top ? 1 : scales[node.parent]) * node.scale);
    }
    for (int j = 0; j < character.joints; ++j) {
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
    return binds;
}

inline void addSkin(const MadeCharacter& character, MadeBuffer& buffer, QJsonObject& root)
{
    const int first = int(character.nodes.size()) - character.joints;
    const std::vector<MadePlace> rest = madePlaces(character, -1, 0);
    QByteArray positions, holders, weights, lifted;
    MadePlace low = rest[first], high = rest[first];
    QJsonArray joints;
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
    }
    const int count = 3 * character.joints;
    const int at =
        buffer.add(positions, 5126, "VEC3", count, {{"min", array(low)}, {"max", array(high)}});
    const int held = buffer.add(holders, 5121, "VEC4", count);
    const int weight = buffer.add(weights, 5126, "VEC4", count);
    const int up = buffer.add(
        lifted, 5126, "VEC3", count,
        {{"min", array(MadePlace{0, 0.02F, 0})}, {"max", array(MadePlace{0, 0.02F, 0})}});
    const int bind = buffer.add(inverseBinds(character, rest), 5126, "MAT4", character.joints);
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

}  // namespace posewright::test
