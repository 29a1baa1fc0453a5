#include "core/io/gltf/carried_form.h"
#include "core/io/gltf/faults/faults.h"
#include "core/io/text.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <string>

namespace posewright::io::gltf {

namespace {

/// Where a number of an object has to lie; both ends belong to it.
struct NumberRange {
    const char* name;
    double least;
    double most;
    bool above = false;  ///< the least does not belong to it
};

constexpr double kNoEnd = 1e300;

void tellOutside(const Json& object, const NumberRange& range, FaultList& faults)
{
    const Json* value = at(object, range.name);
    if (!value) return;
    const auto fits = [&](const Json& number) {
        if (!number.is_number()) return false;
        const double is = number.get<double>();
        return (range.above ? is > range.least : is >= range.least) && is <= range.most;
    };
    const bool right =
        value->is_array() ? std::all_of(value->begin(), value->end(), fits) : fits(*value);
    if (!right) faults.add(*value, std::string(range.name) + " is out of its range");
}

bool isAmong(const Json* word, std::initializer_list<const char*> known)
{
    return word &&
           std::any_of(known.begin(), known.end(), [&](const char* name) { return *word == name; });
}

/// Khronos Group, KHR_lights_punctual, light.schema.json.
void tellLights(const Json& root, FaultList& faults)
{
    const Json* extensions = at(root, "extensions");
    const Json* punctual = extensions ? at(*extensions, kLightsExtension) : nullptr;
    static const Json kNone = Json::object();
    const Json& list = rows(punctual ? *punctual : kNone, "lights");
    for (const Json& light : list) {
        if (!light.is_object()) continue;
        const Json* type = at(light, "type");
        if (!isAmong(type, {"directional", "point", "spot"}))
            faults.add(type ? *type : light, "there is no such kind of light");
        tellOutside(light, {"color", 0, 1}, faults);
        tellOutside(light, {"intensity", 0, kNoEnd}, faults);
        tellOutside(light, {"range", 0, kNoEnd, true}, faults);
        const Json* spot = at(light, "spot");
        if (!spot) {
            if (type && *type == "spot") faults.add(light, "spot is missing");
            continue;
        }
        tellOutside(*spot, {"innerConeAngle", 0, std::numbers::pi / 2}, faults);
        tellOutside(*spot, {"outerConeAngle", 0, std::numbers::pi / 2, true}, faults);
        const auto angle = [&](const char* name, double absent) {
            const Json* value = at(*spot, name);
            return value && value->is_number() ? value->get<double>() : absent;
        };
        if (angle("innerConeAngle", 0) >= angle("outerConeAngle", std::numbers::pi / 4))
            faults.add(*spot, "the inner cone of the spot is not inside of the outer one");
    }
    for (const Json& node : rows(root, "nodes")) {
        const Json* own = at(node, "extensions");
        const Json* shown = own ? at(*own, kLightsExtension) : nullptr;
        const Json* light = shown ? at(*shown, "light") : nullptr;
        if (light && (rowOf(light) < 0 || rowOf(light) >= static_cast<int>(list.size())))
            faults.add(*light, "there is no light " + light->dump());
    }
}

/// glTF 2.0, sections 5.19 and 5.22.
void tellSurfaces(const Json& root, FaultList& faults)
{
    for (const Json& material : rows(root, "materials")) {
        if (const Json* mode = at(material, "alphaMode");
            mode && !isAmong(mode, {"OPAQUE", "MASK", "BLEND"}))
            faults.add(*mode, "there is no such alphaMode");
        tellOutside(material, {"alphaCutoff", 0, kNoEnd}, faults);
        tellOutside(material, {"emissiveFactor", 0, 1}, faults);
        if (const Json* occlusion = at(material, "occlusionTexture"))
            tellOutside(*occlusion, {"strength", 0, 1}, faults);
        const Json* surface = at(material, "pbrMetallicRoughness");
        if (!surface) continue;
        for (const char* name : {"baseColorFactor", "metallicFactor", "roughnessFactor"})
            tellOutside(*surface, {name, 0, 1}, faults);
    }
}

/// glTF 2.0, section 5.14.
void tellLenses(const Json& root, FaultList& faults)
{
    for (const Json& camera : rows(root, "cameras")) {
        const Json* lens = at(camera, "perspective");
        if (!lens) continue;
        for (const char* name : {"yfov", "znear", "aspectRatio"})
            tellOutside(*lens, {name, 0, kNoEnd, true}, faults);
    }
}

}  // namespace

void tellLookFaults(const Json& root, FaultList& faults)
{
    tellLights(root, faults);
    tellSurfaces(root, faults);
    tellLenses(root, faults);
}

}  // namespace posewright::io::gltf
