#include "core/io/gltf/carried/carried_unused.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

namespace posewright::io::gltf {

namespace {

std::size_t wholeIn(const Json& row)
{
    return row.get<std::size_t>();
}

/// Rows that were read are unsigned, those that were written since are not; 3.0 is 3.
bool isRow(const Json& value)
{
    if (value.is_number_unsigned()) return true;
    if (value.is_number_integer()) return value.get<std::int64_t>() >= 0;
    constexpr double kMost = 1e15;
    const double number = value.is_number_float() ? value.get<double>() : -1;
    return number >= 0 && number < kMost && number == std::floor(number);
}

std::size_t sizeOfList(const Json& gltf, const char* list)
{
    const auto rows = gltf.find(list);
    return rows == gltf.end() ? 0 : rows->size();
}

/// Calls `visit` with the values in this member, or in its members.
template <class Visit>
void visitRows(Json& object, const char* name, Visit&& visit)
{
    const auto member = object.find(name);
    if (member == object.end()) return;
    if (member->is_object())
        for (Json& row : *member) visit(row);
    else
        visit(*member);
}

/// Calls `visit` with each item of a list that may not exist.
template <class Visit>
void eachItem(Json& object, const char* list, Visit&& visit)
{
    if (const auto found = object.find(list); found != object.end())
        for (Json& item : *found) visit(item);
}

template <class Visit>
void eachKeyAccessor(Json& gltf, Visit&& visit)
{
    eachItem(gltf, "animations", [&](Json& animation) {
        eachItem(animation, "samplers", [&](Json& sampler) {
            for (const char* end : {"input", "output"}) visitRows(sampler, end, visit);
        });
    });
}

/// Calls `visit` with each value that should be the row of an accessor, in glTF 2.0 and known
/// extensions.
template <class Visit>
void eachNamedAccessor(Json& gltf, Visit&& visit)
{
    eachKeyAccessor(gltf, visit);
    eachItem(gltf, "meshes", [&](Json& mesh) {
        eachItem(mesh, "primitives", [&](Json& primitive) {
            visitRows(primitive, "indices", visit);
            visitRows(primitive, "attributes", visit);
            eachItem(primitive, "targets", [&](Json& target) {
                for (Json& row : target) visit(row);
            });
        });
    });
    eachItem(gltf, "skins", [&](Json& skin) { visitRows(skin, "inverseBindMatrices", visit); });
    eachItem(gltf, "nodes", [&](Json& node) {
        const Json::json_pointer copies("/extensions/EXT_mesh_gpu_instancing");
        if (node.contains(copies)) visitRows(node[copies], "attributes", visit);
    });
}

/// Likewise for buffer views, without those of accessors that are not sparse.
template <class Visit>
void eachNamedView(Json& gltf, Visit&& visit)
{
    eachItem(gltf, "images", [&](Json& image) { visitRows(image, "bufferView", visit); });
    eachItem(gltf, "accessors", [&](Json& accessor) {
        if (!accessor.contains("sparse")) return;
        for (const char* part : {"indices", "values"})
            visitRows(accessor["sparse"][part], "bufferView", visit);
    });
    eachItem(gltf, "meshes", [&](Json& mesh) {
        eachItem(mesh, "primitives", [&](Json& primitive) {
            const Json::json_pointer draco("/extensions/KHR_draco_mesh_compression");
            if (primitive.contains(draco)) visitRows(primitive[draco], "bufferView", visit);
        });
    });
}

/// `visit` for values that are rows below `size`: others name nothing, and stay as they are.
template <class Visit>
auto ofRows(std::size_t size, Visit& visit)
{
    return [size, &visit](Json& row) {
        if (isRow(row) && wholeIn(row) < size) visit(row);
    };
}

/// Calls `visit` with each reference to an accessor that exists.
template <class Visit>
void eachAccessorRow(Json& gltf, Visit&& visit)
{
    eachNamedAccessor(gltf, ofRows(sizeOfList(gltf, "accessors"), visit));
}

/// Likewise for buffer views, without those of accessors that are not sparse.
template <class Visit>
void eachOtherView(Json& gltf, Visit&& visit)
{
    eachNamedView(gltf, ofRows(sizeOfList(gltf, "bufferViews"), visit));
}

/// The bytes of an accessor in its view.
struct KeyBytes {
    std::size_t first = 0;
    std::size_t size = 0;
};
KeyBytes bytesOfKeys(const Json& accessor)
{
    const auto& type = accessor.at("type").get_ref<const std::string&>();
    const std::size_t numbers = type == "SCALAR" ? 1
                                : type[0] == 'V'
                                    ? static_cast<std::size_t>(type[3] - '0')
                                    : static_cast<std::size_t>((type[3] - '0') * (type[3] - '0'));
    return {accessor.value("byteOffset", std::size_t{0}),
            wholeIn(accessor.at("count")) * numbers *
                componentSize(accessor.at("componentType").get<int>())};
}

/// Are its bytes not all next to each other, or of a type that glTF does not know? Accessors of
/// such types are not checked.
bool isLoose(const Json& accessor)
{
    const auto& type = accessor.at("type").get_ref<const std::string&>();
    if (type == "MAT2" || type == "MAT3" || type == "MAT4")
        return componentSize(accessor.at("componentType").get<int>()) < 4;
    return type != "SCALAR" && type != "VEC2" && type != "VEC3" && type != "VEC4";
}

/// Samplers that no channel uses may name what is not there.
void dropStray(const Json& gltf, const char* list, std::set<std::size_t>& rows)
{
    rows.erase(rows.lower_bound(sizeOfList(gltf, list)), rows.end());
}

bool liesInView(const Json& accessor, std::size_t views)
{
    const auto view = accessor.find("bufferView");
    return view != accessor.end() && isRow(*view) && wholeIn(*view) < views;
}

/// Rebuilds the data of a form from what is still used.
class Repacked {
public:
    /// @param accessors  that will be removed before `run`
    /// @param gone  views used by nothing else than those
    Repacked(Json& gltf, std::vector<std::uint8_t>& data, const std::set<std::size_t>& accessors,
             const std::set<std::size_t>& gone) :
        gltf_(gltf),
        data_(data), gone_(gone)
    {
        const std::size_t views = sizeOfList(gltf, "bufferViews");
        touched_.assign(views, false);
        other_.assign(views, false);
        row_.assign(views, -1);
        for (const std::size_t row : accessors)
            if (const Json& accessor = gltf["accessors"][row]; liesInView(accessor, views))
                touched_[wholeIn(accessor["bufferView"])] = true;
        eachOtherView(gltf, [&](const Json& view) { other_[wholeIn(view)] = true; });
        named_ = other_;
        eachItem(gltf, "accessors", [&](const Json& accessor) {
            if (liesInView(accessor, views) && isLoose(accessor))
                other_[wholeIn(accessor["bufferView"])] = true;
        });
        for (std::size_t view = 0; view < views; ++view)
            if (gltf["bufferViews"][view].contains("byteStride")) other_[view] = true;
    }

    /// Call after the accessors were removed.
    void run()
    {
        std::vector<std::vector<Json*>> users(touched_.size());
        eachItem(gltf_, "accessors", [&](Json& accessor) {
            if (liesInView(accessor, users.size()))
                users[wholeIn(accessor["bufferView"])].push_back(&accessor);
        });
        for (std::size_t view = 0; view < touched_.size(); ++view) {
            const bool lostAll = touched_[view] && users[view].empty() && !named_[view];
            if (lostAll || gone_.contains(view)) continue;
            if (!touched_[view] || other_[view])
                keepWhole(view, users[view]);
            else
                for (Json* accessor : users[view]) keepAlone(view, *accessor);
        }
        eachOtherView(gltf_, [&](Json& view) { view = row_[wholeIn(view)]; });
        gltf_["bufferViews"] = std::move(views_);
        if (gltf_["bufferViews"].empty()) gltf_.erase("bufferViews");
        data_ = std::move(left_);
    }

private:
    /// Adds a view with alignment for numbers of any size.
    void add(Json view, std::size_t first, std::size_t size)
    {
        left_.resize((left_.size() + 7) / 8 * 8);
        view["byteOffset"] = left_.size();
        view["byteLength"] = size;
        const auto from = data_.begin() + static_cast<std::ptrdiff_t>(first);
        left_.insert(left_.end(), from, from + static_cast<std::ptrdiff_t>(size));
        views_.push_back(std::move(view));
    }

    void keepWhole(std::size_t view, const std::vector<Json*>& users)
    {
        const Json& before = gltf_["bufferViews"][view];
        add(before, before.value("byteOffset", std::size_t{0}), wholeIn(before["byteLength"]));
        row_[view] = static_cast<int>(views_.size()) - 1;
        for (Json* accessor : users) (*accessor)["bufferView"] = row_[view];
    }

    void keepAlone(std::size_t view, Json& accessor)
    {
        const Json& before = gltf_["bufferViews"][view];
        const KeyBytes bytes = bytesOfKeys(accessor);
        add(before, before.value("byteOffset", std::size_t{0}) + bytes.first, bytes.size);
        accessor["bufferView"] = views_.size() - 1;
        accessor.erase("byteOffset");
    }

    Json& gltf_;
    std::vector<std::uint8_t>& data_;
    const std::set<std::size_t>& gone_;
    std::vector<bool> touched_;  ///< views that lose something
    std::vector<bool> named_;    ///< views that others than accessors name
    std::vector<bool> other_;    ///< views that are kept whole, if they are kept
    std::vector<int> row_;       ///< new row of each whole view
    Json views_ = Json::array();
    std::vector<std::uint8_t> left_;
};

void dropAccessors(Json& gltf, const std::set<std::size_t>& gone)
{
    std::vector<int> row;
    Json left = Json::array();
    for (Json& accessor : gltf["accessors"]) {
        const bool goes = gone.contains(row.size());
        row.push_back(goes ? -1 : static_cast<int>(left.size()));
        if (!goes) left.push_back(std::move(accessor));
    }
    eachAccessorRow(gltf, [&](Json& at) { at = row[wholeIn(at)]; });
    if (left.empty())
        gltf.erase("accessors");
    else
        gltf["accessors"] = std::move(left);
}

}  // namespace

bool knowsAllExtensions(const Json& gltf)
{
    const auto used = gltf.find("extensionsUsed");
    return used == gltf.end() || std::all_of(used->begin(), used->end(), [](const Json& name) {
               return name.is_string() && isKnownExtension(name.get_ref<const std::string&>());
           });
}

bool hasPackedViews(const Json& gltf)
{
    const auto views = gltf.find("bufferViews");
    return views != gltf.end() && std::any_of(views->begin(), views->end(), [](const Json& view) {
               return view.contains("extensions");
           });
}

std::vector<std::size_t> usesOfAccessors(Json& gltf, std::size_t size)
{
    std::vector<std::size_t> uses(size, 0);
    eachNamedAccessor(gltf, [&](const Json& row) {
        if (isRow(row) && wholeIn(row) < size) ++uses[wholeIn(row)];
    });
    return uses;
}

std::set<std::size_t> otherViews(Json& gltf)
{
    std::set<std::size_t> out;
    const std::size_t views = sizeOfList(gltf, "bufferViews");
    for (std::size_t row = 0; row < views; ++row) out.insert(row);
    eachItem(gltf, "accessors", [&](const Json& accessor) {
        if (liesInView(accessor, views)) out.erase(wholeIn(accessor["bufferView"]));
    });
    eachOtherView(gltf, [&](const Json& row) { out.insert(wholeIn(row)); });
    return out;
}

void addAccessorsOfKeys(const Json& animation, std::set<std::size_t>& rows)
{
    const auto samplers = animation.find("samplers");
    if (samplers == animation.end()) return;
    for (const Json& sampler : *samplers)
        for (const char* end : {"input", "output"})
            if (const auto row = sampler.find(end);
                row != sampler.end() && row->is_number_unsigned())
                rows.insert(wholeIn(*row));
}

void refuseStrayRows(Json& gltf, const Json& file, std::size_t data)
{
    const auto refuseStray = [&](const char* list, bool everywhere) {
        return [size = sizeOfList(gltf, list), known = sizeOfList(file, list), everywhere,
                list](const Json& row) {
            if (!isRow(row)) return;
            if (const std::size_t at = wholeIn(row); at >= size && (everywhere || at < known))
                refuse(row, std::string("names one of the ") + list + " that is not carried");
        };
    };
    eachNamedAccessor(gltf, refuseStray("accessors", false));
    eachNamedView(gltf, refuseStray("bufferViews", false));
    eachItem(gltf, "accessors", [&](Json& accessor) {
        visitRows(accessor, "bufferView", refuseStray("bufferViews", true));
    });
    eachItem(gltf, "bufferViews", [&](const Json& view) {
        const std::uint64_t first = count(view, "byteOffset", 0);
        const std::uint64_t size = count(member(view, "byteLength"));
        if (first > data || size > data - first) refuse(view, "names bytes that are not carried");
    });
}

UnusedRows unusedRows(Json& gltf, std::set<std::size_t> accessors)
{
    dropStray(gltf, "accessors", accessors);
    eachAccessorRow(gltf, [&](const Json& row) { accessors.erase(wholeIn(row)); });
    const std::size_t views = sizeOfList(gltf, "bufferViews");
    UnusedRows out;
    for (const std::size_t row : accessors)
        if (const Json& accessor = gltf["accessors"][row]; liesInView(accessor, views))
            out.views.insert(wholeIn(accessor["bufferView"]));
    eachOtherView(gltf, [&](const Json& row) { out.views.erase(wholeIn(row)); });
    std::size_t at = 0;
    eachItem(gltf, "accessors", [&](const Json& accessor) {
        if (!accessors.contains(at++) && liesInView(accessor, views))
            out.views.erase(wholeIn(accessor["bufferView"]));
    });
    out.accessors = std::move(accessors);
    return out;
}

void dropUnused(Json& gltf, std::vector<std::uint8_t>& data, std::set<std::size_t> accessors,
                std::set<std::size_t> views)
{
    dropStray(gltf, "accessors", accessors);
    dropStray(gltf, "bufferViews", views);
    eachAccessorRow(gltf, [&](const Json& row) { accessors.erase(wholeIn(row)); });
    eachOtherView(gltf, [&](const Json& row) { views.erase(wholeIn(row)); });
    std::size_t at = 0;
    eachItem(gltf, "accessors", [&](const Json& accessor) {
        if (!accessors.contains(at++) && liesInView(accessor, sizeOfList(gltf, "bufferViews")))
            views.erase(wholeIn(accessor["bufferView"]));
    });
    if (accessors.empty() && views.empty()) return;
    Repacked repacked(gltf, data, accessors, views);
    if (!accessors.empty()) dropAccessors(gltf, accessors);
    repacked.run();
    // What a buffer without bytes was called goes with them: glTF allows no empty buffers.
    if (!gltf.contains("bufferViews")) gltf.erase("buffers");
}

}  // namespace posewright::io::gltf
