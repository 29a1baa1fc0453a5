#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/math/camera.h"
#include "core/operate/operate.h"

#include <optional>
#include <vector>

namespace posewright::ui {

/// Drawing chains of bones with the pointer: where a click is in space, and which bone comes next.
/// Independent of windows.
///
/// A click on a joint or a bone's tip snaps to it, and one near the plane X = 0 to that. On a mesh
/// it is in the middle between where the line of sight enters and leaves. Otherwise it is in the
/// axis plane that faces the eye most, through the bone's start; for a first click through the
/// origin, or on the ground if that is seen from above.
class BoneDrawing {
public:
    struct Sight {
        const Document& doc;
        const Evaluation& shown;
        Camera camera;
        ViewSize size;
        double step = 0;             ///< [m] of the grid to snap to; 0: none
        bool surfaces = false;       ///< meshes are visible
        std::vector<NodeId> hidden;  ///< meshes that are not visible; sorted
    };

    /// Has a chain been started?
    bool started() const noexcept { return from_.has_value(); }
    void setMirrored(bool mirrored) { mirrored_ = mirrored; }
    /// The chain ends; the next click begins another.
    void end() { from_.reset(); }

    /// A click: begins a chain, or returns the bone that ends there; nullopt if its length would be
    /// 0.
    std::optional<operate::DrawBone> click(const Sight& sight, const Pixel& at);
    /// Continues from the end of the new bone.
    void goOn(const Document& doc, double frame, NodeId made);

    /// The bone that a click would make; empty before the first.
    std::optional<std::pair<Vec3, Vec3>> preview(const Sight& sight, const Pixel& at) const;

private:
    /// A point of the figure, as shown and at rest. World [m].
    struct End {
        Vec3 shown = Vec3::Zero();
        Vec3 rest = Vec3::Zero();
        NodeId bone = NodeId::None;  ///< bone that begins or ends there; None: none
    };
    End endAt(const Sight& sight, const Pixel& at) const;
    /// Was the bone that the chain continues from undone?
    bool isGone(const Document& doc) const;
    void forgetIfGone(const Document& doc);

    std::optional<End> from_;
    bool mirrored_ = false;
};

}  // namespace posewright::ui
