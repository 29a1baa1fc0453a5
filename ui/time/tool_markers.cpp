#include "ui/time/tool_markers.h"

#include "ui/session/step_text.h"
#include "ui/session/text.h"
#include "ui/time/time_canvas.h"

#include <QCoreApplication>
#include <QLineEdit>
#include <QShortcut>

#include <algorithm>

namespace posewright::ui {

namespace {

const Marker* markerAt(const Document& doc, double frame)
{
    const std::vector<Marker>& markers = doc.clip().markers;
    const auto found = std::find_if(markers.begin(), markers.end(),
                                    [frame](const Marker& m) { return m.frame == frame; });
    return found == markers.end() ? nullptr : &*found;
}

class MarkerGesture final : public EditGesture {
public:
    MarkerGesture(Session& session, Snapper snapper, const Marker& marker, double pressed) :
        EditGesture(session), snapper_(std::move(snapper)), marker_(marker), pressed_(pressed),
        before_(session.document())
    {
    }
    void move(const TimePoint& at) override
    {
        const double from = marker_.frame;
        const double to = snapper_(from + at.frame - pressed_, at.pixelsPerFrame, at.modifiers);
        const QString text = QCoreApplication::translate("History", "Move marker from %1 to %2")
                                 .arg(frameText(from), frameText(to));
        if (!perform(before_, operate::MoveMarker{from, to}, text)) return;
        session_.selection().setMarkers({to});
        readout_ = movedText(from, to);
    }
    void cancel() override
    {
        EditGesture::cancel();
        session_.selection().setMarkers({marker_.frame});
    }

private:
    Snapper snapper_;
    Marker marker_;
    double pressed_;
    Document before_;
};

Marker hitMarker(const TimeCanvas& canvas, const TimeHit& hit)
{
    return canvas.session().document().clip().markers[hit.marker];
}

void selectMarker(TimeCanvas& canvas, const Marker& marker)
{
    Selection& selection = canvas.session().selection();
    selection.setKeys({});
    selection.setSpans({});
    selection.setMarkers({marker.frame});
}

std::unique_ptr<TimeGesture> pressMarker(TimeCanvas& canvas, const TimeHit& hit,
                                         const TimePoint& at)
{
    const Marker marker = hitMarker(canvas, hit);
    selectMarker(canvas, marker);
    return makeGesture({.drag = [&canvas, marker, at]() -> std::unique_ptr<TimeGesture> {
        return std::make_unique<MarkerGesture>(canvas.session(), snapperOn(canvas), marker,
                                               at.frame);
    }});
}

}  // namespace

CanvasTool markerTool()
{
    CanvasTool tool{.id = "marker", .takes = kOnPart<TimeHit::Part::Marker>};
    tool.shape = Qt::PointingHandCursor;
    tool.press = pressMarker;
    tool.doubleClick = [](TimeCanvas& canvas, const TimeHit& hit, const TimePoint&) {
        renameMarker(canvas, hitMarker(canvas, hit).frame);
    };
    tool.says = QT_TRANSLATE_NOOP("posewright::ui::TimeCanvas",
                                  "Drag to move the marker, double click to rename it");
    tool.menu = [](TimeCanvas& canvas, const TimeHit& hit, const TimePoint&, TimeMenu& menu) {
        selectMarker(canvas, hitMarker(canvas, hit));
        for (const char* id : {"time.renameMarker", "edit.delete"}) menu.offer(id);
    };
    return tool;
}

void renameMarker(TimeCanvas& canvas, double frame)
{
    const Marker* marker = markerAt(canvas.session().document(), frame);
    if (!marker) return;
    const QString id = QStringLiteral("markerName");
    delete canvas.viewport()->findChild<QLineEdit*>(id);
    auto* field = new QLineEdit(canvas.viewport());
    field->setObjectName(id);
    field->setAccessibleName(TimeCanvas::tr("Name of the marker"));
    field->setText(toQt(marker->name));
    field->selectAll();
    const TimeLayout l = canvas.timeLayout();
    const int height = field->sizeHint().height();
    const int x = std::clamp(static_cast<int>(l.frameX(frame)) + 8, l.nameWidth,
                             std::max(l.nameWidth, l.size.width() - 150));
    field->setGeometry(x, l.markerTop() + (l.markerHeight - height) / 2, 140, height);
    // Losing the focus ends editing again; the missing name tells that this has happened.
    const auto close = [&canvas, field] {
        field->setObjectName({});
        field->deleteLater();
        canvas.setFocus();
    };
    auto* escape = new QShortcut(Qt::Key_Escape, field, nullptr, nullptr, Qt::WidgetShortcut);
    QObject::connect(escape, &QShortcut::activated, &canvas, close);
    field->show();
    field->setFocus();
    QObject::connect(field, &QLineEdit::editingFinished, &canvas, [&canvas, field, frame, close] {
        if (field->objectName().isEmpty()) return;
        const QString name = field->text().trimmed();
        close();
        if (name.isEmpty()) return;
        tell(canvas,
             canvas.session().commit({edit::AddMarker{frame, name.toStdString()}},
                                     QCoreApplication::translate("History", "Rename marker at %1")
                                         .arg(frameText(frame))));
    });
}

}  // namespace posewright::ui
