#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Poles.
namespace posewright::edit {

/// Adding a pole changes no pose: it acts only from its first key on (setJointKey of its node).
struct AddPole {
    ConstraintId target = ConstraintId::None;
    std::optional<Vec3> position;  ///< world; default: polePlaceAt at the start of the range
};
template <std::same_as<AddPole> E>
constexpr auto describe(Of<E>)
{
    return description("addPole", "Add pole", required("target", &E::target),
                       optional("position", &E::position, "position"));
}
Result<Document> make(Document doc, const AddPole& edit, const Context& context);

/// Where a pole keeps a chain bent as it is at a frame: so many chain lengths off its bent joint,
/// in the direction of the bend; that of the rest pose if it is straight. [m] world
/// @pre the chain has three joints or more
Result<Vec3> polePlaceAt(const Document& doc, const Constraint& constraint, double frame,
                         const Context& context, double lengths = 1);

using PoleEdits = Family<AddPole>;

}  // namespace posewright::edit
