#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/session/playhead.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"

#include <QCoreApplication>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

constexpr double kStep = 0.1;  ///< share of the way towards another pose per key press

Obstacle nothingToPose(Desk& desk)
{
    return posedNodes(desk).empty()
               ? QT_TRANSLATE_NOOP("Actions", "there is no target, and no bone is selected")
               : nullptr;
}

void blend(Desk& desk, operate::Towards towards, double amount, const char* text)
{
    const operate::BlendPose pose{posedNodes(desk), desk.session().playhead().frame(), towards,
                                  amount};
    perform(desk, pose, translated(text));
}

}  // namespace

// Long: a row for each action of the menu.
std::vector<ActionRow> blends()
{
    using K = QKeySequence;
    using operate::Towards;
    return {
        {"pose.towardsPrevious",
         "Pose/Blend",
         QT_TRANSLATE_NOOP("Actions", "Towards &Previous Key"),
         QT_TRANSLATE_NOOP("Actions", "Key what is selected, or all targets, a tenth of the way to "
                                      "the key before"),
         QT_TRANSLATE_NOOP("Actions", "tween breakdown inbetween favour pose"),
         nullptr,
         {K(Qt::ALT | Qt::Key_1)},
         nothingToPose,
         [](Desk& d) {
             blend(d, Towards::Previous, kStep,
                   QT_TRANSLATE_NOOP("Actions", "Towards previous key"));
         }},
        {"pose.towardsNext",
         "Pose/Blend",
         QT_TRANSLATE_NOOP("Actions", "Towards &Next Key"),
         QT_TRANSLATE_NOOP("Actions", "Key what is selected, or all targets, a tenth of the way to "
                                      "the key behind"),
         QT_TRANSLATE_NOOP("Actions", "tween breakdown inbetween favour pose"),
         nullptr,
         {K(Qt::ALT | Qt::Key_2)},
         nothingToPose,
         [](Desk& d) {
             blend(d, Towards::Next, kStep, QT_TRANSLATE_NOOP("Actions", "Towards next key"));
         }},
        {"pose.between",
         "Pose/Blend",
         QT_TRANSLATE_NOOP("Actions", "&Between Keys"),
         QT_TRANSLATE_NOOP("Actions", "Key what is selected, or all targets, as the keys on both "
                                      "sides would have them"),
         QT_TRANSLATE_NOOP("Actions", "tween breakdown inbetween half middle pose"),
         nullptr,
         {},
         nothingToPose,
         [](Desk& d) {
             blend(d, Towards::Between, 1, QT_TRANSLATE_NOOP("Actions", "Between keys"));
         }},
        {"pose.push",
         "Pose/Blend",
         QT_TRANSLATE_NOOP("Actions", "P&ush"),
         QT_TRANSLATE_NOOP("Actions", "Key what is selected, or all targets, a tenth farther from "
                                      "what the keys on both sides would have"),
         QT_TRANSLATE_NOOP("Actions", "exaggerate extreme stronger more pose"),
         nullptr,
         {K(Qt::ALT | Qt::Key_3)},
         nothingToPose,
         [](Desk& d) {
             blend(d, Towards::Between, -kStep, QT_TRANSLATE_NOOP("Actions", "Push pose"));
         }},
        {"pose.relax",
         "Pose/Blend",
         QT_TRANSLATE_NOOP("Actions", "Rela&x"),
         QT_TRANSLATE_NOOP("Actions",
                           "Key what is selected, or all targets, a tenth nearer to what "
                           "the keys on both sides would have"),
         QT_TRANSLATE_NOOP("Actions", "soften weaker less pose"),
         nullptr,
         {K(Qt::ALT | Qt::Key_4)},
         nothingToPose,
         [](Desk& d) {
             blend(d, Towards::Between, kStep, QT_TRANSLATE_NOOP("Actions", "Relax pose"));
         }},
        {"pose.rest",
         "Pose/Blend",
         QT_TRANSLATE_NOOP("Actions", "To &Rest Pose"),
         QT_TRANSLATE_NOOP("Actions", "Key what is selected, or all targets, as the figure is at "
                                      "rest"),
         QT_TRANSLATE_NOOP("Actions", "reset clear default bind T-pose zero"),
         nullptr,
         {},
         nothingToPose,
         [](Desk& d) { blend(d, Towards::Rest, 1, QT_TRANSLATE_NOOP("Actions", "To rest pose")); }},
    };
}

}  // namespace posewright::ui::menus
