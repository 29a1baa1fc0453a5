#include "core/operate/odd_start.h"
#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/insert_frames.h"
#include "ui/actions/menus/menus.h"
#include "ui/session/playhead.h"
#include "ui/session/session.h"
#include "ui/session/step_text.h"
#include "ui/timeline/commands.h"
#include "ui/timeline/timeline.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

// The rows of the Time menu for markers, the playing range, and inserting or removing time.
namespace posewright::ui::menus {

using namespace helpers;

namespace {

template <int frames>
void insert(Desk& desk)
{
    tell(desk, timeline::insertTime(desk.session(), frames));
}

void askInsertFrames(Desk& desk)
{
    InsertFrames dialog(desk.session().playhead().frame(), &desk.widget());
    if (dialog.exec() == QDialog::Accepted)
        tell(desk, timeline::insertTime(desk.session(), dialog.frames()));
}

void preview(Desk& desk)
{
    // With nothing selected, the visible part of the range.
    const TimelineLayout layout = desk.timeline().layoutNow();
    const Playback& playback = desk.session().document().playback;
    const double from =
        std::clamp(std::ceil(layout.frameAt(layout.nameWidth)), playback.start, playback.end);
    const double to =
        std::clamp(std::floor(layout.frameAt(layout.size.width())), from, playback.end);
    tell(desk, timeline::preview(desk.session(), from, to));
}

Obstacle noPreview(Desk& desk)
{
    return desk.session().document().playback.preview
               ? nullptr
               : QT_TRANSLATE_NOOP("Actions", "the whole range plays already");
}

Obstacle noMarkerHere(Desk& desk)
{
    if (!desk.session().selection().markers().empty()) return nullptr;
    const double here = desk.session().playhead().frame();
    const std::vector<Marker>& markers = desk.session().document().clip().markers;
    return std::any_of(markers.begin(), markers.end(),
                       [here](const Marker& m) { return m.frame == here; })
               ? nullptr
               : QT_TRANSLATE_NOOP("Actions", "there is no marker at the playhead, and none is "
                                              "selected");
}

void leaveOutStart(Desk& desk)
{
    const Document& doc = desk.session().document();
    const auto odd = operate::oddStart(doc);
    if (!odd) {
        desk.tell(translated(QT_TRANSLATE_NOOP(
            "Actions", "The motion begins smoothly, or is not recorded: nothing is left out")));
        return;
    }
    if (!commit(desk, operate::withoutOddStart(doc, *odd),
                translated(QT_TRANSLATE_NOOP("Actions", "Leave out the start"))))
        return;
    Playhead& playhead = desk.session().playhead();
    playhead.setFrame(std::max(odd->next, playhead.frame()));
    desk.tell(translated(QT_TRANSLATE_NOOP("Actions", "The motion begins at frame %1 now"))
                  .arg(frameText(odd->next)));
}

}  // namespace

// Long: a row for each action of the menu.
std::vector<ActionRow> markersAndRange()
{
    using K = QKeySequence;
    return {
        {"time.addMarker",
         "Time/Markers and Range",
         QT_TRANSLATE_NOOP("Actions", "Add &Marker"),
         QT_TRANSLATE_NOOP("Actions", "Put a marker at the playhead"),
         QT_TRANSLATE_NOOP("Actions", "label note beat bookmark flag"),
         nullptr,
         {K(Qt::Key_M)},
         nullptr,
         [](Desk& d) { tell(d, timeline::addMarker(d.session())); }},
        {"time.renameMarker",
         "Time/Markers and Range",
         QT_TRANSLATE_NOOP("Actions", "&Rename Marker"),
         QT_TRANSLATE_NOOP("Actions", "Give the marker that is selected, or at the playhead, "
                                      "another name"),
         QT_TRANSLATE_NOOP("Actions", "label note beat bookmark name"),
         nullptr,
         {K(Qt::SHIFT | Qt::Key_M)},
         noMarkerHere,
         [](Desk& d) { d.timeline().renameMarker(); }},
        {"time.preview",
         "Time/Markers and Range",
         QT_TRANSLATE_NOOP("Actions", "&Preview Selection"),
         QT_TRANSLATE_NOOP("Actions", "Play only the frames of what is selected, or those in view"),
         QT_TRANSLATE_NOOP("Actions", "range work area in out loop"),
         nullptr,
         {K(Qt::Key_P)},
         nullptr,
         preview,
         nullptr,
         true},
        {"time.clearPreview",
         "Time/Markers and Range",
         QT_TRANSLATE_NOOP("Actions", "Play the &Whole Range"),
         QT_TRANSLATE_NOOP("Actions", "Let go of the preview range"),
         QT_TRANSLATE_NOOP("Actions", "range work area in out reset"),
         nullptr,
         {K(Qt::ALT | Qt::Key_P)},
         noPreview,
         [](Desk& d) { tell(d, timeline::clearPreview(d.session())); }},
        {"time.rate",
         "Time/Markers and Range",
         QT_TRANSLATE_NOOP("Actions", "Frame Ra&te..."),
         QT_TRANSLATE_NOOP("Actions", "How many frames make a second: the keys keep their frames"),
         QT_TRANSLATE_NOOP("Actions", "fps speed frames per second timing faster slower"),
         nullptr,
         {},
         nullptr,
         [](Desk& d) { d.enter("timeline", "rate"); }},
        {"time.insertFrame",
         "Time/Markers and Range",
         QT_TRANSLATE_NOOP("Actions", "&Insert a Frame"),
         QT_TRANSLATE_NOOP("Actions",
                           "All that lies at the playhead or after it moves one frame on"),
         QT_TRANSLATE_NOOP("Actions", "add time longer gap"),
         nullptr,
         {},
         nullptr,
         insert<1>,
         nullptr,
         true},
        {"time.insertFrames",
         "Time/Markers and Range",
         QT_TRANSLATE_NOOP("Actions", "Insert or Remove Fram&es..."),
         QT_TRANSLATE_NOOP("Actions", "Put time in at the playhead, or take it out, on all rows"),
         QT_TRANSLATE_NOOP("Actions", "add delete time longer shorter gap"),
         nullptr,
         {K(Qt::CTRL | Qt::SHIFT | Qt::Key_I)},
         nullptr,
         askInsertFrames},
        {"time.removeFrame",
         "Time/Markers and Range",
         QT_TRANSLATE_NOOP("Actions", "Remove a &Frame"),
         QT_TRANSLATE_NOOP("Actions", "The frame at the playhead goes and all after it moves back"),
         QT_TRANSLATE_NOOP("Actions", "delete time shorter cut"),
         nullptr,
         {},
         nullptr,
         insert<-1>},
        {"time.leaveOutStart",
         "Time/Markers and Range",
         QT_TRANSLATE_NOOP("Actions", "Leave &Out an Odd Start"),
         QT_TRANSLATE_NOOP("Actions", "Remove the first frames of a recording that jump into the "
                                      "motion, such as a T-pose"),
         QT_TRANSLATE_NOOP("Actions", "t-pose a-pose capture mocap calibration first frame jump "
                                      "trim cut"),
         nullptr,
         {},
         busy,
         leaveOutStart},
    };
}

}  // namespace posewright::ui::menus
