#include "core/io/gltf/import/node_import.h"

#include "core/io/text.h"

#include <cmath>

namespace posewright::io::gltf {

namespace {

/// Decomposes a matrix; refuses one with shear.
Transform fromMatrix(const Json& json)
{
    const auto m = numbers<16>(json);
    if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1)
        refuse(json, "the last row of the matrix is not 0 0 0 1");
    Mat3 linear;
    for (int column = 0; column < 3; ++column)
        for (int row = 0; row < 3; ++row) linear(row, column) = m[4 * column + row];
    Transform t;
    t.translation = {m[12], m[13], m[14]};
    t.scale = linear.colwise().norm();
    if (!(t.scale.minCoeff() > 0)) refuse(json, "the matrix flattens space");
    if (linear.determinant() < 0) t.scale.x() *= -1;
    const Mat3 rotation = linear * t.scale.cwiseInverse().asDiagonal();
    if (!(rotation.transpose() * rotation).isApprox(Mat3::Identity(), 1e-3))
        refuse(json, "the matrix has shear, and cannot be taken apart");
    t.rotation = Quat(rotation).normalized();
    return t;
}

void requireCoordinates(const Json& json, const Vec3& v)
{
    if (v.cwiseAbs().maxCoeff() > kMaxCoordinate) refuse(json, "a coordinate is beyond 1e9");
}

}  // namespace

Transform restOf(const Json& json, bool mend)
{
    const Json* matrix = find(json, "matrix");
    const Json* translation = find(json, "translation");
    const Json* rotation = find(json, "rotation");
    const Json* scale = find(json, "scale");
    if (matrix) {
        if (translation || rotation || scale)
            refuse(*matrix, "a node has a matrix, or translation, rotation and scale, not both");
        Transform t = fromMatrix(*matrix);
        requireCoordinates(*matrix, t.translation);
        return t;
    }
    Transform t;
    if (translation) {
        t.translation = vec3(*translation);
        requireCoordinates(*translation, t.translation);
    }
    if (scale) {
        t.scale = vec3(*scale);
        requireCoordinates(*scale, t.scale);
    }
    if (!rotation) return t;
    t.rotation = quaternion(*rotation);
    const double norm = t.rotation.norm();
    if (!(norm > 0.5 && norm < 2)) refuse(*rotation, "the rotation is no unit quaternion");
    if (mend || std::abs(norm - 1) > 1e-6) t.rotation.normalize();
    return t;
}

namespace {

void tellOfRotation(const Json& json, GltfFile& file)
{
    const Json* rotation = find(json, "rotation");
    if (rotation && std::abs(quaternion(*rotation).norm() - 1) > 1e-4)
        file.diagnostics().push_back({Diagnostic::Severity::Warning,
                                      "a rotation was not of length 1 and was normalised",
                                      pointerTo(file.json(), *rotation)});
}

void linkChildren(std::vector<ImportedNode>& nodes)
{
    for (int row = 0; row < std::ssize(nodes); ++row)
        for (const Json& child : arrayOf(*nodes[row].json, "children")) {
            ImportedNode& node = nodes[index(child, nodes.size(), "node")];
            if (node.parent >= 0 || &node == &nodes[row])
                refuse(child, "a node hangs below itself, or below two nodes");
            node.parent = row;
            nodes[row].leaf = false;
        }
}

void checkDepth(const std::vector<ImportedNode>& nodes)
{
    const std::vector<int> order = topologicalOrder(nodes);
    std::vector<int> depth(nodes.size(), 0);
    std::vector<bool> reached(nodes.size(), false);
    for (const int row : order) {
        reached[row] = true;
        const int parent = nodes[row].parent;
        depth[row] = parent < 0 ? 1 : depth[parent] + 1;
        if (depth[row] > kMaxDepth)
            refuse(*nodes[row].json, "nodes are nested deeper than " + std::to_string(kMaxDepth));
    }
    for (std::size_t row = 0; row < nodes.size(); ++row) {
        if (reached[row]) continue;
        // There is a cycle above this node. Blame the child that closes it, starting from the
        // cycle's first node.
        std::vector<bool> passed(nodes.size(), false);
        int first = static_cast<int>(row);
        for (int up = first; !passed[up]; up = nodes[up].parent) passed[up] = true, first = up;
        int least = first;
        for (int up = nodes[first].parent; up != first; up = nodes[up].parent)
            least = std::min(least, up);
        const int last = nodes[least].parent;
        for (const Json& child : arrayOf(*nodes[last].json, "children"))
            if (index(child, nodes.size(), "node") == least)
                refuse(child, "the node hangs below itself");
    }
}

void checkScenes(const GltfFile& file, const std::vector<ImportedNode>& nodes)
{
    const Json& scenes = arrayOf(file.json(), "scenes");
    if (const Json* scene = find(file.json(), "scene")) index(*scene, scenes.size(), "scene");
    for (const Json& scene : scenes) {
        std::vector<bool> listed(nodes.size(), false);
        for (const Json& json : arrayOf(scene, "nodes")) {
            const int row = index(json, nodes.size(), "node");
            if (listed[row]) refuse(json, "the scene lists a node twice");
            if (nodes[row].parent >= 0) refuse(json, "the scene lists a node that has a parent");
            listed[row] = true;
        }
    }
}

}  // namespace

std::vector<ImportedNode> importNodes(GltfFile& file, bool mend)
{
    const Json& root = file.json();
    const Json& list = arrayOf(root, "nodes");
    if (list.size() > static_cast<std::size_t>(kMaxJoints))
        refuse(list, "there are more than " + std::to_string(kMaxJoints) + " nodes");
    std::vector<ImportedNode> nodes;
    nodes.reserve(list.size());
    for (const Json& json : list) {
        ImportedNode node;
        node.json = &json;
        const std::string name = text(json, "name", "");
        if (name.size() > kMaxName)
            refuse(json["name"], "the name is longer than " + std::to_string(kMaxName) + " bytes");
        node.name = mend ? cleanName(name) : name;
        if (node.name != name)
            file.diagnostics().push_back(
                {Diagnostic::Severity::Warning,
                 "a name had characters that were replaced: it is " + inQuotes(node.name) + " here",
                 pointerTo(root, json)});
        node.rest = restOf(json, mend);
        tellOfRotation(json, file);
        const auto row = [&](const char* what, const char* list_) {
            const Json* value = find(json, what);
            return value ? index(*value, arrayOf(root, list_).size(), what) : -1;
        };
        node.mesh = row("mesh", "meshes");
        node.skin = row("skin", "skins");
        node.camera = row("camera", "cameras");
        nodes.push_back(std::move(node));
    }
    linkChildren(nodes);
    checkDepth(nodes);
    checkScenes(file, nodes);
    return nodes;
}

std::vector<int> topologicalOrder(const std::vector<ImportedNode>& nodes)
{
    std::vector<std::vector<int>> children(nodes.size());
    std::vector<int> open;
    for (int row = static_cast<int>(nodes.size()) - 1; row >= 0; --row) {
        if (nodes[row].parent < 0)
            open.push_back(row);
        else
            children[nodes[row].parent].push_back(row);  // in reverse, for the stack
    }
    std::vector<int> order;
    while (!open.empty()) {
        const int row = open.back();
        open.pop_back();
        order.push_back(row);
        open.insert(open.end(), children[row].begin(), children[row].end());
    }
    return order;
}

}  // namespace posewright::io::gltf
