#include "ui/desk/box_words.h"

#include "core/evaluate/in_boxes.h"
#include "ui/models/fault_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

namespace posewright::ui {

namespace {

struct SetFrames {
    double first = 0;
    double last = 0;
};

/// From the first key or span of each target that is set to the last.
std::map<ConstraintId, SetFrames> framesSet(const std::vector<edit::Edit>& edits)
{
    std::map<ConstraintId, SetFrames> out;
    const auto add = [&out](ConstraintId target, double first, double last) {
        SetFrames& frames = out.try_emplace(target, SetFrames{first, last}).first->second;
        frames = {std::min(frames.first, first), std::max(frames.last, last)};
    };
    for (const edit::Edit& edit : edits)
        if (const auto* key = std::get_if<edit::SetTargetKey>(&edit))
            add(key->target, key->frame, key->frame);
        else if (const auto* span = std::get_if<edit::SetSpan>(&edit);
                 span && span->kind != SpanKind::Off)
            add(span->target, span->start, span->end);
    return out;
}

/// The first frames in a row at which it is in a box.
std::optional<ThroughBox> throughIn(const MotionWatch::Faults& faults, ConstraintId target,
                                    double first, double last)
{
    std::optional<ThroughBox> out;
    for (auto at = faults.lower_bound(static_cast<int>(std::ceil(first)));
         at != faults.end() && at->first <= last; ++at) {
        const auto in = std::ranges::find_if(at->second.inBoxes, [&](const InBox& one) {
            return one.target == target && (!out || one.box == out->in.box);
        });
        if (in == at->second.inBoxes.end()) continue;
        if (!out) out = ThroughBox::at(*in, at->first);
        if (at->first > out->end + 1) break;
        out->add(*in, at->first);
    }
    return out;
}

}  // namespace

BoxWords::BoxWords(Session& session, Evaluator& evaluator, QObject* parent) :
    QObject(parent), session_(session), evaluator_(evaluator)
{
    connect(&session, &Session::changed, this, [this] { asked_.clear(); });
    connect(&session, &Session::replaced, this, [this] { asked_.clear(); });
    connect(&evaluator, &Evaluator::stripChanged, this, &BoxWords::look);
}

void BoxWords::ask(const std::vector<edit::Edit>& edits, const QString& keyed)
{
    const Document& doc = session_.document();
    asked_.clear();
    keyed_ = keyed;
    const double rate = std::round(doc.clip().rate);
    for (const auto& [target, frames] : framesSet(edits))
        asked_[target] = {std::max(frames.first - rate, doc.playback.start),
                          std::min(frames.last + rate, doc.playback.end)};
    look();
}

void BoxWords::look()
{
    for (const auto& [target, frames] : asked_)
        if (!evaluator_.knowsFaults(frames.first, frames.last)) return;
    const auto asked = std::exchange(asked_, {});
    for (const auto& [target, frames] : asked) {
        const std::optional<ThroughBox> through =
            throughIn(evaluator_.faults(), target, frames.first, frames.last);
        if (!through) continue;
        const Document& doc = session_.document();
        const QString words = throughText(doc, *through);
        const Constraint* led = findConstraint(*doc.rig, target);
        // What its target leads is the limb's end: of a forearm nothing is promised.
        const bool byEnd = led && !doc.scene->isAbove(doc.scene->find(through->in.part),
                                                      doc.scene->find(led->effector));
        // Whether there is a way out is known only once it is looked for.
        emit found(!keyed_.isEmpty() ? words + QStringLiteral("; ") + keyed_
                   : byEnd           ? tr("%1: Shift+H looks for a way out there").arg(words)
                                     : words);
        return;
    }
}

}  // namespace posewright::ui
