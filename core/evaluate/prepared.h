#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/key_solve.h"
#include "core/ik/solver.h"
#include "core/ik/workspace.h"
#include "core/motion/layer.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

/// What `prepare` makes. Internal to core/evaluate.
namespace posewright {

/// A constraint with its ids looked up.
struct Link {
    int row = 0;  ///< of Rig::constraints
    const Constraint* constraint = nullptr;
    const SpanRow* spans = nullptr;  ///< null: it never acts
    const InfluenceTrack* influence = nullptr;
    NodeIndex target = kNoNode;
    NodeIndex pole = kNoNode;
    int effector = -1;               ///< row of Group::joints
    int root = -1;                   ///< row of Group::joints
    int meets = -1;                  ///< row of Group::joints, of a loop
    std::vector<int> pins;           ///< rows of Group::joints
    std::vector<int> chain;          ///< rows of Group::joints that it may turn, root first
    std::vector<double> targetKeys;  ///< key frames of the target's track
    double least =
        0;  ///< nearest that the limits let the effector come to the root, at rest lengths [m]
};

/// A layer that acts, with its ids looked up.
struct LaidLayer {
    struct Row {
        NodeIndex node = kNoNode;
        const Track* offsets = nullptr;
        LiveRange live;
        std::vector<Arc> arcs;  ///< of its rotation; empty: too many keys to prepare
    };
    const Layer* layer = nullptr;
    std::vector<Row> rows;  ///< by node, ascending
};

/// Frames of a group that are solved as one problem: those of one span, or of several that touch.
struct Trajectory {
    std::vector<double> frames;  ///< strictly increasing: first, whole frames between, last
    mutable std::mutex mutex;
    mutable std::shared_ptr<const TrajectorySolve> solve;  ///< once `ready`
    mutable std::atomic<bool> ready = false;

    bool covers(double frame) const { return frames.front() <= frame && frame <= frames.back(); }
};

/// The hints for a key frame of a group. Joints that are not named are solved as without hints.
struct Hinted {
    KeySolve bend;            ///< offsets of the named joints
    std::vector<char> named;  ///< per joint
    bool root = false;        ///< the offset of a moving root is named
};

/// Constraints that are solved together.
struct Group {
    std::vector<Link> links;
    std::vector<NodeIndex> joints;  ///< ascending; the first is the top of them all
    std::vector<int> parents;       ///< row of Group::joints, -1 for the first
    bool rootMoves = false;
    std::vector<int> needs;          ///< earlier groups that this one depends on, ascending
    std::vector<NodeIndex> rows;     ///< nodes that must be placed to solve it, ascending
    std::vector<NodeIndex> below;    ///< the first joint and all its descendants, ascending
    std::vector<double> keyFrames;   ///< of targets and span ends; sorted
    std::map<double, Hinted> hints;  ///< by frame
    std::vector<std::unique_ptr<Trajectory>> trajectories;  ///< disjoint, in order

    /// Solves of the key frames up to the furthest that was needed, in order: `cut` with goals cut
    /// short of full reach, and `uncut`.
    struct Solves {
        std::vector<KeySolve> keys;  ///< as many as keyFrames once the first is solved
        std::atomic<int> ready = 0;  ///< this many of the first keys may be read without the lock
        /// The last of `keys`, but solved without its hint: the start of the next solve.
        KeySolve before;
    };
    mutable std::mutex mutex;
    mutable Solves cut;
    mutable Solves uncut;
};

struct Scratch;

class Prepared {
public:
    Document doc;
    std::shared_ptr<KeyMemo> memo;     ///< may be null
    bool draft = false;                ///< trajectories are solved frame by frame
    std::string breach;                ///< why nothing can be solved; empty: no fault
    std::vector<const Track*> tracks;  ///< per node; null: at rest
    std::vector<LaidLayer> layers;     ///< those that act, in order
    std::vector<std::unique_ptr<Group>> groups;
    std::vector<NodeIndex> allRows;
    std::vector<NodeIndex> limited;  ///< bones with a limit
    std::vector<NodeIndex> morphed;  ///< meshes with morphs
    std::vector<int> allGroups;

    mutable std::mutex idleMutex;
    mutable std::vector<std::shared_ptr<Scratch>> idle;  ///< lent to key solves
};

/// Memory for evaluating frames, reused by one thread.
struct Scratch {
    std::vector<Transform> local;
    std::vector<WorldTransform> world;
    ik::Workspace workspace;
    ik::Solution solution;
    const std::atomic<bool>* stop = nullptr;  ///< borrowed; null: cannot be stopped

    /// If true, what was evaluated must be discarded.
    bool stopped() const { return stop && stop->load(std::memory_order_relaxed); }
};

/// Evaluates into `out`, with the memory of `scratch`.
void evaluateInto(const Prepared& prepared, double frame, Scratch& scratch, Evaluation& out);

}  // namespace posewright
