#include "core/io/gltf/import/shear.h"

#include "core/base/number.h"
#include "core/io/text.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <string>

namespace posewright::io::gltf {

namespace {

constexpr double kLeastShift = 1e-5;      ///< relative to the size of all
constexpr double kMatrixRounding = 1e-7;  ///< of the numbers of a matrix

using Affine = Eigen::Affine3d;

Affine shown(const Transform& t)
{
    return Eigen::Translation3d(t.translation) * t.rotation * Eigen::Scaling(t.scale);
}

/// As the file says it.
Affine exact(const ImportedNode& node)
{
    const Json* matrix = find(*node.json, "matrix");
    if (!matrix) return shown(node.rest);
    const auto m = numbers<16>(*matrix);
    Affine out = Affine::Identity();
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 3; ++row) out(row, column) = m[4 * column + row];
    return out;
}

/// Corners of the boxes around the parts of a mesh, as its accessors say them.
void addCorners(const GltfFile& file, int mesh, std::vector<Vec3>& out)
{
    const Json& list = arrayOf(file.json(), "meshes");
    if (mesh < 0 || mesh >= std::ssize(list)) return;
    for (const Json& primitive : arrayOf(list[static_cast<std::size_t>(mesh)], "primitives")) {
        const Json* attributes = find(primitive, "attributes");
        const Json* row = attributes ? find(*attributes, "POSITION") : nullptr;
        if (!row) continue;
        const Accessor& accessor = file.accessors()[static_cast<std::size_t>(
            index(*row, file.accessors().size(), "accessor"))];
        if (!accessor.least || !accessor.most || accessor.components != 3) continue;
        const Eigen::AlignedBox3d box(vec3(*accessor.least), vec3(*accessor.most));
        if (box.isEmpty()) continue;
        for (int corner = 0; corner < 8; ++corner)
            out.push_back(box.corner(static_cast<Eigen::AlignedBox3d::CornerType>(corner)));
    }
}

class ShearTeller {
public:
    ShearTeller(GltfFile& file, const std::vector<ImportedNode>& nodes) :
        file_(file), nodes_(nodes), exact_(nodes.size()), shown_(nodes.size())
    {
    }

    void tell()
    {
        for (const int row : topologicalOrder(nodes_)) measure(row);
        const double size = box_.isEmpty() ? 0 : box_.diagonal().norm();
        if (!(most_ > kLeastShift * size)) return;
        const int row = sheared();
        if (row < 0) return;
        const ImportedNode& node = nodes_[static_cast<std::size_t>(row)];
        file_.diagnostics().push_back(
            {Diagnostic::Severity::Warning,
             "the matrix has shear, which is not shown: " + calledAt(farthest_) + " is off by " +
                 posewright::toText(std::round(1e6 * most_ / size) / 1e4) +
                 "% of the size of the file's scene",
             pointerTo(file_.json(), *node.json) + "/matrix"});
    }

private:
    std::string calledAt(int row) const
    {
        const std::string& name = nodes_[static_cast<std::size_t>(row)].name;
        return name.empty() ? "node " + std::to_string(row) : inQuotes(name);
    }

    void measure(int row)
    {
        const auto at = static_cast<std::size_t>(row);
        const ImportedNode& node = nodes_[at];
        exact_[at] = exact(node);
        shown_[at] = shown(node.rest);
        if (node.parent >= 0) {
            exact_[at] = exact_[static_cast<std::size_t>(node.parent)] * exact_[at];
            shown_[at] = shown_[static_cast<std::size_t>(node.parent)] * shown_[at];
        }
        std::vector<Vec3> points{Vec3::Zero()};
        if (node.skin < 0) addCorners(file_, node.mesh, points);
        for (const Vec3& point : points) {
            const Vec3 there = exact_[at] * point;
            box_.extend(there);
            const double off = (there - shown_[at] * point).norm();
            if (off <= most_) continue;
            most_ = off;
            farthest_ = row;
        }
    }

    /// The node with most shear of those above the one that is farthest off; -1: rounding alone.
    int sheared() const
    {
        int worst = -1;
        double most = kMatrixRounding;
        for (int row = farthest_; row >= 0; row = nodes_[static_cast<std::size_t>(row)].parent) {
            const ImportedNode& node = nodes_[static_cast<std::size_t>(row)];
            if (!find(*node.json, "matrix")) continue;
            const double shear = (exact(node).linear() - shown(node.rest).linear()).norm() /
                                 node.rest.scale.cwiseAbs().maxCoeff();
            if (shear <= most) continue;
            most = shear;
            worst = row;
        }
        return worst;
    }

    GltfFile& file_;
    const std::vector<ImportedNode>& nodes_;
    std::vector<Affine> exact_;
    std::vector<Affine> shown_;
    Eigen::AlignedBox3d box_;
    double most_ = 0;
    int farthest_ = -1;
};

}  // namespace

void tellOfShear(GltfFile& file, const std::vector<ImportedNode>& nodes)
{
    const auto hasMatrix = [](const ImportedNode& node) { return find(*node.json, "matrix"); };
    if (std::any_of(nodes.begin(), nodes.end(), hasMatrix)) ShearTeller(file, nodes).tell();
}

}  // namespace posewright::io::gltf
