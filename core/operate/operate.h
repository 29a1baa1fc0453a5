// Long: every operation there is, one after another.
#pragma once

#include "core/base/members.h"
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

/// What a gesture means, as data: from a document, what was picked and a few arguments come the
/// edits that a person had in mind. The window gathers what is selected and commits the edits;
/// lists of edits and the command line name the same operations. Histories and journals keep the
/// plain edits.
///
/// In the structs below a frame is one of the active clip and need not be whole, lengths are in
/// metres, and places and turns are in the world's space. An empty list picks nothing: an operation
/// that is left with nothing to work on comes to no edits, unless its comment says otherwise.
///
/// To add an operation: its struct, its place in `Operation` and its `row` in this file, and a
/// source of its own, which holds what it does and that row.
namespace posewright::operate {

using Edits = std::vector<edit::Edit>;

// body.cpp
/// Gives a two-legged figure its targets: "Left hand", "Right hand", "Left foot", "Right foot" and
/// "Body", as far as the names of its bones tell where these are and they have no target yet. Hands
/// and feet get the limb's two bones above them; feet keep their orientation; the body is carried
/// by the bone above the hips, whose root may move. No edit moves a pose. Names are read without
/// what stands before a colon, in any case: "mixamorig:LeftHand", "hand_l", "LWrist". Bones that
/// only steer others, as "handIK.l" or "control-foot-roll.l", are passed over.
/// Error: no hand and no foot is found.
struct TargetsForBody {
    std::optional<double> frame;  ///< where the pose is read; empty: at the start of the range
};

// new_targets.cpp
/// A target on each bone that has none, for the two bones above it. Joints that lie on one another
/// count as one.
struct NewTargets {
    std::vector<NodeId> bones;    ///< others than bones are an error
    std::optional<double> frame;  ///< where the pose is read; empty: at the start of the range
    /// The last bone of a chain is pulled at its tip, where a joint "NAME_end" is put, if its tip
    /// was placed, it has no keys, and by its name it is no part of a body.
    bool tips = false;
    /// They go along with the body, or stay in the world. Empty: those on recorded motion go along
    /// with what carries the limb, but for legs and for what stands still in the world there.
    std::optional<bool> along{};
};
/// For each bone a target that it looks at, by turning alone.
struct NewAims {
    std::vector<NodeId> bones;    ///< as those of NewTargets
    std::optional<double> frame;  ///< as that of NewTargets
};
/// A pole for each target that has none.
struct NewPoles {
    std::vector<ConstraintId> targets;
};
/// A target that brings two bones together, on the lowest bone above both. A target stands for the
/// bone that it pulls at. Error: they are not two, or no bone is above both.
struct CloseLoop {
    std::vector<NodeId> nodes;    ///< bones or targets; empty is an error, too
    std::optional<double> frame;  ///< as that of NewTargets
};

// target_space.cpp
/// Targets go along with a node, or stay in the world. Their keys stay where they are in the world,
/// in all clips. Error: it is a closed loop, a layer moves it, or it would drive itself.
struct TargetSpace {
    std::vector<ConstraintId> targets;
    NodeId space = NodeId::None;    ///< None: the world
    std::optional<double> frame{};  ///< where one without keys stays; empty: the range's start
};

// fit.cpp
/// Keys targets along the motion that is there without them, in place of their keys and spans.
struct FitTargets {
    std::vector<ConstraintId> targets;  ///< empty: all
    std::optional<double> within;       ///< [m] no joint of their chains strays farther, on whole
                                        ///< frames; empty: a hundredth of the figure's size
};

// key_pose.cpp
/// Keys nodes where they are shown: targets and poles by place, joints by rotation and, where their
/// place is keyed already, by place.
struct KeyPose {
    std::vector<NodeId> nodes;
    double frame = 0;  ///< whose pose is keyed there
};
/// Keys targets where the ends of their limbs are shown.
struct MatchTargets {
    std::vector<ConstraintId> targets;
    double frame = 0;  ///< whose pose is read, and where the keys go
};

// hold.cpp
/// Moves targets, poles and roots as a drag does, in the world; roots of recorded motion on a layer
/// (dense_key.h). Of nodes that hang on one another
/// the topmost moves; a target in a contact takes the contact along.
/// Error: none of them can be moved by itself at this frame.
struct MoveNodes {
    std::vector<NodeId> nodes;
    double frame = 0;        ///< of the keys, or inside of the contact that moves
    Vec3 by = Vec3::Zero();  ///< [m] world
};
/// Turns targets, roots and joints as a drag does, in the world; those of recorded motion on a
/// layer (dense_key.h). Error: none of them can be turned by itself at this frame.
struct TurnNodes {
    std::vector<NodeId> nodes;
    double frame = 0;            ///< as that of MoveNodes
    Quat by = Quat::Identity();  ///< world; of any length but 0
    std::optional<Vec3> about;   ///< [m] world: what several targets turn about as one; empty: the
                                 ///< last of the nodes
};
/// The contact that the target is in at a frame holds elsewhere, and the limb comes there and
/// leaves from there without a jump. Error: it is in none.
struct MoveContact {
    ConstraintId target = ConstraintId::None;
    double frame = 0;              ///< inside of the contact
    std::optional<Vec3> position;  ///< [m] world; empty: stays
    std::optional<Quat> rotation;  ///< world, of any length but 0; empty: stays
};

// mirror_pose.cpp
/// Keys the mirror image of the pose shown at a frame, left for right by the names of bones and
/// targets. Only nodes that are keyed, or whose partner is, get keys. A joint takes over how far
/// its partner is turned from its rest pose, so that the two may have axes of their own; a bone
/// that a target owns at the frame follows that.
struct MirrorPose {
    double frame = 0;  ///< whose pose is read, and where the keys go
};

// spans.cpp
/// Spans of one kind: in place of the spans given; else, for each target, over its keys among the
/// given ones, or from its only one or `frame` up to its next key or the end of what plays. A
/// contact from `frame` on lets go half way to a key that is elsewhere; on recorded motion that
/// stands still there, it covers the whole time that it does. New spans fade
/// (new_span.h).
struct SetSpans {
    SpanKind kind = SpanKind::Contact;
    std::vector<edit::SpanRef> spans;   ///< where not empty, what follows does not count
    std::vector<ConstraintId> targets;  ///< empty, and no spans: no edits
    std::vector<edit::KeyRef> keys;     ///< none of a target: from `frame` on
    double frame = 0;
};
/// A contact from a frame up to the target's next key, or half way to one that is elsewhere.
struct PlantFoot {
    ConstraintId target = ConstraintId::None;
    double frame = 0;  ///< the contact's first
};
/// One span, with fades.
struct DrawSpan {
    ConstraintId target = ConstraintId::None;
    double start = 0;  ///< [frame]
    double end = 0;    ///< [frame] >= start
    SpanKind kind = SpanKind::Reach;
};
enum class SpanEnd { Start, End };
/// The spans given, else those that the targets are in at the frame, start or end there; where a
/// target is in none, the last one before the frame is made to last until it, or the next one to
/// start there. Spans given that lie on the other side of the frame stay.
struct TrimSpans {
    std::vector<edit::SpanRef> spans;   ///< where not empty, `targets` do not count
    std::vector<ConstraintId> targets;  ///< empty, and no spans: no edits
    double frame = 0;                   ///< where they start or end from now on
    SpanEnd side = SpanEnd::Start;
};
std::span<const edit::Word<SpanEnd>> words(SpanEnd);
/// Of a target's spans, the one that TrimSpans changes where none is given; null: none.
const Span* spanToTrim(const SpanRow* row, double frame, SpanEnd side);

// retime.cpp
/// Keys, spans and markers, each of which may be empty, some frames on. With ripple, all that comes
/// after the first of the keys on their rows moves along, and back no farther than up to the key
/// before.
struct MoveInTime {
    std::vector<edit::KeyRef> keys;
    std::vector<edit::SpanRef> spans;
    std::vector<double> markers;  ///< their frames
    double by = 0;                ///< [frame] < 0: back; 0: no edits
    bool ripple = false;
};
/// Keys, spans and markers go, each of which may be empty. With ripple, the gap that the keys leave
/// closes, unless other keys lie in it.
struct RemoveInTime {
    std::vector<edit::KeyRef> keys;
    std::vector<edit::SpanRef> spans;
    std::vector<double> markers;  ///< their frames
    bool ripple = false;
};
/// Copies of keys, some frames on.
struct DuplicateKeys {
    std::vector<edit::KeyRef> keys;
    std::optional<double> by;  ///< [frame] 0: no edits; empty: the copies come right behind
};
/// Frames are put in at a frame, on all rows, or taken out after it.
struct InsertTime {
    double frame = 0;
    double frames = 0;  ///< how many [frame]; < 0: taken out; 0: no edits
};
/// A span with other frames. A neighbour that it touched and now leaves is stretched to follow. A
/// contact takes the keys at its ends along; in time that it gives up to no neighbour, a limb
/// without motion of its own reaches for the target.
struct RetimeSpan {
    edit::SpanRef span;
    double start = 0;    ///< [frame]
    double end = 0;      ///< [frame] >= start
    bool alone = false;  ///< neighbours and keys stay, and nothing fills the time
};
/// A span with other fades, cut to what its length has room for.
struct FadeSpan {
    edit::SpanRef span;
    double in = 0;   ///< how long it takes to come in [frame]; 0: at once
    double out = 0;  ///< how long it takes to let go [frame]; 0: at once
};
/// The marker at a frame moves to another one.
struct MoveMarker {
    double frame = 0;  ///< no edits where no marker is
    double to = 0;     ///< [frame]
};

// easings.cpp
/// Keys are left in one way.
struct EaseKeys {
    std::vector<edit::KeyRef> keys;
    Easing easing = Easing::Smooth;
};
/// Keys are left in the way that follows that of the first of them: smooth, linear, hold, eased,
/// and smooth again.
struct NextEasing {
    std::vector<edit::KeyRef> keys;
};

// paste.cpp
/// Puts at a frame what was copied. Keys and spans of one target can go to another target, and keys
/// of one joint to another joint: `to` names it.
struct Paste {
    Copied copied;
    double frame = 0;          ///< where Copied::frame comes to lie
    std::optional<NodeId> to;  ///< empty: all goes back to what it was copied from
};

// paste_flipped.cpp
/// As Paste, left for right: each side takes over what was copied of the other, by the names of
/// bones and targets; or the motion at another frame of all that is keyed and posed by itself. With
/// keepPlanted all is carried along the ground, so that a target stays where it holds: the one
/// given, else the lowest of those that are in a contact at the frame.
/// Error: neither a frame nor anything copied is given, or what is to stay is not pasted.
struct PasteFlipped {
    std::optional<Copied> copied;
    std::optional<double> from;  ///< [frame]
    double to = 0;               ///< where Copied::frame, or `from`, comes to lie
    bool keepPlanted = true;
    std::optional<ConstraintId> keep;
};

// draw_bone.cpp
/// A bone; with `mirrored` its image on the other side of X = 0, too, where the two would not be
/// one: they are called by their sides, and hang on the two sides of what the bone hangs on.
struct DrawBone {
    NodeId parent = NodeId::None;  ///< None: a root
    Vec3 head = Vec3::Zero();      ///< world, rest pose [m]
    Vec3 tail = Vec3::Zero();      ///< world, rest pose [m]
    bool mirrored = false;
    std::string name;  ///< empty: "bone"; where it is taken, a number is added
};

// blend_pose.cpp
enum class Towards { Previous, Next, Between, Rest };
/// Keys nodes at a share of the way from where they are keyed or shown to their previous or next
/// key, to where these two would have them, or to the rest pose; of a target in a limb's rest pose.
/// Less than 0 leads away, more than 1 beyond. Error: the nodes have no such keys.
struct BlendPose {
    std::vector<NodeId> nodes;
    double frame = 0;
    Towards towards = Towards::Between;
    double amount = 0.5;
};
std::span<const edit::Word<Towards>> words(Towards);

// drag_bone.cpp
enum class Giving { Limb, Body };
std::span<const edit::Word<Giving>> words(Giving);
/// A bone that no target owns is dragged to a place, in the world. Its limb bends; or the whole
/// body gives, as little as it can: a limb that is nearly straight pulls the trunk along, and pins
/// hold their place and turn. A target that acts on a part is moved with it, or holds it as a pin.
/// Error: it is no bone, or no joint above it can bring it elsewhere.
struct DragBone {
    NodeId bone = NodeId::None;
    double frame = 0;
    Vec3 to = Vec3::Zero();  ///< [m] world
    Giving giving = Giving::Limb;
    bool tip = false;          ///< its tip comes there, not its joint
    std::vector<NodeId> pins;  ///< bones; empty: where the body gives, the feet
    bool balance = false;      ///< the middle of the masses stays over the feet that are pinned
};

// paste_pose.cpp
/// Keys bones in a pose that was kept, or part of the way to it. A skeleton whose bones have the
/// pose's names and rest pose takes it as it is; another one by roles, as a motion is retargeted.
/// The figure stays where it stands and faces its own way; hips that are among the bones take the
/// pose's height. Where a target acts, the target is keyed.
/// Error: the skeleton has too little in common with the pose's.
struct PastePose {
    Pose pose;
    double frame = 0;
    std::vector<NodeId> bones;  ///< empty: all
    double amount = 1;          ///< share of the way; less than 0 leads away, more than 1 beyond
    bool mirrored = false;      ///< left for right
};

// cures.cpp
enum class CureBy {
    MoveTarget,   ///< it goes to the nearest place that is reached
    MoveBody,     ///< the target of the body goes along, or the figure's root
    LongerChain,  ///< the joint above may turn, too
    WiderLimit,   ///< the joint in the way may turn farther
    OtherBend,    ///< the limb bends to the other side
    Stretch,      ///< the bones may become longer
    Ease,         ///< reaching is eased, and stops short on purpose
    LetGo         ///< the target does not act there
};
std::span<const edit::Word<CureBy>> words(CureBy);
/// A target that misses at a frame is helped, there and on the frames around at which it misses.
/// Error: it does not miss, or that does not help.
struct Cure {
    ConstraintId target = ConstraintId::None;
    double frame = 0;
    CureBy by = CureBy::MoveTarget;
};

// smooth.cpp
enum class SmoothBy {
    LongerFade,      ///< spans that end there, where no other goes on, fade for longer
    Ease,            ///< the reach is eased, so that the limb straightens slowly
    ShorterContact,  ///< the contact lets go before it slips
    SofterKeys       ///< keys of the target around the frame get automatic handles
};
std::span<const edit::Word<SmoothBy>> words(SmoothBy);
/// A limb that pops, or whose contact slips, around a frame is helped. Error: neither is so, or
/// that does not help.
struct Smooth {
    ConstraintId target = ConstraintId::None;
    double frame = 0;
    SmoothBy by = SmoothBy::LongerFade;
};

// clean_feet.cpp
/// Feet that slide where they stand come to stand still: a target on the ankle of each, Contact
/// spans where heel and ball both stand, and Reach spans along which the foot rolls on the one that
/// does. Keys of joints stay as they are. How contacts are found, and what the numbers are shares
/// of: core/contacts/contacts.h.
/// Error: no bones are named, and the figure has no feet, or they are to stand elsewhere than on
/// the ground; a bone cannot stand on what moves along with it.
struct CleanFeet {
    std::vector<NodeId> bones;       ///< ends of limbs, ankles of feet; empty: both feet
    std::optional<NodeId> on;        ///< another bone that these stand on; empty: the ground
    bool anywhere = false;           ///< on whatever holds them, at any height
    std::optional<double> frame;     ///< only what stands then; empty: over the whole range
    std::optional<double> speed;     ///< [leg/s]
    std::optional<double> height;    ///< [leg]
    std::optional<double> gap;       ///< [s]
    std::optional<double> shortest;  ///< [s]
    bool skating = true;             ///< feet that slide while they stand, too
    std::optional<double> fade;      ///< [s]
};

/// As CleanFeet everywhere, where it is to be applied; else nothing: what is found is for a report.
struct FindContacts {
    std::vector<NodeId> bones;
    std::optional<NodeId> on;      ///< as in CleanFeet
    bool anywhere = false;         ///< as in CleanFeet
    std::optional<double> speed;   ///< [leg/s]
    std::optional<double> height;  ///< [leg]
    bool apply = false;
};

// import.cpp
/// A clip of keys from elsewhere (clip_match.h), which is shown from then on, over their range.
/// Error: there are none.
struct Import {
    std::string name;          ///< of the clip; where it is taken, a number is added
    double fps = 0;            ///< [1/s] the rate that the frames of the keys count in
    Copied copied;             ///< their first frame stays where it is
    std::optional<double> to;  ///< [1/s] the clip's rate, all at its time; empty: fps
};

// split_bone.cpp
/// A bone becomes several in a row with its axes; what hangs at its end hangs at the last one's.
/// Error: it has no length, or a joint behind it has keys of its place.
struct SplitBone {
    NodeId bone = NodeId::None;
    int parts = 2;
};

// roll_bones.cpp
/// Where a bone's own Z axis should point, as far as its way allows; of a bone that leads along its
/// Z axis, Y. The bend: so that X is what the bone bends about with the next one, or the one
/// before.
enum class RollTo {
    Front,  ///< +Z of the world; of bones that lead there, up
    Up,     ///< +Y; of upright bones, the front
    Bend,   ///< as the front where nothing is bent
};
std::span<const edit::Word<RollTo>> words(RollTo);

/// Bones turn their axes about their own ways, and nothing that is seen moves. Error: none of them
/// is of some length.
struct RollBones {
    std::vector<NodeId> bones;  ///< empty: all of some length
    RollTo to = RollTo::Front;
};

// add_flesh.cpp
/// A solid along each bone, as a mesh of its own: what stands in for a figure that has none.
/// Error: none of the bones has a length.
struct AddFlesh {
    std::vector<NodeId> bones;  ///< empty: all that have a length, and nothing that hangs on them
                                ///< and can be seen
    edit::Solid shape = edit::Solid::Box;
    double thickness = 0.25;  ///< a share of the bone's length, from side to side
};

// bind_mesh.cpp
/// A mesh that no skin moves comes to be moved by bones, each vertex by those near to it
/// (core/skinning/bind.h). With `again` one that a skin moves, after its skeleton was changed.
/// Error: the mesh has a skin (has none, with `again`) or no vertices, or there are no bones, or
/// they hang on several roots.
struct BindMesh {
    NodeId mesh = NodeId::None;
    std::vector<NodeId> bones;  ///< below one root; empty: all of the root that has the most bones,
                                ///< or of that of the skin
    bool again = false;
};

// range.cpp
/// Another range, with which spans of targets go that last up to an end that moves outwards.
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
                 AddFlesh, BindMesh, Smooth, SplitBone, ChangeRange, TargetSpace, RollBones>;

/// Any of them; a struct for the reason that edit::Edit is one.
struct Operation : AnyOperation {
    using AnyOperation::AnyOperation;
    Operation();
    Operation(const Operation&);
    Operation(Operation&&) noexcept;
    Operation& operator=(const Operation&);
    Operation& operator=(Operation&&) noexcept;
    ~Operation();
    // Those of the variant would be chosen, and not compile: the kinds have none.
    friend bool operator==(const Operation&, const Operation&) = delete;
    friend bool operator<(const Operation&, const Operation&) = delete;
};

/// The edits that an operation comes to, each to be applied to the outcome of the one before; none
/// where there is nothing to do. Error: what it names does not exist, an argument is out of range,
/// or the operation says so; its place is the JSON pointer of the argument at fault. Pure.
/// @pre validate(doc)
Result<Edits> edits(const Document& doc, const Operation& operation,
                    const edit::Context& context = {});

/// What is known of an operation without doing one.
struct Kind {
    std::string_view name;   ///< "fitTargets": as in JSON and on the command line
    std::string_view about;  ///< what it comes to, as half a sentence
    std::vector<edit::Argument> arguments;
};
/// All operations, in the order of the variant.
const std::vector<Kind>& kinds();

/// Reads {"operation": name, ...arguments}: a string names a thing, a number is its id.
/// The Error's place is a JSON pointer below the operation.
Result<Operation> fromJson(const nlohmann::json& json, const Document& doc);

/// As edit::applyAll, for lists that may hold operations beside edits: an operation is worked out
/// on the outcome of all that stands before it.
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

}  // namespace posewright::operate
