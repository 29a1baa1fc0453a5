#include "core/io/gltf/packed/packed.h"

#include "core/io/gltf/packed/packed_mesh.h"
#include "core/io/gltf/packed/packed_view.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <utility>

namespace posewright::io::gltf {

namespace {

constexpr const char* kMeshes = "KHR_draco_mesh_compression";
constexpr const char* kViews = "EXT_meshopt_compression";
constexpr unsigned kVertexView = 34962;  // target of a view
constexpr unsigned kCornerView = 34963;
constexpr std::size_t kMostUnpacked = std::size_t{1} << 30;

void eraseExtension(Json& object, const char* name)
{
    Json& extensions = object["extensions"];
    extensions.erase(name);
    if (extensions.empty()) object.erase("extensions");
}

/// Components of an accessor of a vertex attribute.
int componentsOf(const Json& accessor)
{
    const std::string& type = text(member(accessor, "type"));
    constexpr std::array<const char*, 4> kTypes{"SCALAR", "VEC2", "VEC3", "VEC4"};
    const auto* const at = std::find(kTypes.begin(), kTypes.end(), type);
    if (at == kTypes.end()) refuse(accessor["type"], "a packed attribute is no matrix");
    return 1 + static_cast<int>(at - kTypes.begin());
}

std::size_t sizeOfComponent(const Json& accessor)
{
    const Json& type = member(accessor, "componentType");
    const std::size_t size =
        componentSize(static_cast<int>(std::min<std::uint64_t>(count(type), 0xffff)));
    if (size == 0) refuse(type, "there is no such component type");
    return size;
}

class Unpacker {
public:
    Unpacker(Json& file, const std::vector<std::string_view>& buffers) :
        file_(file), buffers_(buffers)
    {
    }

    Unpacked run()
    {
        const std::size_t given = arrayOf(file_, "bufferViews").size();
        unpackViews();
        unpackMeshes();
        Unpacked out;
        out.extensions = !sawMeshes_  ? kViews
                         : !sawViews_ ? kMeshes
                                      : std::string(kMeshes) + " and " + kViews;
        for (const std::string_view buffer : buffers_) out.before += buffer.size();
        layOut(given);
        out.lostBuffers = joinBuffers();
        dropNames();
        out.views = std::move(isNew_);
        out.bytes = std::move(whole_);
        return out;
    }

private:
    struct Slice {
        std::size_t buffer = 0;
        std::size_t offset = 0;
        std::size_t length = 0;
    };

    Slice sliceOf(const Json& json) const
    {
        Slice slice;
        slice.buffer =
            static_cast<std::size_t>(index(member(json, "buffer"), buffers_.size(), "buffer"));
        const std::size_t size = buffers_[slice.buffer].size();
        slice.offset = count(json, "byteOffset", 0);
        slice.length = count(member(json, "byteLength"));
        if (slice.length < 1) refuse(json["byteLength"], "expected at least 1 byte");
        if (slice.offset > size) refuse(json["byteOffset"], "the view starts behind its buffer");
        if (slice.length > size - slice.offset)
            refuse(json["byteLength"], "the view ends behind its buffer");
        return slice;
    }

    std::string_view bytesOf(const Slice& slice) const
    {
        return buffers_[slice.buffer].substr(slice.offset, slice.length);
    }

    void take(std::string& to, std::string bytes, const Json& from)
    {
        if (bytes.size() > kMostUnpacked - unpacked_)
            refuse(from, "what is packed is more than 1 GB");
        unpacked_ += bytes.size();
        to = std::move(bytes);
    }

    void unpackViews()
    {
        if (!file_.contains("bufferViews")) return;
        for (Json& view : file_["bufferViews"]) {
            const Json* packed = extensionOf(view, kViews);
            slices_.push_back(packed ? Slice{} : sliceOf(view));
            pieces_.emplace_back();
            isNew_.push_back(packed != nullptr);
            if (!packed) continue;
            sawViews_ = true;
            const Slice slice = sliceOf(*packed);
            const PackedView form = formOf(*packed);
            if (form.count > kMostUnpacked / std::max<std::size_t>(form.stride, 1) ||
                count(member(view, "byteLength")) != form.count * form.stride)
                refuse(view["byteLength"], "the view is not as long as what is packed in it");
            auto bytes = unpackView(bytesOf(slice), form);
            if (!bytes) refuse(*packed, bytes.error().message);
            take(pieces_.back(), std::move(*bytes), *packed);
            eraseExtension(view, kViews);
        }
    }

    static PackedView formOf(const Json& packed)
    {
        PackedView form;
        const std::string& mode = text(member(packed, "mode"));
        const std::string filter = text(packed, "filter", "NONE");
        if (mode == "TRIANGLES")
            form.mode = PackedView::Mode::Triangles;
        else if (mode == "INDICES")
            form.mode = PackedView::Mode::Indices;
        else if (mode != "ATTRIBUTES")
            refuse(packed["mode"], "there is no such mode");
        if (filter == "OCTAHEDRAL")
            form.filter = PackedView::Filter::Octahedral;
        else if (filter == "QUATERNION")
            form.filter = PackedView::Filter::Quaternion;
        else if (filter == "EXPONENTIAL")
            form.filter = PackedView::Filter::Exponential;
        else if (filter != "NONE")
            refuse(packed["filter"], "there is no such filter");
        form.stride = count(member(packed, "byteStride"));
        form.count = count(member(packed, "count"));
        return form;
    }

    void unpackMeshes()
    {
        if (!file_.contains("meshes") || !file_["meshes"].is_array()) return;
        for (Json& mesh : file_["meshes"]) {
            if (!mesh.is_object() || !mesh.contains("primitives")) continue;
            for (Json& primitive : mesh["primitives"]) {
                if (!extensionOf(primitive, kMeshes)) continue;
                sawMeshes_ = true;
                unpackPrimitive(primitive);
                eraseExtension(primitive, kMeshes);
            }
        }
    }

    void unpackPrimitive(const Json& primitive)
    {
        const Json& packed = *extensionOf(primitive, kMeshes);
        if (count(primitive, "mode", 4) != 4)
            refuse(primitive["mode"], "only triangles are read where meshes are packed");
        const std::size_t accessors = arrayOf(file_, "accessors").size();
        const Json& attributes = member(primitive, "attributes");
        const Json& ids = member(packed, "attributes");
        if (!attributes.is_object()) refuse(attributes, "expected an object");
        if (!ids.is_object()) refuse(ids, "expected an object");
        std::vector<PackedAttribute> wanted;
        std::vector<int> rows;
        std::size_t vertices = 0;
        for (const auto& [name, id] : ids.items()) {
            const int row = index(member(attributes, name.c_str()), accessors, "accessor");
            const Json& accessor = file_["accessors"][row];
            PackedAttribute each;
            each.id = static_cast<std::uint32_t>(std::min<std::uint64_t>(count(id), UINT32_MAX));
            each.components = componentsOf(accessor);
            const std::size_t size = sizeOfComponent(accessor);
            each.componentType = accessor["componentType"].get<int>();
            each.stride = (size * std::size_t(each.components) + 3) / 4 * 4;
            vertices = std::max<std::size_t>(vertices, count(member(accessor, "count")));
            wanted.push_back(each);
            rows.push_back(row);
        }
        const int corners = index(member(primitive, "indices"), accessors, "accessor");
        const std::size_t most = count(member(file_["accessors"][corners], "count")) / 3;
        const int view = index(member(packed, "bufferView"), slices_.size(), "bufferView");
        const std::string_view bytes = isNew_[view] && !meshViews_.contains(view)
                                           ? std::string_view(pieces_[view])
                                           : bytesOf(slices_[view]);
        auto mesh = unpackMesh(bytes, wanted, vertices, most);
        if (!mesh) refuse(packed, mesh.error().message);
        for (std::size_t i = 0; i < rows.size(); ++i)
            place(rows[i], std::move(mesh->attributes[i]),
                  {mesh->vertices, wanted[i].stride, kVertexView}, view, packed);
        placeCorners(corners, mesh->corners, view, packed);
    }

    void placeCorners(int row, const std::vector<std::uint32_t>& corners, int view,
                      const Json& packed)
    {
        const std::size_t size = sizeOfComponent(file_["accessors"][row]);
        std::string bytes;
        bytes.reserve(corners.size() * size);
        for (const std::uint32_t corner : corners) {
            if (size < 4 && corner >> (8 * size) != 0)
                refuse(packed, "the corners of the packed mesh do not fit their accessor");
            bytes.append(reinterpret_cast<const char*>(&corner), size);
        }
        place(row, std::move(bytes), {corners.size(), size, kCornerView}, view, packed);
    }

    struct Layout {
        std::size_t elements = 0;
        std::size_t stride = 0;
        unsigned target = 0;
    };

    /// Gives an accessor its own bytes. The packed view becomes that of the first accessor.
    void place(int row, std::string bytes, const Layout& layout, int packedView, const Json& packed)
    {
        Json& accessor = file_["accessors"][row];
        if (!placed_.insert(row).second) return;  // two primitives share it
        if (layout.elements < 1) refuse(packed, "the packed mesh is empty");
        accessor["count"] = layout.elements;
        accessor.erase("byteOffset");
        Json view = {{"buffer", 0U}, {"byteLength", bytes.size()}, {"target", layout.target}};
        if (layout.stride != sizeOfComponent(accessor) * std::size_t(componentsOf(accessor)))
            view["byteStride"] = layout.stride;
        std::size_t at = static_cast<std::size_t>(packedView);
        if (!meshViews_.insert(packedView).second) {
            at = pieces_.size();
            slices_.emplace_back();
            pieces_.emplace_back();
            isNew_.push_back(true);
            file_["bufferViews"].push_back(nullptr);
        }
        for (const char* kept : {"name", "extras"})
            if (const Json& old = file_["bufferViews"][at]; old.contains(kept))
                view[kept] = old[kept];
        isNew_[at] = true;
        accessor["bufferView"] = at;
        file_["bufferViews"][at] = std::move(view);
        take(pieces_[at], std::move(bytes), packed);
    }

    /// Copies bytes that were not packed, once even if several views share them.
    void layOut(std::size_t given)
    {
        std::vector<std::size_t> order;
        for (std::size_t row = 0; row < given; ++row)
            if (!isNew_[row]) order.push_back(row);
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return std::pair(slices_[a].buffer, slices_[a].offset) <
                   std::pair(slices_[b].buffer, slices_[b].offset);
        });
        for (auto first = order.begin(); first != order.end();) {
            Slice run = slices_[*first];
            auto last = std::next(first);
            for (; last != order.end() && slices_[*last].buffer == run.buffer &&
                   slices_[*last].offset <= run.offset + run.length;
                 ++last)
                run.length = std::max(run.length,
                                      slices_[*last].offset + slices_[*last].length - run.offset);
            // Keep the alignment.
            whole_.append((8 - whole_.size() % 8) % 8 + run.offset % 8, '\0');
            const std::size_t at = whole_.size();
            whole_ += bytesOf(run);
            for (; first != last; ++first)
                file_["bufferViews"][*first]["byteOffset"] =
                    at + slices_[*first].offset - run.offset;
        }
        for (std::size_t row = 0; row < pieces_.size(); ++row) {
            if (!isNew_[row]) continue;
            whole_.append((8 - whole_.size() % 8) % 8, '\0');
            file_["bufferViews"][row]["byteOffset"] = whole_.size();
            whole_ += pieces_[row];
        }
        for (Json& view : file_["bufferViews"]) view["buffer"] = 0U;
    }

    bool joinBuffers()
    {
        Json first = file_["buffers"].empty() ? Json::object() : file_["buffers"][0];
        bool lost = false;
        for (std::size_t row = 1; row < file_["buffers"].size(); ++row)
            for (const char* said : {"extras", "name"})
                lost = lost || file_["buffers"][row].contains(said);
        first.erase("uri");
        if (extensionOf(first, kViews)) eraseExtension(first, kViews);
        first["byteLength"] = whole_.size();
        file_["buffers"] = Json::array({std::move(first)});
        return lost;
    }

    void dropNames()
    {
        for (const char* list : {"extensionsUsed", "extensionsRequired"}) {
            if (!file_.contains(list) || !file_[list].is_array()) continue;
            Json left = Json::array();
            for (const Json& name : file_[list])
                if (!name.is_string() || !isPacking(name.get_ref<const std::string&>()))
                    left.push_back(name);
            if (left.empty())
                file_.erase(list);
            else
                file_[list] = std::move(left);
        }
    }

    Json& file_;
    const std::vector<std::string_view>& buffers_;
    std::vector<Slice> slices_;        ///< of views that are not packed
    std::vector<std::string> pieces_;  ///< unpacked bytes of the other views
    std::vector<bool> isNew_;          ///< which views have a piece
    std::set<int> meshViews_;          ///< packed views that now belong to an accessor
    std::set<int> placed_;             ///< accessors that have their own bytes
    std::string whole_;
    std::size_t unpacked_ = 0;
    bool sawMeshes_ = false;
    bool sawViews_ = false;
};

bool isRequired(const Json& file, const char* name)
{
    const Json& required = arrayOf(file, "extensionsRequired");
    return std::find(required.begin(), required.end(), Json(name)) != required.end();
}

/// Has a packed primitive accessors without other bytes?
bool isBare(const Json& file, const Json& primitive)
{
    const Json& accessors = arrayOf(file, "accessors");
    const Json* attributes = find(primitive, "attributes");
    if (!attributes || !attributes->is_object()) return false;
    for (const auto& [name, row] : attributes->items())
        if (!find(accessors[index(row, accessors.size(), "accessor")], "bufferView")) return true;
    return false;
}

/// If the extensions are not required, the file has everything unpacked as well, and is left as it
/// is.
bool isPacked(const Json& file)
{
    bool needsViews = isRequired(file, kViews);
    for (const Json& buffer : arrayOf(file, "buffers"))
        needsViews = needsViews || isPlaceholder(buffer);
    for (const Json& view : arrayOf(file, "bufferViews"))
        if (needsViews && extensionOf(view, kViews)) return true;
    const bool needsMeshes = isRequired(file, kMeshes);
    for (const Json& mesh : arrayOf(file, "meshes"))
        if (mesh.is_object())
            for (const Json& primitive : arrayOf(mesh, "primitives"))
                if (extensionOf(primitive, kMeshes) && (needsMeshes || isBare(file, primitive)))
                    return true;
    return false;
}

}  // namespace

bool isPacking(const std::string& extension)
{
    return extension == kMeshes || extension == kViews;
}

bool isPlaceholder(const Json& buffer)
{
    const Json* packed = extensionOf(buffer, kViews);
    return packed && packed->is_object() && truth(*packed, "fallback", false) &&
           !find(buffer, "uri");
}

std::optional<Unpacked> unpack(Json& file, const std::vector<std::string_view>& buffers)
{
    if (!isPacked(file)) return std::nullopt;
    return Unpacker(file, buffers).run();
}

}  // namespace posewright::io::gltf
