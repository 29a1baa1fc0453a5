#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"

#include <QObject>

#include <vector>

namespace posewright::ui {

/// What was moved while keys are not set automatically: shown at every frame, in no document. It
/// stays until it is keyed or let go.
class UnkeyedMoves : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Are keys set by themselves when something is moved? Unkeyed moves stay when this changes.
    bool autoKey() const noexcept { return autoKey_; }
    void setAutoKey(bool on);

    bool empty() const noexcept { return edits_.empty(); }
    /// SetTargetKey and SetJointKey, at most one of each node.
    const std::vector<edit::Edit>& edits() const noexcept { return edits_; }

    /// The same, as keys at a frame.
    std::vector<edit::Edit> keysAt(double frame) const;

    /// Takes the placements of a gesture in, unless keys are set by themselves or there is more to
    /// the gesture than placements. True: taken, and not to be keyed.
    bool take(const std::vector<edit::Edit>& gesture);
    void clear();
    /// Is this node where it is without a key?
    bool holds(const Rig& rig, NodeId node) const;

    /// The document with all unkeyed moves as keys at a frame, except of what `placed` places
    /// itself.
    Document over(const Document& document, double frame,
                  const std::vector<edit::Edit>& placed = {}) const;

    /// The edits, in which each key of a target without a placement gets the unkeyed one. Call
    /// `settle` with the outcome when it was applied: those moves are keyed then.
    std::vector<edit::Edit> keyed(std::vector<edit::Edit> edits) const;
    void settle(const std::vector<edit::Edit>& keyed);

signals:
    void changed();

private:
    bool autoKey_ = true;
    std::vector<edit::Edit> edits_;
};

}  // namespace posewright::ui
