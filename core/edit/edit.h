// Long: every edit there is, one after another.
#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/motion/clip.h"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// Every change that can be made to a document, as data. Menus, tools, models, the command line,
/// the journal and the tests all make one of these structs and call `apply`; nothing else changes a
/// document. Argument names are those of the command line's contract.
namespace posewright {
class KeyMemo;
}

namespace posewright::edit {

/// One or several properties of a key: what a person picks on the timeline.
struct KeyRef {
    NodeId node = NodeId::None;                    ///< a node's key, or
    ConstraintId constraint = ConstraintId::None;  ///< a key of a constraint's influence; with its
                                                   ///< target's node: all that is keyed of it
    std::optional<Property> property;              ///< empty: all properties at that frame
    double frame = 0;
    std::string layer{};  ///< of that layer's offsets of the node; without a node, of its weight
    bool operator==(const KeyRef&) const = default;
};

/// A span of a target, named by where it starts.
struct SpanRef {
    ConstraintId target = ConstraintId::None;
    double start = 0;
    bool operator==(const SpanRef&) const = default;
};
/// The span that a reference stands for; null: none. Of two with one start, the one with a length.
const Span* findSpan(const Document& doc, const SpanRef& ref);

/// How a key leaves, for scalars and rotations alike.
enum class KeyShape { Constant, Linear, Bezier, Eased };

// targets.cpp
struct AddTarget {
    std::string name;
    NodeId effector = NodeId::None;
    NodeId root = NodeId::None;
    std::optional<double> frame;  ///< where the pose is read; default: start of the range
    std::optional<double> fit;    ///< [m] key it along the motion that is there, within this
    bool aim = false;             ///< the effector looks at it; it may be its own root
    std::optional<NodeId> meets;  ///< a joint below the root that the effector closes a loop with
};
/// The pole acts from its first key on (setJointKey of its node): adding it moves no pose.
struct AddPole {
    ConstraintId target = ConstraintId::None;
    std::optional<Vec3> position;  ///< world; default: in the chain's bend plane
};
struct RemoveTarget {
    ConstraintId target = ConstraintId::None;
    bool keepPose = false;  ///< bake the chain to keys first
};
struct SetTarget {
    ConstraintId target = ConstraintId::None;
    std::optional<std::string> solver;
    std::optional<double> weight;
    std::optional<bool> orientation;
    std::optional<double> soft;
    std::optional<NodeId> root;
    std::optional<bool> rootMoves;
    std::optional<Vec3> axis;                 ///< of an aim, in the effector's own frame
    std::optional<std::vector<NodeId>> pins;  ///< all of them: the list replaces the old one
    std::optional<double> stretch;
};
/// A key at the target's position (world) and, where given, rotation (world). Without a position
/// the target is keyed where it is shown; its first key is then where its effector is. The first
/// key of a target without spans opens a Reach span over the whole range.
struct SetTargetKey {
    ConstraintId target = ConstraintId::None;
    double frame = 0;
    std::optional<Vec3> position;
    std::optional<Quat> rotation;
    std::optional<KeyShape> interpolation;
    /// The limb stays bent as it is shown there, and a key where the target is changes nothing on
    /// the way to its neighbours (core/motion/hint.h).
    std::optional<bool> keepMotion{};
};

/// How a limb is bent at a key of its target, which is put where there is none: as it is shown,
/// turned about the line from its root to its effector. Error: it does not act there, its pole
/// says how it is bent, or it is straight or of one bone.
struct SetBend {
    ConstraintId target = ConstraintId::None;
    double frame = 0;
    double turn = 0;  ///< [rad] right-handed about the way to the effector
};

/// Keys a target along the motion that there is without it, in place of the keys and spans it has.
struct FitTarget {
    ConstraintId target = ConstraintId::None;
    double within = 0;  ///< [m] no joint of the chain strays farther, on whole frames
};

// keys.cpp
/// A key of what is given as it is to be shown where no constraint acts: where layers act there,
/// what they add is taken off.
struct SetJointKey {
    NodeId joint = NodeId::None;
    double frame = 0;
    std::optional<Quat> rotation;     ///< local
    std::optional<Vec3> translation;  ///< local
    std::optional<Vec3> scale;
    std::optional<KeyShape> interpolation;
    std::optional<bool> keepMotion{};  ///< what lies on a curve splits it and leaves its shape
};
/// A key of one morph of a mesh. Weights are no shares: less than 0 and more than 1 are weights,
/// too.
struct SetMorphKey {
    NodeId mesh = NodeId::None;
    std::string morph;  ///< as morphName gives it
    double frame = 0;
    double value = 0;
    std::optional<KeyShape> interpolation;
};
/// Moved keys replace those in their way. Ends of a target's spans move with its keys of that
/// frame.
struct MoveKeys {
    std::vector<KeyRef> keys;
    double by = 0;  ///< [frame]
};
struct ScaleKeys {
    std::vector<KeyRef> keys;
    double pivot = 0;
    double factor = 1;   ///< > 0
    bool whole = false;  ///< each key goes to the whole frame nearest to where it would come to be
};
struct DeleteKeys {
    std::vector<KeyRef> keys;
};
/// A key with all that it is: one number of a node, of a target's influence or of a layer's weight,
/// or one rotation.
struct KeyData {
    NodeId node = NodeId::None;
    ConstraintId constraint = ConstraintId::None;  ///< of an influence; node is None then
    Property property = Property::Translation;
    int axis = 0;          ///< of a translation or scale; the row of a morph
    Key key;               ///< of all but rotations
    RotationKey rotation;  ///< of rotations, with
    RotationShape shape;   ///< its shape
    std::string layer{};   ///< of its offsets; of its weight where the property is the influence
    double frame() const { return property == Property::Rotation ? rotation.frame : key.frame; }
    double& frame() { return property == Property::Rotation ? rotation.frame : key.frame; }
    bool operator==(const KeyData&) const = default;
};
/// How the limb of a target is bent at one of its keys.
struct HintData {
    NodeId node = NodeId::None;  ///< of the target
    KeyHint hint;
    bool operator==(const HintData&) const = default;
};
/// Puts keys as they are given, in place of those of their frames. The first key of a target
/// without spans opens a Reach span over the whole range. Hints go to keys that are there then.
struct PutKeys {
    std::vector<KeyData> keys;
    std::optional<std::vector<HintData>> hints{};
};
/// What lies at a frame or after it goes `by` frames later. Where `by` is less than 0, the time
/// before the frame is taken out: its keys go, and spans and markers within. A span goes on over
/// time put into it.
struct ShiftTime {
    std::vector<NodeId> nodes;  ///< their keys, and the spans of those that are targets; empty:
                                ///< all, with markers and range
    double from = 0;
    double by = 0;  ///< [frame]
};
/// Bezier means automatic handles (for rotations: an automatic cubic).
struct SetInterpolation {
    std::vector<KeyRef> keys;
    KeyShape interpolation = KeyShape::Bezier;
    std::optional<Ease> ease;  ///< with Eased
};
/// Handles of one curve's key: axis 0..2 of a translation or scale; influence has axis 0.
struct SetHandles {
    KeyRef key;
    int axis = 0;
    std::optional<Handle> left;
    std::optional<Handle> right;
    HandleMode mode = HandleMode::AutoClamped;
};
struct SetInfluenceKey {
    ConstraintId target = ConstraintId::None;
    double frame = 0;
    double value = 1;
};

// spans.cpp
/// Trims or splits the spans that it overlaps. In place of a span of the same start and kind, it
/// keeps that one's values where none are given.
struct SetSpan {
    ConstraintId target = ConstraintId::None;
    double start = 0;
    double end = 0;
    SpanKind kind = SpanKind::Reach;
    std::optional<double> in;
    std::optional<double> out;
    std::optional<Inbetween> inbetween;
    std::optional<double> mix;
    std::optional<std::string> solver;
    std::optional<TargetPath> path;
    std::optional<NodeId> space;
    /// Contact: where it holds, in its space. Without it, a new one starts where the target is.
    std::optional<Vec3> position;
    std::optional<Quat> rotation;
};
struct RemoveSpan {
    ConstraintId target = ConstraintId::None;
    double start = 0;
};
/// Gives a span other frames. What it is and what it keeps stays; the spans it comes to lie over
/// are trimmed.
struct MoveSpan {
    ConstraintId target = ConstraintId::None;
    double start = 0;          ///< of the span, as it is
    double to = 0;             ///< where it starts then
    double end = 0;            ///< where it ends then
    std::optional<double> in;  ///< fades are cut to what the length has room for
    std::optional<double> out;
};

// bones.cpp
struct AddBone {
    std::string name;
    NodeId parent = NodeId::None;  ///< None: a root
    Vec3 head = Vec3::Zero();      ///< world, rest pose
    Vec3 tail = Vec3::Zero();      ///< world, rest pose
};
struct RenameNode {
    NodeId bone = NodeId::None;
    std::string name;
};
struct ReparentBone {
    NodeId bone = NodeId::None;
    NodeId parent = NodeId::None;  ///< None: a root
};
struct RemoveBone {
    NodeId bone = NodeId::None;  ///< children move up to its parent, where they are
};
/// Limits are re-expressed in the new rest frame, so that they allow what they did; where their
/// kind cannot express that, the edit is refused.
struct SetRest {
    NodeId node = NodeId::None;
    std::optional<Vec3> translation;
    std::optional<Quat> rotation;
    std::optional<Vec3> scale;
    std::optional<Vec3> tip;
};
using posewright::LimitKind;
/// How far a joint may turn or slide, in its rest frame (core/scene/limit.h). Which of the
/// arguments are needed, the kind says; the others must be left out. Changes no key.
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
/// The edit that gives a joint this limit.
SetLimit limitEdit(NodeId joint, const Limit& limit);

enum class Side { Left, Right };
/// Makes or overwrites the bones of the other side as mirror images in X = 0, by their names
/// ("LeftArm", "arm_r", "LHipJoint"...).
struct Symmetrize {
    Side from = Side::Left;
};

// clips.cpp
struct SetRange {
    double start = 0;
    double end = 0;
};
/// What plays in place of the range; none: the range itself.
struct SetPreviewRange {
    std::optional<std::array<double, 2>> frames;  ///< both ends in
};
struct SetFps {
    double fps = 24;
    bool retime = false;  ///< move keys, spans, markers and the range so that seconds stay; else
                          ///< frames stay
};
struct SetLoop {
    bool loop = true;
};
struct AddClip {
    std::string name;
};
struct RemoveClip {
    std::string name;
};
/// The range becomes that of the clip's keys, where it has any.
struct SetActiveClip {
    std::string name;
};
struct AddMarker {
    double frame = 0;
    std::string name;
};
struct RemoveMarker {
    double frame = 0;
};
/// The motion shown, as joint keys; the constraints that made it are switched off over the frames.
struct BakeToKeys {
    std::optional<std::array<double, 2>> frames;  ///< both ends in; default: the range
    std::optional<double> reduce;  ///< [share of the skeleton's size]; default: every frame
};

// layers.cpp: of the active clip; a layer is called by its name
/// Laid on last, or at a row. With `like`, of what this clip lacks to move as that one does.
struct AddLayer {
    std::string name;
    std::optional<int> row;           ///< 0: laid on first
    std::optional<std::string> like;  ///< name of another clip
};
struct RemoveLayer {
    std::string layer;
};
struct RenameLayer {
    std::string layer;
    std::string name;
};
struct MoveLayer {
    std::string layer;
    int row = 0;  ///< where it is then
};
struct SetLayer {
    std::string layer;
    std::optional<bool> on;
    std::optional<bool> solo;
    std::optional<double> weight;  ///< all the time, in place of the keys it has
};
struct SetLayerWeightKey {
    std::string layer;
    double frame = 0;
    double value = 1;
    std::optional<KeyShape> interpolation;
};
struct RemoveLayerWeightKey {
    std::string layer;
    double frame = 0;
};
/// A key of the offset of one node.
struct SetLayerKey {
    std::string layer;
    NodeId joint = NodeId::None;
    double frame = 0;
    std::optional<Quat> rotation;     ///< local, laid on the right of what is below
    std::optional<Vec3> translation;  ///< added to what is below [m]
    std::optional<KeyShape> interpolation;
};
/// Puts keys of rotations and translations as they are given, in place of those of their frames.
struct PutLayerKeys {
    std::string layer;
    std::vector<KeyData> keys;
};
struct DeleteLayerKeys {
    std::string layer;
    std::vector<KeyRef> keys;
};
/// Joins a layer with the one below it; the lowest is taken into the tracks.
struct MergeLayer {
    std::string layer;
};
/// Takes a layer and those below it into the tracks.
struct MakeLayerBase {
    std::string layer;
};
/// Takes all layers that act into the tracks; the others go.
struct FlattenLayers {};

// meshes.cpp
enum class Solid { Box, Capsule };
/// A solid along a bone's stick, as a mesh that hangs on the bone and is called after it. Error: it
/// is no bone, or has no stick.
struct AddFlesh {
    NodeId bone = NodeId::None;
    Solid shape = Solid::Box;
    double thickness = 0.25;  ///< a share of the stick's length, from side to side
};
/// Hangs a mesh that no skin moves on joints, as they all are at rest. Each vertex is moved by up
/// to four joints, whose shares are whole numbers that add up to 65536: such weights are exact as
/// floats, and so is their sum.
struct SetSkin {
    NodeId mesh = NodeId::None;
    std::vector<NodeId> joints;
    std::vector<int> rows;    ///< of `joints`: four for each vertex
    std::vector<int> shares;  ///< by how much each moves it
};

// bend.cpp
/// From the target's keys in these frames on, its limb is bent as the keys of its joints have it
/// there, and as far as the target asks for more, from there.
struct BendAsKeyed {
    ConstraintId target = ConstraintId::None;
    std::optional<std::array<double, 2>> frames;  ///< both ends in; default: all its keys
};

// origins.cpp
/// A motion of another figure becomes a clip of its own, which is shown from then on: see
/// Carrying, whose members these are. The motion stays with the clip (Origin). Error: the name is
/// taken; one of the figures has no hips or nothing else, or a map that cannot be.
struct BringIn {
    std::string name;  ///< of the clip
    Shared<Document> motion;
    std::map<std::string, std::vector<NodeId>> here;
    std::map<std::string, std::vector<std::string>> there;
    std::string file{};
    retarget::Reference reference{};
    retarget::Reference hereReference{};
    retarget::Travel travel = retarget::Travel::Scaled;
    retarget::Ground ground = retarget::Ground::Guessed;
    bool feet = true;
    bool hands = true;
};
/// A clip that was brought in is made anew in another way: the keys that it was given, at the rate
/// that it has now. Its other keys, its layers, targets and spans stay. Roles that are not given
/// stay as they were; an empty list takes a role's bones away.
struct Retarget {
    std::string clip;
    std::map<std::string, std::vector<NodeId>> here{};
    std::map<std::string, std::vector<std::string>> there{};
    std::optional<retarget::Reference> reference{};
    std::optional<retarget::Reference> hereReference{};
    std::optional<retarget::Travel> travel{};
    std::optional<retarget::Ground> ground{};
    std::optional<bool> feet{};
    std::optional<bool> hands{};
};
/// A clip that was brought in is as any other from then on.
struct ForgetOrigin {
    std::string clip;
};

// add_nodes.cpp
/// Nodes of another document, with their meshes, skins and what its file said of them, as roots of
/// their own. Error: the content was made for another document, or for another state of this one.
struct AddNodes {
    std::string content;  ///< textOf(Package)
};

using AnyEdit =
    std::variant<AddTarget, AddPole, RemoveTarget, SetTarget, SetTargetKey, SetJointKey, MoveKeys,
                 ScaleKeys, DeleteKeys, SetInterpolation, SetHandles, SetInfluenceKey, SetSpan,
                 RemoveSpan, AddBone, RenameNode, ReparentBone, RemoveBone, SetRest, Symmetrize,
                 SetRange, SetFps, SetLoop, AddClip, RemoveClip, SetActiveClip, AddMarker,
                 RemoveMarker, BakeToKeys, PutKeys, ShiftTime, MoveSpan, SetPreviewRange, FitTarget,
                 SetLimit, SetMorphKey, AddLayer, RemoveLayer, RenameLayer, MoveLayer, SetLayer,
                 SetLayerWeightKey, RemoveLayerWeightKey, SetLayerKey, PutLayerKeys,
                 DeleteLayerKeys, MergeLayer, MakeLayerBase, FlattenLayers, SetBend, AddFlesh,
                 SetSkin, AddNodes, BringIn, Retarget, ForgetOrigin, BendAsKeyed>;

/// Any of them. Copying and destroying one asks which of them it is: that is compiled once, and not
/// for every source that keeps edits in a list.
struct Edit : AnyEdit {
    using AnyEdit::AnyEdit;
    Edit();
    Edit(const Edit&);
    Edit(Edit&&) noexcept;
    Edit& operator=(const Edit&);
    Edit& operator=(Edit&&) noexcept;
    ~Edit();
    // Those of the variant would be chosen, and not compile: the kinds have none.
    friend bool operator==(const Edit&, const Edit&) = delete;
    friend bool operator<(const Edit&, const Edit&) = delete;
};

/// What an edit is made with. It changes no outcome, but that cancelled work is an Error of kind
/// Cancelled.
struct Context {
    std::shared_ptr<KeyMemo> memo;         ///< of the document's evaluation; null: one for the call
    std::function<bool(double)> progress;  ///< share done in [0, 1]; false cancels; may be empty
    int jobs = 0;                          ///< threads; 0: one per core
};

/// Does the edit evaluate whole ranges of frames? Such an edit is made off the interface's thread.
bool isLong(const Edit& edit);

/// The document with the edit made. Error: what it names does not exist, an argument is out of
/// range, or the outcome would break a rule of `validate`; its place is the JSON pointer of the
/// argument at fault ("/keys/2"), empty where no single one is. Pure.
/// @pre validate(doc)
Result<Document> apply(const Document& doc, const Edit& edit, const Context& context = {});

/// The track that holds a referenced node's key, of the clip or of the layer named; null: none.
const Track* trackOf(const Clip& clip, const KeyRef& key);
/// The curve of the influence, or of the layer's weight, that is referenced; null: none.
const Curve* shareOf(const Clip& clip, const KeyRef& key);
/// Is there a key that the reference stands for?
bool exists(const Clip& clip, const KeyRef& key);

/// The keys that references stand for, whole: what PutKeys takes. References to nothing are left
/// out. In the order of the references.
std::vector<KeyData> keyData(const Document& doc, std::span<const KeyRef> keys);

/// How limbs are bent at those of the keys that are referred to whole; empty: none of them says.
std::optional<std::vector<HintData>> hintData(const Document& doc, std::span<const KeyRef> keys);

/// One argument of an edit, for listings.
struct Argument {
    std::string name;
    std::string kind;  ///< "target", "node", "frame", "position", "number", "one of a|b"...
    bool optional = false;
};

/// What is known of an edit without making one.
struct Kind {
    std::string_view name;   ///< "setTargetKey": as in JSON and on the command line
    std::string_view title;  ///< "Set target key": as in the history
    std::vector<Argument> arguments;
};
/// All edits, in the order of the variant.
const std::vector<Kind>& kinds();
const Kind& kindOf(const Edit& edit);

/// {"edit": name, ...arguments}. With a document, things are named by name; without, by id, as the
/// journal and the history keep them.
nlohmann::json toJson(const Edit& edit, const Document* doc = nullptr);

/// Reads what toJson wrote, or what a person did: a string names a thing, a number is its id.
/// The Error's place is a JSON pointer ("/target") below the edit.
Result<Edit> fromJson(const nlohmann::json& json, const Document& doc);

/// Several edits, each applied to the outcome of the one before, whole or not at all. Error: as
/// `apply` says of the one that is refused. @pre validate(doc)
Result<Document> applyEach(const Document& doc, const std::vector<Edit>& edits,
                           const Context& context = {});

/// Makes edits of an element of a list that is no edit itself. An Error's place is a JSON pointer
/// below it.
using Expand = std::function<Result<std::vector<Edit>>(
    const nlohmann::json& element, const Document& doc, const Context& context)>;

/// Reads and applies `[{...}, ...]`, whole or not at all. Each edit is read against the outcome of
/// the ones before it; what adds nodes, targets, keys and spans is validated at the end of the
/// list, all else at once. An Error's place starts with the index of the edit: "#/3/target".
/// Elements without the member "edit" are left to `expand`, on a validated document; without it
/// they are refused. @pre validate(doc)
Result<Document> applyAll(const Document& doc, const nlohmann::json& list,
                          const Context& context = {}, const Expand& expand = {});

}  // namespace posewright::edit
