#pragma once

#include "tests/support/gltf_parts.h"

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

/// Where the vertices of a glTF file's skins are at rest, from the text of its specification and by
/// code that shares nothing with the program.
namespace posewright::test {

inline Eigen::Matrix4d localMatrix(const Json& node)
{
    Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
    if (node.contains("matrix")) {
        for (int i = 0; i < 16; ++i) m(i % 4, i / 4) = node["matrix"][std::size_t(i)];
        return m;
    }
    const Json t = node.value("translation", Json{0, 0, 0});
    const Json r = node.value("rotation", Json{0, 0, 0, 1});
    const Json s = node.value("scale", Json{1, 1, 1});
    const Eigen::Quaterniond q(r[3], r[0], r[1], r[2]);
    for (int c = 0; c < 3; ++c) {
        m.block<3, 1>(0, c) = q.normalized().toRotationMatrix().col(c) * double(s[std::size_t(c)]);
        m(c, 3) = t[std::size_t(c)];
    }
    return m;
}

/// The row of each node's parent; -1: none.
inline std::vector<int> parentRows(const GltfParts& file)
{
    const Json& nodes = file.root["nodes"];
    std::vector<int> parent(nodes.size(), -1);
    for (std::size_t i = 0; i < nodes.size(); ++i)
        for (const Json& child : nodes[i].value("children", Json::array()))
            parent[child.get<std::size_t>()] = int(i);
    return parent;
}

inline Eigen::Matrix4d worldAtRest(const GltfParts& file, const std::vector<int>& parent, int row)
{
    Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
    for (; row >= 0; row = parent[std::size_t(row)])
        m = localMatrix(file.root["nodes"][std::size_t(row)]) * m;
    return m;
}

/// For each joint of a skin the one of the same skin that moves in its place.
using Heirs = std::vector<std::size_t>;

/// Takes joints (rows of nodes) out of a skin, one after another: the nearest ancestor in the skin
/// moves in the place of each, or else the joint that is nearest.
inline Heirs heirsIn(const GltfParts& file, std::size_t skin, const std::vector<int>& going)
{
    const std::vector<int> parent = parentRows(file);
    const auto joints = file.root["skins"][skin]["joints"].get<std::vector<int>>();
    const std::size_t count = joints.size();
    const auto slotOf = [&](int row) {
        return std::size_t(std::find(joints.begin(), joints.end(), row) - joints.begin());
    };
    const auto place = [&](std::size_t slot) -> Eigen::Vector3d {
        return worldAtRest(file, parent, joints[slot]).topRightCorner<3, 1>();
    };
    Heirs heirs(count);
    for (std::size_t i = 0; i < count; ++i) heirs[i] = i;
    std::vector<bool> left(count, true);
    for (const int row : going) {
        const std::size_t slot = slotOf(row);
        if (slot == count) continue;
        left[slot] = false;
        std::size_t heir = count;
        for (int up = parent[std::size_t(row)]; up >= 0 && heir == count;
             up = parent[std::size_t(up)])
            if (const std::size_t at = slotOf(up); at < count && left[at]) heir = at;
        if (heir == count)
            for (std::size_t other = 0; other < count; ++other)
                if (left[other] && (heir == count || (place(other) - place(slot)).norm() <
                                                         (place(heir) - place(slot)).norm()))
                    heir = other;
        for (std::size_t& known : heirs)
            if (known == slot) known = heir;
    }
    return heirs;
}

/// From the space of a skinned mesh to the world, for each joint of its skin.
inline std::vector<Eigen::Matrix4d> jointMatrices(const GltfParts& file, const Json& skin)
{
    const std::vector<int> parent = parentRows(file);
    std::vector<double> binds;
    if (skin.contains("inverseBindMatrices")) binds = components(file, skin["inverseBindMatrices"]);
    std::vector<Eigen::Matrix4d> out;
    for (const Json& joint : skin["joints"]) {
        Eigen::Matrix4d bind = Eigen::Matrix4d::Identity();
        if (!binds.empty())
            bind = Eigen::Map<const Eigen::Matrix4d>(binds.data() + 16 * out.size());
        out.push_back(worldAtRest(file, parent, joint) * bind);
    }
    return out;
}

inline std::vector<Eigen::Vector4d> positionsOf(const GltfParts& file, std::size_t accessor)
{
    const Json& about = file.root["accessors"][accessor];
    const int type = about["componentType"];
    const double unit = !about.value("normalized", false) ? 1
                        : type == 5120                    ? 127
                        : type == 5121                    ? 255
                        : type == 5122                    ? 32767
                                                          : 65535;
    const std::vector<double> at = components(file, accessor);
    std::vector<Eigen::Vector4d> out;
    for (std::size_t i = 0; i + 2 < at.size(); i += 3)
        out.emplace_back(at[i] / unit, at[i + 1] / unit, at[i + 2] / unit, 1);
    return out;
}

/// The vertices of a primitive, moved by its joints. @param heirs  empty: each joint moves its own
inline std::vector<Eigen::Vector3d> skinned(const GltfParts& file, const Json& attributes,
                                            const std::vector<Eigen::Matrix4d>& joints,
                                            const Heirs& heirs)
{
    if (!attributes.contains("POSITION") || !attributes.contains("JOINTS_0")) return {};
    const std::vector<Eigen::Vector4d> at = positionsOf(file, attributes["POSITION"]);
    std::vector<Eigen::Vector3d> sum(at.size(), Eigen::Vector3d::Zero());
    std::vector<double> all(at.size(), 0.0);
    for (int set = 0; attributes.contains("JOINTS_" + std::to_string(set)); ++set) {
        const auto rows = components(file, attributes["JOINTS_" + std::to_string(set)]);
        const auto shares = components(file, attributes["WEIGHTS_" + std::to_string(set)]);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto row = std::size_t(rows[i]);
            const Eigen::Vector4d there = joints[heirs.empty() ? row : heirs[row]] * at[i / 4];
            sum[i / 4] += shares[i] * there.head<3>();
            all[i / 4] += shares[i];
        }
    }
    for (std::size_t v = 0; v < sum.size(); ++v)
        if (all[v] > 0) sum[v] /= all[v];
    return sum;
}

/// The vertices of each primitive of each skinned node. They are named by the node, its number
/// among skinned nodes and that of the primitive.
/// @param heirs  one for each skin; empty: each joint moves its own vertices
inline std::map<std::string, std::vector<Eigen::Vector3d>>
restVertices(const GltfParts& file, const std::vector<Heirs>& heirs = {})
{
    std::map<std::string, std::vector<Eigen::Vector3d>> out;
    int number = 0;
    for (const Json& node : file.root["nodes"]) {
        if (!node.contains("mesh") || !node.contains("skin")) continue;
        const std::string name = node.value("name", "") + '/' + std::to_string(number++) + '/';
        const std::size_t skin = node["skin"];
        const auto joints = jointMatrices(file, file.root["skins"][skin]);
        int which = 0;
        for (const Json& primitive :
             file.root["meshes"][node["mesh"].get<std::size_t>()]["primitives"])
            out[name + std::to_string(which++)] = skinned(file, primitive["attributes"], joints,
                                                          heirs.empty() ? Heirs() : heirs[skin]);
    }
    return out;
}

}  // namespace posewright::test
