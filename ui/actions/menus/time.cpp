#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/go_to_problem.h"
#include "ui/actions/menus/menus.h"
#include "ui/session/session.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"
#include "ui/timeline/commands.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

std::set<double> framesOfInterest(Desk& desk)
{
    const Document& doc = desk.session().document();
    std::vector<NodeId> nodes;
    for (const NodeId node : desk.session().selection().nodes())
        if (doc.clip().track(node)) nodes.push_back(node);
    if (nodes.empty())
        for (const Constraint& constraint : doc.rig->constraints)
            nodes.push_back(constraint.target);
    std::set<double> frames;
    for (const NodeId node : nodes)
        if (const Track* track = doc.clip().track(node))
            for (const double frame : keyFrames(*track)) frames.insert(frame);
    return frames;
}

Obstacle nothingToKey(Desk& desk)
{
    return desk.session().selection().nodes().empty()
               ? QT_TRANSLATE_NOOP("Actions", "select a target or a bone first")
               : nullptr;
}

Obstacle timeNoTargets(Desk& desk)
{
    return desk.session().document().rig->constraints.empty()
               ? QT_TRANSLATE_NOOP("Actions", "there is no target yet: select a bone and press T")
               : nullptr;
}

Obstacle nothingUnkeyed(Desk& desk)
{
    return desk.session().unkeyed().empty()
               ? QT_TRANSLATE_NOOP("Actions", "nothing was moved without a key")
               : nullptr;
}

/// Says so if the keys were there already.
void keyAt(Desk& desk, const std::vector<NodeId>& nodes)
{
    Session& session = desk.session();
    const double frame = session.playhead().frame();
    const Document before = session.document();
    const Result<void> done = timeline::setKeys(session, nodes, frame);
    tell(desk, done);
    if (done && session.document() == before)
        desk.tell(translated(QT_TRANSLATE_NOOP("Actions", "Nothing changed: keyed like this at "
                                                          "frame %1 already"))
                      .arg(frameText(frame)));
}

void setKey(Desk& desk)
{
    keyAt(desk, desk.session().selection().nodes());
}

void setAllKeys(Desk& desk)
{
    Session& session = desk.session();
    std::vector<NodeId> all;
    for (const Constraint& constraint : session.document().rig->constraints)
        all.push_back(constraint.target);
    keyAt(desk, all);
}

void toggleLoop(Desk& desk)
{
    commit(desk, {edit::SetLoop{!desk.session().document().playback.loop}},
           translated(QT_TRANSLATE_NOOP("Actions", "Set loop")));
}

void goToStart(Desk& desk)
{
    desk.session().playhead().setFrame(desk.session().playhead().start());
}

void goToEnd(Desk& desk)
{
    desk.session().playhead().setFrame(desk.session().playhead().end());
}

void goBack(Desk& desk)
{
    Playhead& playhead = desk.session().playhead();
    playhead.setPlaying(false);
    playhead.setFrame(playhead.frame() - 1);
}

void goOn(Desk& desk)
{
    Playhead& playhead = desk.session().playhead();
    playhead.setPlaying(false);
    playhead.setFrame(playhead.frame() + 1);
}

void goToPreviousKey(Desk& desk)
{
    const std::set<double> frames = framesOfInterest(desk);
    const auto at = frames.lower_bound(desk.session().playhead().frame());
    if (at != frames.begin()) desk.session().playhead().setFrame(*std::prev(at));
}

void goToNextKey(Desk& desk)
{
    const std::set<double> frames = framesOfInterest(desk);
    const auto at = frames.upper_bound(desk.session().playhead().frame());
    if (at != frames.end()) desk.session().playhead().setFrame(*at);
}

}  // namespace

// Long: a row for each action of the menu.
std::vector<ActionRow> time()
{
    using K = QKeySequence;
    return {
        {"time.setKey",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "&Set Key"),
         QT_TRANSLATE_NOOP("Actions", "Key what is selected where it is, at the playhead"),
         QT_TRANSLATE_NOOP("Actions", "add insert keyframe record"),
         "key",
         {K(Qt::Key_S)},
         nothingToKey,
         setKey},
        {"time.setAllKeys",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "Key &All Targets"),
         QT_TRANSLATE_NOOP("Actions", "Key every target where it is, at the playhead"),
         QT_TRANSLATE_NOOP("Actions", "add insert keyframe record whole pose everything"),
         "key-all",
         {K(Qt::SHIFT | Qt::Key_S)},
         timeNoTargets,
         setAllKeys},
        {"time.autoKey",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "A&uto-Key"),
         QT_TRANSLATE_NOOP("Actions", "Set a key by itself wherever something is moved"),
         QT_TRANSLATE_NOOP("Actions", "record automatic keyframe recording"),
         "auto-key",
         {},
         nullptr,
         [](Desk& d) { d.session().unkeyed().setAutoKey(!d.session().unkeyed().autoKey()); },
         [](Desk& d) { return d.session().unkeyed().autoKey(); }},
        {"time.keyUnkeyed",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "Key Un&keyed Moves"),
         QT_TRANSLATE_NOOP("Actions", "Key at the playhead what was moved without a key"),
         QT_TRANSLATE_NOOP("Actions", "unkeyed moved keyframe record"),
         "key",
         {K(Qt::CTRL | Qt::Key_K)},
         nothingUnkeyed,
         [](Desk& d) { tell(d, keyUnkeyed(d.session())); }},
        {"time.discardUnkeyed",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "&Discard Unkeyed Moves"),
         QT_TRANSLATE_NOOP("Actions", "Put back what was moved without a key"),
         QT_TRANSLATE_NOOP("Actions", "unkeyed moved revert cancel reset"),
         "discard",
         {},
         nothingUnkeyed,
         [](Desk& d) { d.session().unkeyed().clear(); }},
        {"time.play",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "&Play"),
         QT_TRANSLATE_NOOP("Actions", "Play the range, or stop"),
         QT_TRANSLATE_NOOP("Actions", "start stop pause playback preview animation"),
         "play",
         {K(Qt::Key_Space)},
         nullptr,
         [](Desk& d) {
             Playhead& playhead = d.session().playhead();
             playhead.setPlaying(!playhead.playing());
         },
         [](Desk& d) { return d.session().playhead().playing(); },
         true},
        {"time.loop",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "&Loop"),
         QT_TRANSLATE_NOOP("Actions", "Begin again at the end of the range"),
         QT_TRANSLATE_NOOP("Actions", "repeat cycle playback endless"),
         "loop",
         {},
         nullptr,
         toggleLoop,
         [](Desk& d) { return d.session().document().playback.loop; }},
        {"time.realTime",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "Real &Time"),
         QT_TRANSLATE_NOOP("Actions", "Keep to the clock and leave frames out where needed"),
         QT_TRANSLATE_NOOP("Actions", "speed drop frames playback fps slow"),
         "real-time",
         {},
         nullptr,
         [](Desk& d) {
             Playhead& playhead = d.session().playhead();
             playhead.setRealTime(!playhead.realTime());
         },
         [](Desk& d) { return d.session().playhead().realTime(); }},
        {"time.first",
         "Time/Go To",
         QT_TRANSLATE_NOOP("Actions", "&First Frame"),
         QT_TRANSLATE_NOOP("Actions", "Go to the start of the range"),
         QT_TRANSLATE_NOOP("Actions", "jump begin start rewind"),
         "first",
         {K(Qt::Key_Home), K(Qt::SHIFT | Qt::Key_Left)},
         nullptr,
         goToStart,
         nullptr,
         true},
        {"time.previousKey",
         "Time/Go To",
         QT_TRANSLATE_NOOP("Actions", "P&revious Key"),
         QT_TRANSLATE_NOOP("Actions", "Go to the key before the playhead"),
         QT_TRANSLATE_NOOP("Actions", "jump keyframe back last"),
         "previous-key",
         {K(Qt::Key_Up), K(Qt::ALT | Qt::Key_Comma)},
         nullptr,
         goToPreviousKey},
        {"time.previousFrame",
         "Time/Go To",
         QT_TRANSLATE_NOOP("Actions", "Pre&vious Frame"),
         QT_TRANSLATE_NOOP("Actions", "Step one frame back"),
         QT_TRANSLATE_NOOP("Actions", "jump step back last"),
         "previous",
         {K(Qt::Key_Left), K(Qt::Key_Comma)},
         nullptr,
         goBack},
        {"time.nextFrame",
         "Time/Go To",
         QT_TRANSLATE_NOOP("Actions", "&Next Frame"),
         QT_TRANSLATE_NOOP("Actions", "Step one frame on"),
         QT_TRANSLATE_NOOP("Actions", "jump step forward"),
         "next",
         {K(Qt::Key_Right), K(Qt::Key_Period)},
         nullptr,
         goOn},
        {"time.nextKey",
         "Time/Go To",
         QT_TRANSLATE_NOOP("Actions", "Next &Key"),
         QT_TRANSLATE_NOOP("Actions", "Go to the key after the playhead"),
         QT_TRANSLATE_NOOP("Actions", "jump keyframe forward"),
         "next-key",
         {K(Qt::Key_Down), K(Qt::ALT | Qt::Key_Period)},
         nullptr,
         goToNextKey},
        {"time.last",
         "Time/Go To",
         QT_TRANSLATE_NOOP("Actions", "Last Fra&me"),
         QT_TRANSLATE_NOOP("Actions", "Go to the end of the range"),
         QT_TRANSLATE_NOOP("Actions", "jump end finish"),
         "last",
         {K(Qt::Key_End), K(Qt::SHIFT | Qt::Key_Right)},
         nullptr,
         goToEnd},
        {"time.nextProblem",
         "Time/Go To",
         QT_TRANSLATE_NOOP("Actions", "Next Pro&blem"),
         QT_TRANSLATE_NOOP("Actions",
                           "Go to where a target begins to be missed next, and select it"),
         QT_TRANSLATE_NOOP("Actions", "jump error warning miss unreached fail"),
         "next-problem",
         {K(Qt::Key_N)},
         nullptr,
         [](Desk& d) { goToProblem(d, 1); },
         nullptr,
         true},
        {"time.previousProblem",
         "Time/Go To",
         QT_TRANSLATE_NOOP("Actions", "Previous Pr&oblem"),
         QT_TRANSLATE_NOOP("Actions",
                           "Go back to where a target begins to be missed, and select it"),
         QT_TRANSLATE_NOOP("Actions", "jump error warning miss unreached fail last"),
         "previous-problem",
         {K(Qt::SHIFT | Qt::Key_N)},
         nullptr,
         [](Desk& d) { goToProblem(d, -1); }},
    };
}

}  // namespace posewright::ui::menus
