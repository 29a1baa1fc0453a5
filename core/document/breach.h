#pragma once

#include "core/base/number.h"
#include "core/document/describe.h"

#include <cmath>
#include <optional>
#include <string>

/// What the checks of a document's parts share. Internal to core/document.
namespace posewright {

using Check = std::optional<Error>;  ///< the breach, if there is one

/// How far from 1 the length of a unit quaternion or vector may be: files hold float32.
inline constexpr double kUnitTolerance = 1e-6;

inline bool unit(const Vec3& v)
{
    return v.allFinite() && std::abs(v.norm() - 1) <= kUnitTolerance;
}

inline bool unit(const Quat& q)
{
    return q.coeffs().allFinite() && std::abs(q.norm() - 1) <= kUnitTolerance;
}

inline bool inOrder(const Range& range)
{
    return std::isfinite(range.min) && std::isfinite(range.max) && range.min <= range.max;
}

inline std::string at(double frame)
{
    return " at frame " + toText(frame);
}

/// Checks the bounds of a described value's members. `when` replaces `@` in messages: " at frame
/// 5".
template <Described T>
Check checkBounds(const T& value, const std::string& when, const std::string& where)
{
    Check breach;
    eachMember<T>([&](const auto& member) {
        const auto& bound = member.bound;
        if (breach || !bound.holds || bound.holds(value.*member.at)) return;
        std::string text(bound.broken);
        if (const std::size_t place = text.find('@'); place != std::string::npos)
            text.replace(place, 1, when);
        breach = Error{std::move(text), where};
    });
    return breach;
}

/// Checks the parts of a scene's nodes; Scene::make has checked the tree and the names.
/// @param known  checked before; null: none
Check checkScene(const Scene& scene, const Scene* known);
Check checkRig(const Scene& scene, const Rig& rig);
/// @param known  checked before; null: none
/// @param sameRig  `known` was checked against this very scene and rig
Check checkClip(const Document& doc, const Clip& clip, const Clip* known, bool sameRig);

}  // namespace posewright
