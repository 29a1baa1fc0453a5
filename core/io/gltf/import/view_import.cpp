#include "core/io/gltf/import/view_import.h"

#include "core/io/gltf/carried_form.h"
#include "core/io/scaling.h"
#include "core/io/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace posewright::io::gltf {

namespace {

/// A member of an object; null if there is no such object or member.
const Json* at(const Json* object, const char* name)
{
    return object && object->is_object() ? find(*object, name) : nullptr;
}

const Json* rowOf(const Json* list, const Json* index)
{
    if (!list || !list->is_array() || !index || !index->is_number_unsigned()) return nullptr;
    const auto row = index->get<std::uint64_t>();
    return row < list->size() ? &(*list)[row] : nullptr;
}

/// @param usual  the default
double numberIn(const Json* object, const char* name, double usual)
{
    const Json* value = at(object, name);
    return value && value->is_number() ? value->get<double>() : usual;
}

bool isLength(double value)
{
    return value > 0 && value < kEndless;
}

/// In metres of the scene; kEndless if not given, nullopt if not a valid distance.
std::optional<double> farPlaneOf(const Json* view, double scale)
{
    if (!at(view, "zfar")) return kEndless;
    const double far = numberIn(view, "zfar", 0);
    if (!isLength(far) || !isLength(far * scale)) return std::nullopt;
    return far * scale;
}

}  // namespace

std::optional<CameraPart> cameraOf(const Json& file, const Json& node, double scale)
{
    const Json* camera = rowOf(at(&file, "cameras"), at(&node, "camera"));
    if (!camera) return std::nullopt;
    CameraPart out;
    const Json* view = at(camera, "perspective");
    const Json* level = at(camera, "orthographic");
    if (!view == !level) return std::nullopt;
    if (view) {
        out.verticalFov = numberIn(view, "yfov", 0);
        if (!(out.verticalFov > 0 && out.verticalFov < std::numbers::pi)) return std::nullopt;
    } else {
        out.verticalFov = 0;
        out.halfHeight = std::abs(numberIn(level, "ymag", 0));
        if (!isLength(out.halfHeight)) return std::nullopt;
    }
    if (level) out.halfHeight *= scale;
    out.nearPlane = numberIn(view ? view : level, "znear", 0) * scale;
    const std::optional<double> far = farPlaneOf(view ? view : level, scale);
    if (!far || !(out.nearPlane >= 0 && out.nearPlane < *far)) return std::nullopt;
    out.farPlane = *far;
    out.source = static_cast<int>(node["camera"].get<std::uint64_t>());
    return out;
}

std::optional<LightPart> lightOf(const Json& file, const Json& node)
{
    const Json* row = at(at(at(&node, "extensions"), kLightsExtension), "light");
    const Json* light = rowOf(at(at(at(&file, "extensions"), kLightsExtension), "lights"), row);
    const Json* type = at(light, "type");
    if (!type || !type->is_string()) return std::nullopt;
    LightPart out;
    const auto all = words(LightKind{});
    const auto kind = std::find_if(all.begin(), all.end(), [&](const Word<LightKind>& w) {
        return w.word == type->get_ref<const std::string&>();
    });
    if (kind == all.end()) return std::nullopt;
    out.kind = kind->value;
    out.intensity = static_cast<float>(numberIn(light, "intensity", 1));
    if (!(out.intensity >= 0) || !std::isfinite(out.intensity)) return std::nullopt;
    if (const Json* color = at(light, "color"); color && color->is_array() && color->size() == 3)
        for (std::size_t c = 0; c < 3; ++c) {
            if (!(*color)[c].is_number()) return std::nullopt;
            out.color[c] = (*color)[c].get<float>();
            if (!(out.color[c] >= 0) || !std::isfinite(out.color[c])) return std::nullopt;
        }
    const double cone = numberIn(at(light, "spot"), "outerConeAngle", std::numbers::pi / 4);
    if (!(cone > 0 && cone <= std::numbers::pi / 2)) return std::nullopt;
    if (out.kind == LightKind::Spot) out.outerCone = static_cast<float>(cone);
    out.source = static_cast<int>(row->get<std::uint64_t>());
    return out;
}

}  // namespace posewright::io::gltf
