#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Keys of targets.
namespace posewright::edit {

/// A key at the target's position (world) and, where given, rotation (world). Without a position
/// the target is keyed where it is shown; its first key is then where its effector is. The first
/// key of a target without spans opens a Reach span over the whole range.
struct SetTargetKey {
    ConstraintId target = ConstraintId::None;
    double frame = 0;
    std::optional<Vec3> position;
    std::optional<Quat> rotation;
    std::optional<KeyShape> interpolation;
    /// The limb stays bent as it is shown there, and a key where the target is changes nothing on
    /// the way to its neighbours (core/motion/hint.h).
    std::optional<bool> keepMotion{};
};
template <std::same_as<SetTargetKey> E>
constexpr auto describe(Of<E>)
{
    return description(
        "setTargetKey", "Set target key", required("target", &E::target),
        required("frame", &E::frame, kFrame), optional("position", &E::position, "position"),
        optional("rotation", &E::rotation), optional("interpolation", &E::interpolation),
        optional("keepMotion", &E::keepMotion));
}
Result<Document> make(Document doc, const SetTargetKey& edit, const Context& context);

/// Keys a target along the motion that there is without it, in place of the keys and spans it has.
struct FitTarget {
    ConstraintId target = ConstraintId::None;
    double within = 0;  ///< [m] no joint of the chain strays farther, on whole frames
};
template <std::same_as<FitTarget> E>
constexpr auto describe(Of<E>)
{
    return description("fitTarget", "Fit target", required("target", &E::target),
                       required("within", &E::within, "length"));
}
Result<Document> make(const Document& doc, const FitTarget& edit, const Context& context);
inline bool takesLong(const FitTarget&)
{
    return true;
}

using TargetKeyEdits = Family<SetTargetKey, FitTarget>;

}  // namespace posewright::edit
