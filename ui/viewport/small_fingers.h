#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/math/camera.h"
#include "core/math/picking.h"

#include <optional>
#include <vector>

namespace posewright::ui {

/// A finger that is this wide in the view is meant by a click on it; of a smaller one, its hand.
inline constexpr double kFingerToPick = 12;  ///< [px]

/// Clicks on the fingers of figures. From afar they cover the hand and are too small to be aimed
/// at, so the hand is meant, and the finger is what lies behind it: a second click takes that. Once
/// a finger is selected the other fingers of that hand are picked at once, and its hand is last.
class SmallFingers {
public:
    /// Puts the hand before or behind the fingers in what lies under the pointer.
    /// @param hits      the likeliest first
    /// @param selected  the active node
    std::vector<Hit> sorted(std::vector<Hit> hits, const Document& doc, const Evaluation& shown,
                            NodeId selected, const Camera& camera, const ViewSize& size);

private:
    struct Finger {
        NodeIndex hand = kNoNode;        ///< kNoNode: the node is in no finger
        std::vector<NodeIndex> sisters;  ///< the bones of the finger, from the hand outwards
    };
    void look(const Shared<Scene>& scene);
    double widthInView(const Finger& finger, const Scene& scene, const Evaluation& shown,
                       const Camera& camera, const ViewSize& size) const;

    std::optional<Shared<Scene>> scene_;  ///< whose fingers are known
    std::vector<Finger> fingers_;         ///< by row; empty: no figure has fingers
};

}  // namespace posewright::ui
