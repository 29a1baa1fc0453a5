#pragma once

#include "core/document/document.h"
#include "core/math/camera.h"
#include "core/math/picking.h"
#include "core/operate/limit_handles.h"
#include "core/operate/touch_fit.h"
#include "ui/viewport/bone_drawing.h"
#include "ui/viewport/layers/overlay.h"
#include "ui/viewport/manipulation.h"
#include "ui/viewport/small_fingers.h"

#include <QObject>
#include <QPointF>

#include <optional>
#include <vector>

namespace posewright::ui {

class Evaluator;
class Session;
class Viewport;

/// Pointer input in the viewport: camera, picking, and dragging.
///
/// Camera: Alt+left or middle button orbits about the point under the pointer; Alt+middle or
/// Shift+middle pans; the wheel, Alt+right or Ctrl+middle zooms, to the pointer. With K held, the
/// left button scrubs through time, as does the wheel with Alt. Left picks: Shift or Ctrl adds, a
/// second click on the same spot takes what lies behind, a drag from nothing selects what its box
/// touches. Right asks for a menu, with Ctrl for a list of all that lies under the pointer.
///
/// Dragging a target, a pole or the topmost bone moves it; a hand or foot without a target drags
/// its limb, any other bone turns; dragging the effector of a target moves the target; a handle
/// does what it shows. ViewState::drag can select limbs or the whole body. What is moved is keyed
/// at the playhead: one step of the history when the button is released, none after Esc. With the
/// tool that draws, clicks make bones (bone_drawing.h): X mirrors them, Esc ends a chain. During a
/// drag X, Y and Z constrain it to an axis, Shift slows it down, Ctrl toggles snapping, T takes it
/// to the surface under the pointer, then to the far side of that thing, and E or Alt (which some
/// window managers intercept) lets a target act over the whole range instead of near its key.
/// Independent of windows, so that tests need no screen. A prop is moved, at rest where this clip
/// does not key it; one larger than a figure only when it is selected.
class Interaction : public QObject {
    Q_OBJECT

public:
    Interaction(Session& session, Evaluator& evaluator, Viewport& view);

    void press(const QPointF& at, Qt::MouseButton button, Qt::KeyboardModifiers modifiers);
    void move(const QPointF& at, Qt::KeyboardModifiers modifiers = {});
    void release(const QPointF& at, Qt::MouseButton button);
    void wheel(const QPointF& at, int angleDelta, Qt::KeyboardModifiers modifiers = {});
    void leave();

    /// Handles keys that are in use now, such as Esc and the axes during a drag. True: used.
    bool key(int key);
    bool wantsKey(int key) const;
    /// Sets whether the key is held that makes the left button scrub.
    void setScrubbing(bool scrubbing) { scrubbing_ = scrubbing; }

    /// Ends a drag as if it had never begun; false if there was none.
    bool cancel();
    bool dragging() const noexcept { return mode_ == Mode::Drag; }
    /// Is the camera being moved?
    bool steering() const noexcept
    {
        return mode_ == Mode::Orbit || mode_ == Mode::Pan || mode_ == Mode::Zoom;
    }

    /// What the current tool shows.
    OverlayTool overlay() const;
    /// The handles of the selection for the current tool.
    std::optional<Gizmo> gizmo() const;
    /// Everything under a point, the likeliest first. Hands come before fingers that are small in
    /// the view.
    std::vector<Hit> hitsAt(const QPointF& at) const;

signals:
    void hint(const QString& text);
    void overlayChanged();
    void menuAsked(const QPointF& at);
    void hitsAsked(const QPointF& at, const std::vector<posewright::NodeId>& nodes);

private:
    enum class Mode { Idle, Orbit, Pan, Zoom, Press, Drag, Refused, Box, Scrub, Menu };

    void click();
    void drawTo(const QPointF& at);
    void showDrawing();
    /// X toggles mirroring; a key that ends a chain leaves the tool if none was begun.
    void drawingKey(int key);
    void endDrawing();
    std::optional<BoneDrawing::Sight> drawingSight() const;
    void selectBox();
    void startDrag();
    /// A floor or a room, not selected: a drag that begins on it is meant for what stands there.
    bool isScenery(NodeId node) const;
    bool takeHold();
    /// Begins to move a node with the selection, or to turn a bone about its joint.
    bool moveFrom(const Evaluation& shown, NodeId node);
    bool swing(const Evaluation& shown, NodeId node);
    /// Begins to drag a bone with its limb or the whole body; nullopt if it is to be dragged in
    /// another way.
    std::optional<bool> pull(const std::shared_ptr<const Evaluation>& shown, NodeId node,
                             Grip grip);
    bool nearerTip(const Evaluation& shown, NodeId node) const;
    /// Handles at the node's place, independent of the tool.
    Gizmo freeHandles(const Evaluation& shown, NodeId node) const;
    void drag();
    /// A surface under the pointer, or the ground, without what the drag itself moves.
    struct Touched {
        Vec3 place = Vec3::Zero();    ///< world [m]
        Vec3 normal = Vec3::UnitY();  ///< of length 1
        NodeId node = NodeId::None;   ///< its bone or mesh; None: the ground
    };
    /// Of what is under the pointer: the side that is seen, or the far one.
    enum class Touch { None, Near, Far };
    struct Sides {
        std::optional<Touched> near, far;
    };
    /// @param withFar  else it is not looked for
    Sides touched(const Evaluation& shown, bool withFar) const;
    std::optional<Touched> groundUnder(const Ray& ray) const;
    /// After T: the next side of what is under the pointer, or none after the last.
    Touch touchAfter(Touch side) const;
    /// Of a target that was brought to something and keyed there: how it stays. Empty: of anything
    /// else.
    QString touchedWords() const;
    /// Brings what is dragged to the place of a step, or onto what it touches. False: refused.
    bool take(const Manipulation::Step& step);
    Manipulation::Step stepTo(const std::optional<Vec3>& touch);
    /// Goes on until the end of the limb lies on what it touches: the hand turns with the arm.
    void settle();
    /// For a target that is dragged over a thing: the key that lets it touch that. Empty: none.
    QString touchOffer(const Evaluation& shown) const;
    /// What is touched, and what T does next. @pre something is asked to be touched
    QStringList touchLines(const Sides& sides) const;
    /// Says what the drag has done so far.
    void readOut(const QString& amount, const Sides& sides);
    void hover(const QPointF& at);
    void explain(NodeId node);
    void explainTool();
    void scrubTo(const QPointF& at);
    std::vector<Hit> everythingAt(const Evaluation& shown, const Pixel& pixel) const;
    /// The bones whose lines over a mesh are picked at a point.
    std::vector<NodeId> linesAt(const Pixel& pixel, std::vector<Pickable> things) const;
    GizmoPart partAt(const QPointF& at) const;
    /// The handle of the active bone's limit under a point; -1: none.
    int limitAt(const QPointF& at) const;
    bool takeLimit();
    void dragLimit();
    Vec3 pointUnder(const QPointF& at) const;

    Session& session_;
    Evaluator& evaluator_;
    Viewport& view_;
    Mode mode_ = Mode::Idle;
    Qt::MouseButton button_ = Qt::NoButton;
    Qt::KeyboardModifiers modifiers_;
    bool scrubbing_ = false;
    QPointF pressed_;
    QPointF last_;
    NodeId under_ = NodeId::None;       ///< node that the press hit
    NodeId front_ = NodeId::None;       ///< node that a click there selects
    GizmoPart part_ = GizmoPart::None;  ///< handle that the press hit, or else under the pointer
    GizmoPart lock_ = GizmoPart::None;  ///< axis to which a key constrains the drag
    bool everywhere_ = false;  ///< set by a key: targets keyed by the drag act over the whole range
    Touch touching_ = Touch::None;          ///< set by a key: what is moved goes to that surface
    bool touched_ = false;                  ///< the last step did that
    std::optional<operate::TouchFit> fit_;  ///< of the end of the limb to the surface
    bool settling_ = false;
    QPointF lastClick_{-1, -1};
    Vec3 turnAbout_ = Vec3::Zero();
    double scrubFrom_ = 0;
    int gesture_ = 0;
    NodeId lead_ = NodeId::None;  ///< the dragged node, for the readout
    std::optional<Manipulation> manipulation_;
    /// A limit when the drag of its handle began.
    struct HeldLimit {
        NodeId joint = NodeId::None;
        Limit limit;
        operate::LimitHandle handle;
    };
    std::optional<HeldLimit> limit_;
    int limitRow_ = -1;  ///< handle of a limit that the press hit, or else under the pointer
    mutable SmallFingers fingers_;  ///< remembers which bones are fingers
    BoneDrawing drawing_;
    QPointF pointer_;  ///< position of the drag; lags behind while Shift slows it down
    QStringList readout_;
};

}  // namespace posewright::ui
