#include "core/io/gltf/project/checks.h"

#include "core/base/crc32.h"
#include "core/io/gltf/project/key_data.h"

#include <iterator>
#include <utility>
#include <variant>

namespace posewright::io::gltf {

namespace {

constexpr const char* kCheck = "crc";

/// The checksum stored in an object; null if there is none.
const std::string* checkIn(const Json& json)
{
    if (!json.is_object()) return nullptr;
    const auto check = json.find(kCheck);
    return check != json.end() && check->is_string() ? check->get_ptr<const std::string*>()
                                                     : nullptr;
}

void addNumber(Crc32& crc, double value)
{
    const double kept = value + 0.0;  // other programs drop the sign of zero
    crc.add({reinterpret_cast<const char*>(&kept), sizeof kept});
}

void addText(Crc32& crc, char mark, std::string_view text)
{
    crc.add({&mark, 1});
    addNumber(crc, static_cast<double>(text.size()));
    crc.add(text);
}

void addValue(Crc32& crc, const Json& json);

void addPart(Crc32& crc, const Json& json)
{
    if (const std::string* check = checkIn(json))
        addText(crc, 'c', *check);
    else
        addValue(crc, json);
}

void addValue(Crc32& crc, const Json& json)
{
    switch (json.type()) {
    case Json::value_t::object:
        crc.add("{");
        for (const auto& [name, value] : json.items()) {
            // kCheck is the sum itself; the others are known only after it.
            if (name == kCheck || name == "data" || name == "digest") continue;
            addText(crc, 'm', name);
            addPart(crc, value);
        }
        crc.add("}");
        break;
    case Json::value_t::array:
        crc.add("[");
        for (const Json& value : json) addPart(crc, value);
        crc.add("]");
        break;
    case Json::value_t::string: addText(crc, 's', json.get_ref<const std::string&>()); break;
    case Json::value_t::boolean: crc.add(json.get<bool>() ? "t" : "f"); break;
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
    case Json::value_t::number_float:
        crc.add("#");
        addNumber(crc, json.get<double>());
        break;
    default: crc.add("n");
    }
}

/// Bytes of other programs that the root object carries.
std::string_view carriedBytes(const Json& object, std::string_view data)
{
    const auto whole = [&](const char* name) -> std::size_t {
        const auto value = object.find(name);
        return value != object.end() && value->is_number_unsigned() ? value->get<std::size_t>() : 0;
    };
    const std::size_t at = whole("carriedAt");
    return at < data.size() ? data.substr(at, whole("carriedSize")) : std::string_view();
}

/// Checksum of an object and the data that it refers to; empty if that data does not exist.
std::string checkOf(const Json& object, std::string_view data)
{
    Crc32 crc;
    addValue(crc, object);
    const auto pieces = keyBytes(object, data);
    if (!pieces) return {};
    for (const std::string_view piece : *pieces) crc.add(piece);
    crc.add(carriedBytes(object, data));
    return crc.text();
}

void addChecksBelow(Json& json, std::string_view data)
{
    for (Json& value : json) {
        if (!value.is_structured()) continue;
        if (value.is_object() && (json.is_array() || value.contains("at")))
            addChecks(value, data);
        else
            addChecksBelow(value, data);
    }
}

struct Search {
    std::string_view data;
    Damage damage;
    int curves = 0;
    int brokenCurves = 0;

    void look(const Json& json, const Json* row)
    {
        if (const std::string* check = checkIn(json)) {
            const bool broken = checkOf(json, data) != *check;
            if (json.contains("at")) {
                ++curves;
                brokenCurves += broken ? 1 : 0;
            }
            if (broken) damage.places.push_back({&json, row});
        }
        if (!json.is_structured()) return;
        for (const Json& value : json) {
            const bool names =
                value.is_object() && (value.contains("constraint") || value.contains("effector") ||
                                      (!row && value.contains("node")));
            look(value, names ? &value : row);
        }
    }
};

template <class T>
void addBytes(Crc32& crc, const std::vector<T>& values)
{
    addNumber(crc, static_cast<double>(values.size()));
    crc.add({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
}

void addMorphs(Crc32& crc, const MeshPart& part)
{
    for (const Morph& morph : part.mesh->morphs) {
        addText(crc, 's', morph.name);
        addBytes(crc, morph.vertices);
        addBytes(crc, morph.positions);
        addBytes(crc, morph.normals);
    }
    for (const double weight : part.morphs) addNumber(crc, weight);
}

}  // namespace

void addChecks(Json& object, std::string_view data)
{
    addChecksBelow(object, data);
    object[kCheck] = checkOf(object, data);
}

std::string valueCheck(const Json& value)
{
    Crc32 crc;
    addValue(crc, value);
    return crc.text();
}

Damage findDamage(const Json& object, std::string_view data)
{
    Search search{data, {}, 0, 0};
    search.look(object, nullptr);
    search.damage.keysAreGone = search.curves > 0 && search.brokenCurves == search.curves;
    return std::move(search.damage);
}

std::string nodeCheck(const Json& extension, const Node& node, NodeId parent,
                      const std::vector<Skin>& skins)
{
    Crc32 crc;
    addValue(crc, extension);
    addText(crc, 's', node.name);
    addNumber(crc, static_cast<double>(parent));
    for (int i = 0; i < 3; ++i) addNumber(crc, node.rest.translation[i]);
    for (int i = 0; i < 4; ++i) addNumber(crc, node.rest.rotation.coeffs()[i]);
    for (int i = 0; i < 3; ++i) addNumber(crc, node.rest.scale[i]);
    const auto* part = std::get_if<MeshPart>(&node.part);
    if (!part) return crc.text();
    addBytes(crc, part->mesh->positions);
    addBytes(crc, part->mesh->normals);
    addBytes(crc, part->mesh->indices);
    addBytes(crc, part->mesh->joints);
    addBytes(crc, part->mesh->weights);
    // Earlier versions wrote meshes with morphs without checking them.
    if (extension.contains("morphs")) addMorphs(crc, *part);
    if (part->skin < 0 || part->skin >= std::ssize(skins)) return crc.text();
    for (const NodeId joint : skins[part->skin].joints) addNumber(crc, static_cast<double>(joint));
    addBytes(crc, skins[part->skin].inverseBind);
    return crc.text();
}

}  // namespace posewright::io::gltf
