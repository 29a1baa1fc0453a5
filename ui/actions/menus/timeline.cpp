#include "ui/timeline/timeline.h"

#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/insert_frames.h"
#include "ui/actions/menus/menus.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/session/text.h"
#include "ui/timeline/commands.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

// The rows of the Time menu that change keys, spans and markers, and how the timeline behaves.
namespace posewright::ui::menus {

using namespace helpers;

namespace {

void tell(Desk& desk, const Result<void>& done)
{
    if (!done) desk.tell(errorText(done.error()));
}

Obstacle timelineNoKeys(Desk& desk)
{
    return timeline::keysInHand(desk.session()).empty()
               ? QT_TRANSLATE_NOOP("Actions",
                                   "select keys first, or what has a key at the playhead")
               : nullptr;
}

Obstacle nothingToNudge(Desk& desk)
{
    return timeline::canNudge(desk.session())
               ? nullptr
               : QT_TRANSLATE_NOOP("Actions",
                                   "select keys, spans or markers on the timeline first");
}

template <int by>
void timelineNudge(Desk& desk)
{
    tell(desk, timeline::nudge(desk.session(), by, desk.timeline().ripple()));
}

template <int row>
void ease(Desk& desk)
{
    tell(desk, timeline::setEasing(desk.session(), timeline::easings()[row]));
}

template <bool SnapSettings::*member>
void flipSnap(Desk& desk)
{
    SnapSettings next = desk.timeline().snapping();
    next.*member = !(next.*member);
    desk.timeline().setSnapping(next);
}

template <bool SnapSettings::*member>
bool snaps(Desk& desk)
{
    return desk.timeline().snapping().*member;
}

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
    // With nothing selected, what the timeline shows of the range.
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

}  // namespace

std::vector<ActionRow> timelineKeys()
{
    using K = QKeySequence;
    return {
        {"time.ripple",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "R&ipple"),
         QT_TRANSLATE_NOOP("Actions", "What comes after moved or deleted keys moves along"),
         QT_TRANSLATE_NOOP("Actions", "shift push following keys edit"),
         nullptr,
         {},
         nullptr,
         [](Desk& d) { d.timeline().setRipple(!d.timeline().ripple()); },
         [](Desk& d) { return d.timeline().ripple(); },
         true},
        {"time.seconds",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "Se&conds"),
         QT_TRANSLATE_NOOP("Actions", "Write time as minutes:seconds+frames, or in frames alone"),
         QT_TRANSLATE_NOOP("Actions", "timecode frames fps units display clock"),
         nullptr,
         {K(Qt::CTRL | Qt::Key_T)},
         nullptr,
         [](Desk& d) { d.timeline().setSeconds(!d.timeline().seconds()); },
         [](Desk& d) { return d.timeline().seconds(); }},
        {"time.ease.smooth",
         "Time/Easing",
         QT_TRANSLATE_NOOP("Actions", "&Smooth"),
         QT_TRANSLATE_NOOP("Actions", "Leave the keys on a curve that follows their neighbours"),
         QT_TRANSLATE_NOOP("Actions", "interpolation spline bezier curve auto tangent"),
         nullptr,
         {},
         timelineNoKeys,
         ease<0>},
        {"time.ease.linear",
         "Time/Easing",
         QT_TRANSLATE_NOOP("Actions", "&Linear"),
         QT_TRANSLATE_NOOP("Actions", "Leave the keys at an even speed"),
         QT_TRANSLATE_NOOP("Actions", "interpolation straight constant speed curve"),
         nullptr,
         {},
         timelineNoKeys,
         ease<1>},
        {"time.ease.hold",
         "Time/Easing",
         QT_TRANSLATE_NOOP("Actions", "&Hold"),
         QT_TRANSLATE_NOOP("Actions", "Stay on the keys until the next ones"),
         QT_TRANSLATE_NOOP("Actions", "interpolation step stepped constant freeze curve"),
         nullptr,
         {},
         timelineNoKeys,
         ease<2>},
        {"time.ease.easeInOut",
         "Time/Easing",
         QT_TRANSLATE_NOOP("Actions", "Ease In and &Out"),
         QT_TRANSLATE_NOOP("Actions", "Start slowly and arrive slowly"),
         QT_TRANSLATE_NOOP("Actions", "interpolation slow curve tangent"),
         nullptr,
         {},
         timelineNoKeys,
         ease<3>,
         nullptr,
         true},
        {"time.ease.easeIn",
         "Time/Easing",
         QT_TRANSLATE_NOOP("Actions", "Ease &In"),
         QT_TRANSLATE_NOOP("Actions", "Start slowly"),
         QT_TRANSLATE_NOOP("Actions", "interpolation slow accelerate curve tangent"),
         nullptr,
         {},
         timelineNoKeys,
         ease<4>},
        {"time.ease.easeOut",
         "Time/Easing",
         QT_TRANSLATE_NOOP("Actions", "&Ease Out"),
         QT_TRANSLATE_NOOP("Actions", "Arrive slowly"),
         QT_TRANSLATE_NOOP("Actions", "interpolation slow brake curve tangent"),
         nullptr,
         {},
         timelineNoKeys,
         ease<5>},
        {"time.ease.snappy",
         "Time/Easing",
         QT_TRANSLATE_NOOP("Actions", "Sna&ppy"),
         QT_TRANSLATE_NOOP("Actions", "Wait, cross quickly, and settle"),
         QT_TRANSLATE_NOOP("Actions", "interpolation fast pop curve"),
         nullptr,
         {},
         timelineNoKeys,
         ease<6>},
        {"time.ease.rush",
         "Time/Easing",
         QT_TRANSLATE_NOOP("Actions", "&Rush"),
         QT_TRANSLATE_NOOP("Actions", "Leave at once and arrive very slowly"),
         QT_TRANSLATE_NOOP("Actions", "interpolation fast curve"),
         nullptr,
         {},
         timelineNoKeys,
         ease<7>},
        {"time.nudgeBack",
         "Time/Nudge",
         QT_TRANSLATE_NOOP("Actions", "One Frame &Back"),
         QT_TRANSLATE_NOOP("Actions", "Move the selected keys, spans or markers one frame back"),
         QT_TRANSLATE_NOOP("Actions", "shift key earlier left"),
         nullptr,
         {K(Qt::ALT | Qt::Key_Left)},
         nothingToNudge,
         timelineNudge<-1>},
        {"time.nudgeOn",
         "Time/Nudge",
         QT_TRANSLATE_NOOP("Actions", "One Frame &On"),
         QT_TRANSLATE_NOOP("Actions", "Move the selected keys, spans or markers one frame on"),
         QT_TRANSLATE_NOOP("Actions", "shift key later right"),
         nullptr,
         {K(Qt::ALT | Qt::Key_Right)},
         nothingToNudge,
         timelineNudge<1>},
        {"time.nudgeFarBack",
         "Time/Nudge",
         QT_TRANSLATE_NOOP("Actions", "&Ten Frames Back"),
         QT_TRANSLATE_NOOP("Actions", "Move the selected keys, spans or markers ten frames back"),
         QT_TRANSLATE_NOOP("Actions", "shift key earlier left"),
         nullptr,
         {K(Qt::ALT | Qt::SHIFT | Qt::Key_Left)},
         nothingToNudge,
         timelineNudge<-10>},
        {"time.nudgeFarOn",
         "Time/Nudge",
         QT_TRANSLATE_NOOP("Actions", "Ten Frames O&n"),
         QT_TRANSLATE_NOOP("Actions", "Move the selected keys, spans or markers ten frames on"),
         QT_TRANSLATE_NOOP("Actions", "shift key later right"),
         nullptr,
         {K(Qt::ALT | Qt::SHIFT | Qt::Key_Right)},
         nothingToNudge,
         timelineNudge<10>},
        {"time.snapFrames",
         "Time/Snapping",
         QT_TRANSLATE_NOOP("Actions", "To Whole &Frames"),
         QT_TRANSLATE_NOOP("Actions", "Drags along time keep to whole frames; Ctrl turns it round"),
         QT_TRANSLATE_NOOP("Actions", "round magnet"),
         nullptr,
         {},
         nullptr,
         flipSnap<&SnapSettings::frames>,
         snaps<&SnapSettings::frames>},
        {"time.snapKeys",
         "Time/Snapping",
         QT_TRANSLATE_NOOP("Actions", "&Snap to Keys"),
         QT_TRANSLATE_NOOP("Actions",
                           "Drags along time are drawn to keys, ends of spans and the playhead"),
         QT_TRANSLATE_NOOP("Actions", "magnet align"),
         "snap",
         {},
         nullptr,
         flipSnap<&SnapSettings::keys>,
         snaps<&SnapSettings::keys>},
        {"time.snapMarkers",
         "Time/Snapping",
         QT_TRANSLATE_NOOP("Actions", "To &Markers"),
         QT_TRANSLATE_NOOP("Actions", "Drags along time are drawn to markers"),
         QT_TRANSLATE_NOOP("Actions", "magnet align beat"),
         nullptr,
         {},
         nullptr,
         flipSnap<&SnapSettings::markers>,
         snaps<&SnapSettings::markers>},
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
    };
}

namespace {

Obstacle nothingToSpan(Desk& desk)
{
    return timeline::canSpan(desk.session())
               ? nullptr
               : QT_TRANSLATE_NOOP("Actions", "select a target or a span first");
}

template <SpanKind kind>
void setSpans(Desk& desk)
{
    tell(desk, timeline::setSpans(desk.session(), kind));
}

template <bool start>
void trim(Desk& desk)
{
    tell(desk, timeline::trimSpans(desk.session(), start));
}

}  // namespace

std::vector<ActionRow> spans()
{
    using K = QKeySequence;
    return {
        {"target.contact",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "&Contact"),
         QT_TRANSLATE_NOOP("Actions",
                           "The target stays where it is, over the selected keys or span "
                           "or up to the next key"),
         QT_TRANSLATE_NOOP("Actions", "plant pin lock stick foot hand floor ground slide fix span"),
         "contact",
         {K(Qt::Key_C)},
         nothingToSpan,
         setSpans<SpanKind::Contact>,
         nullptr,
         true},
        {"target.reach",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "R&each"),
         QT_TRANSLATE_NOOP("Actions", "The limb follows the target, over the selected keys or span "
                                      "or up to the next key"),
         QT_TRANSLATE_NOOP("Actions", "follow ik on span"),
         "reach",
         {},
         nothingToSpan,
         setSpans<SpanKind::Reach>},
        {"target.hold",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "&Hold the Pose"),
         QT_TRANSLATE_NOOP("Actions", "The limb keeps its bend, over the selected keys or span or "
                                      "up to the next key"),
         QT_TRANSLATE_NOOP("Actions", "freeze keep stay pin lock span"),
         "hold",
         {},
         nothingToSpan,
         setSpans<SpanKind::Hold>},
        {"target.off",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "&Off"),
         QT_TRANSLATE_NOOP("Actions", "The motion below shows, over the selected keys or span or "
                                      "up to the next key"),
         QT_TRANSLATE_NOOP("Actions", "disable fk ik release let go mute span"),
         "off",
         {},
         nothingToSpan,
         setSpans<SpanKind::Off>},
        {"target.spanStart",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "St&art the Span Here"),
         QT_TRANSLATE_NOOP("Actions",
                           "The selected span, or the one at the playhead, starts there"),
         QT_TRANSLATE_NOOP("Actions", "trim begin cut edge"),
         nullptr,
         {K(Qt::ALT | Qt::Key_BracketLeft)},
         nothingToSpan,
         trim<true>},
        {"target.spanEnd",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "End the &Span Here"),
         QT_TRANSLATE_NOOP("Actions", "The selected span, or the one at the playhead, ends there"),
         QT_TRANSLATE_NOOP("Actions", "trim finish cut edge"),
         nullptr,
         {K(Qt::ALT | Qt::Key_BracketRight)},
         nothingToSpan,
         trim<false>},
    };
}

}  // namespace posewright::ui::menus
