#include "ui/viewport/interaction.h"

#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/viewport/viewport.h"

#include <QRectF>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

constexpr int kLastGuide = 1;           ///< rank: targets and poles, see pickables
constexpr double kHandleReach = 8;      ///< [px] around a handle
constexpr double kGizmoPixels = 84;     ///< length of an arrow [px]
constexpr double kThreshold = 3;        ///< [px] a press that moves less is a click
constexpr double kZoomPerNotch = 0.85;  ///< zoom of one notch of the wheel
constexpr double kSlow = 0.1;           ///< of the pointer's movement, with Shift
constexpr double kFramesPerPixel = 0.125;

Pixel interactionToPixel(const QPointF& p)
{
    return {p.x(), p.y()};
}

double apart(const QPointF& a, const QPointF& b)
{
    return std::hypot(a.x() - b.x(), a.y() - b.y());
}

}  // namespace

Interaction::Interaction(Session& session, Evaluator& evaluator, Viewport& view) :
    session_(session), evaluator_(evaluator), view_(view)
{
    connect(&session, &Session::replaced, this, [this] {
        mode_ = Mode::Idle;
        gesture_ = 0;
        part_ = GizmoPart::None;
        readout_.clear();
        drawing_.end();
    });
    connect(&view.settings(), &ViewSettings::changed, this, [this] {
        if (view_.settings().now().tool != Tool::Draw && drawing_.started()) {
            drawing_.end();
            readout_.clear();
        }
        explainTool();
    });
    connect(&evaluator, &Evaluator::evaluated, this, &Interaction::settle);
}

std::optional<Gizmo> Interaction::gizmo() const
{
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    const ViewState& state = view_.settings().now();
    const bool handles = state.tool == Tool::Move || state.tool == Tool::Rotate;
    if (!shown || !handles || session_.playhead().playing()) return std::nullopt;
    const Document& doc = session_.document();
    const NodeId node = session_.selection().active();
    const Grip grip = gripOf(doc, *shown, node);
    const bool both = grip == Grip::Target || grip == Grip::Root || grip == Grip::Prop;
    const bool moves = both || grip == Grip::Pole;
    const bool turns = both || grip == Grip::Joint;
    if (state.tool == Tool::Move ? !moves : !turns) return std::nullopt;
    return gizmoAt(view_.camera(), view_.viewSize(),
                   state.tool == Tool::Move ? GizmoKind::Move : GizmoKind::Rotate,
                   shown->world[doc.scene->find(node)].position,
                   axesFor(doc, *shown, node, state.space), kGizmoPixels);
}

GizmoPart Interaction::partAt(const QPointF& at) const
{
    const std::optional<Gizmo> handles = gizmo();
    if (!handles) return GizmoPart::None;
    return gizmoPartAt(gizmoStrokes(view_.camera(), view_.viewSize(), *handles),
                       interactionToPixel(at), kHandleReach);
}

Vec3 Interaction::pointUnder(const QPointF& at) const
{
    const std::vector<Hit> hits = hitsAt(at);
    if (hits.empty()) return view_.camera().pivot;
    const Ray ray = rayThrough(view_.camera(), view_.viewSize(), interactionToPixel(at));
    return ray.origin -
           ray.direction * (hits.front().depth / ray.direction.dot(axes(view_.camera()).col(2)));
}

void Interaction::press(const QPointF& at, Qt::MouseButton button, Qt::KeyboardModifiers modifiers)
{
    if (mode_ != Mode::Idle) return;
    button_ = button;
    modifiers_ = modifiers;
    pressed_ = last_ = at;
    const bool alt = modifiers & Qt::AltModifier;
    if (button == Qt::MiddleButton) {
        if (modifiers & Qt::ControlModifier)
            mode_ = Mode::Zoom;
        else
            mode_ = alt || modifiers & Qt::ShiftModifier ? Mode::Pan : Mode::Orbit;
    } else if (alt && button == Qt::LeftButton) {
        mode_ = Mode::Orbit;
    } else if (alt && button == Qt::RightButton) {
        mode_ = Mode::Zoom;
    } else if (button == Qt::RightButton) {
        mode_ = Mode::Menu;
    } else if (button == Qt::LeftButton && scrubbing_) {
        mode_ = Mode::Scrub;
        session_.playhead().setPlaying(false);
        scrubFrom_ = session_.playhead().frame();
    } else if (button == Qt::LeftButton) {
        mode_ = Mode::Press;
        part_ = partAt(at);
        limitRow_ = part_ == GizmoPart::None ? limitAt(at) : -1;
        const std::vector<Hit> hits = hitsAt(at);
        under_ = hits.empty() ? NodeId::None : hits.front().node;
        front_ = under_;
        // Of two things in the same place, the selected one is meant. A selected target or pole is
        // dragged even if another one covers it.
        for (const Hit& hit : hits) {
            if (hit.rank != hits.front().rank || hit.node != session_.selection().active())
                continue;
            const bool together =
                hit.miss < hits.front().miss + 1 &&
                std::abs(hit.depth - hits.front().depth) < view_.stage().targetRadius();
            if (together || (hit.rank <= kLastGuide && hit.miss == 0)) under_ = hit.node;
            if (together) front_ = hit.node;
        }
    }
    if (mode_ == Mode::Orbit) turnAbout_ = pointUnder(at);
}

void Interaction::move(const QPointF& at, Qt::KeyboardModifiers modifiers)
{
    const Pixel by = interactionToPixel(at - last_);
    const ViewSize size = view_.viewSize();
    switch (mode_) {
    case Mode::Idle:
        hover(at);
        if (view_.settings().now().tool == Tool::Draw) {
            last_ = at;
            showDrawing();
        }
        break;
    case Mode::Orbit: view_.setCamera(orbitedAbout(view_.camera(), size, by, turnAbout_)); break;
    case Mode::Pan: view_.setCamera(panned(view_.camera(), size, by)); break;
    case Mode::Zoom: {
        const double factor = std::exp(-(by.x() - by.y()) * 0.006);
        const double whole = view_.stage().sceneSize();
        view_.setCamera(zoomed(view_.camera(), size, interactionToPixel(pressed_), factor,
                               view_.stage().figure * 0.02, whole * 15));
        break;
    }
    case Mode::Press:
        if (apart(at, pressed_) < kThreshold || view_.settings().now().tool == Tool::Draw) break;
        startDrag();
        if (mode_ != Mode::Drag) break;
        pointer_ = pressed_;
        last_ = pressed_;
        [[fallthrough]];
    case Mode::Drag:
        modifiers_ = modifiers;
        pointer_ += (at - last_) * (modifiers & Qt::ShiftModifier ? kSlow : 1);
        last_ = at;
        drag();
        break;
    case Mode::Scrub: scrubTo(at); break;
    case Mode::Box:
    case Mode::Refused:
    case Mode::Menu: break;
    }
    last_ = at;
    if (mode_ == Mode::Box) emit overlayChanged();
}

void Interaction::release(const QPointF& at, Qt::MouseButton button)
{
    if (button != button_) return;
    const Mode mode = std::exchange(mode_, Mode::Idle);
    button_ = Qt::NoButton;
    switch (mode) {
    case Mode::Press:
        if (apart(at, pressed_) >= kThreshold) break;
        if (view_.settings().now().tool == Tool::Draw)
            drawTo(at);
        else
            click();
        break;
    case Mode::Drag: {
        const QString words = touchedWords();
        // The pointer is over what is touched, which else would be explained at the next move.
        if (!words.isEmpty())
            if (const std::vector<Hit> hits = hitsAt(at); !hits.empty())
                session_.selection().setHovered(hits.front().node);
        session_.finishGesture(gesture_);
        gesture_ = 0;
        manipulation_.reset();
        limit_.reset();
        readout_.clear();
        emit hint(words);  // if empty, this clears the hint about keys of the drag
        break;
    }
    case Mode::Box: selectBox(); break;
    case Mode::Menu: {
        if (apart(at, pressed_) >= kThreshold) break;
        if (drawing_.started()) {
            endDrawing();
            break;
        }
        const std::vector<Hit> hits = hitsAt(at);
        if (modifiers_ & Qt::ControlModifier) {
            std::vector<NodeId> nodes;
            nodes.reserve(hits.size());
            for (const Hit& hit : hits) nodes.push_back(hit.node);
            if (!nodes.empty()) emit hitsAsked(at, nodes);
            break;
        }
        if (!hits.empty() && !session_.selection().contains(hits.front().node))
            session_.selection().pick({hits.front().node});
        emit menuAsked(at);
        break;
    }
    default: break;
    }
    part_ = partAt(at);
    limitRow_ = limitAt(at);
    // Nobody says again that the pointer left during the drag.
    const ViewSize size = view_.viewSize();
    if (!QRectF(0, 0, size.width, size.height).contains(at)) leave();
    emit overlayChanged();
}

void Interaction::wheel(const QPointF& at, int angleDelta, Qt::KeyboardModifiers modifiers)
{
    if (mode_ == Mode::Drag) return;
    if (modifiers & Qt::AltModifier) {
        const int notches = angleDelta / 120 + (angleDelta % 120 > 0) - (angleDelta % 120 < 0);
        session_.playhead().setPlaying(false);
        session_.playhead().setFrame(session_.playhead().frame() - notches);
        return;
    }
    const double factor = std::pow(kZoomPerNotch, angleDelta / 120.0);
    view_.setCamera(zoomed(view_.camera(), view_.viewSize(), interactionToPixel(at), factor,
                           view_.stage().figure * 0.02, view_.stage().sceneSize() * 15));
}

void Interaction::scrubTo(const QPointF& at)
{
    // A short range scrubs slowly, a long one within the width of the view.
    Playhead& playhead = session_.playhead();
    const double perPixel = std::max(kFramesPerPixel, (playhead.end() - playhead.start()) /
                                                          std::max(1.0, view_.viewSize().width));
    const double frame = scrubFrom_ + (at.x() - pressed_.x()) * perPixel;
    playhead.setFrame(std::clamp(frame, std::min(playhead.start(), scrubFrom_),
                                 std::max(playhead.end(), scrubFrom_)));
}

void Interaction::leave()
{
    if (mode_ != Mode::Idle) return;
    part_ = GizmoPart::None;
    limitRow_ = -1;
    session_.selection().setHovered(NodeId::None);
    emit hint({});
    emit overlayChanged();
}

bool Interaction::wantsKey(int key) const
{
    if (mode_ == Mode::Box) return key == Qt::Key_Escape;
    if (mode_ == Mode::Idle && view_.settings().now().tool == Tool::Draw)
        return key == Qt::Key_X || key == Qt::Key_Escape ||
               (drawing_.started() && (key == Qt::Key_Return || key == Qt::Key_Enter));
    if (mode_ != Mode::Drag) return false;
    return key == Qt::Key_Escape || key == Qt::Key_X || key == Qt::Key_Y || key == Qt::Key_Z ||
           key == Qt::Key_E || (key == Qt::Key_T && manipulation_ && manipulation_->canTouch());
}

bool Interaction::key(int key)
{
    if (!wantsKey(key)) return false;
    if (mode_ == Mode::Idle) {
        drawingKey(key);
        return true;
    }
    if (key == Qt::Key_Escape) return cancel();
    if (key == Qt::Key_E || key == Qt::Key_T) {
        if (key == Qt::Key_E)
            everywhere_ = !everywhere_;
        else
            touching_ = touchAfter(touching_);
        drag();
        return true;
    }
    const GizmoPart axis = key == Qt::Key_X   ? GizmoPart::X
                           : key == Qt::Key_Y ? GizmoPart::Y
                                              : GizmoPart::Z;
    lock_ = lock_ == axis ? GizmoPart::None : axis;
    drag();
    return true;
}

bool Interaction::cancel()
{
    if (mode_ != Mode::Drag && mode_ != Mode::Box) return false;
    // First: the pose of the document as it was is shown at once, and is none to settle on.
    const Mode mode = std::exchange(mode_, Mode::Idle);
    if (mode == Mode::Drag) {
        session_.cancelGesture(gesture_);
        gesture_ = 0;
        manipulation_.reset();
        limit_.reset();
        readout_.clear();
        emit hint(tr("Drag cancelled"));
    }
    emit overlayChanged();
    return true;
}

OverlayTool Interaction::overlay() const
{
    OverlayTool tool;
    tool.pointer = interactionToPixel(last_);
    tool.readout = readout_;
    if (mode_ == Mode::Box) {
        tool.box = QRectF(pressed_, last_).normalized();
        return tool;
    }
    tool.gizmo = gizmo();
    tool.hot = part_;
    tool.limit = limitRow_;
    if (view_.settings().now().tool == Tool::Draw)
        if (const auto sight = drawingSight()) {
            tool.bone = drawing_.preview(*sight, tool.pointer);
            tool.mirrored = session_.selection().bothSides();
        }
    if (mode_ != Mode::Drag || !manipulation_) return tool;
    tool.held = true;
    const Document& doc = session_.document();
    if (const Constraint* target = constraintOfTarget(*doc.rig, lead_);
        target && manipulation_->kind() == Manipulation::Kind::Move)
        tool.reach = target->id;
    if (lock_ != GizmoPart::None) tool.hot = lock_;
    if (tool.hot != GizmoPart::X && tool.hot != GizmoPart::Y && tool.hot != GizmoPart::Z)
        return tool;
    const Gizmo& start = manipulation_->gizmo();
    const Vec3 reach = axisOf(view_.camera(), start, tool.hot) * view_.camera().distance * 0.6;
    tool.guide = std::pair(Vec3(start.origin - reach), Vec3(start.origin + reach));
    return tool;
}

}  // namespace posewright::ui
