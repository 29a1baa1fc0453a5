#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// How limbs are bent between their target and their root.
namespace posewright::edit {

/// Sets how a limb is bent at a key of its target, which is added if missing: as it is shown,
/// turned about the line from its root to its effector. Error: the target does not act there, a
/// pole determines the bend, or the limb is straight or has one bone.
struct SetBend {
    ConstraintId target = ConstraintId::None;
    double frame = 0;
    double turn = 0;  ///< [rad] right-handed about the direction to the effector
};
template <std::same_as<SetBend> E>
constexpr auto describe(Of<E>)
{
    return description("setBend", "Set bend", required("target", &E::target),
                       required("frame", &E::frame, kFrame), required("turn", &E::turn, "angle"));
}
Result<Document> make(const Document& doc, const SetBend& edit, const Context& context);

/// At the target's keys in these frames, the bend of its limb follows the keys of the limb's
/// joints; the target moves it from there only as far as needed.
struct BendAsKeyed {
    ConstraintId target = ConstraintId::None;
    std::optional<std::array<double, 2>> frames;  ///< both ends included; default: all its keys
};
template <std::same_as<BendAsKeyed> E>
constexpr auto describe(Of<E>)
{
    return description("bendAsKeyed", "Bend as keyed", required("target", &E::target),
                       optional("frames", &E::frames));
}
Result<Document> make(Document doc, const BendAsKeyed& edit);

using BendEdits = Family<SetBend, BendAsKeyed>;

}  // namespace posewright::edit
