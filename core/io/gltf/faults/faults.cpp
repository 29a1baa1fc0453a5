#include "core/io/gltf/faults/faults.h"

#include "core/io/text.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

namespace posewright::io::gltf {

FaultList::~FaultList()
{
    if (count_ > kMost)
        file_.diagnostics().push_back(
            {Diagnostic::Severity::Warning,
             std::to_string(count_ - kMost) + " more places break the glTF specification",
             {}});
}

void FaultList::add(const Json& place, std::string message)
{
    if (!known_.emplace(&place, message).second || ++count_ > kMost) return;
    file_.diagnostics().push_back(
        {Diagnostic::Severity::Warning, std::move(message), pointerTo(file_.json(), place)});
}

const Json* at(const Json& object, std::string_view name) noexcept
{
    const auto* members = object.get_ptr<const Json::object_t*>();
    return members ? valueIn(*members, name) : nullptr;
}

const Json& rows(const Json& object, std::string_view name) noexcept
{
    static const Json kNone = Json::array();
    const Json* list = at(object, name);
    return list && list->is_array() ? *list : kNone;
}

int rowIn(const Json& object, std::string_view name) noexcept
{
    return rowOf(at(object, name));
}

int rowOf(const Json* value) noexcept
{
    constexpr std::uint64_t kMost = 1U << 30;
    return value && value->is_number_unsigned() && value->get<std::uint64_t>() < kMost
               ? value->get<int>()
               : -1;
}

std::size_t sizeOf(const Json& object, std::string_view name) noexcept
{
    return rows(object, name).size();
}

namespace {

constexpr std::array kRootLists = {"accessors", "animations", "buffers", "bufferViews", "cameras",
                                   "images",    "materials",  "meshes",  "nodes",       "samplers",
                                   "scenes",    "skins",      "textures"};

void tellIfEmpty(const Json& object, const char* name, FaultList& faults)
{
    if (const Json* list = at(object, name); list && list->is_array() && list->empty())
        faults.add(*list, "the array is empty; it should have been left out");
}

void tellCollections(const Json& root, FaultList& faults)
{
    for (const char* name : kRootLists) {
        const Json* list = at(root, name);
        if (!list) continue;
        if (!list->is_array()) {
            faults.add(*list, "this is no array");
            continue;
        }
        tellIfEmpty(root, name, faults);
        for (const Json& row : *list)
            if (!row.is_object()) faults.add(row, "this is no object");
    }
    for (const Json& scene : rows(root, "scenes")) tellIfEmpty(scene, "nodes", faults);
    for (const Json& node : rows(root, "nodes")) tellIfEmpty(node, "children", faults);
    for (const Json& animation : rows(root, "animations"))
        for (const char* list : {"channels", "samplers"}) tellIfEmpty(animation, list, faults);
}

/// Reports a reference to a row that does not exist.
void tellUnresolved(const Json& object, const char* name, std::size_t size, const char* what,
                    FaultList& faults)
{
    const Json* value = at(object, name);
    if (value && rowIn(object, name) >= static_cast<int>(size))
        faults.add(*value, std::string("there is no ") + what + ' ' + value->dump());
}

void tellExtensions(const GltfFile& file, FaultList& faults)
{
    const Json& root = file.json();
    std::set<std::string> used;
    for (const char* list : {"extensionsUsed", "extensionsRequired"}) {
        tellIfEmpty(root, list, faults);
        std::set<std::string> seen;
        for (const Json& name : rows(root, list)) {
            if (!name.is_string()) continue;
            const auto& text = name.get_ref<const std::string&>();
            if (!seen.insert(text).second) faults.add(name, "the extension is named twice");
            if (list == std::string_view("extensionsUsed")) used.insert(text);
        }
    }
    const Json& required = rows(root, "extensionsRequired");
    if (used.contains("KHR_mesh_quantization") &&
        std::find(required.begin(), required.end(), Json("KHR_mesh_quantization")) ==
            required.end())
        faults.add(*at(root, "extensionsUsed"),
                   "\"KHR_mesh_quantization\" must be required, too, where it is used");
    // Depth first without recursion, since the JSON is untrusted.
    std::vector<const Json*> open;
    if (file.mayExtend()) open.push_back(&root);
    while (!open.empty() && !faults.full()) {
        const Json& object = *open.back();
        open.pop_back();
        if (const Json* extensions = at(object, "extensions")) {
            if (!extensions->is_object()) {
                faults.add(*extensions, "this is no object");
            } else {
                for (const auto& [name, value] : extensions->items()) {
                    if (!used.contains(name))
                        faults.add(value, "the extension " + inQuotes(name) +
                                              " is not among \"extensionsUsed\"");
                    if (!value.is_object()) faults.add(value, "an extension is an object");
                    if (name == "KHR_mesh_quantization")
                        faults.add(value, "this extension has no place here");
                }
            }
        }
        if (object.is_array()) {
            for (const Json& value : object)
                if (value.is_structured()) open.push_back(&value);
            continue;
        }
        for (const auto& [name, value] : object.get_ref<const Json::object_t&>())
            if (value.is_structured() && name != "extras") open.push_back(&value);
    }
}

void tellBuffers(const Json& root, FaultList& faults)
{
    for (const Json& buffer : rows(root, "buffers")) {
        const Json* uri = at(buffer, "uri");
        if (!uri || !uri->is_string()) continue;
        const std::string_view text = uri->get_ref<const std::string&>();
        if (!text.starts_with("data:")) continue;
        std::string head(text.substr(5, std::min(text.find(','), text.size()) - 5));
        for (char& c : head)
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        if (head.find(";;") != std::string::npos) faults.add(*uri, "this is no valid data URI");
        const std::string type = head.substr(0, head.find(';'));
        if (!type.empty() && type != "application/octet-stream" &&
            type != "application/gltf-buffer")
            faults.add(*uri, "a buffer's data is application/octet-stream, not " + inQuotes(type));
    }
    for (const Json& view : rows(root, "bufferViews")) {
        const int stride = rowIn(view, "byteStride");
        const int target = rowIn(view, "target");
        if (stride >= 0 && target >= 0 && target != 34962)
            faults.add(view["byteStride"], "only views of vertices have a stride");
        if (stride > 0 && rowIn(view, "byteLength") >= 0 && stride > rowIn(view, "byteLength"))
            faults.add(view["byteStride"], "the stride is longer than the view");
    }
}

void tellCameras(const Json& root, FaultList& faults)
{
    const auto missing = [&](const Json& object, const char* name) {
        if (at(object, name)) return false;
        faults.add(object, std::string(name) + " is missing");
        return true;
    };
    const auto valueOf = [](const Json& object, const char* name, double absent) {
        const Json* value = at(object, name);
        return value && value->is_number() ? value->get<double>() : absent;
    };
    for (const Json& camera : rows(root, "cameras")) {
        if (!camera.is_object() || missing(camera, "type")) continue;
        if (at(camera, "perspective") && at(camera, "orthographic"))
            faults.add(camera, "a camera is perspective or orthographic, not both");
        const Json* type = at(camera, "type");
        const std::string kind = type->is_string() ? type->get<std::string>() : "";
        if (kind != "perspective" && kind != "orthographic") {
            faults.add(*type, "there is no such kind of camera");
            continue;
        }
        if (missing(camera, kind.c_str())) continue;
        const Json& lens = camera[kind];
        const bool flat = kind == "orthographic";
        for (const char* name : {flat ? "xmag" : "yfov", flat ? "ymag" : "znear", "znear"})
            if (missing(lens, name)) break;
        if (flat && (valueOf(lens, "xmag", 1) == 0 || valueOf(lens, "ymag", 1) == 0))
            faults.add(lens, "the camera shows a picture of no size");
        if (valueOf(lens, "zfar", 1e300) <= valueOf(lens, "znear", 0))
            faults.add(lens, "the far plane is not behind the near one");
    }
}

/// Calls `visit(info)` for each texture of a material: members called ...Texture.
template <class Visit>
void eachTexture(const Json& material, Visit&& visit)
{
    const auto in = [&](const Json& owner) {
        if (!owner.is_object()) return;
        for (const auto& [name, value] : owner.items())
            if (name.ends_with("Texture") && value.is_object()) visit(value);
    };
    in(material);
    if (const Json* pbr = at(material, "pbrMetallicRoughness")) in(*pbr);
    if (const Json* extensions = at(material, "extensions"); extensions && extensions->is_object())
        for (const Json& extension : *extensions) in(extension);
}

void tellMaterials(const Json& root, FaultList& faults)
{
    for (const Json& material : rows(root, "materials"))
        eachTexture(material, [&](const Json& info) {
            tellUnresolved(info, "index", sizeOf(root, "textures"), "texture", faults);
        });
    for (const Json& texture : rows(root, "textures")) {
        tellUnresolved(texture, "sampler", sizeOf(root, "samplers"), "sampler", faults);
        tellUnresolved(texture, "source", sizeOf(root, "images"), "image", faults);
    }
    const Json& materials = rows(root, "materials");
    for (const Json& mesh : rows(root, "meshes"))
        for (const Json& primitive : rows(mesh, "primitives")) {
            const int row = rowIn(primitive, "material");
            if (row < 0 || row >= static_cast<int>(materials.size())) continue;
            eachTexture(materials[row], [&](const Json& info) {
                const int set = std::max(rowIn(info, "texCoord"), 0);
                const Json* attributes = at(primitive, "attributes");
                const std::string name = "TEXCOORD_" + std::to_string(set);
                if (attributes && !at(*attributes, name.c_str()))
                    faults.add(primitive["material"],
                               "its texture needs " + name + ", which the primitive does not have");
            });
        }
}

/// The parents of all nodes; -1 for roots.
std::vector<int> parentsOf(const Json& nodes)
{
    std::vector<int> parents(nodes.size(), -1);
    for (std::size_t row = 0; row < nodes.size(); ++row)
        for (const Json& child : rows(nodes[row], "children"))
            if (child.is_number_unsigned() && child.get<std::uint64_t>() < parents.size())
                parents[child.get<std::size_t>()] = static_cast<int>(row);
    return parents;
}

std::vector<int> upwards(const std::vector<int>& parents, int node)
{
    std::vector<int> way;
    for (; node >= 0 && way.size() <= parents.size(); node = parents[node]) way.push_back(node);
    return way;
}

bool holdsNode(const std::vector<int>& way, int node)
{
    return std::find(way.begin(), way.end(), node) != way.end();
}

void tellSkins(const GltfFile& file, FaultList& faults)
{
    const Json& root = file.json();
    const std::vector<int> parents = parentsOf(rows(root, "nodes"));
    for (const Json& skin : rows(root, "skins")) {
        std::vector<int> common;
        bool first = true;
        for (const Json& joint : rows(skin, "joints")) {
            if (!joint.is_number_unsigned() || joint.get<std::uint64_t>() >= parents.size())
                continue;
            const std::vector<int> way = upwards(parents, joint.get<int>());
            if (std::exchange(first, false)) common = way;
            std::erase_if(common, [&](int node) { return !holdsNode(way, node); });
        }
        const int skeleton = rowIn(skin, "skeleton");
        if (!first && common.empty())
            faults.add(skin["joints"], "the joints hang below no common node");
        else if (!first && skeleton >= 0 && !holdsNode(common, skeleton))
            faults.add(skin["skeleton"], "this node is not above all joints");
        const int matrices = rowIn(skin, "inverseBindMatrices");
        if (matrices < 0 || matrices >= static_cast<int>(file.accessors().size())) continue;
        if (file.accessors()[matrices].components != 16) continue;
        const std::vector<float> values = file.floats(matrices);
        for (std::size_t i = 0; i + 16 <= values.size(); i += 16)
            if (values[i + 3] != 0 || values[i + 7] != 0 || values[i + 11] != 0 ||
                values[i + 15] != 1) {
                faults.add(skin["inverseBindMatrices"], "the last row of inverse bind matrix " +
                                                            std::to_string(i / 16) +
                                                            " is not 0 0 0 1");
                break;
            }
    }
}

}  // namespace

void tellFaults(GltfFile& file)
{
    const Json& root = file.json();
    FaultList faults(file);
    try {
        tellCollections(root, faults);
        tellExtensions(file, faults);
        tellBuffers(root, faults);
        tellCameras(root, faults);
        tellLookFaults(file.json(), faults);
        tellMaterials(root, faults);
        tellImageFaults(file, faults);
        tellAnimationFaults(file, faults);
        tellSkins(file, faults);
        tellMeshFaults(file, faults);
        tellAccessorFaults(file, faults);
    } catch (const Trouble& trouble) {
        faults.add(trouble.at ? *trouble.at : root, trouble.message);
    }
}

}  // namespace posewright::io::gltf
