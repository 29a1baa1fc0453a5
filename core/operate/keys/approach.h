#pragma once

#include "core/operate/operate.h"

#include <optional>
#include <vector>

/// How limbs come to the boxes that contacts hold them on, and leave them.
namespace posewright::operate {

/// From the key that is tried first to where the contact acts fully. [s]
inline constexpr double kLeadSeconds = 0.17;

/// The edits that turn those fades of a contact that are between two frames into Reach spans in
/// which the target stays where the contact holds it: there it can be keyed without moving the
/// contact. They act fully where the fade was, and fade before or after that. Empty: there are no
/// such fades, or there is no room.
/// @pre contact is a span of the target
Edits fadesOpened(const Document& doc, const Constraint& target, const Span& contact, double first,
                  double last, const edit::Context& context);

/// Keys beside a contact.
struct Approach {
    NodeId box = NodeId::None;
    Vec3 out = Vec3::Zero();  ///< unit length: of the side of the box that is touched
    double away = 0;          ///< largest distance of the keys from the contact's place [m]
    std::vector<double> before, after;  ///< [frame] of these keys, ascending
    Edits edits;
};

/// If a contact holds the end of a limb on a side of a box and the limb goes through a box on the
/// way to it or from it: keys a little out along the side's normal, before the contact acts fully
/// and after it, and, if that is not enough, beyond an edge of that side. What the contact holds
/// fully stays. Fades at such an end become Reach spans; one that is longer than usual is the time
/// that the contact has for its way, and all keys are in it. Nullopt: there is no such box, the
/// limb goes through none, or no such keys help.
/// @param start  of the contact
std::optional<Approach> approach(const Document& doc, ConstraintId target, double start,
                                 const edit::Context& context);

/// The edits, with those keys for each contact that they set. Error: cancelled.
Result<Edits> withApproaches(const Document& doc, Edits edits, const edit::Context& context);

}  // namespace posewright::operate
