#include "core/io/gltf/carried/carried_lengths.h"

#include "core/io/gltf/carried/carried_unused.h"

namespace posewright::io::gltf {

namespace {

/// The bytes of a buffer, four by four, of which some hold what is no length.
class OtherBytes {
public:
    explicit OtherBytes(std::size_t size) : marked_(size / kStep + 1, false) {}

    void mark(std::size_t first, std::size_t size)
    {
        for (std::size_t at = first / kStep; size > 0 && at <= (first + size - 1) / kStep; ++at)
            marked_[at] = true;
    }
    bool has(std::size_t byte) const { return marked_[byte / kStep]; }

private:
    static constexpr std::size_t kStep = sizeof(float);
    std::vector<bool> marked_;
};

/// Calls `visit` with where each element of an accessor begins in the buffer.
template <class Visit>
void eachElement(const GltfFile& file, const Accessor& accessor, Visit&& visit)
{
    if (accessor.view < 0) return;
    const View& view = file.views()[accessor.view];
    const std::size_t stride = view.stride ? view.stride : accessor.elementSize;
    for (std::size_t row = 0; row < accessor.count; ++row)
        visit(view.offset + accessor.offset + row * stride);
}

std::size_t firstLength(const Accessor& accessor)
{
    return (accessor.isMatrix ? kPlaceInMatrix : 0) * sizeof(float);
}

constexpr std::size_t kPlaceSize = 3 * sizeof(float);  ///< size of three numbers [bytes]

bool canBeScaled(const Accessor& accessor)
{
    return accessor.componentType == 5126 && accessor.view >= 0 && !accessor.sparse &&
           accessor.elementSize >= firstLength(accessor) + kPlaceSize;
}

}  // namespace

void eachLengths(Json& gltf, const std::function<void(Json& object, const char* member)>& visit)
{
    const auto each = [](Json& object, const char* list, auto&& then) {
        if (const auto rows = object.find(list); rows != object.end() && rows->is_array())
            for (Json& row : *rows) then(row);
    };
    each(gltf, "nodes", [&](Json& node) {
        const Json::json_pointer copies("/extensions/EXT_mesh_gpu_instancing/attributes");
        if (node.contains(copies)) visit(node[copies], "TRANSLATION");
    });
    each(gltf, "meshes", [&](Json& mesh) {
        each(mesh, "primitives", [&](Json& primitive) {
            visit(primitive["attributes"], "POSITION");
            each(primitive, "targets", [&](Json& target) { visit(target, "POSITION"); });
        });
    });
    each(gltf, "skins", [&](Json& skin) { visit(skin, "inverseBindMatrices"); });
}

std::vector<bool> onlyLengths(Json& gltf, const GltfFile& file, std::size_t size,
                              const std::set<std::size_t>& gone)
{
    const std::vector<Accessor>& accessors = file.accessors();
    std::vector<std::size_t> uses = usesOfAccessors(gltf, accessors.size());
    std::vector<bool> counts(accessors.size(), true);
    for (const std::size_t row : gone)
        if (row < uses.size() && uses[row] == 0) counts[row] = false;
    std::vector<bool> alone(accessors.size(), false);
    eachLengths(gltf, [&](Json& object, const char* member) {
        const auto row = object.is_object() ? object.find(member) : object.end();
        if (row == object.end() || !row->is_number_unsigned() || *row >= accessors.size()) return;
        const auto which = row->get<std::size_t>();
        if (--uses[which] == 0) alone[which] = canBeScaled(accessors[which]);
    });
    OtherBytes others(size);
    for (const std::size_t row : otherViews(gltf))
        others.mark(file.views()[row].offset, file.views()[row].bytes.size());
    for (std::size_t row = 0; row < accessors.size(); ++row) {
        if (!counts[row]) continue;
        const Accessor& accessor = accessors[row];
        const std::size_t first = alone[row] ? firstLength(accessor) : accessor.elementSize;
        const std::size_t after = alone[row] ? first + kPlaceSize : first;
        eachElement(file, accessor, [&](std::size_t at) {
            others.mark(at, first);
            others.mark(at + after, accessor.elementSize - after);
        });
    }
    for (std::size_t row = 0; row < accessors.size(); ++row)
        if (alone[row])
            eachElement(file, accessors[row], [&](std::size_t at) {
                for (std::size_t i = 0; i < kPlaceSize; i += sizeof(float))
                    if (others.has(at + firstLength(accessors[row]) + i)) alone[row] = false;
            });
    return alone;
}

}  // namespace posewright::io::gltf
