#include "core/io/gltf/faults.h"
#include "core/io/text.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace posewright::io::gltf {

namespace {

/// The name of an attribute, without the number of its set.
struct Attribute {
    std::string_view kind;
    int set = -1;  ///< -1: none
    bool valid = false;
};

Attribute attributeOf(std::string_view name)
{
    if (name.starts_with('_')) return {name, -1, true};
    for (const std::string_view plain : {"POSITION", "NORMAL", "TANGENT"})
        if (name == plain) return {plain, -1, true};
    for (const std::string_view kind : {"TEXCOORD", "COLOR", "JOINTS", "WEIGHTS"}) {
        if (!name.starts_with(kind) || name.size() < kind.size() + 2 || name[kind.size()] != '_')
            continue;
        const std::string_view digits = name.substr(kind.size() + 1);
        const bool whole = digits.size() < 4 &&
                           std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
        if (!whole || (digits.size() > 1 && digits[0] == '0')) return {};
        return {kind, std::stoi(std::string(digits)), true};
    }
    return {};
}

struct Primitive {
    const GltfFile& file;
    const Json& json;
    FaultList& faults;

    const Accessor* accessor(const Json& row) const
    {
        const bool known =
            row.is_number_unsigned() && row.get<std::uint64_t>() < file.accessors().size();
        return known ? &file.accessors()[row.get<std::size_t>()] : nullptr;
    }

    void tellBounds(const Json& row) const
    {
        const Accessor* positions = accessor(row);
        if (positions && (!positions->least || !positions->most))
            faults.add(row, "positions must say their least and greatest");
    }

    void tellAttributes(const Json& attributes) const
    {
        std::size_t count = 0;
        for (const auto& [name, row] : attributes.items()) {
            const Attribute attribute = attributeOf(name);
            if (!attribute.valid) faults.add(row, "there is no attribute " + inQuotes(name));
            if (attribute.set > 0) {
                const std::string before =
                    std::string(attribute.kind) + '_' + std::to_string(attribute.set - 1);
                if (!at(attributes, before.c_str()))
                    faults.add(row, "there is no " + before + " before it");
            }
            const Accessor* values = accessor(row);
            if (!values) continue;
            if (values->componentType == 5125) faults.add(row, "no attribute is of 32 bits");
            if (count == 0) count = values->count;
            if (values->count != count)
                faults.add(row, "the attributes of a primitive are not equally long");
            if (name == "POSITION") tellBounds(row);
            tellValues(name, row, *values);
        }
    }

    void tellValues(const std::string& name, const Json& row, const Accessor& values) const
    {
        const bool normal = name == "NORMAL", tangent = name == "TANGENT";
        const bool color = name.starts_with("COLOR_") && values.componentType == 5126;
        if ((!normal && !tangent && !color) || values.view < 0) return;
        const std::vector<float> all = file.floats(row.get<int>());
        const std::size_t width = static_cast<std::size_t>(values.components);
        if (color) {
            if (std::ranges::any_of(all, [](float v) { return v < 0 || v > 1; }))
                faults.add(row, "a colour is not between 0 and 1");
            return;
        }
        // The tolerance of the Khronos validator.
        const float slack = values.componentType == 5126 ? 5e-4F : 2e-2F;
        bool unit = true, sign = true;
        for (std::size_t i = 0; width >= 3 && i + width <= all.size(); i += width) {
            unit = unit && std::abs(std::hypot(all[i], all[i + 1], all[i + 2]) - 1) <= slack;
            sign = sign && (!tangent || width < 4 || std::abs(all[i + 3]) == 1);
        }
        if (!unit)
            faults.add(row,
                       normal ? "a normal is not of length 1" : "a tangent is not of length 1");
        if (!sign) faults.add(row, "the sign of a tangent is neither 1 nor -1");
    }

    void tellIndices() const
    {
        const Json* row = at(json, "indices");
        const Accessor* values = row ? accessor(*row) : nullptr;
        if (!values || values->view < 0 || values->componentType == 5126 || values->sparse) return;
        const std::uint32_t restart = values->componentType == 5121   ? 0xFFU
                                      : values->componentType == 5123 ? 0xFFFFU
                                                                      : 0xFFFFFFFFU;
        const std::vector<std::uint32_t> all = file.integers(row->get<int>());
        if (std::ranges::find(all, restart) != all.end())
            faults.add(*row, "an index is the number that restarts a primitive");
    }

    void tellTargets(const Json& attributes) const
    {
        for (const Json& target : rows(json, "targets")) {
            if (!target.is_object()) continue;
            for (const auto& [name, row] : target.items()) {
                const Json* base = at(attributes, name.c_str());
                if (!attributeOf(name).valid)
                    faults.add(row, "there is no attribute " + inQuotes(name));
                else if (!base)
                    faults.add(row, "the primitive itself has no " + name);
                const Accessor* values = accessor(row);
                if (!values) {
                    faults.add(row, "there is no accessor " + row.dump());
                    continue;
                }
                if (name == "POSITION") tellBounds(row);
                const Accessor* of = base ? accessor(*base) : nullptr;
                if (of && of->count != values->count)
                    faults.add(row, "a morph target is not as long as what it moves");
            }
        }
    }
};

/// Visits the numbers of an accessor as they are stored.
template <class Visit>
void eachStored(const GltfFile& file, const Accessor& accessor, Visit&& visit)
{
    const View& view = file.views()[accessor.view];
    const std::size_t stride = view.stride ? view.stride : accessor.elementSize;
    const auto read = [&](auto value) {
        const std::size_t width = static_cast<std::size_t>(accessor.components);
        for (std::size_t row = 0; row < accessor.count; ++row) {
            const char* from = view.bytes.data() + accessor.offset + row * stride;
            for (std::size_t c = 0; c < width; ++c) {
                std::memcpy(&value, from + c * sizeof value, sizeof value);
                visit(c, static_cast<double>(value));
            }
        }
    };
    switch (accessor.componentType) {
    case 5120: return read(std::int8_t{});
    case 5121: return read(std::uint8_t{});
    case 5122: return read(std::int16_t{});
    case 5123: return read(std::uint16_t{});
    case 5125: return read(std::uint32_t{});
    default: return read(float{});
    }
}

void tellBoundsOf(const GltfFile& file, const Accessor& accessor, FaultList& faults)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    std::array<double, 16> least, most;
    least.fill(kInfinity);
    most.fill(-kInfinity);
    bool finite = true;
    eachStored(file, accessor, [&](std::size_t c, double value) {
        finite = finite && std::isfinite(value);
        least[c] = std::min(least[c], value);
        most[c] = std::max(most[c], value);
    });
    if (!finite) return faults.add(*accessor.json, "a number in it is not finite");
    const auto tell = [&](const Json* said, const std::array<double, 16>& is) {
        if (!said) return;
        for (int c = 0; c < accessor.components; ++c) {
            double value = (*said)[c].get<double>();
            if (accessor.componentType == 5126) value = static_cast<float>(value);
            if (value != is[c]) return faults.add(*said, "this is not what the elements come to");
        }
    };
    tell(accessor.least, least);
    tell(accessor.most, most);
}

}  // namespace

void tellMeshFaults(const GltfFile& file, FaultList& faults)
{
    const Json& root = file.json();
    for (const Json& mesh : rows(root, "meshes")) {
        std::size_t targets = 0;
        bool first = true;
        for (const Json& primitive : rows(mesh, "primitives")) {
            if (!primitive.is_object()) continue;
            if (!first && sizeOf(primitive, "targets") != targets)
                faults.add(primitive, "the primitives of a mesh have as many morph targets each");
            if (first) targets = sizeOf(primitive, "targets");
            first = false;
            const Json* attributes = at(primitive, "attributes");
            if (!attributes || !attributes->is_object()) continue;
            const Primitive checked{file, primitive, faults};
            checked.tellAttributes(*attributes);
            checked.tellIndices();
            checked.tellTargets(*attributes);
        }
        if (const Json* weights = at(mesh, "weights");
            weights && weights->is_array() && weights->size() != targets)
            faults.add(*weights, "there is not one weight for each morph target");
    }
    const Json& meshes = rows(root, "meshes");
    for (const Json& node : rows(root, "nodes")) {
        const int row = rowIn(node, "mesh");
        const Json* weights = at(node, "weights");
        const Json* skin = at(node, "skin");
        if (!at(node, "mesh")) {
            if (weights) faults.add(*weights, "weights belong to a mesh, and there is none");
            if (skin) faults.add(*skin, "a skin belongs to a mesh, and there is none");
        }
        if (row < 0 || row >= static_cast<int>(meshes.size())) continue;
        const Json& primitives = rows(meshes[row], "primitives");
        if (primitives.empty()) continue;
        if (weights && weights->is_array() && weights->size() != sizeOf(primitives[0], "targets"))
            faults.add(*weights, "there is not one weight for each morph target");
        const Json* attributes = at(primitives[0], "attributes");
        if (skin && attributes && !at(*attributes, "JOINTS_0"))
            faults.add(*skin, "the mesh has no joints that a skin could move");
    }
}

void tellAccessorFaults(const GltfFile& file, FaultList& faults)
{
    for (const Accessor& accessor : file.accessors()) {
        if (faults.full()) return;
        const Json& json = *accessor.json;
        if (accessor.normalized && accessor.componentType >= 5125)
            faults.add(json["normalized"], "only whole numbers of 8 and 16 bits are normalized");
        if (accessor.view < 0 && find(json, "byteOffset"))
            faults.add(json["byteOffset"], "an offset needs a bufferView");
        const bool plain = !accessor.isMatrix || accessor.componentType >= 5125;
        if (accessor.view >= 0 && plain && !accessor.sparse) tellBoundsOf(file, accessor, faults);
    }
}

}  // namespace posewright::io::gltf
