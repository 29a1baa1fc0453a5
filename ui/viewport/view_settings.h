#pragma once

#include "core/base/id.h"
#include "core/operate/near_key.h"
#include "ui/viewport/draw/shading.h"

#include <QObject>

#include <vector>

namespace posewright::ui {

enum class Tool { Select, Move, Rotate, Draw };
/// Whose axes the handles of a tool follow.
enum class Space { World, Local, Parent };
/// What dragging a bone that no target owns moves.
enum class DragMode { Automatic, Body, Limb, Turn };
/// None: only what is selected or under the pointer, as lines.
enum class BoneStyle { Solid, Line, XRay, None };
/// When the camera follows the selection, or the figure if nothing is selected.
enum class Follow { Never, Leaving, Always };

inline constexpr double kMostExposure = 5;  ///< [stops] up or down

/// Settings for viewing and dragging. Not part of the document.
struct ViewState {
    Tool tool = Tool::Select;
    Space space = Space::World;
    DragMode drag = DragMode::Automatic;
    bool balance = false;      ///< a dragged body stays above its feet
    operate::ActsNear acts;    ///< for targets keyed on recorded motion
    std::vector<NodeId> pins;  ///< bones of this document that are fixed in a body drag; sorted
    BoneStyle bones = BoneStyle::Solid;
    bool snap = false;   ///< drags snap to the grid and to round angles; Ctrl toggles it
    bool names = false;  ///< show all joints' names; else only of selected and hovered ones
    bool grid = true;
    MeshStyle meshes = MeshStyle::Smooth;
    bool through = true;  ///< bones inside meshes are shown as lines
    Shading shading = Shading::BlinnPhong;
    bool sceneLights = false;  ///< use the lights of the scene, if it has any
    double exposure = 0;       ///< [stops] of surfaces: each doubles the light
    Backdrop backdrop = Backdrop::Dark;
    /// Also show bones that move no mesh, such as controls in files of other programs.
    bool helpers = false;
    bool limits = true;               ///< show the active bone's limit, with handles
    std::vector<NodeId> hidden;       ///< nodes of this document whose meshes are hidden; sorted
    Follow follow = Follow::Leaving;  ///< Leaving: only in playback, when it would leave the view

    bool operator==(const ViewState&) const = default;
};

/// Are bones inside a surface visible?
inline bool seenInside(const ViewState& view, bool surface)
{
    return surface && view.meshes != MeshStyle::Hidden && view.through;
}

/// How bones are drawn: those inside a surface as lines over it.
inline BoneStyle drawnStyle(const ViewState& view, bool surface)
{
    return seenInside(view, surface) && view.bones == BoneStyle::Solid ? BoneStyle::Line
                                                                       : view.bones;
}

class ViewSettings : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const ViewState& now() const noexcept { return now_; }
    void set(const ViewState& state)
    {
        if (state == now_) return;
        now_ = state;
        emit changed();
    }
    void take(Tool tool)
    {
        ViewState next = now_;
        next.tool = tool;
        set(next);
    }

signals:
    void changed();

private:
    ViewState now_;
};

}  // namespace posewright::ui
