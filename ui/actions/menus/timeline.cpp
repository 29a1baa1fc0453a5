#include "ui/timeline/timeline.h"

#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/session/session.h"
#include "ui/timeline/commands.h"

#include <QCoreApplication>

// The rows of the Time menu that change keys and set how the timeline behaves.
namespace posewright::ui::menus {

using namespace helpers;

namespace {

using operate::Easing;

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

template <Easing easing>
void ease(Desk& desk)
{
    tell(desk, timeline::setEasing(desk.session(), easing));
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

}  // namespace

// Long: a row for each action of the menu.
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
         timeline::nameOf(Easing::Smooth),
         QT_TRANSLATE_NOOP("Actions", "Leave the keys on a curve that follows their neighbours"),
         QT_TRANSLATE_NOOP("Actions", "interpolation spline bezier curve auto tangent"),
         nullptr,
         {},
         timelineNoKeys,
         ease<Easing::Smooth>},
        {"time.ease.linear",
         "Time/Easing",
         timeline::nameOf(Easing::Linear),
         QT_TRANSLATE_NOOP("Actions", "Leave the keys at an even speed"),
         QT_TRANSLATE_NOOP("Actions", "interpolation straight constant speed curve"),
         nullptr,
         {},
         timelineNoKeys,
         ease<Easing::Linear>},
        {"time.ease.hold",
         "Time/Easing",
         timeline::nameOf(Easing::Hold),
         QT_TRANSLATE_NOOP("Actions", "Stay on the keys until the next ones"),
         QT_TRANSLATE_NOOP("Actions", "interpolation step stepped constant freeze curve"),
         nullptr,
         {},
         timelineNoKeys,
         ease<Easing::Hold>},
        {"time.ease.easeInOut",
         "Time/Easing",
         timeline::nameOf(Easing::EaseInOut),
         QT_TRANSLATE_NOOP("Actions", "Start slowly and arrive slowly"),
         QT_TRANSLATE_NOOP("Actions", "interpolation slow curve tangent"),
         nullptr,
         {},
         timelineNoKeys,
         ease<Easing::EaseInOut>,
         nullptr,
         true},
        {"time.ease.easeIn",
         "Time/Easing",
         timeline::nameOf(Easing::EaseIn),
         QT_TRANSLATE_NOOP("Actions", "Start slowly"),
         QT_TRANSLATE_NOOP("Actions", "interpolation slow accelerate curve tangent"),
         nullptr,
         {},
         timelineNoKeys,
         ease<Easing::EaseIn>},
        {"time.ease.easeOut",
         "Time/Easing",
         timeline::nameOf(Easing::EaseOut),
         QT_TRANSLATE_NOOP("Actions", "Arrive slowly"),
         QT_TRANSLATE_NOOP("Actions", "interpolation slow brake curve tangent"),
         nullptr,
         {},
         timelineNoKeys,
         ease<Easing::EaseOut>},
        {"time.ease.snappy",
         "Time/Easing",
         timeline::nameOf(Easing::Snappy),
         QT_TRANSLATE_NOOP("Actions", "Wait, cross quickly, and settle"),
         QT_TRANSLATE_NOOP("Actions", "interpolation fast pop curve"),
         nullptr,
         {},
         timelineNoKeys,
         ease<Easing::Snappy>},
        {"time.ease.rush",
         "Time/Easing",
         timeline::nameOf(Easing::Rush),
         QT_TRANSLATE_NOOP("Actions", "Leave at once and arrive very slowly"),
         QT_TRANSLATE_NOOP("Actions", "interpolation fast curve"),
         nullptr,
         {},
         timelineNoKeys,
         ease<Easing::Rush>},
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
    };
}

}  // namespace posewright::ui::menus
