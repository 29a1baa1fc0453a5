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
/// The target is an ordinary node: named, placed, keyed and exported like any other. A constraint
/// is known by its target's name. The target of a loop is a child of the joint that is met.
struct Constraint {
    ConstraintId id = ConstraintId::None;
    NodeId target = NodeId::None;
    NodeId effector = NodeId::None;
    NodeId root = NodeId::None;  ///< topmost joint that may turn: see makesChain
    ConstraintKind kind;         ///< what is asked; its rules say what may stand beside it
    bool rootMoves = false;      ///< the root may translate, too
    NodeId pole = NodeId::None;  ///< node that the chain bends towards, in clips where it has keys,
                                 ///< from the first key on; None: the solver chooses the bend
    bool orientation = false;    ///< match the target's orientation, too
    double weight = 1;           ///< > 0, relative to the others of its group
    double soft = 0.03;  ///< [0, 1): the last share of the reach, over which it is eased; 0: exact
    std::string solver;  ///< solver id; empty: chosen to suit the problem
    /// Joints below `root` that keep their keyed places while this target acts.
    std::vector<NodeId> pins;
    /// How much the bones of the chain may lengthen to reach, as a share of their lengths, >= 0.
    double stretch = 0;

    /// Of an aim; null: it is none.
    const Vec3* axis() const
    {
        const Aim* aim = std::get_if<Aim>(&kind);
        return aim ? &aim->axis : nullptr;
    }
    bool reaches() const noexcept { return std::holds_alternative<Reach>(kind); }
    bool arrives() const { return rulesOf(kind).arrives; }
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

/// Whether the joints from `root` down to `effector` make a chain for a constraint of this kind:
/// the effector is below the root, or is the root if the kind turns the effector itself.
bool makesChain(const Scene& scene, const ConstraintKind& kind, NodeIndex root, NodeIndex effector);

/// All nodes that a constraint may turn or slide, parents first: its chain, and the chains to the
/// joint that it meets and to its pins. Empty if ids do not exist or the root is above none of
/// them.
std::vector<NodeIndex> jointsOf(const Scene& scene, const Constraint& constraint);

/// The constraints of a scene.
struct Rig {
    std::vector<Constraint> constraints;  ///< in order of creation
    bool operator==(const Rig&) const = default;
};

struct Playback {
    int clip = 0;                  ///< row of the active clip
    double start = 0;              ///< [frame] first of the range
    double end = 0;                ///< [frame] last of the range, not before start
    std::optional<Range> preview;  ///< [frame] range that plays instead, while set
    bool loop = true;
    bool operator==(const Playback&) const = default;
};

/// The unit of the document's lengths. Unknown for BVH, which does not state it; a document that
/// was scaled when it was read is in metres.
enum class LengthUnit : std::uint8_t { Metre, Unknown };

/// The suffix for numbers: "m" or "units".
std::string_view symbolOf(LengthUnit unit) noexcept;

/// Content of the file that the editor does not model; written back unchanged.
struct Carried {
    std::string json;  ///< JSON text, opaque here
    std::vector<std::uint8_t> data;
    bool gltf = false;  ///< the text has the form of core/io/gltf/carried_form.h, and was checked
    /// The animations and skins as they were read from the carried data. As long as the document's
    /// are equal to these, the file's own are written back.
    std::vector<std::vector<Shared<Track>>> tracks{};
    std::vector<Skin> skins{};
    bool operator==(const Carried&) const = default;
};

/// Everything that a project file stores; that excludes selection, playhead and caches.
///
/// A plain value, cheap to copy because its parts are shared: the history keeps whole documents,
/// and each worker reads a copy of its own. Only edits (core/edit) make new ones.
struct Document {
    Shared<Scene> scene;
    Shared<Rig> rig;
    std::vector<Shared<Clip>> clips;  ///< at least one
    Playback playback;
    LengthUnit unit = LengthUnit::Metre;
    Shared<Carried> carried;
    Shared<Source> source;
    std::uint64_t nextId = 1;               ///< the next id to be given out
    std::vector<Shared<Origin>> origins{};  ///< of clips that were retargeted from other figures

    bool operator==(const Document&) const = default;

    /// @pre valid(*this)
    const Clip& clip() const& { return *clips[playback.clip]; }
    void clip() const&& = delete;
};

/// An empty scene with one empty clip "Clip" of 24 frames/s, frames 0 to 48.
Document emptyDocument();

/// The motion that a clip was retargeted from; null: it was not.
const Origin* originOf(const Document& doc, std::string_view clip);

/// Takes the next id from the document's counter.
NodeId newNodeId(Document& doc);
ConstraintId newConstraintId(Document& doc);

const Constraint* findConstraint(const Rig& rig, ConstraintId id);

/// By the name of its target node.
const Constraint* findConstraint(const Document& doc, std::string_view targetName);

/// The constraint whose target is this node; null where the node is no target.
const Constraint* constraintOfTarget(const Rig& rig, NodeId target);

/// Does the constraint need this node: its target, effector, root, or the joint it meets?
bool needs(const Constraint& constraint, NodeId node);

/// Is the target still without keys, and so without effect?
bool awaitsKey(const Document& doc, ConstraintId target);

/// Checks every rule for a document: rows in range, ids that exist, keys in order, finite numbers,
/// spans that do not overlap, chains whose root is above their effector, targets that are not below
/// their own group's chain. The Error names the first breach. O(everything).
Result<void> validate(const Document& doc);

/// As validate(after), but skips what `after` shares with `before`, so that the cost is that of
/// what changed.
/// @pre validate(before)
Result<void> validateChange(const Document& before, const Document& after);

/// Groups of constraints that are solved together, in the order in which they are solved: see
/// docs/architecture.md, Evaluation. Rows of Rig::constraints, ascending in each group. Groups come
/// after those that they depend on, otherwise in order of creation. O(constraints * depth).
/// Error: a target or pole is below its own group's chain, or groups depend on each other in a
/// cycle, which the message names. Ids that are not in the scene are ignored. If a clip is given,
/// the spaces of its contacts are dependencies, too.
Result<std::vector<std::vector<int>>> constraintGroups(const Scene& scene, const Rig& rig,
                                                       const Clip* clip = nullptr);

/// What differs between two documents. Always computed by comparison, never recorded by edits.
struct Changes {
    bool scene = false;  ///< nodes: added, removed, renamed, reparented, rest, parts
    bool rig = false;
    bool clips = false;  ///< clips added or removed; names, rates, markers, layers
    bool playback = false;
    std::vector<NodeId> tracks;  ///< nodes whose track or layers differ in any clip; sorted
    std::vector<ConstraintId> constraints;  ///< whose spans or influence differ; sorted
    bool unseen = false;  ///< parts that no view shows: carried data, the source, the id counter

    /// Are the documents equal?
    bool none() const
    {
        return !scene && !rig && !clips && !playback && tracks.empty() && constraints.empty() &&
               !unseen;
    }
};

/// O(parts): shared parts are recognised by address. Clips are matched by row, or by name if their
/// number differs; a clip that only one document has counts for `clips`, not for `tracks`.
Changes diff(const Document& before, const Document& after);

}  // namespace posewright
