#include "app/import/world.h"

#include <cmath>
#include <optional>

namespace posewright::import {

namespace {

std::optional<double> numberOf(const aiMetadata* data, const char* key)
{
    if (!data) return std::nullopt;
    if (double value = 0; data->Get(key, value)) return value;
    if (float value = 0; data->Get(key, value)) return value;
    if (int32_t value = 0; data->Get(key, value)) return value;
    return std::nullopt;
}

aiVector3D axisOf(const aiMetadata* data, const char* axis, const char* sign, aiVector3D absent)
{
    const std::optional<double> which = numberOf(data, axis);
    if (!which || *which < 0 || *which > 2) return absent;
    aiVector3D out;
    out[static_cast<unsigned>(*which)] =
        static_cast<ai_real>(numberOf(data, sign).value_or(1) < 0 ? -1 : 1);
    return out;
}

}  // namespace

World worldOf(const aiScene& scene)
{
    const aiMetadata* data = scene.mMetaData;
    World world;
    // FBX units are in centimetres.
    if (const auto unit = numberOf(data, "UnitScaleFactor"); unit && *unit > 0)
        world.metres = *unit / 100;
    const aiVector3D right = axisOf(data, "CoordAxis", "CoordAxisSign", {1, 0, 0});
    const aiVector3D up = axisOf(data, "UpAxis", "UpAxisSign", {0, 1, 0});
    aiVector3D front = axisOf(data, "FrontAxis", "FrontAxisSign", {0, 0, 1});
    // If an axis is given twice or the system is left-handed, keep the up axis.
    if (((right ^ up) - front).Length() > 0.5) front = right ^ up;
    if (front.Length() > 0.5)
        world.turn =
            aiMatrix3x3(right.x, right.y, right.z, up.x, up.y, up.z, front.x, front.y, front.z);
    return world;
}

aiMatrix4x4 composed(const aiVector3D& scale, const aiQuaternion& turn, const aiVector3D& place)
{
    const aiMatrix3x3 r = turn.GetMatrix();
    const aiVector3D& s = scale;
    return {r.a1 * s.x, r.a2 * s.y, r.a3 * s.z, place.x,    r.b1 * s.x, r.b2 * s.y,
            r.b3 * s.z, place.y,    r.c1 * s.x, r.c2 * s.y, r.c3 * s.z, place.z,
            0,          0,          0,          1};
}

Decomposed decomposed(const aiMatrix4x4& matrix)
{
    aiVector3D scale, place;
    aiQuaternion turn;
    matrix.Decompose(scale, turn, place);
    turn.Normalize();
    Decomposed out;
    out.translation = {place.x, place.y, place.z};
    out.rotation = {turn.x, turn.y, turn.z, turn.w};
    out.scale = {scale.x, scale.y, scale.z};
    const aiMatrix4x4 again = composed(scale, turn, place);
    const ai_real size = std::abs(scale.x) + std::abs(scale.y) + std::abs(scale.z);
    for (unsigned row = 0; row < 3; ++row)
        for (unsigned column = 0; column < 3; ++column)
            out.sheared =
                out.sheared || std::abs(again[row][column] - matrix[row][column]) > 1e-4F * size;
    return out;
}

Decomposed inWorld(const World& world, Decomposed local, bool top)
{
    aiVector3D place(local.translation[0], local.translation[1], local.translation[2]);
    place *= static_cast<ai_real>(world.metres);
    if (top) {
        place = world.turn * place;
        const aiQuaternion turned =
            aiQuaternion(world.turn) * aiQuaternion(local.rotation[3], local.rotation[0],
                                                    local.rotation[1], local.rotation[2]);
        local.rotation = {turned.x, turned.y, turned.z, turned.w};
    }
    local.translation = {place.x, place.y, place.z};
    return local;
}

}  // namespace posewright::import
