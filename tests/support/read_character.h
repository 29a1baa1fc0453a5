#pragma once

#include "tests/support/made_characters.h"

#include <QStringList>

#include <cstring>
#include <optional>

/// Nodes and motion of a binary glTF file, read by code that shares nothing with the program: as
/// much of the format as projects use.
namespace posewright::test {

struct ReadCharacter {
    struct Node {
        int parent = -1;
        std::array<double, 3> at{};
        std::array<double, 4> turn{0, 0, 0, 1};  ///< x y z w
        std::array<double, 3> scale{1, 1, 1};
    };
    std::vector<Node> nodes;                         ///< parents first
    QStringList clips;                               ///< names
    std::vector<std::vector<MadeChannel>> channels;  ///< of each clip
};

namespace read {

inline std::vector<float> floats(const QJsonObject& root, const QByteArray& bytes, int accessor)
{
    const QJsonObject about = root["accessors"].toArray()[accessor].toObject();
    const QJsonObject view = root["bufferViews"].toArray()[about["bufferView"].toInt()].toObject();
    if (about["componentType"].toInt() != 5126 || view.contains("byteStride")) return {};
    const QString type = about["type"].toString();
    const int width = type == "SCALAR" ? 1 : type == "VEC3" ? 3 : type == "VEC4" ? 4 : 0;
    std::vector<float> out(static_cast<std::size_t>(about["count"].toInt() * width));
    const auto from = view["byteOffset"].toInteger() + about["byteOffset"].toInteger();
    const auto size = static_cast<qsizetype>(out.size() * sizeof(float));
    if (from + size > bytes.size()) return {};
    std::memcpy(out.data(), bytes.constData() + from, static_cast<std::size_t>(size));
    return out;
}

template <std::size_t N>
void take(const QJsonValue& value, std::array<double, N>& to)
{
    for (std::size_t i = 0; i < N && !value.isUndefined(); ++i)
        to[i] = value.toArray()[qsizetype(i)].toDouble();
}

}  // namespace read

/// Nothing where the file has nodes as matrices, or children before their parents.
inline std::optional<ReadCharacter> characterOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    const QByteArray all = file.readAll();
    constexpr qsizetype kHead = 20;  // of the file, and of its first chunk
    if (!all.startsWith("glTF") || all.size() < kHead) return {};
    std::uint32_t size = 0;
    std::memcpy(&size, all.constData() + 12, sizeof size);
    const QJsonObject root = QJsonDocument::fromJson(all.mid(kHead, size)).object();
    const QByteArray bytes = all.mid(kHead + size + 8);

    ReadCharacter out;
    const QJsonArray nodes = root["nodes"].toArray();
    out.nodes.resize(static_cast<std::size_t>(nodes.size()));
    for (int i = 0; i < nodes.size(); ++i) {
        const QJsonObject node = nodes[i].toObject();
        if (node.contains("matrix")) return {};
        read::take(node["translation"], out.nodes[i].at);
        read::take(node["rotation"], out.nodes[i].turn);
        read::take(node["scale"], out.nodes[i].scale);
        for (const QJsonValue& child : node["children"].toArray()) {
            if (child.toInt() <= i || child.toInt() >= nodes.size()) return {};
            out.nodes[child.toInt()].parent = i;
        }
    }
    for (const QJsonValue& animation : root["animations"].toArray()) {
        out.clips << animation["name"].toString();
        const QJsonArray samplers = animation["samplers"].toArray();
        std::vector<MadeChannel>& channels = out.channels.emplace_back();
        for (const QJsonValue& value : animation["channels"].toArray()) {
            const QJsonObject sampler = samplers[value["sampler"].toInt()].toObject();
            const QString way = value["target"]["path"].toString();
            const QString between = sampler["interpolation"].toString("LINEAR");
            MadeChannel channel;
            channel.node = value["target"]["node"].toInt();
            channel.path = way == "translation" ? MadeChannel::Path::Translation
                           : way == "rotation"  ? MadeChannel::Path::Rotation
                           : way == "scale"     ? MadeChannel::Path::Scale
                                                : MadeChannel::Path::Weights;
            channel.between = between == "STEP"     ? MadeChannel::Between::Step
                              : between == "LINEAR" ? MadeChannel::Between::Linear
                                                    : MadeChannel::Between::Cubic;
            channel.times = read::floats(root, bytes, sampler["input"].toInt());
            channel.values = read::floats(root, bytes, sampler["output"].toInt());
            if (channel.times.empty() || channel.values.empty()) return {};
            channels.push_back(std::move(channel));
        }
    }
    return out;
}

/// Where the nodes are, in the world, at a time of a clip [s]; without a clip, at rest.
inline std::vector<MadePlace> placesOf(const ReadCharacter& character, int clip, double seconds)
{
    std::vector<ReadCharacter::Node> local = character.nodes;
    if (clip >= 0)
        for (const MadeChannel& channel : character.channels[clip]) {
            const std::vector<double> v = madeValue(channel, seconds);
            ReadCharacter::Node& node = local[channel.node];
            if (channel.path == MadeChannel::Path::Translation) node.at = {v[0], v[1], v[2]};
            if (channel.path == MadeChannel::Path::Scale) node.scale = {v[0], v[1], v[2]};
            if (channel.path == MadeChannel::Path::Rotation)
                node.turn = madeUnit({v[0], v[1], v[2], v[3]});
        }
    using Axes = std::array<MadePlace, 3>;  // what the node makes of the unit vectors
    std::vector<Axes> axes(local.size());
    std::vector<MadePlace> out;
    for (std::size_t n = 0; n < local.size(); ++n) {
        const ReadCharacter::Node& node = local[n];
        MadePlace place = node.at;
        for (int axis = 0; axis < 3; ++axis) {
            MadePlace unit{};
            unit[axis] = node.scale[axis];
            axes[n][axis] = madeTurned(node.turn, unit);
        }
        if (node.parent >= 0) {
            const Axes& up = axes[node.parent];
            const auto carried = [&](const MadePlace& v) {
                MadePlace w{};
                for (int i = 0; i < 3; ++i)
                    w[i] = up[0][i] * v[0] + up[1][i] * v[1] + up[2][i] * v[2];
                return w;
            };
            for (MadePlace& axis : axes[n]) axis = carried(axis);
            place = carried(place);
            for (int i = 0; i < 3; ++i) place[i] += out[node.parent][i];
        }
        out.push_back(place);
    }
    return out;
}

}  // namespace posewright::test
