#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

/// Animated characters, and where each of their nodes is at any time: by arithmetic that shares
/// nothing with the program.
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

}  // namespace posewright::test
