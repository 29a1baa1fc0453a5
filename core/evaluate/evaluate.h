#pragma once

#include "core/document/document.h"
#include "core/ik/solver.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace posewright {

/// How a target fared at one frame, measured on the pose shown.
struct TargetStatus {
    ConstraintId constraint = ConstraintId::None;
    ik::Status status = ik::Status::Inactive;
    double positionError = 0;     ///< [m] effector to target (to the anchor inside a contact)
    double orientationError = 0;  ///< [rad] 0 where no orientation is asked
    double influence = 0;         ///< 0..1 after span borders and influence keys
    bool degenerateStart = false;
    int iterations = 0;
    std::string_view solver;  ///< id; empty where nothing was solved
    std::string reason;       ///< a sentence where the status needs one; may be empty

    bool operator==(const TargetStatus&) const = default;
};

/// A joint that the tracks turn, or slide, beyond its limit. Constraints keep the joints that they
/// turn inside.
struct OutsideLimit {
    NodeId joint = NodeId::None;
    double by = 0;  ///< [rad], or [m] along a slide

    bool operator==(const OutsideLimit&) const = default;
};

/// What a document looks like at one frame.
struct Evaluation {
    double frame = 0;
    std::vector<Transform> local;       ///< one per node, scene order
    std::vector<WorldTransform> world;  ///< one per node
    std::vector<TargetStatus> targets;  ///< one per Rig::constraints
    std::vector<OutsideLimit> outside;  ///< joints that show what was keyed beyond their limits
    std::vector<MorphWeights> morphs;   ///< of meshes that have any, in scene order

    bool operator==(const Evaluation&) const = default;
};

/// The worst status of a frame, in the order in which a person would worry; Inactive if none acts.
ik::Status worst(const Evaluation& evaluation);

/// Is this status a problem that the timeline should point at? (unreachable, conflict, stalled...)
bool isProblem(ik::Status status) noexcept;

/// Memory of key solves, by the content they were computed from, so that an edit costs only its
/// neighbourhood. Shared by the versions of a document; safe from any thread; can change no answer.
class KeyMemo;
std::shared_ptr<KeyMemo> makeKeyMemo();

/// A document readied for evaluating many frames of its active clip: groups, chains, key solves.
/// Immutable to the eye (key solves are filled in on demand behind a lock); share it between
/// threads.
class Prepared;
std::shared_ptr<const Prepared> prepare(const Document& doc,
                                        std::shared_ptr<KeyMemo> memo = nullptr);
const Document& document(const Prepared& prepared);

/// As if spans whose frames are solved together were solved frame by frame: what can be shown at
/// once while that takes its time. Its poses are not those of the document.
std::shared_ptr<const Prepared> prepareDraft(const Document& doc,
                                             std::shared_ptr<KeyMemo> memo = nullptr);

/// Whether to evaluate this frame is to solve all frames of a span first, which can take seconds.
/// The outcome is kept, for every frame of the span.
bool waits(const Prepared& prepared, double frame);

/// The pose of a frame: tracks, then constraint groups in order (docs/architecture.md, Evaluation).
/// Depends on nothing but the document and the frame. A document that breaks a rule of `validate`
/// evaluates to its base pose with every target invalid.
Evaluation evaluate(const Prepared& prepared, double frame);
Evaluation evaluate(const Document& doc, double frame);

/// As above; nothing, within milliseconds, once `stop` is true.
std::optional<Evaluation> evaluate(const Prepared& prepared, double frame,
                                   const std::atomic<bool>& stop);

/// The pose of the tracks alone, as if no constraint acted. Local transforms, scene order.
std::vector<Transform> basePose(const Document& doc, double frame);

/// What `Evaluation::morphs` is at a frame: no constraint acts on it.
std::vector<MorphWeights> morphsAt(const Document& doc, double frame);

}  // namespace posewright
