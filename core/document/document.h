#pragma once

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/base/shared.h"
#include "core/document/origin.h"
#include "core/document/source.h"
#include "core/motion/clip.h"
#include "core/scene/kind.h"
#include "core/scene/scene.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace posewright {

using ConstraintKind = KindOf<NodeId>;

/// "Bring `effector` to `target` by turning the joints from `root` down", or turn it to look there.
/// The target is an ordinary node: named, placed, keyed and exported like any other. Both bear one
/// name. The target of a loop hangs on the joint that is met.
struct Constraint {
    ConstraintId id = ConstraintId::None;
    NodeId target = NodeId::None;
    NodeId effector = NodeId::None;
    NodeId root = NodeId::None;  ///< topmost joint that may turn: see makesChain
    ConstraintKind kind;         ///< what is asked; its rules say what may stand beside it
    bool rootMoves = false;      ///< the root may translate, too
    NodeId pole = NodeId::None;  ///< node that the chain bends towards from its first key in a clip
                                 ///< on; None, or without a key: as it bends by itself
    bool orientation = false;    ///< match the target's orientation, too
    double weight = 1;           ///< > 0, against the others of its group
    double soft = 0.03;          ///< last share of the reach over which reaching is eased; 0: exact
    std::string solver;          ///< id; empty: chosen by the problem
    /// Joints below `root` that keep the place which keys give them while this target acts.
    std::vector<NodeId> pins;
    /// How much longer the bones of the chain may become to reach, as a share of their lengths.
    double stretch = 0;

    const Vec3* axis() const { return axisOf(kind); }  ///< of an aim; null: the kind has none
    bool turnOnly() const { return rulesOf(kind).turnOnly; }
    /// The other joint that the kind names; None: it names none.
    NodeId meets() const noexcept
    {
        const NodeId* other = otherJoint(kind);
        return other ? *other : NodeId::None;
    }
    /// Whether the effector itself turns, not only the joints above it.
    bool turnsEffector() const { return orientation || rulesOf(kind).turnsEffector; }

    bool operator==(const Constraint&) const = default;
};

/// Whether a constraint of this kind may turn the joints from `root` down to `effector`: one below
/// the other, or, where the kind turns the effector itself, both the same.
bool makesChain(const Scene& scene, const ConstraintKind& kind, NodeIndex root, NodeIndex effector);

/// All nodes that a constraint may turn or slide, parents first: its chain, and those of what it
/// meets and pins. Empty where ids name nothing or the root is above none of them.
std::vector<NodeIndex> jointsOf(const Scene& scene, const Constraint& constraint);

/// What acts on the scene beside the keys.
struct Rig {
    std::vector<Constraint> constraints;  ///< in order of creation
    bool operator==(const Rig&) const = default;
};

struct Playback {
    int clip = 0;                  ///< row of the active clip
    double start = 0;              ///< [frame] first of the range
    double end = 0;                ///< [frame] last of the range, not before start
    std::optional<Range> preview;  ///< [frame] what plays instead, while set
    bool loop = true;
    bool operator==(const Playback&) const = default;
};

/// What the number 1 means as a length. BVH does not say; a document that was scaled on reading
/// counts in metres.
enum class LengthUnit : std::uint8_t { Metre, Unknown };

/// As written behind a number: "m", or "units".
std::string_view symbolOf(LengthUnit unit) noexcept;

/// What the file held and the editor does not model; written back unchanged.
struct Carried {
    std::string json;  ///< JSON text, opaque here
    std::vector<std::uint8_t> data;
    bool gltf = false;  ///< the text has the form of core/io/gltf/carried_form.h, and was checked
    /// What the reader makes of each animation and skin carried: while the document has the same,
    /// those of the file are written, and not made anew.
    std::vector<std::vector<Shared<Track>>> tracks{};
    std::vector<Skin> skins{};
    bool operator==(const Carried&) const = default;
};

/// Everything that a project file stores: no selection, no playhead, no cache.
///
/// A plain value. Copies are cheap because parts are shared; history keeps whole documents, workers
/// read their own copy. Only edits (core/edit) make new ones.
struct Document {
    Shared<Scene> scene;
    Shared<Rig> rig;
    std::vector<Shared<Clip>> clips;  ///< at least one
    Playback playback;
    LengthUnit unit = LengthUnit::Metre;
    Shared<Carried> carried;
    Shared<Source> source;
    std::uint64_t nextId = 1;               ///< the counter that new ids are drawn from
    std::vector<Shared<Origin>> origins{};  ///< of clips that were made of other figures' motions

    bool operator==(const Document&) const = default;

    /// @pre valid(*this)
    const Clip& clip() const& { return *clips[playback.clip]; }
    void clip() const&& = delete;
};

/// An empty scene with one empty clip "Clip" of 24 frames/s, frames 0 to 48.
Document emptyDocument();

/// What a clip was made of; null: it was not.
const Origin* originOf(const Document& doc, std::string_view clip);

/// Draws an id.
NodeId newNodeId(Document& doc);
ConstraintId newConstraintId(Document& doc);

const Constraint* findConstraint(const Rig& rig, ConstraintId id);

/// By the name of its target node.
const Constraint* findConstraint(const Document& doc, std::string_view targetName);

/// The constraint whose target is this node; null where the node is no target.
const Constraint* constraintOfTarget(const Rig& rig, NodeId target);

/// Does the document keep every rule of its parts? Rows in range, ids that exist, keys in order,
/// finite numbers, spans that do not overlap, chains whose root is above their effector, and
/// targets that do not hang below their own group's chain. The Error names the first breach.
/// O(everything).
Result<void> validate(const Document& doc);

/// As validate(after), but what `after` shares with `before` is taken as checked: an edit pays for
/// what it changed.
/// @pre validate(before)
Result<void> validateChange(const Document& before, const Document& after);

/// Constraints that are solved together, and the order in which the groups are: see
/// docs/architecture.md, Evaluation. Rows of Rig::constraints, ascending in each group; groups in
/// order of creation as far as what they depend on comes first. O(constraints * depth).
/// Error: a target or pole hangs below its own group's chain, or groups depend on each other in a
/// round; the message names the loop. What is not in the scene makes no chain and no dependency.
/// What the contacts of `clip` stick to counts, too, where a clip is given.
Result<std::vector<std::vector<int>>> constraintGroups(const Scene& scene, const Rig& rig,
                                                       const Clip* clip = nullptr);

/// What differs between two documents. Computed, so that it cannot be wrong.
struct Changes {
    bool scene = false;  ///< nodes: added, removed, renamed, reparented, rest, parts
    bool rig = false;
    bool clips = false;  ///< clips added or removed; names, rates, markers, layers
    bool playback = false;
    std::vector<NodeId> tracks;  ///< nodes whose track or layers differ in any clip; sorted
    std::vector<ConstraintId> constraints;  ///< whose spans or influence differ; sorted
    bool unseen = false;  ///< what no view shows: carried data, the source, the counter of ids

    /// Are the documents equal?
    bool none() const
    {
        return !scene && !rig && !clips && !playback && tracks.empty() && constraints.empty() &&
               !unseen;
    }
};

/// O(parts): shared parts are recognised by address. Clips are matched by row, or by name where
/// their number differs; what only one document has counts as `clips`, not as its tracks.
Changes diff(const Document& before, const Document& after);

}  // namespace posewright
