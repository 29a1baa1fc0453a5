#include "core/io/gltf/import/mesh_import.h"

#include "core/io/gltf/import/material_import.h"
#include "core/io/gltf/import/morph_import.h"
#include "core/io/text.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <span>
#include <utility>

namespace posewright::io::gltf {

namespace {

/// A reference to an accessor, checked for shape and component type.
int accessorOf(const GltfFile& file, const Json& row, int components,
               std::initializer_list<int> types)
{
    const int which = index(row, file.accessors().size(), "accessor");
    const Accessor& accessor = file.readable(which);
    if (accessor.components != components || accessor.isMatrix)
        refuse(row, "the accessor has " + std::to_string(accessor.components) +
                        " components, expected " + std::to_string(components));
    if (std::find(types.begin(), types.end(), accessor.componentType) == types.end())
        refuse(row, "the accessor has a component type that does not fit here");
    return which;
}

/// Of all meshes of a file: a small file can name the same vertices many times.
constexpr std::size_t kMostVertices = 20'000'000;
constexpr std::size_t kMostCorners = 60'000'000;
constexpr std::size_t kMostMorphed = 40'000'000;  ///< changed by all morphs of a file
constexpr std::initializer_list<int> kAnyNumber = {5120, 5121, 5122, 5123, 5126};

/// Appends numbers that lie as the vectors do.
template <class Vector>
void append(std::span<const float> numbers, std::vector<Vector>& to)
{
    constexpr std::size_t kWidth = Vector::SizeAtCompileTime;
    static_assert(sizeof(Vector) == kWidth * sizeof(float));
    const std::size_t before = to.size(), more = numbers.size() / kWidth;
    to.resize(before + more);
    if (more > 0) std::memcpy(to[before].data(), numbers.data(), more * sizeof(Vector));
}

class MeshImporter {
public:
    /// @param materials  of another program's file, whose meshes get repaired; null: our own file
    MeshImporter(const GltfFile& file, const std::vector<Shared<Material>>* materials,
                 Diagnostics& diagnostics) :
        file_(file),
        materials_(materials), mend_(materials != nullptr), diagnostics_(diagnostics)
    {
    }

    ImportedMesh import(const Json& json)
    {
        mesh_ = {};
        const Json& primitives = requiredArray(json, "primitives");
        if (primitives.empty()) refuse(primitives, "a mesh needs a primitive");
        mesh_.morphs.resize(morphCount(json));
        nameMorphs(json, mesh_.morphs);
        ImportedMesh out;
        bool first = true;
        for (const Json& primitive : primitives) {
            const std::size_t before = mesh_.indices.size();
            add(primitive);
            if (materials_ && mesh_.indices.size() > before) addPiece(primitive, before);
            const Json* material = find(primitive, "material");
            const Json& materials = arrayOf(file_.json(), "materials");
            if (!material) continue;
            const Json& row = materials[index(*material, materials.size(), "material")];
            const Json* pbr = find(row, "pbrMetallicRoughness");
            const Json* color = pbr ? find(*pbr, "baseColorFactor") : nullptr;
            if (!first || !color) continue;
            first = false;
            const auto rgba = numbers<4>(*color);
            for (int i = 0; i < 3; ++i) out.color[i] = static_cast<float>(rgba[i]);
        }
        out.mesh = std::move(mesh_);
        return out;
    }

private:
    void note(const Json& at, std::string message)
    {
        if (mend_ && notes_.insert(message).second)
            diagnostics_.push_back(
                {Diagnostic::Severity::Warning, std::move(message), pointerTo(file_.json(), at)});
    }

    void add(const Json& primitive)
    {
        const std::uint64_t mode = count(primitive, "mode", 4);
        if (mode > 6) refuse(primitive["mode"], "there is no such primitive mode");
        const Json& attributes = member(primitive, "attributes");
        if (!attributes.is_object()) refuse(attributes, "expected an object");
        for (const auto& [name, row] : attributes.items())
            index(row, file_.accessors().size(), "accessor");
        const Json* position = find(attributes, "POSITION");
        if (!position)
            return note(primitive, "a primitive without positions is kept, and not shown");
        std::vector<float> room;
        const std::span<const float> positions =
            file_.floats(accessorOf(file_, *position, 3, kAnyNumber), room);
        const std::size_t vertices = positions.size() / 3;
        if ((vertices_ += vertices) > kMostVertices)
            refuse(*position, "the meshes have more than " + std::to_string(kMostVertices) +
                                  " vertices in all; meshes may share their vertices");
        const auto base = static_cast<std::uint32_t>(mesh_.positions.size());
        append(positions, mesh_.positions);
        addNormals(attributes, base, vertices);
        addWeights(primitive, attributes, base, vertices);
        if (materials_) addLooks(attributes, base, vertices);
        if (!addMorphs(file_, primitive, base, vertices, mesh_, room_))
            note(primitive, "a morph that does not fit its mesh is kept, and not shown");
        addTriangles(primitive, mode, base, vertices);
    }

    void addNormals(const Json& attributes, std::size_t base, std::size_t vertices)
    {
        const Json* row = find(attributes, "NORMAL");
        if (!row) {
            if (!mesh_.normals.empty()) mesh_.normals.resize(base + vertices, {0, 1, 0});
            return;
        }
        std::vector<float> room;
        const std::span<const float> values =
            file_.floats(accessorOf(file_, *row, 3, kAnyNumber), room);
        if (values.size() != 3 * vertices) refuse(*row, "not one normal a vertex");
        mesh_.normals.resize(base, {0, 1, 0});
        append(values, mesh_.normals);
    }

    void addPiece(const Json& primitive, std::size_t first)
    {
        const Json* material = find(primitive, "material");
        const std::size_t last = materials_->size() - 1;
        const std::size_t row = material ? index(*material, last, "material") : last;
        mesh_.pieces.push_back({static_cast<std::uint32_t>(first),
                                static_cast<std::uint32_t>(mesh_.indices.size() - first),
                                (*materials_)[row]});
    }

    /// Reads texture coordinates and colours; skips what cannot be read.
    void addLooks(const Json& attributes, std::size_t base, std::size_t vertices)
    {
        for (std::size_t set = 0; set < mesh_.uv.size(); ++set) {
            const std::string name = "TEXCOORD_" + std::to_string(set);
            const std::vector<float> values = looks(attributes, name.c_str(), {2}, vertices);
            std::vector<Eigen::Vector2f>& to = mesh_.uv[set];
            if (values.empty() && to.empty()) continue;
            to.resize(base, {0, 0});
            append(values, to);
            to.resize(base + vertices, {0, 0});
        }
        const std::vector<float> values = looks(attributes, "COLOR_0", {3, 4}, vertices);
        if (values.empty() && mesh_.colors.empty()) return;
        mesh_.colors.resize(base, {1, 1, 1, 1});
        const std::size_t width = values.size() / std::max<std::size_t>(vertices, 1);
        for (std::size_t i = 0; width > 0 && i < vertices; ++i) {
            const float* value = values.data() + width * i;
            mesh_.colors.emplace_back(value[0], value[1], value[2], width == 4 ? value[3] : 1);
        }
        mesh_.colors.resize(base + vertices, {1, 1, 1, 1});
    }

    std::vector<float> looks(const Json& attributes, const char* name,
                             std::initializer_list<int> components, std::size_t vertices) const
    {
        const Json* row = find(attributes, name);
        if (!row) return {};
        const int which = index(*row, file_.accessors().size(), "accessor");
        const Accessor& accessor = file_.readable(which);
        const bool fits = !accessor.isMatrix && accessor.count == vertices &&
                          std::find(components.begin(), components.end(), accessor.components) !=
                              components.end() &&
                          std::find(kAnyNumber.begin(), kAnyNumber.end(), accessor.componentType) !=
                              kAnyNumber.end();
        return fits ? file_.floats(which) : std::vector<float>();
    }

    /// Reads a set of four joints per vertex; false if the primitive does not have it.
    bool addInfluences(const Json& primitive, const Json& attributes, int set, std::size_t vertices,
                       Influences& to)
    {
        const std::string number = std::to_string(set);
        const Json* jointRow = find(attributes, ("JOINTS_" + number).c_str());
        const Json* weightRow = find(attributes, ("WEIGHTS_" + number).c_str());
        if (!jointRow != !weightRow)
            refuse(primitive, "JOINTS_" + number + " and WEIGHTS_" + number + " go together",
                   "attributes");
        if (!jointRow) return false;
        const std::vector<std::uint32_t> joints =
            file_.integers(accessorOf(file_, *jointRow, 4, {5121, 5123}));
        std::vector<float> room;
        const std::span<const float> weights =
            file_.floats(accessorOf(file_, *weightRow, 4, {5121, 5123, 5126}), room);
        if (joints.size() != 4 * vertices) refuse(*jointRow, "not four joints a vertex");
        if (weights.size() != 4 * vertices) refuse(*weightRow, "not four weights a vertex");
        if (std::ranges::any_of(weights, [](float weight) { return weight < 0; }))
            refuse(*weightRow, "a weight is negative");
        append(weights, to.weights);
        to.joints.resize(vertices);
        for (std::size_t i = 0; i < vertices; ++i)
            for (std::size_t c = 0; c < 4; ++c)
                to.joints[i][c] = static_cast<std::uint16_t>(joints[4 * i + c]);
        return true;
    }

    void addWeights(const Json& primitive, const Json& attributes, std::size_t base,
                    std::size_t vertices)
    {
        std::vector<Influences> sets;
        // Files written here have a single set.
        const std::size_t most = mend_ ? kMostSets : 1;
        for (Influences set; sets.size() < most; set = {}) {
            const int number = static_cast<int>(sets.size());
            if (!addInfluences(primitive, attributes, number, vertices, set)) break;
            sets.push_back(std::move(set));
        }
        if (mend_ && find(attributes, "JOINTS_3"))
            note(primitive, "more than 12 joints a vertex: all are kept, and 12 are shown");
        if (sets.empty() && mesh_.joints.empty()) return;
        // Where there are more sets than are shown, those alone need not add up to 1.
        if (mend_ && !sets.empty())
            normalise(*find(attributes, "WEIGHTS_0"), sets, !find(attributes, "JOINTS_3"));
        mesh_.joints.resize(base);
        mesh_.weights.resize(base, {1, 0, 0, 0});
        if (!sets.empty() && base == 0) {
            mesh_.joints = std::move(sets[0].joints);
            mesh_.weights = std::move(sets[0].weights);
        } else if (!sets.empty()) {
            mesh_.joints.insert(mesh_.joints.end(), sets[0].joints.begin(), sets[0].joints.end());
            mesh_.weights.insert(mesh_.weights.end(), sets[0].weights.begin(),
                                 sets[0].weights.end());
        }
        mesh_.joints.resize(base + vertices);
        mesh_.weights.resize(base + vertices, {1, 0, 0, 0});
        const std::size_t more = std::max(mesh_.moreInfluences.size() + 1, sets.size()) - 1;
        mesh_.moreInfluences.resize(sets.empty() ? mesh_.moreInfluences.size() : more);
        for (std::size_t i = 0; i < mesh_.moreInfluences.size(); ++i) {
            Influences& to = mesh_.moreInfluences[i];
            to.joints.resize(base);
            to.weights.resize(base, Eigen::Vector4f::Zero());
            if (i + 1 < sets.size()) {
                const Influences& set = sets[i + 1];
                to.joints.insert(to.joints.end(), set.joints.begin(), set.joints.end());
                to.weights.insert(to.weights.end(), set.weights.begin(), set.weights.end());
            }
            to.joints.resize(base + vertices);
            to.weights.resize(base + vertices, Eigen::Vector4f::Zero());
        }
    }

    /// Scales the weights of each vertex to a sum of 1.
    /// @param whole  these are all the sets
    void normalise(const Json& at, std::vector<Influences>& sets, bool whole)
    {
        for (std::size_t i = 0; i < sets[0].weights.size(); ++i) {
            const float sum = scaleToOne(sets, i);
            if (!(sum > 0))
                note(at, "weights that add up to 0 are shown as of the first joint");
            else if (whole && std::abs(sum - 1) > 1e-3F)
                note(at, "weights that do not add up to 1 are shown as if they did");
        }
    }

    void addTriangles(const Json& primitive, std::uint64_t mode, std::uint32_t base,
                      std::size_t vertices)
    {
        std::vector<std::uint32_t> corners;
        if (const Json* row = find(primitive, "indices")) {
            const int which = accessorOf(file_, *row, 1, {5121, 5123, 5125});
            if ((corners_ += file_.accessors()[which].count) > kMostCorners)
                refuse(*row, "the meshes have more than " + std::to_string(kMostCorners) +
                                 " corners in all; meshes may share their indices");
            corners = file_.integers(which);
            for (const std::uint32_t corner : corners)
                if (corner >= vertices)
                    refuse(*row, "the index " + std::to_string(corner) + " names no vertex");
        } else if (mode >= 4) {
            for (std::size_t i = 0; i < vertices; ++i)
                corners.push_back(static_cast<std::uint32_t>(i));
        }
        if (mode < 4) return note(primitive, "points and lines are kept, and not shown");
        const auto triangle = [&](std::size_t a, std::size_t b, std::size_t c) {
            for (const std::size_t corner : {a, b, c})
                mesh_.indices.push_back(base + corners[corner]);
        };
        if (mode == 4) {
            corners.resize(corners.size() / 3 * 3);
            if (mesh_.indices.empty() && base == 0) {
                mesh_.indices = std::move(corners);
            } else {
                for (const std::uint32_t corner : corners) mesh_.indices.push_back(base + corner);
            }
        } else {
            for (std::size_t i = 0; i + 2 < corners.size(); ++i) {
                if (mode == 6)
                    triangle(0, i + 1, i + 2);
                else if (i % 2 == 0)
                    triangle(i, i + 1, i + 2);
                else
                    triangle(i + 1, i, i + 2);
            }
        }
    }

    const GltfFile& file_;
    const std::vector<Shared<Material>>* materials_;
    bool mend_;
    Diagnostics& diagnostics_;
    std::set<std::string> notes_;
    std::size_t room_ = kMostMorphed;
    std::size_t vertices_ = 0;  ///< read so far
    std::size_t corners_ = 0;   ///< likewise
    Mesh mesh_;
};

}  // namespace

std::vector<ImportedMesh> importMeshes(const GltfFile& file, std::size_t foreign,
                                       Diagnostics& diagnostics)
{
    // A project contains its images, so it must not change with files next to it.
    const bool outside = foreign == std::numeric_limits<std::size_t>::max();
    const std::vector<Shared<Material>> materials = importMaterials(file, outside, diagnostics);
    MeshImporter mending(file, &materials, diagnostics);
    MeshImporter exact(file, nullptr, diagnostics);
    std::vector<ImportedMesh> meshes;
    for (const Json& mesh : arrayOf(file.json(), "meshes"))
        meshes.push_back((meshes.size() < foreign ? mending : exact).import(mesh));
    return meshes;
}

float scaleToOne(std::vector<Influences>& sets, std::size_t vertex)
{
    float sum = 0;
    for (const Influences& set : sets) sum += set.weights[vertex].sum();
    if (sum > 0) {
        for (Influences& set : sets) set.weights[vertex] /= sum;
    } else {
        sets[0].joints[vertex] = {};
        sets[0].weights[vertex] = {1, 0, 0, 0};
    }
    return sum;
}

std::vector<ImportedSkin> importSkins(const GltfFile& file, std::size_t nodes)
{
    std::vector<ImportedSkin> skins;
    for (const Json& json : arrayOf(file.json(), "skins")) {
        ImportedSkin skin;
        const Json& joints = requiredArray(json, "joints");
        if (joints.empty()) refuse(joints, "a skin needs a joint");
        std::set<int> seen;
        for (const Json& joint : joints) {
            skin.joints.push_back(index(joint, nodes, "node"));
            if (!seen.insert(skin.joints.back()).second) refuse(joint, "the joint is named twice");
        }
        if (const Json* skeleton = find(json, "skeleton")) index(*skeleton, nodes, "node");
        skin.inverseBind.resize(skin.joints.size(), Eigen::Matrix4f::Identity());
        if (const Json* row = find(json, "inverseBindMatrices")) {
            const int which = index(*row, file.accessors().size(), "accessor");
            const Accessor& accessor = file.readable(which);
            if (accessor.components != 16 || accessor.componentType != 5126)
                refuse(*row, "inverse bind matrices are float MAT4");
            if (accessor.count < skin.joints.size())
                refuse((*accessor.json)["count"], "there are fewer bind matrices than joints");
            const std::vector<float> values = file.floats(which);
            for (std::size_t i = 0; i < skin.joints.size(); ++i)
                skin.inverseBind[i] = Eigen::Map<const Eigen::Matrix4f>(values.data() + 16 * i);
        }
        skins.push_back(std::move(skin));
    }
    return skins;
}

}  // namespace posewright::io::gltf
