#pragma once

#include "core/contacts/plant.h"
#include "core/evaluate/evaluate.h"
#include "core/retarget/sole_room.h"

#include <vector>

/// Internal to this folder.
namespace posewright::operate {

/// What is seen of a foot at each frame of a motion, so that a contact can lay its sole on the
/// floor.
class HeldSole {
public:
    explicit HeldSole(retarget::SoleRoom room) : room_(std::move(room)), rows_(room_.rows()) {}

    /// Adds a frame.
    void look(const Evaluation& shown);

    /// Refers to this. @pre a frame was added
    contacts::LowestOf lowest() const;

private:
    retarget::SoleRoom room_;
    std::vector<NodeIndex> rows_;  ///< that the sole depends on
    std::vector<bool> moves_;      ///< one per node: whether it moves with the foot
    std::vector<WorldTransform> feet_;
    std::vector<WorldTransform> shown_;  ///< of rows_, frame by frame
};

/// Nullopt: it is no foot below a leg, or nothing is seen of it. O(nodes + vertices)
std::optional<HeldSole> heldSoleOf(const Document& doc, const retarget::Figure& figure,
                                   NodeIndex foot);

}  // namespace posewright::operate
