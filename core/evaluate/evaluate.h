#pragma once

#include "core/document/document.h"
#include "core/ik/solver.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace posewright {

/// How well a target is met at one frame, measured on the pose that is shown.
struct TargetStatus {
    ConstraintId constraint = ConstraintId::None;
    ik::Status status = ik::Status::Inactive;
    double positionError = 0;     ///< [m] effector to target (to the anchor inside a contact)
    double orientationError = 0;  ///< [rad] 0 if no orientation is asked for
    double influence = 0;         ///< 0..1: influence keys times the fades of the span
    bool degenerateStart = false;
    int iterations = 0;
    std::string_view solver;  ///< solver id; empty if nothing was solved
    std::string reason;       ///< a sentence that explains the status; may be empty

    bool operator==(const TargetStatus&) const = default;
};

/// A joint whose keys turn or slide it beyond its limit. Constraints keep the joints that they turn
/// within their limits.
struct OutsideLimit {
    NodeId joint = NodeId::None;
    double by = 0;  ///< [rad], or [m] along a slide

    bool operator==(const OutsideLimit&) const = default;
};

/// The pose of a document at one frame.
struct Evaluation {
    double frame = 0;
    std::vector<Transform> local;       ///< one per node, scene order
    std::vector<WorldTransform> world;  ///< one per node
    std::vector<TargetStatus> targets;  ///< one per Rig::constraints
    std::vector<OutsideLimit> outside;  ///< joints that are shown beyond their limits, as keyed
    std::vector<MorphWeights> morphs;   ///< of meshes that have any, in scene order

    bool operator==(const Evaluation&) const = default;
};

/// The most serious status of a frame; Inactive if no target acts.
ik::Status worst(const Evaluation& evaluation);

/// Is this status a problem that the timeline should point at? (unreachable, conflict, stalled...)
bool isProblem(ik::Status status) noexcept;

/// Cache of key solves by the content that they were computed from, so that an edit re-solves only
/// what depends on it. Shared by the versions of a document; thread-safe; never changes a result.
class KeyMemo;
std::shared_ptr<KeyMemo> makeKeyMemo();

/// A document prepared for evaluating many frames of its active clip: groups, chains, key solves.
/// Logically immutable (key solves are filled in on demand under a lock), so threads can share it.
class Prepared;
std::shared_ptr<const Prepared> prepare(const Document& doc,
                                        std::shared_ptr<KeyMemo> memo = nullptr);
const Document& document(const Prepared& prepared);

/// As above, but spans whose frames are solved together are solved frame by frame: for a quick
/// preview while the full solve runs. Its poses are not those of the document.
std::shared_ptr<const Prepared> prepareDraft(const Document& doc,
                                             std::shared_ptr<KeyMemo> memo = nullptr);

/// Whether evaluating this frame first solves all frames of a span, which can take seconds. That
/// solve is kept, so that it is done once for the span.
bool waits(const Prepared& prepared, double frame);

/// The pose of a frame: tracks, then constraint groups in order (docs/architecture.md, Evaluation).
/// Depends on nothing but the document and the frame. A document that breaks a rule of `validate`
/// evaluates to its base pose with every target invalid.
Evaluation evaluate(const Prepared& prepared, double frame);
Evaluation evaluate(const Document& doc, double frame);

/// As above; nullopt, within milliseconds, once `stop` is true.
std::optional<Evaluation> evaluate(const Prepared& prepared, double frame,
                                   const std::atomic<bool>& stop);

/// The pose of the tracks alone, as if no constraint acted. Local transforms, scene order.
std::vector<Transform> basePose(const Document& doc, double frame);

/// What `Evaluation::morphs` is at a frame: no constraint acts on it.
std::vector<MorphWeights> morphsAt(const Document& doc, double frame);

}  // namespace posewright
