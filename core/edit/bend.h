#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// How limbs are bent between their target and their root.
namespace posewright::edit {

/// How a limb is bent at a key of its target, which is put where there is none: as it is shown,
/// turned about the line from its root to its effector. Error: it does not act there, its pole
/// says how it is bent, or it is straight or of one bone.
struct SetBend {
    ConstraintId target = ConstraintId::None;
    double frame = 0;
    double turn = 0;  ///< [rad] right-handed about the way to the effector
};
template <std::same_as<SetBend> E>
constexpr auto describe(Of<E>)
{
    return description("setBend", "Set bend", required("target", &E::target),
                       required("frame", &E::frame, kFrame), required("turn", &E::turn, "angle"));
}
Result<Document> make(const Document& doc, const SetBend& edit, const Context& context);

/// From the target's keys in these frames on, its limb is bent as the keys of its joints have it
/// there, and as far as the target asks for more, from there.
struct BendAsKeyed {
    ConstraintId target = ConstraintId::None;
    std::optional<std::array<double, 2>> frames;  ///< both ends in; default: all its keys
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
