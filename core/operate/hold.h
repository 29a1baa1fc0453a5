#pragma once

#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"

#include <optional>
#include <string>
#include <vector>

/// Moving or turning nodes in the world, by a drag or by arrow keys.
namespace posewright::operate {

enum class Handling { Move, Turn };

/// A contact that a dragged target is in. The target stays at the contact's place, so a drag moves
/// that place, and with it the keys at both ends, so that the limb arrives and leaves without a
/// jump. Keys of a swing between two contacts in the world move along, with a share that falls
/// towards the other contact.
struct HeldContact {
    double start = 0;
    double end = 0;
    Affine spaceInverse = Affine::Identity();
    Quat spaceRotation = Quat::Identity();
    struct Key {
        double frame = 0;
        Affine carry =
            Affine::Identity();  ///< motion of its space, from the frame of the drag to this one
        Quat turn = Quat::Identity();
    };
    std::vector<Key> keys;
    struct Swing {
        double frame = 0;
        Vec3 position = Vec3::Zero();  ///< world, as keyed
        double share = 0;              ///< of the contact's move, in (0, 1)
    };
    std::vector<Swing> swings;
};

/// A limb that is dragged at its bend.
struct HeldBend {
    ConstraintId target = ConstraintId::None;
    Vec3 root = Vec3::Zero();  ///< world, start of the line that it turns about
    Vec3 axis = Vec3::Zero();  ///< unit, towards the effector
};

/// A node's state when the drag began.
struct HeldNode {
    NodeId node = NodeId::None;
    ConstraintId target = ConstraintId::None;  ///< None: keyed as a joint
    bool prop = false;                         ///< neither a bone, nor what leads one
    bool atRest = false;                       ///< a prop whose rest place is written
    bool turnsFirst = false;                   ///< a target that turns its joint with its first
                                               ///< key: both properties are keyed
    Vec3 position = Vec3::Zero();              ///< world
    Quat rotation = Quat::Identity();          ///< world
    Affine parentInverse = Affine::Identity();
    Quat parentRotation = Quat::Identity();
    std::optional<HeldContact> contact;
    std::optional<HeldBend> bend;  ///< if set, `position` is that of the bending joint
};

/// The nodes, without those that move with another of them: its descendants, or, for a prop, limbs
/// in contact with it.
/// @pre as for `hold`
std::vector<NodeId> notCarried(const Document& doc, const Evaluation& shown,
                               const std::vector<NodeId>& nodes);

/// The nodes of `notCarried` that can be moved or turned.
/// @pre shown is of doc, or of doc with placements that are not keyed yet
std::vector<HeldNode> hold(const Document& doc, const Evaluation& shown, Handling handling,
                           const std::vector<NodeId>& nodes);
/// The same for a single node. @pre it can be moved or turned
HeldNode holdOne(const Document& doc, const Evaluation& shown, NodeId node);

/// The edits that place a held node in the world. A target in a contact moves that contact. For
/// other nodes only the given properties are keyed; a prop without keys in this clip is placed at
/// rest, and so in all clips that do not key it. Limbs in contact with props arrive and leave
/// without a jump where these edits are applied with `applyWithEnds`.
std::vector<edit::Edit> placed(const HeldNode& held, double frame,
                               const std::optional<Vec3>& position,
                               const std::optional<Quat>& rotation);

/// All of them moved, in the world. [m]
std::vector<edit::Edit> moved(const std::vector<HeldNode>& held, double frame, const Vec3& by);
/// All of them turned, in the world; several targets and props turn as one about `about`.
std::vector<edit::Edit> turned(const std::vector<HeldNode>& held, double frame, const Quat& by,
                               const Vec3& about);

}  // namespace posewright::operate
