#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Keys of targets.
namespace posewright::edit {

/// Keys the target at a position and, if given, a rotation, both in the world. Without a position
/// it is keyed where it is shown, or, for its first key, where its effector is. The first key of a
/// target without spans adds a Reach span over the whole range.
struct SetTargetKey {
    ConstraintId target = ConstraintId::None;
    double frame = 0;
    std::optional<Vec3> position;
    std::optional<Quat> rotation;
    std::optional<KeyShape> interpolation;
    /// The limb keeps the bend that it is shown with, and keying the target where it is does not
    /// change the motion between its neighbours (core/motion/hint.h).
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

/// Keys a target along the motion that its chain has without it, replacing the target's keys and
/// spans.
struct FitTarget {
    ConstraintId target = ConstraintId::None;
    double within = 0;  ///< [m] > 0: how far joints of the chain may deviate at whole frames

    bool takesLong() const noexcept { return true; }
};
template <std::same_as<FitTarget> E>
constexpr auto describe(Of<E>)
{
    return description("fitTarget", "Fit target", required("target", &E::target),
                       required("within", &E::within, "length"));
}
Result<Document> make(const Document& doc, const FitTarget& edit, const Context& context);

using TargetKeyEdits = Family<SetTargetKey, FitTarget>;

}  // namespace posewright::edit
