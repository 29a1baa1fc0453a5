#include "core/io/gltf/faults/faults.h"
#include "core/io/text.h"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <span>

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

/// The least and the greatest of each component of an accessor, as stored.
struct Bounds {
    std::array<double, 16> least{}, most{};
    bool finite = true;
};

/// @tparam width  number of components; 0: `accessor.components`
template <class Number, int width>
Bounds boundsOfStored(const View& view, const Accessor& accessor)
{
    const int count = width > 0 ? width : accessor.components;
    const std::size_t stride = view.stride ? view.stride : accessor.elementSize;
    std::array<Number, (width > 0 ? width : 16)> least, most;
    least.fill(std::numeric_limits<Number>::max());
    most.fill(std::numeric_limits<Number>::lowest());
    bool finite = true;
    const char* from = view.bytes.data() + accessor.offset;
    for (std::size_t row = 0; row < accessor.count; ++row, from += stride)
        for (int c = 0; c < count; ++c) {
            Number value;
            std::memcpy(&value, from + static_cast<std::size_t>(c) * sizeof value, sizeof value);
            // False for NaN, too.
            finite &= value >= std::numeric_limits<Number>::lowest() &&
                      value <= std::numeric_limits<Number>::max();
            least[c] = std::min(least[c], value);
            most[c] = std::max(most[c], value);
        }
    Bounds out;
    out.finite = finite;
    std::copy_n(least.begin(), count, out.least.begin());
    std::copy_n(most.begin(), count, out.most.begin());
    return out;
}

/// The same for floats that lie next to each other, `width` to an element: several at a time.
template <int width>
Bounds boundsOfFloats(const float* from, std::size_t count)
{
    constexpr int kBlock = 12;  // a multiple of each width
    using Block = Eigen::Array<float, kBlock, 1>;
    Block least = Block::Constant(std::numeric_limits<float>::max());
    Block most = -least, bad = Block::Zero();
    const auto take = [&](const Block& some) {
        least = least.min(some);
        most = most.max(some);
        bad += some - some;  // not 0 for NaN and infinity
    };
    const std::size_t numbers = count * width, blocks = numbers / kBlock;
    for (std::size_t i = 0; i < blocks; ++i) take(Eigen::Map<const Block>(from + i * kBlock));
    // Numbers that are counted twice change no bound. An element fills the last block.
    Block last;
    for (int i = 0; i < kBlock; ++i) {
        const std::size_t at = blocks * kBlock + static_cast<std::size_t>(i);
        last[i] = from[at < numbers ? at : static_cast<std::size_t>(i % width)];
    }
    take(last);
    Bounds out;
    out.finite = (bad == 0).all();
    for (int c = 0; c < width; ++c) {
        out.least[c] = least[c];
        out.most[c] = most[c];
        for (int i = c; i < kBlock; i += width) {
            out.least[c] = std::min<double>(out.least[c], least[i]);
            out.most[c] = std::max<double>(out.most[c], most[i]);
        }
    }
    return out;
}

/// Nullopt if they lie apart.
std::optional<Bounds> boundsOfFloats(const View& view, const Accessor& accessor)
{
    const char* from = view.bytes.data() + accessor.offset;
    const bool together = view.stride == 0 || view.stride == accessor.elementSize;
    if (!together || reinterpret_cast<std::uintptr_t>(from) % alignof(float) != 0)
        return std::nullopt;
    const auto* floats = reinterpret_cast<const float*>(from);
    switch (accessor.components) {
    case 1: return boundsOfFloats<1>(floats, accessor.count);
    case 2: return boundsOfFloats<2>(floats, accessor.count);
    case 3: return boundsOfFloats<3>(floats, accessor.count);
    case 4: return boundsOfFloats<4>(floats, accessor.count);
    default: return std::nullopt;
    }
}

/// Of single whole numbers that lie next to each other: compilers take several at a time.
template <class Number>
Bounds boundsOfRow(const char* from, std::size_t count)
{
    Number least = std::numeric_limits<Number>::max(), most = std::numeric_limits<Number>::lowest();
    for (std::size_t i = 0; i < count; ++i) {
        Number value;
        std::memcpy(&value, from + i * sizeof value, sizeof value);
        least = std::min(least, value);
        most = std::max(most, value);
    }
    Bounds out;
    out.least[0] = least;
    out.most[0] = most;
    return out;
}

template <class Number>
Bounds boundsOfStored(const View& view, const Accessor& accessor)
{
    const bool together = view.stride == 0 || view.stride == sizeof(Number);
    if (std::is_integral_v<Number> && accessor.components == 1 && together)
        return boundsOfRow<Number>(view.bytes.data() + accessor.offset, accessor.count);
    switch (accessor.components) {
    case 1: return boundsOfStored<Number, 1>(view, accessor);
    case 3: return boundsOfStored<Number, 3>(view, accessor);
    case 4: return boundsOfStored<Number, 4>(view, accessor);
    default: return boundsOfStored<Number, 0>(view, accessor);
    }
}

Bounds boundsOf(const GltfFile& file, const Accessor& accessor)
{
    const View& view = file.views()[accessor.view];
    switch (accessor.componentType) {
    case 5120: return boundsOfStored<std::int8_t>(view, accessor);
    case 5121: return boundsOfStored<std::uint8_t>(view, accessor);
    case 5122: return boundsOfStored<std::int16_t>(view, accessor);
    case 5123: return boundsOfStored<std::uint16_t>(view, accessor);
    case 5125: return boundsOfStored<std::uint32_t>(view, accessor);
    default: break;
    }
    if (const std::optional<Bounds> bounds = boundsOfFloats(view, accessor)) return *bounds;
    return boundsOfStored<float>(view, accessor);
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
        std::vector<float> room;
        const std::span<const float> all = file.floats(row.get<int>(), room);
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
            const double x = all[i], y = all[i + 1], z = all[i + 2];
            unit = unit && std::abs(std::sqrt(x * x + y * y + z * z) - 1) <= slack;
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
        const double restart = values->componentType == 5121   ? 0xFFU
                               : values->componentType == 5123 ? 0xFFFFU
                                                               : 0xFFFFFFFFU;
        if (boundsOf(file, *values).most[0] == restart)
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

void tellBoundsOf(const GltfFile& file, const Accessor& accessor, FaultList& faults)
{
    const Bounds bounds = boundsOf(file, accessor);
    if (!bounds.finite) return faults.add(*accessor.json, "a number in it is not finite");
    const auto tell = [&](const Json* said, const std::array<double, 16>& is) {
        if (!said) return;
        for (int c = 0; c < accessor.components; ++c) {
            double value = (*said)[c].get<double>();
            if (accessor.componentType == 5126) value = static_cast<float>(value);
            if (value != is[c]) return faults.add(*said, "this is not what the elements come to");
        }
    };
    tell(accessor.least, bounds.least);
    tell(accessor.most, bounds.most);
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
        // Whole numbers are finite.
        const bool tells = accessor.componentType == 5126 || accessor.least || accessor.most;
        if (accessor.view >= 0 && plain && tells && !accessor.sparse)
            tellBoundsOf(file, accessor, faults);
    }
}

}  // namespace posewright::io::gltf
