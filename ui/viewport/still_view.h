#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/math/camera.h"
#include "ui/viewport/stage.h"

#include <optional>
#include <vector>

namespace posewright::ui {

/// Tells while a motion plays whether there is nothing to follow, because all of the motion of the
/// figure is in view, or because the view is a close-up of a motion on the spot: the figure is
/// larger than the view, and who looks at a part of it wants the view to stay. Rooms and props
/// beside a figure do not count.
///
/// The range is looked at once, O(vertices), and again when the user has moved the camera. Each
/// frame costs O(bones): targets may take a limb farther than the keys do, and then what leaves the
/// view is followed until playing begins anew.
class StillView {
public:
    /// @param stage  of doc
    /// @param shown  the frame that plays, of doc
    bool stays(const Document& doc, const Stage& stage, const Evaluation& shown,
               const Camera& camera, const ViewSize& size);
    /// The camera was moved, though not by the user.
    void followed(const Camera& camera);
    /// Playing has ended.
    void forget() { *this = {}; }

private:
    void judge(const Document& doc, const Stage& stage, const Evaluation& shown);

    struct Judged {
        Camera camera;
        ViewSize size;
    };
    std::optional<Judged> judged_;  ///< for what the range was looked at
    bool closeUp_ = false;
    std::vector<NodeIndex> kept_;  ///< rows of what is in view throughout; empty: nothing
};

}  // namespace posewright::ui
