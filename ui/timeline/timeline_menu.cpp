#include "ui/look/grey_tips.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"
#include "ui/timeline/commands.h"
#include "ui/timeline/timeline.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QMenu>

#include <cmath>

// What a right click offers.
namespace posewright::ui {

namespace {

using Part = TimelineHit::Part;

}  // namespace

void Timeline::setKeyAt(int row, double frame)
{
    const TimelineRow shown = model_.rows()[row];
    if (shown.id.kind == RowId::Kind::Influence) {
        edit::SetInfluenceKey key;
        key.target = shown.constraint;
        key.frame = frame;
        const InfluenceTrack* influence = session_.document().clip().influence(shown.constraint);
        key.value = influence ? influence->curve.sample(frame) : 1;
        tell(session_.commit(key));
        return;
    }
    std::vector<NodeId> nodes;
    if (shown.id.kind == RowId::Kind::Summary || shown.id.kind == RowId::Kind::Targets) {
        for (const Constraint& c : session_.document().rig->constraints) nodes.push_back(c.target);
    } else {
        nodes = model_.nodes(row);
    }
    tell(timeline::setKeys(session_, nodes, frame));
}

void Timeline::contextMenuEvent(QContextMenuEvent* event)
{
    QPointF at = event->pos();
    if (event->reason() == QContextMenuEvent::Keyboard && cursor_) {
        const TimelineLayout l = layoutNow();
        const QRect row = l.rowRect(cursor_->row);
        at = cursor_->frame ? QPointF(l.frameX(*cursor_->frame), row.center().y())
                            : QPointF(20, row.center().y());
    }
    QMenu menu(this);
    fillMenu(menu, at);
    explainGrey(menu);
    if (!menu.isEmpty()) menu.exec(viewport()->mapToGlobal(at.toPoint()));
}

void Timeline::fillMenu(QMenu& menu, const QPointF& at)
{
    const TimelineHit hit = hitAt(at);
    const auto offer = [&](std::string_view id) {
        if (QAction* action = action_ ? action_(id) : nullptr) menu.addAction(action);
    };
    const double frame = std::round(frameAt(at));
    if (hit.part == Part::Key) {
        const auto refs = model_.refs(hit.row, (*model_.rows()[hit.row].keys)[hit.key].frame);
        if (!refs.empty() && !session_.selection().contains(refs.front())) {
            session_.selection().setSpans({});
            session_.selection().setMarkers({});
            chooseKeys(refs);
        }
        for (const operate::EasingShape& easing : operate::easings())
            offer("time.ease." + std::string(easing.id));
        menu.addSeparator();
        for (const char* id : {"edit.copy", "edit.duplicate", "edit.delete"}) offer(id);
    } else if (isSpan(hit.part)) {
        const SpanRef ref{model_.rows()[hit.row].constraint,
                          model_.rows()[hit.row].spans[hit.span].start};
        if (!session_.selection().contains(ref)) pressSpan(hit, {});
        mode_ = Mode::Idle;
        for (const char* id : {"target.contact", "target.reach", "target.hold", "target.off"})
            offer(id);
        menu.addSeparator();
        for (const char* id : {"target.spanStart", "target.spanEnd", "target.fit"}) offer(id);
        menu.addSeparator();
        for (const char* id : {"edit.copy", "edit.delete"}) offer(id);
    } else if (hit.part == Part::Marker) {
        const double marker = session_.document().clip().markers[hit.marker].frame;
        session_.selection().setKeys({});
        session_.selection().setSpans({});
        session_.selection().setMarkers({marker});
        for (const char* id : {"time.renameMarker", "edit.delete"}) offer(id);
        return;
    } else if (hit.row >= 0 && hit.part == Part::Name && !model_.rows()[hit.row].isGroup()) {
        if (!session_.selection().contains(model_.rows()[hit.row].node))
            session_.selection().setNodes({model_.rows()[hit.row].node});
        for (const char* id : {"time.setKey", "target.contact", "target.reach", "target.hold",
                               "target.off", "target.fit"})
            offer(id);
        return;
    } else if (hit.part == Part::Ruler || hit.part == Part::Lane || hit.part == Part::RangeBody ||
               hit.part == Part::RangeStart || hit.part == Part::RangeEnd) {
        for (const char* id :
             {"time.addMarker", "time.preview", "time.clearPreview", "time.seconds"})
            offer(id);
        return;
    }
    if (hit.row >= 0 && at.x() > layout_.nameWidth && hit.part != Part::Key) {
        menu.addSeparator();
        menu.addAction(tr("Set Key at Frame %1").arg(frameText(frame)), this,
                       [this, row = hit.row, frame] { setKeyAt(row, frame); });
    }
    menu.addSeparator();
    for (const char* id : {"edit.paste", "time.ripple"}) offer(id);
}

}  // namespace posewright::ui
