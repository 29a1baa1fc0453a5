#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Poles.
namespace posewright::edit {

/// Adding a pole changes no pose: it acts only from its first key on (setJointKey of its node).
struct AddPole {
    ConstraintId target = ConstraintId::None;
    std::optional<Vec3> position;  ///< world; default: in the chain's bend plane
};
template <std::same_as<AddPole> E>
constexpr auto describe(Of<E>)
{
    return description("addPole", "Add pole", required("target", &E::target),
                       optional("position", &E::position, "position"));
}
Result<Document> make(Document doc, const AddPole& edit, const Context& context);

using PoleEdits = Family<AddPole>;

}  // namespace posewright::edit
