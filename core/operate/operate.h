// Long: every operation there is, one after another.
#pragma once

#include "core/base/members.h"
#include "core/base/words.h"
#include "core/edit/edit.h"
#include "core/operate/copied.h"
#include "core/operate/easings.h"
#include "core/operate/pose.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// Operations: what a gesture means, as data. An operation turns picks and a few arguments into
/// edits of a document. The window passes the selection and commits the edits; lists of edits and
/// the command line use the same operations. Histories and journals store the plain edits.
///
/// In the structs below a frame is one of the active clip and need not be whole, lengths are in
/// metres, and positions and rotations are in world space. An empty list picks nothing: an
/// operation with nothing to work on gives no edits, unless its comment says otherwise.
///
/// To add an operation: its struct, its place in `AnyOperation` and its `row` in this file, and a
/// source with its function and that row.
namespace posewright::operate {

using Edits = std::vector<edit::Edit>;

// targets/body.cpp
/// Gives a two-legged figure its targets: "Left hand", "Right hand", "Left foot", "Right foot" and
/// "Body", as far as the names of its bones show them and they have no target yet. The chains of
/// hands and feet are the two bones above them; feet keep their orientation; the effector of the
/// body is the bone above the hips, as a root that may move. The pose does not change. Names are
/// read without prefixes up to a colon, ignoring case: "mixamorig:LeftHand", "hand_l", "LWrist".
/// Control bones, like "handIK.l" or "control-foot-roll.l", are skipped. If names do not tell, the
/// bones are found as `retarget` finds them; an arm or leg without a hand or foot ends at its tip.
/// Hands move with the body, as NewTargets has it. Error: no hand and no foot is found.
struct TargetsForBody {
    std::optional<double> frame;  ///< where the pose is read; empty: at the start of the range
};

// targets/new_targets.cpp
/// A target on each bone that has none, with the two bones above it as its chain, or for a finger
/// all from the upper arm down. Joints at the same place count as one.
struct NewTargets {
    std::vector<NodeId> bones;    ///< nodes that are not bones are an error
    std::optional<double> frame;  ///< where the pose is read; empty: at the start of the range
    /// For the last bone of a chain, the effector is a joint "NAME_end" added at its tip, if the
    /// tip was placed, the bone has no keys, and its name is not of a hand, foot or other body part
    /// at whose joint a limb ends.
    bool tips = false;
    /// The targets move with the body, or stay in the world. Empty: those of hands, and on recorded
    /// motion all but those of legs, move with the body above the limb, unless they stand still in
    /// the world there.
    std::optional<bool> along{};
    /// The kind of the targets, by its argument of edit::AddTarget, as "keepsDistance". Empty: the
    /// bones come to them.
    std::string kind{};
};

// targets/new_aims.cpp
/// For each bone a target that it aims at by turning only itself. A figure's head looks there with
/// its face, any other bone along itself.
struct NewAims {
    std::vector<NodeId> bones;    ///< as in NewTargets
    std::optional<double> frame;  ///< as that of NewTargets
};

// targets/new_targets.cpp
/// A pole for each target that has none, where it keeps the limb bent as it is.
struct NewPoles {
    std::vector<ConstraintId> targets;
    std::optional<double> frame{};  ///< where the pose is read; empty: at the start of the range
};
/// A target that makes two bones meet, with their lowest common ancestor as root. A picked target
/// stands for its effector. Error: there are not two bones, or no bone is above both.
struct CloseLoop {
    std::vector<NodeId> nodes;    ///< bones or targets; empty is an error, too
    std::optional<double> frame;  ///< as that of NewTargets
};

// targets/target_space.cpp
/// Makes targets children of a node, or of the world. Their keys keep their world placement in all
/// clips. Error: it is the target of a loop, a layer moves it, or it would move itself.
struct TargetSpace {
    std::vector<ConstraintId> targets;
    NodeId space = NodeId::None;    ///< None: the world
    std::optional<double> frame{};  ///< the frame at which a target without keys keeps its place;
                                    ///< empty: the range's start
};

/// Makes targets children of the body above their limbs, or of the world, as TargetSpace does.
/// Targets with no hips and no spine above are not changed.
struct GoAlong {
    std::vector<ConstraintId> targets;
    bool along = true;              ///< false: of the world
    std::optional<double> frame{};  ///< as in TargetSpace
};

// targets/fit.cpp
/// Keys targets along the motion without them, replacing their keys and spans.
struct FitTargets {
    std::vector<ConstraintId> targets;  ///< empty: all
    std::optional<double> within;       ///< [m] how far joints of their chains may deviate at whole
                                        ///< frames; empty: a hundredth of the figure's size
};

// poses/key_pose.cpp
/// Keys nodes as they are shown: targets and poles by position, props by position and rotation,
/// joints by rotation and, if it has keys already, translation. A target at an end
/// of a contact is keyed where that keeps it; a joint of recorded motion is keyed on the
/// layer that is written to, if there is one.
struct KeyPose {
    std::vector<NodeId> nodes;
    double frame = 0;  ///< the frame whose pose is keyed at it
};
/// Keys targets where the ends of their limbs are shown.
struct MatchTargets {
    std::vector<ConstraintId> targets;
    double frame = 0;  ///< whose pose is read, and where the keys go
};

// targets/hold.cpp
/// Moves targets, poles, roots and props as a drag does, in the world; roots of recorded motion get
/// keys on a layer (dense_key.h), props without keys in this clip another rest pose. Nodes below
/// another of the nodes are skipped; a target in a contact moves the contact. Error: none of them
/// can be moved at this frame.
struct MoveNodes {
    std::vector<NodeId> nodes;
    double frame = 0;        ///< of the keys, or inside the contact to move
    Vec3 by = Vec3::Zero();  ///< [m] world
};
/// Turns targets, roots, joints and props as a drag does, in the world; those of recorded motion
/// get keys on a layer (dense_key.h), props without keys in this clip another rest pose. Error:
/// none of them can be turned at this frame.
struct TurnNodes {
    std::vector<NodeId> nodes;
    double frame = 0;            ///< as that of MoveNodes
    Quat by = Quat::Identity();  ///< world; nearly of length 1
    std::optional<Vec3> about;   ///< [m] world: centre about which several targets turn together;
                                 ///< empty: the last of the nodes
};
/// Moves the contact that a target is in at a frame, with the keys at its ends, so that the limb
/// arrives and leaves without a jump. Error: it is in none.
struct MoveContact {
    ConstraintId target = ConstraintId::None;
    double frame = 0;              ///< inside the contact
    std::optional<Vec3> position;  ///< [m] world; empty: unchanged
    std::optional<Quat> rotation;  ///< world, nearly of length 1; empty: unchanged
};

// targets/nudge.cpp
/// Moves nodes by a step in the world, or turns those that can only be turned; with `turns` all
/// that can be turned. Nodes that cannot be moved or turned by themselves, and those that another
/// of the nodes carries, are skipped.
struct NudgeNodes {
    std::vector<NodeId> nodes;
    double frame = 0;              ///< of the keys, or inside the contact to move
    Vec3 by = Vec3::Zero();        ///< [m] world
    Quat turn = Quat::Identity();  ///< world; nearly of length 1
    bool turns = false;
};

// targets/place_node.cpp
/// Places a node: a target in the world, other nodes in the space of their parent, in its units. A
/// target in a contact moves the contact. A prop without keys in this clip is placed at rest, and
/// so in all clips that do not key it; all else gets a key. With neither a position nor a rotation:
/// no edits.
struct PlaceNode {
    NodeId node = NodeId::None;
    double frame = 0;              ///< of the key
    std::optional<Vec3> position;  ///< empty: unchanged
    std::optional<Quat> rotation;  ///< nearly of length 1; empty: unchanged
};

// targets/look_along.cpp
/// Changes which side of their bones aims look along. The target of one without a key, if it is a
/// child of the world, goes in front of that side at its distance. Error: one of them is no aim.
struct LookAlong {
    std::vector<ConstraintId> targets;
    std::optional<Vec3> axis;       ///< in the bone's own axes; empty: towards its tip
    std::optional<double> frame{};  ///< where the pose is read; empty: at the start of the range
};

// targets/pin_joint.cpp
/// Lets a joint keep the place that its keys give it while targets pull at their chains, or lets it
/// move again. Error: it is not between the root and the effector of each.
struct PinJoint {
    std::vector<ConstraintId> targets;
    NodeId joint = NodeId::None;
    bool held = true;
};

// keys/key_influence.cpp
/// Keys the influence of targets at a frame.
struct KeyInfluence {
    std::vector<ConstraintId> targets;
    double frame = 0;
    std::optional<double> value{};  ///< in [0, 1]; empty: as it is at the frame
};

// keys/mark_frame.cpp
/// Adds a marker, named with the first free number; no edits if the frame has one.
struct MarkFrame {
    double frame = 0;
    std::string name = "Marker";  ///< before the number: "Marker 3"
};

// poses/mirror_pose.cpp
/// Keys the mirror image of the pose that is shown at a frame, exchanging left and right by the
/// names of bones and targets. Only nodes that are keyed, or whose counterpart is, get keys. A
/// joint gets the rotation of its counterpart from rest, so that their axes may differ; bones that
/// a target owns at the frame follow it.
struct MirrorPose {
    double frame = 0;  ///< whose pose is read, and where the keys go
};

// keys/spans.cpp
/// Sets spans of one kind. Replaces the given spans; or, for each target, covers its given keys, or
/// runs from its only given key or `frame` to its next key or the end of the range or preview. A
/// contact from `frame` on ends half way to a key at another place; on recorded motion that stands
/// still there it covers the whole stance. New spans get fades (new_span.h).
struct SetSpans {
    SpanKind kind = SpanKind::Contact;
    std::vector<edit::SpanRef> spans;   ///< if not empty, the members below are ignored
    std::vector<ConstraintId> targets;  ///< empty, and no spans: no edits
    std::vector<edit::KeyRef> keys;     ///< if none is of a target, its span starts at `frame`
    double frame = 0;
};
/// A contact from a frame to the target's next key, or half way if that is at another place.
struct PlantFoot {
    ConstraintId target = ConstraintId::None;
    double frame = 0;  ///< start of the contact
};
/// Sets one span, with fades.
struct DrawSpan {
    ConstraintId target = ConstraintId::None;
    double start = 0;  ///< [frame]
    double end = 0;    ///< [frame] >= start
    SpanKind kind = SpanKind::Reach;
};
enum class SpanEnd { Start, End };
/// Makes spans start or end at a frame: the given ones, else those that the targets are in at the
/// frame. If a target is in none, the last span before is extended to the frame, or the next one is
/// made to start there. Given spans on the wrong side of the frame are not changed.
struct TrimSpans {
    std::vector<edit::SpanRef> spans;   ///< if not empty, `targets` is ignored
    std::vector<ConstraintId> targets;  ///< empty, and no spans: no edits
    double frame = 0;                   ///< their new start or end
    SpanEnd side = SpanEnd::Start;
};
std::span<const Word<SpanEnd>> words(SpanEnd);
/// The span of a target that TrimSpans changes if no spans are given; null: none.
const Span* spanToTrim(const SpanRow* row, double frame, SpanEnd side);

// keys/retime.cpp
/// Moves keys, spans and markers, each of which may be empty. With ripple, everything after the
/// first of the keys on their rows moves, too, but no farther back than the key before.
struct MoveInTime {
    std::vector<edit::KeyRef> keys;
    std::vector<edit::SpanRef> spans;
    std::vector<double> markers;  ///< their frames
    double by = 0;                ///< [frame] < 0: back; 0: no edits
    bool ripple = false;
};
/// Removes keys, spans and markers, each of which may be empty. With ripple, the gap that the keys
/// leave is closed, unless other keys are in it.
struct RemoveInTime {
    std::vector<edit::KeyRef> keys;
    std::vector<edit::SpanRef> spans;
    std::vector<double> markers;  ///< their frames
    bool ripple = false;
};
/// Copies keys to other frames.
struct DuplicateKeys {
    std::vector<edit::KeyRef> keys;
    std::optional<double>
        by;  ///< [frame] 0: no edits; empty: the copies follow directly after the keys
};
/// Inserts frames at a frame, or removes frames after it, on all rows.
struct InsertTime {
    double frame = 0;
    double frames = 0;  ///< how many [frame]; < 0: removes; 0: no edits
};
/// Changes the frames of a span. A neighbour that it touched is stretched to stay in touch. A
/// contact moves the keys at its ends; if it leaves time that no neighbour takes and the limb has
/// no motion of its own, a Reach span fills it.
struct RetimeSpan {
    edit::SpanRef span;
    double start = 0;    ///< [frame]
    double end = 0;      ///< [frame] >= start
    bool alone = false;  ///< neighbours and keys are not changed, and no time is filled
};
/// Changes the fades of a span, shortened to fit its length.
struct FadeSpan {
    edit::SpanRef span;
    double in = 0;   ///< [frame], >= 0
    double out = 0;  ///< [frame], >= 0
};
/// Moves the marker at a frame to another frame.
struct MoveMarker {
    double frame = 0;  ///< no edits if there is no marker
    double to = 0;     ///< [frame]
};

// keys/easings.cpp
/// Sets the easing of keys.
struct EaseKeys {
    std::vector<edit::KeyRef> keys;
    Easing easing = Easing::Smooth;
};
/// Sets the easing after that of the first of the keys, in the cycle smooth, linear, hold, eased.
struct NextEasing {
    std::vector<edit::KeyRef> keys;
};

// keys/set_key_value.cpp
/// Sets what a key says. Error: a share for a node's key, or none for another.
struct SetKeyValue {
    edit::KeyRef key;                 ///< of one node, target or layer at a frame
    std::optional<Vec3> translation;  ///< local [m]; of a layer's key: its offset
    std::optional<Quat> rotation;     ///< likewise
    std::optional<double> share;      ///< of a key of influence, or of a layer's weight
};

// clips/paste.cpp
/// Pastes copied keys and spans at a frame. If they are all of one target or joint, `to` can name
/// another one.
struct Paste {
    Copied copied;
    double frame = 0;          ///< the frame for Copied::frame
    std::optional<NodeId> to;  ///< empty: the nodes that they were copied from
};

// clips/paste_flipped.cpp
/// As Paste, exchanging left and right by the names of bones and targets; or, with `from`, the
/// mirrored motion at that frame of all keyed nodes that no target owns. With keepPlanted
/// everything is moved along the ground so that one target stays at its contact: `keep`, else the
/// lowest of those in a contact at the frame. Error: neither `copied` nor `from` is given, or the
/// target to keep is not pasted.
struct PasteFlipped {
    std::optional<Copied> copied;
    std::optional<double> from;  ///< [frame]
    double to = 0;               ///< the frame for Copied::frame or `from`
    bool keepPlanted = true;
    std::optional<ConstraintId> keep;
};

// figure/draw_bone.cpp
/// Adds a bone and, with `mirrored`, its mirror image in X = 0 unless they would coincide. The two
/// are named by their sides, and their parents are the counterparts, too.
struct DrawBone {
    NodeId parent = NodeId::None;  ///< None: a root
    Vec3 head = Vec3::Zero();      ///< world, rest pose [m]
    Vec3 tail = Vec3::Zero();      ///< world, rest pose [m]
    bool mirrored = false;
    std::string name;  ///< empty: "bone"; a number is added if it is taken
};

// figure/new_bone.cpp
/// Adds a bone at the tip of another, in its direction and of its length; or one that stands on the
/// ground, beside everything in the scene.
struct NewBone {
    NodeId at = NodeId::None;  ///< a bone; with any other node the new bone stands on the ground
};

// figure/new_box.cpp
/// Adds a box, a seventh of the figure wide, where a hand can touch it (figure/box_place.h).
struct NewBox {
    NodeId beside = NodeId::None;   ///< a bone or its mesh, a target or pole; for a bone of an arm,
                                    ///< beside its hand; with any other node: before the figure
    std::optional<double> frame;    ///< where the pose is read; empty: at the start of the range
    Vec3 otherwise = Vec3::Zero();  ///< [m] world: above or below this place on the ground if there
                                    ///< is no figure
};

// keys/key_layer.cpp
/// Adds a layer on top. If others are solo, it is solo, too, so that it acts.
struct NewLayer {
    std::string name;                 ///< a number is added if it is taken
    std::optional<std::string> like;  ///< name of a clip: as in edit::AddLayer
};
/// Keys the offsets of nodes on a layer as they are at a frame, or without nodes its weight. Nodes
/// that the layer does not move are skipped.
struct KeyLayer {
    std::string layer;
    std::vector<NodeId> nodes;
    double frame = 0;
};
/// Sets the weight of a layer: by a key at the frame if it has keys, else for all frames.
struct WeighLayer {
    std::string layer;
    double frame = 0;
    double weight = 1;  ///< share [0, 1]
};

// figure/remove_nodes.cpp
/// Removes bones, props and targets, and the targets of chains that begin or end at one of them or
/// meet it. Children go to the parent and keep their world placement. Vertices of bones follow
/// others (core/edit/hand_over.h). Error: a skin would lose its last bone or its common root, or a
/// contact sticks to a prop.
struct RemoveNodes {
    std::vector<NodeId> nodes;
};

// poses/blend_pose.cpp
enum class Towards { Previous, Next, Between, Rest };
/// Keys nodes between their current pose and their previous key, their next key, the interpolation
/// of these two, or the rest pose (for a target, that of its limb). Error: the nodes have no such
/// keys.
struct BlendPose {
    std::vector<NodeId> nodes;
    double frame = 0;
    Towards towards = Towards::Between;
    double amount = 0.5;
};
std::span<const Word<Towards>> words(Towards);

// poses/drag_bone.cpp
enum class Giving { Limb, Body };
std::span<const Word<Giving>> words(Giving);
/// Drags a bone that no target owns to a place in the world. Its limb bends; or the whole body
/// moves as little as needed: a nearly straight limb pulls the trunk, and pins keep their place and
/// rotation. A target that acts on a part of the body moves with it, or holds it like a pin. Error:
/// it is not a bone, or no joint above it can move it.
struct DragBone {
    NodeId bone = NodeId::None;
    double frame = 0;
    Vec3 to = Vec3::Zero();  ///< [m] world
    Giving giving = Giving::Limb;
    bool tip = false;          ///< drags its tip, not its joint
    std::vector<NodeId> pins;  ///< bones; empty: the feet, with Giving::Body
    bool balance = false;      ///< keeps the centre of mass above the pinned feet
};

// poses/paste_pose.cpp
/// Keys bones in a stored pose, or part of the way to it. It is applied directly if names and rest
/// pose of the skeleton match, else retargeted by roles. The figure keeps its place and facing
/// direction; hips among the bones get the pose's height. Where a target acts, the target is keyed.
/// Error: the skeleton has too little in common with the pose's.
struct PastePose {
    Pose pose;
    double frame = 0;
    std::vector<NodeId> bones;  ///< empty: all
    double amount = 1;          ///< share of the way; < 0: away from the pose, > 1: beyond it
    bool mirrored = false;      ///< exchanges left and right
};

// targets/cures.cpp
enum class CureBy {
    MoveTarget,   ///< moves the target to the nearest place that is reached
    MoveBody,     ///< moves the body's target or the figure's root
    LowerBody,    ///< lowers it so far that all legs reach
    LongerChain,  ///< lets the joint above turn, too
    WiderLimit,   ///< widens the limit that is in the way
    OtherBend,    ///< bends the limb to the other side
    Stretch,      ///< lets the bones lengthen
    Ease,         ///< eases the reach, so that it stops short on purpose
    LetGo         ///< lets the target not act there
};
std::span<const Word<CureBy>> words(CureBy);
/// Applies a remedy to a target that is missed at a frame and the frames around. Error: it is not
/// missed, or the remedy does not help.
struct Cure {
    ConstraintId target = ConstraintId::None;
    double frame = 0;
    CureBy by = CureBy::MoveTarget;
};

// targets/smooth.cpp
enum class SmoothBy {
    LongerFade,      ///< lengthens the fades of spans that end there without a successor
    Ease,            ///< eases the reach, so that the limb straightens slowly
    ShorterContact,  ///< ends the contact before it slips
    SofterKeys,      ///< makes the handles of the target's keys around the frame automatic
    KeyHere          ///< keys the target as KeyPose does, at the frame or an end of a contact
};
std::span<const Word<SmoothBy>> words(SmoothBy);
/// Applies a remedy to a limb that pops, or whose contact slips, around a frame. Error: it does
/// neither, or the remedy does not help.
struct Smooth {
    ConstraintId target = ConstraintId::None;
    double frame = 0;
    SmoothBy by = SmoothBy::LongerFade;
};

// targets/bridge_pop.cpp
/// Makes a joint that pops at a frame turn over several frames instead: keys both ends as shown,
/// and removes its rotation keys between them. Error: a target turns the joint there; it has no
/// rotation keys; without `over`, it does not pop there.
struct BridgePop {
    NodeId joint = NodeId::None;
    double frame = 0;            ///< as Pop::frame
    std::optional<double> over;  ///< [frame] at least 2; empty: the fewest that leave no pop
};

// targets/go_round.cpp
/// Keys a target so that its limb goes round the box that it is in at a frame, the shortest way
/// found. Error: its limb is in no box there, or no way is found.
struct GoRound {
    ConstraintId target = ConstraintId::None;
    double frame = 0;
};

// poses/lay_on.cpp
/// A side of a box, by where it looks in the world: front and back are +Z and -Z.
enum class BoxSide { Top, Bottom, Front, Back, PlusX, MinusX };
std::span<const Word<BoxSide>> words(BoxSide);
/// Lays the end of a limb that is inside a box on a side of it, with the part of it that lies
/// farthest that way: a palm, fingertips. Moves the target's keys at which it is inside, or the
/// contact, and leads the limb past that side between them. Error: no key and no contact of the
/// target is inside a box there; it cannot lie on that side.
struct LayOn {
    ConstraintId target = ConstraintId::None;
    double frame = 0;             ///< at which it is inside
    std::optional<BoxSide> side;  ///< empty: that to which it has the shortest way
};

// targets/bend_over.cpp
/// Turns the bends of limbs over at a frame: see bentOver in bend_over.h.
struct BendOver {
    std::vector<NodeId> nodes;  ///< targets, poles, and bones of limbs
    double frame = 0;
    bool alone = false;  ///< the other keys of a target around the frame stay as they are
};

// targets/pole_away.cpp
/// Moves all keys of a target's pole off the line of its limb, where it makes the limb pop at a
/// frame. Error: it does not, or nothing helps.
struct MovePoleAway {
    ConstraintId target = ConstraintId::None;
    double frame = 0;
};

// clips/clean_feet.cpp
/// Makes feet that slide while they stand stand still: a target on each ankle, with Contact spans
/// while heel and ball both stand, and Reach spans while the foot rolls on one of them. Keys of
/// joints are not changed. For the detection of contacts and the units see
/// core/contacts/contacts.h.
/// Error: no bones are given, and the figure has no feet or `on` or `anywhere` is set; a bone
/// cannot stand on what moves with it.
struct CleanFeet {
    std::vector<NodeId> bones;  ///< ends of limbs, for feet the ankles; empty: both feet
    std::optional<NodeId> on;   ///< bone that these stand on; empty: the ground
    bool anywhere = false;      ///< they may stand on anything, at any height
    std::optional<double>
        frame;  ///< only contacts that include this frame; empty: all in the range
    std::optional<double> speed;     ///< [leg/s]
    std::optional<double> height;    ///< [leg]
    std::optional<double> gap;       ///< [s]
    std::optional<double> shortest;  ///< [s]
    bool skating = true;             ///< also finds feet that slide while they stand
    std::optional<double> fade;      ///< [s]
};

/// Detects contacts. With `apply` as CleanFeet over the whole range; else without edits, for
/// reports.
struct FindContacts {
    std::vector<NodeId> bones;
    std::optional<NodeId> on;      ///< as in CleanFeet
    bool anywhere = false;         ///< as in CleanFeet
    std::optional<double> speed;   ///< [leg/s]
    std::optional<double> height;  ///< [leg]
    bool apply = false;
};

// clips/import.cpp
/// Adds a clip with keys from another document (clip_match.h), and makes it active with their
/// range. Error: there are no keys.
struct Import {
    std::string name;          ///< of the clip; a number is added if it is taken
    double fps = 0;            ///< [frames/s] the rate of the keys' frames
    Copied copied;             ///< keeps its frames
    std::optional<double> to;  ///< [frames/s] the clip's rate, keeping seconds; empty: fps
};

// clips/retarget_clip.cpp
/// Retargets a clip in which a figure of the document moves to another of its figures, as bringing
/// in the motion of a file does: the new clip moves only that figure, becomes active and keeps the
/// motion as its origin. Error: there is no such clip; a bone is part of no known figure; both are
/// of the same; no other figure moves in the clip; as for edit::BringIn.
struct RetargetClip {
    std::string clip;
    NodeId to = NodeId::None;    ///< a bone of the figure that is to move
    NodeId from = NodeId::None;  ///< a bone of the one that moves; None: the first other one
    std::string name;            ///< of the new clip; empty: as `clip`; a number is added if taken
    retarget::Travel travel = retarget::Travel::Scaled;
    retarget::Ground ground = retarget::Ground::Guessed;
    retarget::Facing facing{};
    bool feet = true;                                   ///< as RetargetSetup::feet
    bool hands = true;                                  ///< as RetargetSetup::hands
    std::map<std::string, std::vector<NodeId>> here{};  ///< roles that were recognised wrongly, of
                                                        ///< the figure of `to`; empty: no bone
    std::map<std::string, std::vector<std::string>> there{};  ///< of the figure that moves
    retarget::Reference reference{};
    retarget::Reference hereReference{};
    bool contacts = false;  ///< holds feet where those of the other figure stand
};

// figure/split_bone.cpp
/// Splits a bone into several in a row with its axes; its children at its tip go to the last one.
/// Error: it has no length, or a child has translation keys.
struct SplitBone {
    NodeId bone = NodeId::None;
    int parts = 2;
};

// figure/roll_bones.cpp
/// Where a bone's Z axis should point, as far as the bone's direction allows (the Y axis, if the
/// bone is along Z). Bend: so that X is the axis of the bend with the next bone or the one before.
enum class RollTo {
    Front,  ///< +Z of the world; up for bones along Z
    Up,     ///< +Y; the front for upright bones
    Bend,   ///< as Front if nothing is bent
};
std::span<const Word<RollTo>> words(RollTo);

/// Rolls the axes of bones about their own directions; nothing visible changes. Error: none of them
/// has a length, or one that is named cannot be rolled (see edit::RollBone).
struct RollBones {
    std::vector<NodeId> bones;  ///< empty: all that have a length and can be rolled
    RollTo to = RollTo::Front;
};

// figure/add_flesh.cpp
/// Adds a solid mesh along each bone, for figures without a mesh. Error: none of the bones has a
/// length.
struct AddFlesh {
    std::vector<NodeId> bones;  ///< empty: all that have a length and no visible mesh below them
    edit::Solid shape = edit::Solid::Box;
    double thickness = 0.25;  ///< width as a share of the bone's length
};

// figure/insert_skeleton.cpp
/// Adds a template skeleton (skeleton_templates.h), with its limits and targets: inside a mesh, as
/// high and wide as it is and with a biped's joints in the limbs of a body, but without the
/// template's own flesh and boxes; or on the ground, beside everything in the scene. Error: there
/// is no such skeleton, or the node is not a mesh with vertices.
struct InsertSkeleton {
    std::string skeleton;        ///< "biped"
    NodeId mesh = NodeId::None;  ///< None: beside everything
};

// figure/bind_mesh.cpp
/// Binds a mesh without a skin to bones, each vertex to those near it (core/skinning/bind.h). With
/// `again`, rebinds a skinned mesh after its skeleton was changed. Error: the mesh has a skin (with
/// `again`: has none) or no vertices, or there are no bones, or they have several roots.
struct BindMesh {
    NodeId mesh = NodeId::None;
    std::vector<NodeId> bones;  ///< below one root; empty: all bones of the skin's root, or of the
                                ///< root with the most bones
    bool again = false;
};

// keys/range.cpp
/// Changes the range. Spans that end at the old range are extended if it grows.
struct ChangeRange {
    double start = 0;
    double end = 0;
};

using AnyOperation =
    std::variant<TargetsForBody, NewTargets, NewAims, NewPoles, CloseLoop, FitTargets, KeyPose,
                 MatchTargets, MoveNodes, TurnNodes, MoveContact, MirrorPose, SetSpans, PlantFoot,
                 DrawSpan, TrimSpans, MoveInTime, RemoveInTime, DuplicateKeys, InsertTime,
                 RetimeSpan, FadeSpan, MoveMarker, EaseKeys, NextEasing, Paste, CleanFeet, Import,
                 PasteFlipped, BlendPose, DrawBone, Cure, FindContacts, DragBone, PastePose,
                 AddFlesh, BindMesh, Smooth, SplitBone, ChangeRange, TargetSpace, RollBones,
                 GoAlong, NewBone, NewBox, NewLayer, KeyLayer, WeighLayer, RemoveNodes, PlaceNode,
                 LookAlong, NudgeNodes, PinJoint, KeyInfluence, BridgePop, SetKeyValue,
                 InsertSkeleton, RetargetClip, MarkFrame, GoRound, LayOn, BendOver, MovePoleAway>;

/// Any operation; a struct for the same reason as edit::Edit.
struct Operation : AnyOperation {
    using AnyOperation::AnyOperation;
    Operation();
    Operation(const Operation&);
    Operation(Operation&&) noexcept;
    Operation& operator=(const Operation&);
    Operation& operator=(Operation&&) noexcept;
    ~Operation();
    // Deleted, because those of the variant would be chosen and not compile: operations cannot be
    // compared.
    friend bool operator==(const Operation&, const Operation&) = delete;
    friend bool operator<(const Operation&, const Operation&) = delete;
};

/// The edits of an operation, to be applied one after another; none if there is nothing to do.
/// Error: something it names does not exist, an argument is out of range, or as the operation's
/// comment says; its place is the JSON pointer of the argument at fault. Pure.
/// @pre validate(doc)
Result<Edits> edits(const Document& doc, const Operation& operation,
                    const edit::Context& context = {});

/// The edits of several operations, each computed on the outcome of those before.
/// @pre validate(doc)
Result<Edits> edits(const Document& doc, std::span<const Operation> operations,
                    const edit::Context& context = {});

/// The same, before they are adapted to recorded motion (adapted.h): for callers that commit them
/// to a session, which adapts them by the user's settings.
Result<Edits> plainEdits(const Document& doc, const Operation& operation,
                         const edit::Context& context = {});
Result<Edits> plainEdits(const Document& doc, std::span<const Operation> operations,
                         const edit::Context& context = {});

/// The name and arguments of a kind of operation.
struct Kind {
    std::string_view name;   ///< "fitTargets": as in JSON and on the command line
    std::string_view about;  ///< what it does, as half a sentence
    std::vector<edit::Argument> arguments;
};
/// All operations, in the order of the variant.
const std::vector<Kind>& kinds();

/// Reads {"operation": name, ...arguments}: a string is a name, a number an id. The Error's place
/// is a JSON pointer below the operation.
Result<Operation> fromJson(const nlohmann::json& json, const Document& doc);

/// As edit::applyAll, for lists that may hold operations beside edits: each operation is computed
/// on the outcome of everything before it.
Result<Document> applyAll(const Document& doc, const nlohmann::json& list,
                          const edit::Context& context = {});

struct Row;
Row row(Of<TargetsForBody>);
Row row(Of<NewTargets>);
Row row(Of<NewAims>);
Row row(Of<NewPoles>);
Row row(Of<CloseLoop>);
Row row(Of<FitTargets>);
Row row(Of<KeyPose>);
Row row(Of<MatchTargets>);
Row row(Of<MoveNodes>);
Row row(Of<TurnNodes>);
Row row(Of<MoveContact>);
Row row(Of<MirrorPose>);
Row row(Of<SetSpans>);
Row row(Of<PlantFoot>);
Row row(Of<DrawSpan>);
Row row(Of<TrimSpans>);
Row row(Of<MoveInTime>);
Row row(Of<RemoveInTime>);
Row row(Of<DuplicateKeys>);
Row row(Of<InsertTime>);
Row row(Of<RetimeSpan>);
Row row(Of<FadeSpan>);
Row row(Of<MoveMarker>);
Row row(Of<EaseKeys>);
Row row(Of<NextEasing>);
Row row(Of<Paste>);
Row row(Of<CleanFeet>);
Row row(Of<PasteFlipped>);
Row row(Of<BlendPose>);
Row row(Of<Cure>);
Row row(Of<DrawBone>);
Row row(Of<DragBone>);
Row row(Of<PastePose>);
Row row(Of<FindContacts>);
Row row(Of<Import>);
Row row(Of<AddFlesh>);
Row row(Of<BindMesh>);
Row row(Of<Smooth>);
Row row(Of<SplitBone>);
Row row(Of<RollBones>);
Row row(Of<ChangeRange>);
Row row(Of<TargetSpace>);
Row row(Of<GoAlong>);
Row row(Of<NewBone>);
Row row(Of<NewBox>);
Row row(Of<NewLayer>);
Row row(Of<KeyLayer>);
Row row(Of<WeighLayer>);
Row row(Of<RemoveNodes>);
Row row(Of<PlaceNode>);
Row row(Of<LookAlong>);
Row row(Of<NudgeNodes>);
Row row(Of<PinJoint>);
Row row(Of<KeyInfluence>);
Row row(Of<MarkFrame>);
Row row(Of<BridgePop>);
Row row(Of<SetKeyValue>);
Row row(Of<InsertSkeleton>);
Row row(Of<RetargetClip>);
Row row(Of<GoRound>);
Row row(Of<LayOn>);
Row row(Of<BendOver>);
Row row(Of<MovePoleAway>);

}  // namespace posewright::operate
