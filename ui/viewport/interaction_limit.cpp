#include "core/edit/mirror.h"
#include "ui/models/status_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/playhead.h"
#include "ui/session/session.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"
#include "ui/viewport/interaction.h"
#include "ui/viewport/layers/limits.h"
#include "ui/viewport/viewport.h"

#include <QLocale>

#include <cmath>
#include <numbers>

namespace posewright::ui {

namespace {

constexpr double kLimitReach = 9;  ///< [px] around a handle
constexpr double kLimitSnap = std::numbers::pi / 36;

Ray limitRay(const Viewport& view, const QPointF& at)
{
    return rayThrough(view.camera(), view.viewSize(), {at.x(), at.y()});
}

}  // namespace

int Interaction::limitAt(const QPointF& at) const
{
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    const ViewState& view = view_.settings().now();
    if (!shown || view.tool == Tool::Draw || session_.playhead().playing()) return -1;
    const Document& doc = session_.document();
    const operate::LimitShape shape =
        seenLimit(doc, *shown, view_.stage(), {session_.selection().nodes(), NodeId::None, view});
    int found = -1;
    double nearest = kLimitReach;
    for (std::size_t i = 0; i < shape.handles.size(); ++i) {
        const auto seen = project(view_.camera(), view_.viewSize(), shape.handles[i].place());
        if (!seen) continue;
        const double away = (seen->pixel - Pixel(at.x(), at.y())).norm();
        if (away >= nearest) continue;
        nearest = away;
        found = static_cast<int>(i);
    }
    return found;
}

bool Interaction::takeLimit()
{
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    const Document& doc = session_.document();
    const operate::LimitShape shape =
        seenLimit(doc, *shown, view_.stage(),
                  {session_.selection().nodes(), NodeId::None, view_.settings().now()});
    const auto row = static_cast<std::size_t>(limitRow_);
    if (row >= shape.handles.size()) return false;
    const NodeId joint = session_.selection().active();
    const BonePart& bone = *(*doc.scene)[doc.scene->find(joint)].bone();
    limit_ = HeldLimit{joint, bone.limit, shape.handles[row]};
    lead_ = joint;
    return true;
}

void Interaction::dragLimit()
{
    const operate::LimitHandle& handle = limit_->handle;
    double value = handle.value + operate::handleMoved(handle, limitRay(view_, pressed_),
                                                       limitRay(view_, pointer_));
    const bool snap = view_.settings().now().snap != bool(modifiers_ & Qt::ControlModifier);
    if (snap && !handle.slides) value = snapped(value, kLimitSnap);
    const Document& doc = session_.document();
    const Limit limit =
        operate::withHandle(limit_->limit, static_cast<std::size_t>(limitRow_), value);
    const QString name = toQt((*doc.scene)[doc.scene->find(limit_->joint)].name);
    const Result<void> done = session_.commit(
        edit::limitEdits(*doc.scene, limit_->joint, limit, session_.selection().bothSides()),
        tr("Limit of %1").arg(name), gesture_);
    if (!done) {
        readout_ = {errorText(done.error())};
    } else if (handle.slides) {
        readout_ = {lengthText(value, view_.stage().unit)};
    } else {
        const double degrees = value * 180 / std::numbers::pi;
        readout_ = {
            tr("%1 %2\u00b0").arg(tr(handle.part.data()), QLocale().toString(degrees, 'f', 1))};
    }
    emit overlayChanged();
}

}  // namespace posewright::ui
