#include "ui/viewport/interaction.h"

#include "ui/models/status_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/session/text.h"
#include "ui/viewport/viewport.h"

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

constexpr double kReach = 12;       ///< picking radius [px]
constexpr double kThreshold = 3;    ///< a press that moves less is a click [px]
constexpr double kSameSpot = 4;     ///< clicks that near are on one spot [px]
constexpr double kPerNotch = 0.85;  ///< zoom of one notch of the wheel

Pixel toPixel(const QPointF& p)
{
    return {p.x(), p.y()};
}

double apart(const QPointF& a, const QPointF& b)
{
    return std::hypot(a.x() - b.x(), a.y() - b.y());
}

bool isPole(const Rig& rig, NodeId node)
{
    return node != NodeId::None && std::any_of(rig.constraints.begin(), rig.constraints.end(),
                                               [&](const Constraint& c) { return c.pole == node; });
}

}  // namespace

Interaction::Interaction(Session& session, Evaluator& evaluator, Viewport& view) :
    session_(session), evaluator_(evaluator), view_(view)
{
    connect(&session, &Session::replaced, this, [this] {
        mode_ = Mode::Idle;
        gesture_ = 0;
    });
}

std::vector<Hit> Interaction::hitsAt(const QPointF& at) const
{
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    if (!shown) return {};
    return pick(view_.camera(), view_.viewSize(), toPixel(at), kReach,
                pickables(session_.document(), view_.stage(), *shown));
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
    } else if (button == Qt::LeftButton) {
        mode_ = Mode::Press;
        const std::vector<Hit> hits = hitsAt(at);
        under_ = hits.empty() ? NodeId::None : hits.front().node;
    }
}

void Interaction::move(const QPointF& at)
{
    const Pixel by = toPixel(at - last_);
    const ViewSize size = view_.viewSize();
    switch (mode_) {
    case Mode::Idle: hover(at); break;
    case Mode::Orbit: view_.setCamera(orbited(view_.camera(), size, by)); break;
    case Mode::Pan: view_.setCamera(panned(view_.camera(), size, by)); break;
    case Mode::Zoom: {
        const double factor = std::exp(-(by.x() - by.y()) * 0.006);
        const double whole = view_.stage().sceneSize();
        view_.setCamera(zoomed(view_.camera(), size, toPixel(pressed_), factor,
                               view_.stage().figure * 0.02, whole * 15));
        break;
    }
    case Mode::Press:
        if (apart(at, pressed_) >= kThreshold) startDrag();
        if (mode_ == Mode::Drag) drag(at);
        break;
    case Mode::Drag: drag(at); break;
    }
    last_ = at;
}

void Interaction::release(const QPointF& at, Qt::MouseButton button)
{
    if (button != button_) return;
    if (mode_ == Mode::Press) {
        if (apart(at, pressed_) < kThreshold) click();
    } else if (mode_ == Mode::Drag) {
        session_.finishGesture(gesture_);
        gesture_ = 0;
    }
    mode_ = Mode::Idle;
}

void Interaction::wheel(const QPointF& at, int angleDelta)
{
    if (mode_ == Mode::Drag) return;
    const double factor = std::pow(kPerNotch, angleDelta / 120.0);
    view_.setCamera(zoomed(view_.camera(), view_.viewSize(), toPixel(at), factor,
                           view_.stage().figure * 0.02, view_.stage().sceneSize() * 15));
}

void Interaction::leave()
{
    if (mode_ != Mode::Idle) return;
    session_.selection().setHovered(NodeId::None);
    emit hint({});
}

bool Interaction::cancel()
{
    if (mode_ != Mode::Drag) return false;
    session_.cancelGesture(gesture_);
    gesture_ = 0;
    mode_ = Mode::Idle;
    emit hint(tr("Drag cancelled"));
    return true;
}

void Interaction::click()
{
    Selection& selection = session_.selection();
    const bool adds = modifiers_ & (Qt::ShiftModifier | Qt::ControlModifier);
    NodeId node = under_;
    if (node != NodeId::None && !adds && apart(pressed_, lastClick_) < kSameSpot) {
        const std::vector<Hit> hits = hitsAt(pressed_);
        for (std::size_t i = 0; i < hits.size(); ++i)
            if (hits[i].node == selection.active()) node = hits[(i + 1) % hits.size()].node;
    }
    lastClick_ = pressed_;
    if (adds) {
        if (node != NodeId::None) selection.toggleNode(node);
    } else {
        selection.setNodes({node});
    }
}

void Interaction::startDrag()
{
    const Document& doc = session_.document();
    const Rig& rig = *doc.rig;
    const auto movable = [&](NodeId node) {
        return constraintOfTarget(rig, node) || isPole(rig, node);
    };
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    if (under_ == NodeId::None || !movable(under_) || !shown) {
        mode_ = Mode::Idle;
        if (under_ != NodeId::None) {
            session_.selection().setNodes({under_});
            emit hint(tr("Press T to put a target on this bone, then drag the target"));
        }
        return;
    }
    if (!session_.selection().contains(under_)) session_.selection().setNodes({under_});
    session_.playhead().setPlaying(false);

    grabbed_.clear();
    for (const NodeId node : session_.selection().nodes()) {
        if (!movable(node)) continue;
        const Constraint* constraint = constraintOfTarget(rig, node);
        grabbed_.push_back({node, constraint ? constraint->id : ConstraintId::None,
                            shown->world[doc.scene->find(node)].position});
        if (node == under_)
            anchor_ = onViewPlane(view_.camera(), view_.viewSize(), toPixel(pressed_),
                                  grabbed_.back().position);
    }
    gesture_ = session_.beginGesture();
    mode_ = Mode::Drag;
}

void Interaction::drag(const QPointF& at)
{
    const Vec3 by = onViewPlane(view_.camera(), view_.viewSize(), toPixel(at), anchor_) - anchor_;
    std::vector<edit::Edit> edits;
    for (const Grabbed& grabbed : grabbed_)
        if (const std::optional<edit::Edit> edit = moved(grabbed, by)) edits.push_back(*edit);
    const QString text = grabbed_.size() == 1 ? tr("Move target") : tr("Move targets");
    if (const Result<void> done = session_.commit(edits, text, gesture_); !done) {
        emit hint(errorText(done.error()));
        return;
    }
    if (const std::shared_ptr<const Evaluation> shown = evaluator_.current())
        if (const Constraint* constraint = constraintOfTarget(*session_.document().rig, under_))
            emit hint(statusLine(session_.document(), *shown, constraint->id));
}

std::optional<edit::Edit> Interaction::moved(const Grabbed& grabbed, const Vec3& by) const
{
    const double frame = session_.playhead().frame();
    const Vec3 world = grabbed.position + by;
    if (grabbed.target != ConstraintId::None) {
        edit::SetTargetKey key;
        key.target = grabbed.target;
        key.frame = frame;
        key.position = world;
        return key;
    }
    const Scene& scene = *session_.document().scene;
    const NodeIndex row = scene.find(grabbed.node);
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    if (row == kNoNode || !shown) return std::nullopt;
    edit::SetJointKey key;
    key.joint = grabbed.node;
    key.frame = frame;
    key.translation = world;
    if (const NodeIndex parent = scene[row].parent; parent != kNoNode)
        key.translation = shown->world[parent].matrix().inverse() * world;
    return key;
}

void Interaction::hover(const QPointF& at)
{
    const std::vector<Hit> hits = hitsAt(at);
    const NodeId node = hits.empty() ? NodeId::None : hits.front().node;
    if (node == session_.selection().hovered()) return;
    session_.selection().setHovered(node);
    const Document& doc = session_.document();
    const NodeIndex row = doc.scene->find(node);
    if (row == kNoNode) {
        emit hint({});
    } else if (const Constraint* constraint = constraintOfTarget(*doc.rig, node)) {
        const std::shared_ptr<const Evaluation> shown = evaluator_.current();
        emit hint(shown ? statusLine(doc, *shown, constraint->id) : QString());
    } else if (isPole(*doc.rig, node)) {
        emit hint(tr("%1: drag to choose where the limb bends").arg(toQt((*doc.scene)[row].name)));
    } else {
        emit hint(
            tr("%1: click to select, T puts a target here").arg(toQt((*doc.scene)[row].name)));
    }
}

}  // namespace posewright::ui
