#include "ui/actions/actions.h"
#include "ui/actions/desk.h"
#include "ui/desk/clip_chooser.h"
#include "ui/timeline/timeline.h"
#include "ui/timeline/transport_bar.h"

#include <QCoreApplication>
#include <QVBoxLayout>
#include <QWidget>

#include <initializer_list>

namespace posewright::ui {

namespace {

/// The timeline with the transport bar above it.
class TimelinePanel : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(TimelinePanel)

public:
    /// @pre desk outlives it
    explicit TimelinePanel(Desk& desk);

    /// Focuses the frame rate field.
    void editRate();

private:
    TransportBar* transport_;
};

TimelinePanel::TimelinePanel(Desk& desk)
{
    const auto actions = [&desk](std::initializer_list<std::string_view> ids) {
        QList<QAction*> chosen;
        for (const std::string_view id : ids) chosen.push_back(desk.actions()[id]);
        return chosen;
    };
    Timeline& timeline = desk.timeline();
    timeline.setActionSource([&desk](std::string_view id) { return desk.actions()[id]; });
    transport_ = new TransportBar(
        desk.session(), timeline,
        actions({"time.first", "time.previousKey", "time.previousFrame", "time.play",
                 "time.nextFrame", "time.nextKey", "time.last", "time.loop"}),
        actions({"time.addMarker", "time.ripple", "time.snapKeys", "time.seconds"}));
    connect(transport_, &TransportBar::failed, this,
            [&desk](const QString& text) { desk.tell(text); });
    connect(transport_, &TransportBar::clipAsked, this, [&desk] { chooseClip(desk); });
    connect(&timeline, &Timeline::hint, this, [&desk](const QString& text) { desk.tell(text); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(transport_);
    column->addWidget(&timeline, 1);
    setAccessibleName(tr("Timeline"));
    // When moving between panels, the keys get the focus.
    setFocusProxy(&timeline);
}

void TimelinePanel::editRate()
{
    transport_->editRate();
}

}  // namespace

QWidget* makeTimeline(Desk& desk)
{
    return new TimelinePanel(desk);
}

void enterTimeline(QWidget& panel, std::string_view /*field*/)
{
    static_cast<TimelinePanel&>(panel).editRate();
}

}  // namespace posewright::ui
