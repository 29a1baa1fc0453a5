#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/models/span_words.h"
#include "ui/session/session.h"
#include "ui/session/step_text.h"
#include "ui/timeline/commands.h"

#include <QCoreApplication>

// The rows of the Target menu that add and trim spans.
namespace posewright::ui::menus {

using namespace helpers;

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
    const Session& session = desk.session();
    const Result<void> done = timeline::trimSpans(desk.session(), start);
    tell(desk, done);
    // A fade lies within its span: who ends a touch here may not expect it to let go before.
    const std::vector<edit::SpanRef>& spans = session.selection().spans();
    const Span* span =
        done && spans.size() == 1 ? edit::findSpan(session.document(), spans.front()) : nullptr;
    if (!span || !((start ? span->in : span->out) > 0) || fullText(*span).isEmpty()) return;
    const char* const text =
        start ? QT_TRANSLATE_NOOP("Actions", "It starts at frame %1 with a fade, and acts in full "
                                             "%2. Fades are in its form")
              : QT_TRANSLATE_NOOP("Actions", "It ends at frame %1 with a fade, and acts in full "
                                             "%2. Fades are in its form");
    desk.tell(translated(text).arg(frameText(start ? span->start : span->end), fullText(*span)));
}

}  // namespace

// Long: a row for each action of the menu.
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
         QT_TRANSLATE_NOOP(
             "Actions",
             "plant pin lock stick foot hand finger fingertip floor ground slide fix span touch "
             "press hold grip object wall button bell"),
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
