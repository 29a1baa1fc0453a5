#pragma once

#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"

#include <optional>
#include <string>
#include <vector>

/// Taking hold of nodes and moving or turning them: what a drag means, and what an arrow key does.
namespace posewright::operate {

enum class Handling { Move, Turn };

/// A contact that a target is in. Inside it the target stays at the place of the contact, so a drag
/// moves that place, and the keys at both ends with it, so that the limb arrives and leaves without
/// a jump. Between two contacts in the world, the keys of a swing go along, the less the nearer
/// they are to the other one.
struct HeldContact {
    double start = 0;
    double end = 0;
    Affine spaceInverse = Affine::Identity();
    Quat spaceRotation = Quat::Identity();
    struct Key {
        double frame = 0;
        Affine carry = Affine::Identity();  ///< of what it sticks to, from this frame to that
        Quat turn = Quat::Identity();
    };
    std::vector<Key> keys;
    struct Swing {
        double frame = 0;
        Vec3 position = Vec3::Zero();  ///< world, as keyed
        double share = 0;              ///< of the way that the contact goes, in (0, 1)
    };
    std::vector<Swing> swings;
};

/// A limb taken hold of where it bends.
struct HeldBend {
    ConstraintId target = ConstraintId::None;
    Vec3 root = Vec3::Zero();  ///< world, where the line that it turns about starts
    Vec3 axis = Vec3::Zero();  ///< unit, towards the effector
};

/// A node as it was when it was taken hold of.
struct HeldNode {
    NodeId node = NodeId::None;
    ConstraintId target = ConstraintId::None;  ///< None: keyed as a joint
    Vec3 position = Vec3::Zero();              ///< world
    Quat rotation = Quat::Identity();          ///< world
    Affine parentInverse = Affine::Identity();
    Quat parentRotation = Quat::Identity();
    std::optional<HeldContact> contact;
    std::optional<HeldBend> bend;  ///< `position` is then that of the joint that bends
};

/// Those of the nodes that can be moved (turned), without those that hang on another of them and
/// move with it. @pre shown is of doc, or of doc with placements that are not keyed yet
std::vector<HeldNode> hold(const Document& doc, const Evaluation& shown, Handling handling,
                           const std::vector<NodeId>& nodes);
/// A node that can be moved or turned, by itself.
HeldNode holdOne(const Document& doc, const Evaluation& shown, NodeId node);

/// The edits that put a held node there, in the world. A target in a contact takes that along. A
/// node that is no target is keyed by what is given alone.
std::vector<edit::Edit> placed(const HeldNode& held, double frame,
                               const std::optional<Vec3>& position,
                               const std::optional<Quat>& rotation);

/// All of them moved, in the world. [m]
std::vector<edit::Edit> moved(const std::vector<HeldNode>& held, double frame, const Vec3& by);
/// All of them turned, in the world; several targets turn as one about `about`.
std::vector<edit::Edit> turned(const std::vector<HeldNode>& held, double frame, const Quat& by,
                               const Vec3& about);

}  // namespace posewright::operate
