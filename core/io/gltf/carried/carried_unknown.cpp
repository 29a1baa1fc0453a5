#include "core/io/gltf/carried/carried_unknown.h"

#include "core/io/text.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace posewright::io::gltf {

namespace {

constexpr std::size_t kMostPlacesNamed = 5;

/// Takes the objects of unknown extensions out of a form.
class UnknownDropper {
public:
    UnknownDropper(const CarriedForm& form, const Document& doc) : form_(form), doc_(doc) {}

    void take(Json& value, const std::string& place)
    {
        if (value.is_array())
            for (std::size_t i = 0; i < value.size(); ++i)
                take(value[i], place + '/' + std::to_string(i));
        if (!value.is_object()) return;
        takeExtensions(value, place);
        for (auto& [name, member] : value.items()) {
            if (name == "extras" || !member.is_structured()) continue;
            std::string below = place;
            below.append(1, '/').append(name);
            take(member, below);
        }
    }

    /// By the extension's name: the places of its objects.
    std::map<std::string, std::vector<std::string>> places;

private:
    void takeExtensions(Json& object, const std::string& place)
    {
        const auto extensions = object.find("extensions");
        if (extensions == object.end() || !extensions->is_object()) return;
        for (auto it = extensions->begin(); it != extensions->end();) {
            if (isKnownExtension(it.key())) {
                ++it;
                continue;
            }
            places[it.key()].push_back(nameOf(place));
            it = extensions->erase(it);
        }
        if (extensions->empty()) object.erase(extensions);
    }

    /// A node by its name, other things by their place in the file.
    std::string nameOf(const std::string& place) const
    {
        constexpr std::string_view kNodes = "#/nodes/";
        if (place == "#") return "the file itself";
        if (!place.starts_with(kNodes) || place.find('/', kNodes.size()) != std::string::npos)
            return place;
        const auto row = static_cast<std::size_t>(std::stoul(place.substr(kNodes.size())));
        const NodeIndex node = doc_.scene->find(form_.nodeOf(row));
        return node == kNoNode ? place : inQuotes((*doc_.scene)[node].name);
    }

    const CarriedForm& form_;
    const Document& doc_;
};

bool isPackingOfViews(const std::string& name)
{
    return name.find("meshopt_compression") != std::string::npos;
}

}  // namespace

void dropUnknownExtensions(CarriedForm& form, const Document& doc, const char* with,
                           Diagnostics& told)
{
    UnknownDropper dropper(form, doc);
    dropper.take(form.gltf, "#");
    for (const auto& [name, places] : dropper.places) {
        std::string where;
        for (std::size_t i = 0; i < std::min(places.size(), kMostPlacesNamed); ++i)
            where += (i > 0 ? ", " : "") + places[i];
        if (places.size() > kMostPlacesNamed)
            where += " and " + std::to_string(places.size() - kMostPlacesNamed) + " more places";
        told.push_back({Diagnostic::Severity::Warning,
                        "what the extension " + inQuotes(name) + " says may refer to the " + with +
                            ", and is left out with them: of " + where,
                        {}});
    }
    for (const char* list : {"extensionsUsed", "extensionsRequired"}) {
        if (!form.gltf.contains(list)) continue;
        auto& names = form.gltf[list].get_ref<Json::array_t&>();
        std::erase_if(names, [](const Json& name) {
            return !name.is_string() || !isKnownExtension(name.get_ref<const std::string&>());
        });
        if (names.empty()) form.gltf.erase(list);
    }
}

bool pointsAtUnknown(const Json& channel)
{
    const std::string* pointer = pointerIn(channel["target"]);
    if (!pointer) return false;
    constexpr std::string_view kMember = "/extensions/";
    for (std::size_t at = pointer->find(kMember); at != std::string::npos;
         at = pointer->find(kMember, at + 1)) {
        const std::size_t first = at + kMember.size();
        if (!isKnownExtension(pointer->substr(first, pointer->find('/', first) - first)))
            return true;
    }
    return false;
}

void unpackCarriedViews(Json& gltf)
{
    const auto unpack = [&](Json& object) {
        const auto extensions = object.find("extensions");
        if (extensions == object.end()) return false;
        bool packed = false;
        for (auto it = extensions->begin(); it != extensions->end();) {
            const bool packs = isPackingOfViews(it.key());
            packed = packed || packs;
            it = packs ? extensions->erase(it) : std::next(it);
        }
        if (extensions->empty()) object.erase(extensions);
        return packed;
    };
    if (gltf.contains("bufferViews"))
        for (Json& view : gltf["bufferViews"])
            if (unpack(view)) view[kWasPacked] = true;
    if (gltf.contains("buffers"))
        for (Json& buffer : gltf["buffers"]) unpack(buffer);
}

int forgetPacked(Json& gltf)
{
    int count = 0;
    if (gltf.contains("bufferViews"))
        for (Json& view : gltf["bufferViews"]) count += static_cast<int>(view.erase(kWasPacked));
    return count;
}

}  // namespace posewright::io::gltf
