#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"

#include <QObject>

#include <vector>

namespace posewright::ui {

/// Moves made while auto-keying is off: shown at every frame but not in the document, until they
/// are keyed or cleared.
class UnkeyedMoves : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Is auto-keying on? Unkeyed moves stay when this changes.
    bool autoKey() const noexcept { return autoKey_; }
    void setAutoKey(bool on);

    bool empty() const noexcept { return edits_.empty(); }
    /// SetTargetKey and SetJointKey, at most one of each node.
    const std::vector<edit::Edit>& edits() const noexcept { return edits_; }

    /// The same, as keys at a frame.
    std::vector<edit::Edit> keysAt(double frame) const;

    /// A gesture's edits, split into edits to apply and placements.
    struct Gesture {
        std::vector<edit::Edit> done;    ///< to be applied; without auto-keying, no placements
        std::vector<edit::Edit> placed;  ///< the placements: what is shown without unkeyed moves
        bool keys = true;                ///< the placements are keyed, and so in `done`, too
    };
    /// Placements are target and joint keys at `frame`, except of things that the gesture keys at
    /// another frame, too, and of targets whose spans it sets.
    Gesture parted(const std::vector<edit::Edit>& gesture, double frame) const;
    /// Call after the gesture: its placements become unkeyed moves, or, where they were keyed, end
    /// them.
    void finish(const Gesture& gesture);
    void clear();
    /// Does this node have an unkeyed move?
    bool holds(const Rig& rig, NodeId node) const;

    /// The document with all unkeyed moves as keys at a frame, except for nodes that `placed` keys.
    Document over(const Document& document, double frame,
                  const std::vector<edit::Edit>& placed = {}) const;

    /// The edits, in which target keys without a placement get the unkeyed one. After applying
    /// them, call `settle` with the result, which removes the moves that are keyed now.
    std::vector<edit::Edit> keyed(std::vector<edit::Edit> edits) const;
    void settle(const std::vector<edit::Edit>& keyed);

signals:
    void changed();

private:
    void take(const std::vector<edit::Edit>& placed);

    bool autoKey_ = true;
    std::vector<edit::Edit> edits_;
};

}  // namespace posewright::ui
