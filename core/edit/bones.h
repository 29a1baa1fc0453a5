#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Bones: adding, naming, reparenting, mirroring, and their rest pose.
namespace posewright::edit {

enum class Side { Left, Right };

struct AddBone {
    std::string name;
    NodeId parent = NodeId::None;  ///< None: a root
    Vec3 head = Vec3::Zero();      ///< world, rest pose
    Vec3 tail = Vec3::Zero();      ///< world, rest pose
};
template <std::same_as<AddBone> E>
constexpr auto describe(Of<E>)
{
    return description("addBone", "Add bone", required("name", &E::name, "name"),
                       optional("parent", &E::parent), required("head", &E::head, "position"),
                       required("tail", &E::tail, "position"));
}
Result<Document> make(Document doc, const AddBone& edit);

struct RenameNode {
    NodeId node = NodeId::None;
    std::string name;
};
template <std::same_as<RenameNode> E>
constexpr auto describe(Of<E>)
{
    return description("renameNode", "Rename", required("node", &E::node).formerly("bone"),
                       required("name", &E::name, "name"))
        .formerly("renameBone");
}
Result<Document> make(const Document& doc, const RenameNode& edit);

/// Hangs a node below another one. It keeps its world placement at rest, and its keys are
/// converted, so that it moves as if the old and the new parent were always at rest; those of
/// targets and poles stay as they are.
struct ReparentBone {
    NodeId bone = NodeId::None;
    NodeId parent = NodeId::None;  ///< None: a root
};
template <std::same_as<ReparentBone> E>
constexpr auto describe(Of<E>)
{
    return description("reparentBone", "Reparent bone", required("bone", &E::bone),
                       optional("parent", &E::parent));
}
Result<Document> make(const Document& doc, const ReparentBone& edit);

/// Children go to the parent and keep their world placement at rest; their keys are converted.
/// Vertices of a skin follow the nearest bone above (hand_over.h).
struct RemoveBone {
    NodeId bone = NodeId::None;
};
template <std::same_as<RemoveBone> E>
constexpr auto describe(Of<E>)
{
    return description("removeBone", "Remove bone", required("bone", &E::bone));
}
Result<Document> make(const Document& doc, const RemoveBone& edit);

/// Limits are re-expressed in the new rest frame, so that they allow the same poses. Error: the
/// kind of limit cannot express that.
struct SetRest {
    NodeId node = NodeId::None;
    std::optional<Vec3> translation;
    std::optional<Quat> rotation;
    std::optional<Vec3> scale;
    std::optional<Vec3> tip;
};
template <std::same_as<SetRest> E>
constexpr auto describe(Of<E>)
{
    return description("setRest", "Set rest pose", required("node", &E::node),
                       optional("translation", &E::translation), optional("rotation", &E::rotation),
                       optional("scale", &E::scale), optional("tip", &E::tip));
}
Result<Document> make(const Document& doc, const SetRest& edit);

/// Turns a bone's axes about the line from its joint to its tip. Its children and meshes stay where
/// they are, at rest and at every frame: keys, layers, contacts, hints and limits are re-expressed.
/// Targets that control its orientation turn with it. Error: it has no length, is scaled unevenly,
/// or its limit depends on its own axes, as a box does.
struct RollBone {
    NodeId bone = NodeId::None;
    double by = 0;  ///< [rad] right-handed about the direction to the tip
};
template <std::same_as<RollBone> E>
constexpr auto describe(Of<E>)
{
    return description("rollBone", "Roll bone", required("bone", &E::bone),
                       required("by", &E::by, "angle"));
}
Result<Document> make(const Document& doc, const RollBone& edit);

/// Adds or overwrites the bones of the other side as mirror images in X = 0. Sides are read from
/// names ("LeftArm", "arm_r", "LHipJoint"...).
struct Symmetrize {
    Side from = Side::Left;
};
template <std::same_as<Symmetrize> E>
constexpr auto describe(Of<E>)
{
    return description("symmetrize", "Symmetrize", required("from", &E::from));
}
Result<Document> make(const Document& doc, const Symmetrize& edit);

using BoneEdits =
    Family<AddBone, RenameNode, ReparentBone, RemoveBone, SetRest, Symmetrize, RollBone>;

}  // namespace posewright::edit
