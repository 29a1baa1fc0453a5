#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/viewport/viewport.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

/// What a target does over an interval, and how it is brought to the motion that is there.
namespace posewright::ui::menus {

using namespace helpers;

namespace {

/// How far a fitted limb may stray, as a share of the figure's size.
constexpr double kFitWithin = 0.01;

struct Interval {
    double start = 0;
    double end = 0;
};

/// From the first to the last selected key of the target; else between the keys around the
/// playhead, and the ends of the range where there are none.
Interval intervalOf(Desk& desk, const Constraint& target)
{
    const Session& session = desk.session();
    Interval chosen{std::numeric_limits<double>::infinity(), 0};
    chosen.end = -chosen.start;
    for (const edit::KeyRef& key : desk.session().selection().keys()) {
        if (key.node != target.target) continue;
        chosen.start = std::min(chosen.start, key.frame);
        chosen.end = std::max(chosen.end, key.frame);
    }
    if (chosen.start < chosen.end) return chosen;
    const Document& doc = session.document();
    const double here = desk.session().playhead().frame();
    Interval around{std::min(doc.playback.start, here), std::max(doc.playback.end, here)};
    if (const Track* track = doc.clip().track(target.target))
        for (const double frame : keyFrames(*track)) {
            if (frame <= here) around.start = std::max(around.start, frame);
            if (frame > here) around.end = std::min(around.end, frame);
        }
    return around;
}

template <SpanKind kind>
void setSpans(Desk& desk)
{
    std::vector<edit::Edit> edits;
    // Spans that are selected become of this kind where they are.
    for (const SpanRef& ref : desk.session().selection().spans()) {
        const Span* span = findSpan(desk.session().document(), ref);
        if (!span || span->kind == kind) continue;
        edit::SetSpan set;
        set.target = ref.target;
        set.start = span->start;
        set.end = span->end;
        set.kind = kind;
        edits.emplace_back(edit::RemoveSpan{ref.target, ref.start});
        edits.emplace_back(set);
    }
    if (edits.empty())
        for (const Constraint* target : selectedTargets(desk)) {
            const Interval interval = intervalOf(desk, *target);
            edit::SetSpan set;
            set.target = target->id;
            set.start = interval.start;
            set.end = interval.end;
            set.kind = kind;
            edits.emplace_back(set);
        }
    commit(desk, edits, edits.size() == 1 ? QString() : translated("Set spans"));
}

bool canSetSpans(Desk& desk)
{
    return hasTarget(desk) || !desk.session().selection().spans().empty();
}

void matchToPose(Desk& desk)
{
    const Document& doc = desk.session().document();
    const double frame = desk.session().playhead().frame();
    const std::shared_ptr<const Evaluation> pose = desk.evaluator().at(frame);
    if (!pose) return;
    std::vector<edit::Edit> edits;
    for (const Constraint* target : selectedTargets(desk)) {
        const WorldTransform& effector = pose->world[doc.scene->find(target->effector)];
        edit::SetTargetKey key;
        key.target = target->id;
        key.frame = frame;
        key.position = effector.position;
        if (target->orientation) key.rotation = effector.rotation;
        edits.emplace_back(key);
    }
    commit(desk, edits, {});
}

void fitToMotion(Desk& desk)
{
    const double within = kFitWithin * desk.viewport().stage().figure;
    std::vector<edit::Edit> edits;
    for (const Constraint* target : selectedTargets(desk))
        edits.emplace_back(edit::FitTarget{target->id, within});
    commit(desk, edits, translated(QT_TRANSLATE_NOOP("Actions", "Fit targets to motion")));
}

}  // namespace

std::vector<ActionRow> spans()
{
    using K = QKeySequence;
    return {
        {"target.contact",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "&Contact Here"),
         QT_TRANSLATE_NOOP("Actions", "Keep the selected targets on the spot until their next key"),
         "contact",
         {K(Qt::Key_C)},
         canSetSpans,
         setSpans<SpanKind::Contact>,
         nullptr,
         true},
        {"target.reach",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "R&each Here"),
         QT_TRANSLATE_NOOP("Actions", "Follow the selected targets until their next key"),
         "reach",
         {},
         canSetSpans,
         setSpans<SpanKind::Reach>},
        {"target.hold",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "&Hold Here"),
         QT_TRANSLATE_NOOP("Actions", "Keep the limb's pose until the next key of its target"),
         "hold",
         {},
         canSetSpans,
         setSpans<SpanKind::Hold>},
        {"target.off",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "&Off Here"),
         QT_TRANSLATE_NOOP("Actions", "Let the selected targets rest until their next key"),
         "off",
         {},
         canSetSpans,
         setSpans<SpanKind::Off>},
        {"target.match",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "&Match Target to Pose"),
         QT_TRANSLATE_NOOP("Actions", "Key the selected targets where their limbs are now"),
         "match",
         {},
         hasTarget,
         matchToPose,
         nullptr,
         true},
        {"target.fit",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "&Fit Targets to Motion"),
         QT_TRANSLATE_NOOP("Actions",
                           "Key the selected targets along the motion that is there without them"),
         "fit",
         {},
         [](Desk& d) { return hasTarget(d) && idle(d); },
         fitToMotion},
    };
}

}  // namespace posewright::ui::menus
