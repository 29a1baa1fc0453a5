#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Targets: added, changed, removed.
namespace posewright::edit {

struct AddTarget {
    std::string name;
    NodeId effector = NodeId::None;
    NodeId root = NodeId::None;
    std::optional<double> frame;  ///< the target is placed as the effector is at this frame;
                                  ///< default: start of the range
    std::optional<double> fit;    ///< [m] keys it along the existing motion within this tolerance
    bool aim = false;             ///< the effector aims at it; it may be its own root
    std::optional<NodeId> meets;  ///< a joint below the root that the effector meets in a loop
    bool keepsDistance = false;   ///< the effector keeps a distance from it

    bool takesLong() const noexcept { return fit.has_value(); }
};
template <std::same_as<AddTarget> E>
constexpr auto describe(Of<E>)
{
    return description("addTarget", "Add target", required("name", &E::name, "name"),
                       required("effector", &E::effector), required("root", &E::root),
                       Constant{"at", "pose"}, optional("frame", &E::frame, kFrame),
                       optional("fit", &E::fit, "length"), optional("aim", &E::aim),
                       optional("meets", &E::meets), optional("keepsDistance", &E::keepsDistance));
}
Result<Document> make(Document doc, const AddTarget& edit, const Context& context);

struct RemoveTarget {
    ConstraintId target = ConstraintId::None;
    bool keepPose = false;  ///< bake the chain to keys first

    bool takesLong() const noexcept { return keepPose; }
};
template <std::same_as<RemoveTarget> E>
constexpr auto describe(Of<E>)
{
    return description("removeTarget", "Remove target",
                       required("target", &E::target).formerly("name"),
                       optional("keepPose", &E::keepPose));
}
Result<Document> make(const Document& doc, const RemoveTarget& edit, const Context& context);

struct SetTarget {
    ConstraintId target = ConstraintId::None;
    std::optional<std::string> solver;
    std::optional<double> weight;
    std::optional<bool> orientation;
    std::optional<double> soft;
    std::optional<NodeId> root;
    std::optional<bool> rootMoves;
    std::optional<Vec3> axis;                 ///< of an aim, in the effector's own frame
    std::optional<std::vector<NodeId>> pins;  ///< replaces the whole list
    std::optional<double> stretch;
    std::optional<double> distance;  ///< that the effector keeps [m]
};
template <std::same_as<SetTarget> E>
constexpr auto describe(Of<E>)
{
    return description("setTarget", "Set target", required("target", &E::target).formerly("name"),
                       optional("solver", &E::solver, "solver"), optional("weight", &E::weight),
                       optional("orientation", &E::orientation), optional("soft", &E::soft),
                       optional("root", &E::root), optional("rootMoves", &E::rootMoves),
                       optional("axis", &E::axis), optional("pins", &E::pins),
                       optional("stretch", &E::stretch), optional("distance", &E::distance));
}
Result<Document> make(Document doc, const SetTarget& edit);

using TargetEdits = Family<AddTarget, RemoveTarget, SetTarget>;

}  // namespace posewright::edit
