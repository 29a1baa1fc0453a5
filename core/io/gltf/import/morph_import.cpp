#include "core/io/gltf/import/morph_import.h"

#include "core/io/text.h"

#include <algorithm>
#include <cmath>

namespace posewright::io::gltf {

namespace {

constexpr std::size_t kMostMorphs = 4096;

/// The offsets of the vertices; empty if the target lacks the attribute or it does not fit.
struct Added {
    std::vector<float> values;
    bool fits = true;
};

Added addedOf(const GltfFile& file, const Json& target, const char* attribute, std::size_t vertices)
{
    const Json* row = find(target, attribute);
    if (!row) return {};
    const int which = index(*row, file.accessors().size(), "accessor");
    const Accessor& accessor = file.readable(which);
    const bool isNumber = accessor.componentType != 5125;
    if (accessor.components != 3 || accessor.isMatrix || !isNumber || accessor.count != vertices)
        return {{}, false};
    Added out{file.floats(which), true};
    const auto sound = [](float v) { return std::abs(v) <= float(kMaxCoordinate); };
    if (!std::all_of(out.values.begin(), out.values.end(), sound)) return {{}, false};
    return out;
}

Eigen::Vector3f rowOf(const std::vector<float>& values, std::size_t i)
{
    if (values.empty()) return Eigen::Vector3f::Zero();
    return {values[3 * i], values[3 * i + 1], values[3 * i + 2]};
}

}  // namespace

std::size_t morphCount(const Json& mesh)
{
    std::size_t most = 0;
    for (const Json& primitive : arrayOf(mesh, "primitives"))
        most = std::max(most, arrayOf(primitive, "targets").size());
    if (most > kMostMorphs)
        refuse(mesh, "the mesh has more than " + std::to_string(kMostMorphs) + " morphs");
    return most;
}

bool addMorphs(const GltfFile& file, const Json& primitive, std::size_t base, std::size_t vertices,
               Mesh& mesh, std::size_t& room)
{
    bool all = true;
    const Json& targets = arrayOf(primitive, "targets");
    for (std::size_t row = 0; row < targets.size(); ++row) {
        const Added places = addedOf(file, targets[row], "POSITION", vertices);
        const Added facings = addedOf(file, targets[row], "NORMAL", vertices);
        all = all && places.fits && facings.fits;
        Morph& morph = mesh.morphs[row];
        if (!facings.values.empty()) morph.normals.resize(morph.vertices.size(), {0, 0, 0});
        for (std::size_t i = 0; i < vertices; ++i) {
            const Eigen::Vector3f place = rowOf(places.values, i);
            const Eigen::Vector3f facing = rowOf(facings.values, i);
            if (place.isZero(0) && facing.isZero(0)) continue;
            if (room-- == 0) refuse(targets[row], "the morphs of the file need too much memory");
            morph.vertices.push_back(static_cast<std::uint32_t>(base + i));
            morph.positions.push_back(place);
            if (!facings.values.empty()) morph.normals.push_back(facing);
        }
        if (!morph.normals.empty()) morph.normals.resize(morph.vertices.size(), {0, 0, 0});
    }
    return all;
}

void nameMorphs(const Json& mesh, std::vector<Morph>& morphs)
{
    const Json* extras = find(mesh, "extras");
    const Json* names = extras && extras->is_object() ? find(*extras, "targetNames") : nullptr;
    if (!names || !names->is_array()) return;
    for (std::size_t i = 0; i < std::min(names->size(), morphs.size()); ++i)
        if (const Json& name = (*names)[i]; name.is_string())
            morphs[i].name = cleanName(name.get<std::string>().substr(0, kMaxName));
}

std::vector<double> morphWeights(const Json& file, const Json& node)
{
    const Json* row = find(node, "mesh");
    if (!row) return {};
    const Json& meshes = arrayOf(file, "meshes");
    const Json& mesh = meshes[index(*row, meshes.size(), "mesh")];
    std::vector<double> out(morphCount(mesh), 0);
    const Json* weights = find(node, "weights");
    if (!weights) weights = find(mesh, "weights");
    if (!weights || !weights->is_array()) return out;
    for (std::size_t i = 0; i < std::min(out.size(), weights->size()); ++i)
        if (const Json& weight = (*weights)[i];
            weight.is_number() && std::abs(weight.get<double>()) <= kMaxCoordinate)
            out[i] = weight.get<double>();
    return out;
}

}  // namespace posewright::io::gltf
