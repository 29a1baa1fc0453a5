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
/// What a drag at a bone that no target owns moves.
enum class DragMode { Automatic, Body, Limb, Turn };
enum class BoneStyle { Solid, Line, XRay };
/// When the camera goes along with the selection, or with the figure where nothing is selected.
enum class Follow { Never, Leaving, Always };

inline constexpr double kMostExposure = 5;  ///< [stops] up or down

/// How the user looks at the scene and takes hold of it. Beside the document, not in it.
struct ViewState {
    Tool tool = Tool::Select;
    Space space = Space::World;
    DragMode drag = DragMode::Automatic;
    bool balance = false;      ///< a body that is dragged stays over its feet
    operate::ActsNear acts;    ///< targets that are keyed on recorded motion
    std::vector<NodeId> pins;  ///< bones that hold in such a drag, of this document; sorted
    BoneStyle bones = BoneStyle::Solid;
    bool snap = false;   ///< drags stop at the grid and at round angles; Ctrl turns it about
    bool names = false;  ///< every joint's name; else of what is selected or under the pointer
    bool grid = true;
    MeshStyle meshes = MeshStyle::Smooth;
    bool through = true;  ///< bones inside meshes are seen, as lines
    Shading shading = Shading::BlinnPhong;
    bool sceneLights = false;  ///< those of the scene shine, where it has any
    double exposure = 0;       ///< [stops] how bright surfaces are: each doubles the light
    Backdrop backdrop = Backdrop::Dark;
    /// Bones that move no mesh are shown, too: controls that other programs leave in their files.
    bool helpers = false;
    bool limits = true;               ///< how far the active bone may turn, with handles
    std::vector<NodeId> hidden;       ///< whose meshes are not shown, of this document; sorted
    Follow follow = Follow::Leaving;  ///< Leaving: in playback, what would leave the view

    bool operator==(const ViewState&) const = default;
};

/// Are bones seen that lie inside of a surface?
inline bool seenInside(const ViewState& view, bool surface)
{
    return surface && view.meshes != MeshStyle::Hidden && view.through;
}

/// As which bones are drawn: those inside a surface are seen as lines over it.
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
