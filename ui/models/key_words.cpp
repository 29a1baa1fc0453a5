#include "ui/models/key_words.h"

#include "core/evaluate/evaluate.h"
#include "core/motion/layer.h"
#include "ui/models/status_text.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

namespace posewright::ui {

namespace {

QString keyTr(const char* text, int n = -1)
{
    return QCoreApplication::translate("Status", text, nullptr, n);
}

/// Keys without effect, all for the same reason.
struct Idle {
    QString why;
    std::vector<NodeId> nodes;
    std::set<std::pair<NodeId, double>> keys;
    double first = 0;  ///< frame
    double last = 0;
};

void add(std::vector<Idle>& all, const Document& doc, NodeId node, double frame)
{
    const QString why = heldWords(doc, node, frame);
    if (why.isEmpty()) return;
    auto group =
        std::find_if(all.begin(), all.end(), [&](const Idle& idle) { return idle.why == why; });
    if (group == all.end()) group = all.insert(all.end(), {why, {}, {}, frame, frame});
    group->nodes.push_back(node);
    group->keys.insert({node, frame});
    group->first = std::min(group->first, frame);
    group->last = std::max(group->last, frame);
}

/// Targets that the edits add, or whose spans they set: their keys come from the program, which
/// knows that the spans are there, and from nobody who wonders why nothing moves.
class KeyedWithSpans {
public:
    KeyedWithSpans(const Document& doc, const std::vector<edit::Edit>& edits)
    {
        for (const edit::Edit& edit : edits)
            if (const auto* span = std::get_if<edit::SetSpan>(&edit)) {
                add(findConstraint(*doc.rig, span->target));
            } else if (const auto* added = std::get_if<edit::AddTarget>(&edit)) {
                add(findConstraint(doc, added->name));
            }
    }
    bool has(NodeId target) const { return targets_.contains(target); }

private:
    void add(const Constraint* constraint)
    {
        if (constraint) targets_.insert(constraint->target);
    }

    std::set<NodeId> targets_;
};

/// Does a bone have more than one key in the active clip?
bool hasMotion(const Document& doc)
{
    return std::ranges::any_of(doc.clip().tracks, [&](const Shared<Track>& track) {
        const NodeIndex row = doc.scene->find(track->node);
        return row != kNoNode && (*doc.scene)[row].bone() && keyFrames(*track).size() > 1;
    });
}

NodeId targetOf(const Document& doc, ConstraintId constraint)
{
    const Constraint* found = findConstraint(*doc.rig, constraint);
    return found ? found->target : NodeId::None;
}

std::vector<ConstraintId> putInContact(const std::vector<edit::Edit>& edits)
{
    std::vector<ConstraintId> out;
    for (const edit::Edit& edit : edits)
        if (const auto* set = std::get_if<edit::SetSpan>(&edit);
            set && set->kind == SpanKind::Contact)
            out.push_back(set->target);
    return out;
}

/// The frames at which targets are keyed outside of contacts.
struct KeyedBeside {
    std::set<double> before, after;
    std::vector<NodeId> nodes;
};

void addBeside(const Document& now, const edit::SetTargetKey& key, KeyedBeside& out)
{
    const Constraint* target = findConstraint(*now.rig, key.target);
    const SpanRow* row = now.clip().spanRow(key.target);
    const Span* nearest = nullptr;
    const auto away = [&](const Span& span) {
        return std::max(span.start - key.frame, key.frame - span.end);
    };
    if (row)
        for (const Span& span : row->spans)
            if (span.kind == SpanKind::Contact && (!nearest || away(span) < away(*nearest)))
                nearest = &span;
    if (!target || !nearest || away(*nearest) <= 0) return;
    (key.frame < nearest->start ? out.before : out.after).insert(key.frame);
    out.nodes.push_back(target->target);
}

constexpr double kSamePlace = 1e-3;  ///< of the limb's length
constexpr double kOtherBend = 0.05;  ///< likewise, of a joint of it

/// Where the joints of a limb are as seen from the bone that it hangs on.
std::vector<Vec3> jointsOnBody(const Document& doc, const std::vector<NodeIndex>& rows,
                               double frame)
{
    const std::vector<WorldTransform> world = evaluate(doc, frame).world;
    const NodeIndex body = (*doc.scene)[rows.front()].parent;
    std::vector<Vec3> out;
    for (const NodeIndex row : rows) {
        const Vec3 way = world[row].position - world[rows.front()].position;
        out.push_back(body == kNoNode ? way : Vec3(world[body].rotation.conjugate() * way));
    }
    return out;
}

/// The nearest other frame with a key of the target at which it is at the same place and acts.
std::optional<double> sameKeyedPlace(const Document& doc, const Constraint& target, double frame,
                                     double apart)
{
    const Track* track = doc.clip().track(target.target);
    if (!track) return {};
    const Transform& rest = (*doc.scene)[doc.scene->find(target.target)].rest;
    const auto at = [&](double of) -> Vec3 {
        return sampleLaid(doc.clip(), target.target, rest, of).translation;
    };
    // A trajectory is solved as a whole, which takes too long here.
    const auto acts = [&](double of) {
        const Span* span = spanAt(doc.clip().spanRow(target.id), of);
        return span && span->kind == SpanKind::Reach && span->inbetween != Inbetween::Trajectory;
    };
    std::optional<double> nearest;
    if (!acts(frame)) return nearest;
    for (const double other : keyFrames(*track))
        if (other != frame && acts(other) && (at(other) - at(frame)).norm() <= apart &&
            (!nearest || std::abs(other - frame) < std::abs(*nearest - frame)))
            nearest = other;
    return nearest;
}

}  // namespace

QString namesText(const Document& doc, const std::vector<NodeId>& nodes)
{
    std::vector<NodeId> each;
    for (const NodeId node : nodes)
        if (doc.scene->find(node) != kNoNode &&
            std::find(each.begin(), each.end(), node) == each.end())
            each.push_back(node);
    const auto name = [&](std::size_t i) {
        return toQt((*doc.scene)[doc.scene->find(each[i])].name);
    };
    if (each.empty()) return {};
    if (each.size() == 1) return name(0);
    if (each.size() == 2) return keyTr("%1 and %2").arg(name(0), name(1));
    return keyTr("%1 and %n more", static_cast<int>(each.size()) - 1).arg(name(0));
}

QString idleWords(const Document& doc, const std::vector<edit::Edit>& edits)
{
    std::vector<Idle> all;
    const KeyedWithSpans own(doc, edits);
    bool oneByOne = true;
    for (const edit::Edit& edit : edits)
        if (const auto* put = std::get_if<edit::PutKeys>(&edit)) {
            oneByOne = false;
            for (const edit::KeyData& key : put->keys)
                if (key.layer.empty() && !own.has(key.node)) add(all, doc, key.node, key.frame());
        } else if (const auto* key = std::get_if<edit::SetTargetKey>(&edit)) {
            const NodeId target = targetOf(doc, key->target);
            if (!own.has(target)) add(all, doc, target, key->frame);
        }
    if (all.empty()) return {};
    const Idle& told = all.front();
    const QString names = namesText(doc, told.nodes);
    int others = 0;
    for (const Idle& idle : all) others += static_cast<int>(idle.keys.size());
    const auto count = static_cast<int>(told.keys.size());
    others -= count;
    if (oneByOne && count == 1 && others == 0)
        return keyTr("%1 is keyed, but %2").arg(names, told.why);
    const QString where =
        told.first == told.last
            ? keyTr("at %1").arg(frameText(told.first))
            : keyTr("from %1 to %2").arg(frameText(told.first), frameText(told.last));
    QString words = (count == 1 ? keyTr("1 key of %1 %2 moves nothing there: %3")
                                : keyTr("%n keys of %1 %2 move nothing there: %3", count))
                        .arg(names, where, told.why);
    if (others > 0) words += keyTr(" \u2013 and %n more, for another reason", others);
    return words;
}

QString exactWords(const Document& before, const Document& now,
                   const std::vector<edit::Edit>& edits)
{
    std::vector<NodeId> exact;
    for (const edit::Edit& edit : edits) {
        const auto* key = std::get_if<edit::SetTargetKey>(&edit);
        if (!key) continue;
        const Constraint* was = findConstraint(*before.rig, key->target);
        const Constraint* is = findConstraint(*now.rig, key->target);
        if (was && is && was->soft > 0 && is->soft == 0) exact.push_back(is->target);
    }
    if (exact.empty()) return {};
    return keyTr("Soft reach of %1 is off from now on: the limb is nearly straight, and easing "
                 "would bend it at once")
        .arg(namesText(now, exact));
}

QString actsWords(const Document& before, const Document& now, const std::vector<edit::Edit>& edits)
{
    std::vector<NodeId> nodes;
    Span first;
    const bool moves = hasMotion(now);
    const std::vector<ConstraintId> held = putInContact(edits);
    const auto throughout = [&](const Span& span) {
        return span.start <= now.playback.start && span.end >= now.playback.end;
    };
    for (const edit::Edit& edit : edits) {
        const auto* key = std::get_if<edit::SetTargetKey>(&edit);
        const Constraint* target = key ? findConstraint(*now.rig, key->target) : nullptr;
        if (!target || spanAt(before.clip().spanRow(key->target), key->frame) ||
            std::ranges::count(held, target->id) > 0)
            continue;
        const Span* span = spanAt(now.clip().spanRow(key->target), key->frame);
        if (!span || span->kind != SpanKind::Reach) continue;
        // Without a motion there is nothing that the target could hold up.
        if (throughout(*span) && !moves) continue;
        if (nodes.empty()) first = *span;
        nodes.push_back(target->target);
    }
    if (nodes.empty()) return {};
    if (throughout(first))
        return (nodes.size() == 1
                    ? keyTr("%1 acts on all frames, %2 to %3, so this one key holds the limb "
                            "throughout: drag the ends of its bar in the timeline")
                    : keyTr("%1 act on all frames, %2 to %3, so this one key holds the limbs "
                            "throughout: drag the ends of their bars in the timeline"))
            .arg(namesText(now, nodes), frameText(now.playback.start), frameText(now.playback.end));
    return (nodes.size() == 1 ? keyTr("%1 acts on frames %2 to %3: drag the ends of its bar in the "
                                      "timeline")
                              : keyTr("%1 act on frames %2 to %3: drag the ends of their bars in "
                                      "the timeline"))
        .arg(namesText(now, nodes), frameText(first.start), frameText(first.end));
}

QString approachWords(const Document& now, const std::vector<edit::Edit>& edits)
{
    const std::vector<ConstraintId> held = putInContact(edits);
    KeyedBeside keyed;
    for (const edit::Edit& edit : edits)
        if (const auto* key = std::get_if<edit::SetTargetKey>(&edit);
            key && std::ranges::count(held, key->target) > 0)
            addBeside(now, *key, keyed);
    if (keyed.nodes.empty()) return {};
    QStringList frames;
    for (const auto* side : {&keyed.before, &keyed.after})
        for (const double frame : *side) frames << frameText(frame);
    return (keyed.after.empty() ? keyTr("%1 comes to the box from outside: keyed at %2")
            : keyed.before.empty()
                ? keyTr("%1 leaves the box outwards: keyed at %2")
                : keyTr("%1 comes to the box from outside and leaves it so: keyed at %2"))
        .arg(namesText(now, keyed.nodes), frames.join(QStringLiteral(", ")));
}

QString againWords(const Document& now, const std::vector<edit::Edit>& edits)
{
    for (const edit::Edit& edit : edits) {
        const auto* key = std::get_if<edit::SetTargetKey>(&edit);
        const Constraint* target = key ? findConstraint(*now.rig, key->target) : nullptr;
        if (!target || !target->reaches()) continue;
        const Scene& scene = *now.scene;
        std::vector<NodeIndex> rows = jointsOf(scene, *target);
        if (rows.empty()) continue;
        if (const NodeIndex end = scene.find(target->effector); rows.back() != end)
            rows.push_back(end);
        double length = 0;
        for (std::size_t i = 1; i < rows.size(); ++i)
            length += scene[rows[i]].rest.translation.norm();
        const auto other = sameKeyedPlace(now, *target, key->frame, kSamePlace * length);
        if (!other) continue;
        const std::vector<Vec3> here = jointsOnBody(now, rows, key->frame),
                                there = jointsOnBody(now, rows, *other);
        const auto apart = [&](std::size_t joint) { return (here[joint] - there[joint]).norm(); };
        // Where the body moved between, the limb has to be bent otherwise.
        if (apart(rows.size() - 1) > 10 * kSamePlace * length) return {};
        std::size_t most = 0;
        for (std::size_t i = 1; i + 1 < rows.size(); ++i)
            if (apart(i) > apart(most)) most = i;
        if (apart(most) <= kOtherBend * length) return {};
        return keyTr("%1 is where it is at %2, but %3 is %4 from there: copy that key to bend the "
                     "limb alike")
            .arg(namesText(now, {target->target}), frameText(*other),
                 namesText(now, {scene[rows[most]].id}), lengthText(apart(most), now.unit));
    }
    return {};
}

QString keyedWords(const Document& before, const Document& now,
                   const std::vector<edit::Edit>& edits)
{
    QStringList words{exactWords(before, now, edits), actsWords(before, now, edits),
                      approachWords(now, edits), againWords(now, edits)};
    words.removeAll({});
    return words.join(QStringLiteral("; "));
}

QString copiedWords(const Document& doc, const std::vector<edit::KeyRef>& keys,
                    const std::vector<edit::SpanRef>& spans)
{
    std::vector<NodeId> nodes;
    nodes.reserve(keys.size() + spans.size());
    for (const edit::KeyRef& key : keys)
        nodes.push_back(key.node != NodeId::None ? key.node : targetOf(doc, key.constraint));
    for (const edit::SpanRef& span : spans) nodes.push_back(targetOf(doc, span.target));
    const auto count = static_cast<int>(keys.size()), bars = static_cast<int>(spans.size());
    const QString what = bars == 0 ? keyTr("%n key(s) of %1", count)
                         : count == 0
                             ? keyTr("%n span(s) of %1", bars)
                             : keyTr("%n key(s) and %2 of %1", count)
                                   .replace(QLatin1String("%2"), keyTr("%n span(s)", bars));
    return (count + bars == 1 ? keyTr("%1 copied: Ctrl+V puts it at the playhead")
                              : keyTr("%1 copied: Ctrl+V puts them at the playhead"))
        .arg(what.arg(namesText(doc, nodes)));
}

}  // namespace posewright::ui
