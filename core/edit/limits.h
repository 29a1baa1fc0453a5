#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Limits of joints.
namespace posewright::edit {

using ::posewright::LimitKind;

/// How far a joint may turn or slide, in its rest frame (core/scene/limit.h). Exactly the arguments
/// of the kind must be given; `order` may be left out. Does not change keys.
struct SetLimit {
    NodeId joint = NodeId::None;
    LimitKind kind = LimitKind::Free;
    std::optional<Vec3> axis;                     ///< hinge, cone, prismatic
    std::optional<double> min;                    ///< hinge [rad], prismatic [m]
    std::optional<double> max;                    ///< hinge [rad], prismatic [m]
    std::optional<Vec3> up;                       ///< cone
    std::optional<std::array<double, 4>> angles;  ///< cone: from up, clockwise [rad]
    std::optional<std::array<double, 2>> twist;   ///< cone [rad]
    std::optional<std::array<double, 2>> x;       ///< box [rad]
    std::optional<std::array<double, 2>> y;       ///< box [rad]
    std::optional<std::array<double, 2>> z;       ///< box [rad]
    std::optional<std::string> order;             ///< box: "xyz" turns about x first; the default
};
template <std::same_as<SetLimit> E>
constexpr auto describe(Of<E>)
{
    constexpr std::string_view kRange = "[min,max]";
    return description("setLimit", "Set limit", required("joint", &E::joint),
                       required("kind", &E::kind), optional("axis", &E::axis),
                       optional("min", &E::min), optional("max", &E::max), optional("up", &E::up),
                       optional("angles", &E::angles), optional("twist", &E::twist, kRange),
                       optional("x", &E::x, kRange), optional("y", &E::y, kRange),
                       optional("z", &E::z, kRange), optional("order", &E::order));
}
Result<Document> make(const Document& doc, const SetLimit& edit);
/// The edit that gives a joint this limit.
SetLimit limitEdit(NodeId joint, const Limit& limit);

using LimitEdits = Family<SetLimit>;

}  // namespace posewright::edit
