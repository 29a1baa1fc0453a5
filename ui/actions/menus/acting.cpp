#include "ui/actions/desk.h"
#include "ui/actions/menus/menus.h"
#include "ui/viewport/viewport.h"

#include <QCoreApplication>

#include <array>

namespace posewright::ui::menus {

namespace {

/// To each side of a key. [s]
constexpr std::array kTimes{0.2, operate::kNearKeySeconds, 0.8, 1.6};

void act(Desk& desk, const operate::ActsNear& acts)
{
    ViewState next = desk.viewport().settings().now();
    next.acts = acts;
    desk.viewport().settings().set(next);
}

template <int row>
void actFor(Desk& desk)
{
    act(desk, {kTimes[row], false});
}

template <int row>
bool actsFor(Desk& desk)
{
    return desk.viewport().settings().now().acts == operate::ActsNear{kTimes[row], false};
}

template <int row>
ActionRow around(std::string_view id, const char* text)
{
    return {id,
            "Target/On Recorded Motion, Act",
            text,
            QT_TRANSLATE_NOOP("Actions", "A target that is keyed on recorded motion comes in for "
                                         "so long before its key, and goes after it"),
            QT_TRANSLATE_NOOP("Actions", "fade length seconds near key reach span ease in out"),
            "reach",
            {},
            nullptr,
            actFor<row>,
            actsFor<row>,
            false,
            true};
}

}  // namespace

std::vector<ActionRow> acting()
{
    return {
        around<0>("target.acts02", QT_TRANSLATE_NOOP("Actions", "For 0.&2 s around a Key")),
        around<1>("target.acts04", QT_TRANSLATE_NOOP("Actions", "For 0.&4 s around a Key")),
        around<2>("target.acts08", QT_TRANSLATE_NOOP("Actions", "For 0.&8 s around a Key")),
        around<3>("target.acts16", QT_TRANSLATE_NOOP("Actions", "For &1.6 s around a Key")),
        {"target.actsEverywhere",
         "Target/On Recorded Motion, Act",
         QT_TRANSLATE_NOOP("Actions", "Over the &Whole Range"),
         QT_TRANSLATE_NOOP("Actions", "A target that is keyed on recorded motion acts everywhere: "
                                      "for one drag, press E, or hold Alt, while dragging"),
         QT_TRANSLATE_NOOP("Actions", "everywhere all clip alt always span"),
         "reach",
         {},
         nullptr,
         [](Desk& d) {
             act(d, {d.viewport().settings().now().acts.seconds, true});
         },
         [](Desk& d) { return d.viewport().settings().now().acts.everywhere; },
         false,
         true},
    };
}

}  // namespace posewright::ui::menus
