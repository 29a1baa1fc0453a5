#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/math/camera.h"
#include "core/operate/operate.h"

#include <optional>
#include <vector>

namespace posewright::ui {

/// Bones drawn with the pointer, one from the end of another: where a click lies in space, and what
/// the next bone is. Knows no window.
///
/// A click on a joint or on the tip of a bone is that, and one near the plane X = 0 is on it. On a
/// mesh it lies in the middle between where its line of sight comes in and goes out. Else
/// it lies in the plane of two axes that faces the eye most, through where the bone starts; a first
/// one through the scene's origin, or on the ground where that is looked at from above.
class BoneDrawing {
public:
    struct Sight {
        const Document& doc;
        const Evaluation& shown;
        Camera camera;
        ViewSize size;
        double step = 0;             ///< [m] of a grid that is kept to; 0: none
        bool surfaces = false;       ///< meshes are seen
        std::vector<NodeId> hidden;  ///< but for those; sorted
    };

    /// Is a bone under way?
    bool started() const noexcept { return from_.has_value(); }
    bool mirrored() const noexcept { return mirrored_; }
    void setMirrored(bool mirrored) { mirrored_ = mirrored; }
    /// The chain ends; the next click begins another.
    void end() { from_.reset(); }

    /// A click: begins a chain, or says the bone that ends there; nothing where it would have no
    /// length.
    std::optional<operate::DrawBone> click(const Sight& sight, const Pixel& at);
    /// Goes on from the end of the bone that was made.
    void goOn(const Document& doc, double frame, NodeId made);

    /// The bone that a click would make; empty before the first.
    std::optional<std::pair<Vec3, Vec3>> preview(const Sight& sight, const Pixel& at) const;

private:
    /// A place on the figure: in space as it is shown, and as it is at rest.
    struct End {
        Vec3 shown = Vec3::Zero();
        Vec3 rest = Vec3::Zero();
        NodeId bone = NodeId::None;  ///< that hangs there or ends there; None: on no figure
    };
    End endAt(const Sight& sight, const Pixel& at) const;
    /// Was the bone that the chain goes on from taken back?
    bool isGone(const Document& doc) const;
    void forgetIfGone(const Document& doc);

    std::optional<End> from_;
    bool mirrored_ = false;
};

}  // namespace posewright::ui
