#include "ui/timeline/commands.h"

#include "core/evaluate/evaluate.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"
#include "ui/timeline/new_span.h"
#include "ui/timeline/retime.h"

#include <QCoreApplication>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace posewright::ui::timeline {

namespace {

using Edits = std::vector<edit::Edit>;

QString step(const char* text, int n = -1)
{
    return QCoreApplication::translate("History", text, nullptr, n);
}

Result<void> commit(Session& session, const Edits& edits, const QString& text = {})
{
    if (edits.empty()) return {};
    return session.commit(edits, text);
}

std::vector<const Constraint*> targets(const Session& session)
{
    std::vector<const Constraint*> out;
    for (const NodeId node : session.selection().nodes())
        if (const Constraint* c = constraintOfTarget(*session.document().rig, node))
            out.push_back(c);
    return out;
}

bool isPole(const Document& doc, NodeId node)
{
    return std::any_of(doc.rig->constraints.begin(), doc.rig->constraints.end(),
                       [node](const Constraint& c) { return c.pole == node; });
}

/// Where the next key of a target is elsewhere than a contact that starts now: ends the contact
/// half way there, and keys the target at both its ends where it holds, so that the limb sets out
/// from there in time instead of leaping at the end.
Edits keptBeforeNextKey(const Document& doc, const Constraint& target, double start, double& end)
{
    constexpr double kElsewhere = 1e-3;  // of the figure's size
    const Track* track = doc.clip().track(target.target);
    if (!track || end - start < 2) return {};
    const auto prepared = prepare(doc);
    const NodeIndex row = doc.scene->find(target.target);
    const WorldTransform here = evaluate(*prepared, start).world[row];
    const WorldTransform next = evaluate(*prepared, end).world[row];
    if ((next.position - here.position).norm() <= kElsewhere * extent(*doc.scene)) return {};
    end = std::floor((start + end) / 2);
    Edits edits;
    for (const double frame : {start, end}) {
        edit::SetTargetKey key;
        key.target = target.id;
        key.frame = frame;
        key.position = here.position;
        if (target.orientation) key.rotation = here.rotation.normalized();
        edits.emplace_back(key);
    }
    return edits;
}

}  // namespace

const std::vector<Easing>& easings()
{
    using Shape = edit::KeyShape;
    static const std::vector<Easing> kAll{
        {"smooth", QT_TRANSLATE_NOOP("Actions", "&Smooth"), Shape::Bezier, {}},
        {"linear", QT_TRANSLATE_NOOP("Actions", "&Linear"), Shape::Linear, {}},
        {"hold", QT_TRANSLATE_NOOP("Actions", "&Hold"), Shape::Constant, {}},
        {"easeInOut",
         QT_TRANSLATE_NOOP("Actions", "Ease In and &Out"),
         Shape::Eased,
         {0.42, 0, 0.58, 1}},
        {"easeIn", QT_TRANSLATE_NOOP("Actions", "Ease &In"), Shape::Eased, {0.42, 0, 1, 1}},
        {"easeOut", QT_TRANSLATE_NOOP("Actions", "&Ease Out"), Shape::Eased, {0, 0, 0.58, 1}},
        {"snappy", QT_TRANSLATE_NOOP("Actions", "Sna&ppy"), Shape::Eased, {0.85, 0, 0.15, 1}},
        {"rush", QT_TRANSLATE_NOOP("Actions", "&Rush"), Shape::Eased, {0, 0.55, 0.1, 1}},
    };
    return kAll;
}

std::vector<edit::KeyRef> keysInHand(const Session& session)
{
    const Selection& selection = session.selection();
    if (!selection.keys().empty()) return selection.keys();
    std::vector<edit::KeyRef> keys;
    for (const NodeId node : selection.nodes())
        if (const Track* track = session.document().clip().track(node)) {
            edit::KeyRef ref;
            ref.node = node;
            ref.frame = session.playhead().frame();
            const std::vector<double> frames = keyFrames(*track);
            if (std::binary_search(frames.begin(), frames.end(), ref.frame)) keys.push_back(ref);
        }
    return keys;
}

Result<void> setEasing(Session& session, const Easing& easing)
{
    edit::SetInterpolation set;
    set.keys = keysInHand(session);
    if (set.keys.empty()) return {};
    set.interpolation = easing.shape;
    if (easing.shape == edit::KeyShape::Eased) set.ease = easing.ease;
    return session.commit(set);
}

Result<void> nextEasing(Session& session, const std::vector<edit::KeyRef>& keys)
{
    const std::vector<edit::KeyData> data = edit::keyData(session.document(), keys);
    if (data.empty()) return {};
    const edit::KeyData& first = data.front();
    edit::SetInterpolation set;
    set.keys = keys;
    using Shape = edit::KeyShape;
    if (first.property == Property::Rotation) {
        switch (first.rotation.interpolation) {
        case RotationInterpolation::Cubic: set.interpolation = Shape::Linear; break;
        case RotationInterpolation::Slerp: set.interpolation = Shape::Constant; break;
        case RotationInterpolation::Step: set.interpolation = Shape::Eased; break;
        case RotationInterpolation::Eased: set.interpolation = Shape::Bezier; break;
        }
    } else if (first.key.interpolation == Interpolation::Bezier) {
        set.interpolation = first.key.mode == HandleMode::Free ? Shape::Bezier : Shape::Linear;
    } else {
        set.interpolation =
            first.key.interpolation == Interpolation::Linear ? Shape::Constant : Shape::Eased;
    }
    return session.commit(set);
}

bool canNudge(const Session& session)
{
    const Selection& selection = session.selection();
    return !selection.keys().empty() || !selection.spans().empty() || !selection.markers().empty();
}

Result<void> nudge(Session& session, double by, bool ripple)
{
    Selection& selection = session.selection();
    const Document before = session.document();
    if (!selection.keys().empty()) {
        const std::vector<edit::KeyRef> keys = selection.keys();
        if (ripple) by = std::max(by, retime::farthestBack(before, keys));
        const Result<void> done = commit(session, retime::move(before, keys, by, ripple));
        if (done) selection.setKeys(retime::shifted(keys, by));
        return done;
    }
    std::vector<SpanRef> spans = selection.spans();
    Edits edits;
    // Those in front go first, so that none is trimmed by the one that follows it.
    std::sort(spans.begin(), spans.end(), [by](const SpanRef& a, const SpanRef& b) {
        return by > 0 ? a.start > b.start : a.start < b.start;
    });
    for (SpanRef& ref : spans) {
        const Span* span = findSpan(before, ref);
        const Edits one =
            retime::span(before, ref, span->start + by, span->end + by, spans.size() > 1);
        edits.insert(edits.end(), one.begin(), one.end());
        ref.start += by;
    }
    std::vector<double> markers = selection.markers();
    for (double& frame : markers) {
        const Edits one = retime::marker(before, frame, frame + by);
        edits.insert(edits.end(), one.begin(), one.end());
        frame += by;
    }
    const Result<void> done = commit(session, edits, stepText({edits.front()}, before));
    if (done) {
        selection.setSpans(std::move(spans));
        selection.setMarkers(std::move(markers));
    }
    return done;
}

bool canRemove(const Session& session)
{
    return canNudge(session);
}

Result<void> remove(Session& session, bool ripple)
{
    const Selection& selection = session.selection();
    Edits edits = retime::remove(session.document(), selection.keys(), ripple);
    for (const SpanRef& ref : selection.spans())
        edits.emplace_back(edit::RemoveSpan{ref.target, ref.start});
    for (const double frame : selection.markers()) edits.emplace_back(edit::RemoveMarker{frame});
    if (edits.empty()) return {};
    return commit(session, edits, stepText({edits.front()}, session.document()));
}

QByteArray copied(const Session& session)
{
    const Document& doc = session.document();
    const Selection& selection = session.selection();
    const std::vector<edit::KeyRef> keys =
        selection.spans().empty() ? keysInHand(session) : selection.keys();
    if (keys.empty() && selection.spans().empty()) return {};
    double first = 1e300;
    for (const edit::KeyRef& key : keys) first = std::min(first, key.frame);
    nlohmann::json edits = nlohmann::json::array();
    if (!keys.empty()) edits.push_back(edit::toJson(edit::PutKeys{edit::keyData(doc, keys)}, &doc));
    for (const SpanRef& ref : selection.spans()) {
        const Span* span = findSpan(doc, ref);
        if (!span) continue;
        first = std::min(first, span->start);
        edit::SetSpan set;
        set.target = ref.target;
        set.start = span->start;
        set.end = span->end;
        set.kind = span->kind;
        set.in = span->in;
        set.out = span->out;
        set.inbetween = span->inbetween;
        set.mix = span->mix;
        set.solver = span->solver;
        set.path = span->path;
        if (span->space != NodeId::None) set.space = span->space;
        edits.push_back(edit::toJson(set, &doc));
    }
    const nlohmann::json whole{{"posewright", "keys"}, {"frame", first}, {"edits", edits}};
    return QByteArray::fromStdString(whole.dump());
}

Result<void> paste(Session& session, const QByteArray& text)
{
    const nlohmann::json json = nlohmann::json::parse(text.begin(), text.end(), nullptr, false);
    const Error foreign{"there are no keys to paste", {}};
    if (!json.is_object() || json.value("posewright", "") != "keys") return foreign;
    if (!json.contains("frame") || !json["frame"].is_number() || !json.contains("edits") ||
        !json["edits"].is_array())
        return foreign;
    const Document& doc = session.document();
    const double by = session.playhead().frame() - json["frame"].get<double>();
    Edits edits;
    for (const nlohmann::json& one : json["edits"]) {
        Result<edit::Edit> read = edit::fromJson(one, doc);
        if (!read) return read.error();
        edits.push_back(*std::move(read));
    }
    // What was copied of one thing goes to the one thing that is selected, if that is of its kind.
    std::set<NodeId> from;
    for (const edit::Edit& e : edits) {
        if (const auto* put = std::get_if<edit::PutKeys>(&e)) {
            for (const edit::KeyData& key : put->keys)
                if (key.node != NodeId::None)
                    from.insert(key.node);
                else if (const Constraint* c = findConstraint(*doc.rig, key.constraint))
                    from.insert(c->target);
        } else if (const auto* set = std::get_if<edit::SetSpan>(&e)) {
            if (const Constraint* c = findConstraint(*doc.rig, set->target)) from.insert(c->target);
        }
    }
    const std::vector<NodeId>& nodes = session.selection().nodes();
    const Constraint* source =
        from.size() == 1 ? constraintOfTarget(*doc.rig, *from.begin()) : nullptr;
    const Constraint* goal = nodes.size() == 1 ? constraintOfTarget(*doc.rig, nodes[0]) : nullptr;
    const bool elsewhere =
        from.size() == 1 && nodes.size() == 1 && (source != nullptr) == (goal != nullptr);
    std::vector<edit::KeyRef> now;
    std::vector<SpanRef> spans;
    for (edit::Edit& e : edits) {
        if (auto* put = std::get_if<edit::PutKeys>(&e)) {
            for (edit::KeyData& key : put->keys) {
                (key.property == Property::Rotation ? key.rotation.frame : key.key.frame) += by;
                if (elsewhere && key.node != NodeId::None) key.node = nodes[0];
                if (elsewhere && key.constraint != ConstraintId::None && goal)
                    key.constraint = goal->id;
                edit::KeyRef ref;
                ref.node = key.node;
                ref.constraint = key.constraint;
                if (key.node == NodeId::None) ref.property = Property::Influence;
                ref.frame = key.frame();
                if (std::find(now.begin(), now.end(), ref) == now.end()) now.push_back(ref);
            }
        } else if (auto* set = std::get_if<edit::SetSpan>(&e)) {
            set->start += by;
            set->end += by;
            if (elsewhere && goal) set->target = goal->id;
            spans.push_back({set->target, set->start});
        } else {
            return foreign;
        }
    }
    const QString said = now.empty() ? step("Paste %n span(s)", static_cast<int>(spans.size()))
                                     : step("Paste %n key(s)", static_cast<int>(now.size()));
    const Result<void> done = commit(session, edits, said);
    if (done) {
        session.selection().setKeys(std::move(now));
        session.selection().setSpans(std::move(spans));
    }
    return done;
}

Result<void> duplicate(Session& session)
{
    const std::vector<edit::KeyRef> keys = session.selection().keys();
    if (keys.empty()) return {};
    const auto [first, last] = retime::extent(keys);
    double by = session.playhead().frame() - first;
    if (by == 0) by = last - first + 1;
    const Result<void> done = commit(session, retime::duplicate(session.document(), keys, by),
                                     step("Duplicate %n key(s)", static_cast<int>(keys.size())));
    if (done) session.selection().setKeys(retime::shifted(keys, by));
    return done;
}

Result<void> setKeys(Session& session, const std::vector<NodeId>& nodes, double frame,
                     const Evaluation& shown)
{
    const Document& doc = session.document();
    Edits edits;
    for (const NodeId node : nodes) {
        const NodeIndex row = doc.scene->find(node);
        if (row == kNoNode) continue;
        if (const Constraint* c = constraintOfTarget(*doc.rig, node)) {
            edit::SetTargetKey key;
            key.target = c->id;
            key.frame = frame;
            edits.emplace_back(key);
            continue;
        }
        edit::SetJointKey key;
        key.joint = node;
        key.frame = frame;
        const Transform& local = shown.local[row];
        const Track* track = doc.clip().track(node);
        const bool moves = track && !track->translation[0]->empty();
        if (isPole(doc, node) || moves) key.translation = local.translation;
        if (!isPole(doc, node)) key.rotation = local.rotation.normalized();
        edits.emplace_back(key);
    }
    return commit(session, edits);
}

bool canSpan(const Session& session)
{
    return !session.selection().spans().empty() || !targets(session).empty();
}

Result<void> setSpans(Session& session, SpanKind kind)
{
    const Document& doc = session.document();
    const Selection& selection = session.selection();
    Edits edits;
    std::vector<SpanRef> made;
    const auto add = [&](ConstraintId target, double start, double end, const Span* old = nullptr) {
        edit::SetSpan set;
        set.target = target;
        set.start = start;
        set.end = end;
        set.kind = kind;
        // One that acted before goes on fading as it did.
        if (old && old->kind != SpanKind::Off) {
            set.in = old->in;
            set.out = old->out;
        }
        const Edits whole = newSpan(doc, set);
        edits.insert(edits.end(), whole.begin(), whole.end());
        made.push_back({target, start});
    };
    for (const SpanRef& ref : selection.spans())
        if (const Span* span = findSpan(doc, ref); span && span->kind != kind)
            add(ref.target, span->start, span->end, span);
    if (selection.spans().empty()) {
        const double here = session.playhead().frame();
        for (const Constraint* c : targets(session)) {
            std::vector<double> chosen;
            for (const edit::KeyRef& key : selection.keys())
                if (key.node == c->target) chosen.push_back(key.frame);
            if (!chosen.empty()) {
                const auto [low, high] = std::minmax_element(chosen.begin(), chosen.end());
                if (*low < *high) {
                    add(c->id, *low, *high);
                    continue;
                }
            }
            const double start = chosen.empty() ? here : chosen.front();
            double end = std::max(session.playhead().end(), start);
            if (const Track* track = doc.clip().track(c->target)) {
                const std::vector<double> frames = keyFrames(*track);
                const auto next = std::upper_bound(frames.begin(), frames.end(), start);
                if (next != frames.end()) end = *next;
            }
            if (end <= start) continue;
            if (kind == SpanKind::Contact && chosen.empty()) {
                const Edits kept = keptBeforeNextKey(doc, *c, start, end);
                add(c->id, start, end);
                edits.insert(edits.end(), kept.begin(), kept.end());
            } else {
                add(c->id, start, end);
            }
        }
    }
    const Result<void> done =
        commit(session, edits, made.size() == 1 ? stepText({edits.front()}, doc) : QString());
    if (done && !made.empty()) session.selection().setSpans(std::move(made));
    return done;
}

bool canTrim(const Session& session)
{
    return canSpan(session);
}

Result<void> trimSpans(Session& session, bool start)
{
    const Document& doc = session.document();
    const double here = session.playhead().frame();
    std::vector<SpanRef> refs = session.selection().spans();
    if (refs.empty())
        for (const Constraint* c : targets(session))
            if (const Span* span = spanAt(doc.clip().spanRow(c->id), here))
                refs.push_back({c->id, span->start});
    Edits edits;
    for (SpanRef& ref : refs) {
        const Span* span = findSpan(doc, ref);
        if (!span) continue;
        const double from = start ? here : span->start, to = start ? span->end : here;
        if (from >= to) continue;
        const Edits one = retime::span(doc, ref, from, to, false);
        edits.insert(edits.end(), one.begin(), one.end());
        ref.start = from;
    }
    if (edits.empty()) return {};
    const Result<void> done = commit(session, edits, stepText({edits.front()}, doc));
    if (done) session.selection().setSpans(std::move(refs));
    return done;
}

Result<void> fitTargets(Session& session)
{
    constexpr double kWithin = 0.005;  ///< share of the chain's length
    const Document& doc = session.document();
    const Scene& scene = *doc.scene;
    Edits edits;
    for (const Constraint* c : targets(session)) {
        double length = 0;
        for (const NodeIndex row : scene.path(scene.find(c->root), scene.find(c->effector)))
            if (scene[row].id != c->root) length += scene[row].rest.translation.norm();
        edits.emplace_back(edit::FitTarget{c->id, std::max(1e-6, kWithin * length)});
    }
    return commit(session, edits);
}

Result<void> addMarker(Session& session)
{
    const double frame = session.playhead().frame();
    std::set<QString> taken;
    for (const Marker& marker : session.document().clip().markers) {
        if (marker.frame == frame) {
            session.selection().setMarkers({frame});
            return {};
        }
        taken.insert(toQt(marker.name));
    }
    QString name;
    for (int i = 1; name.isEmpty() || taken.count(name); ++i)
        name = QCoreApplication::translate("Timeline", "Marker %1").arg(i);
    const Result<void> done = session.commit(edit::AddMarker{frame, name.toStdString()});
    if (done) session.selection().setMarkers({frame});
    return done;
}

Result<void> renameMarker(Session& session, double frame, const QString& name)
{
    return commit(session, {edit::AddMarker{frame, name.toStdString()}},
                  step("Rename marker at %1").arg(frameText(frame)));
}

Result<void> preview(Session& session, double from, double to)
{
    const Selection& selection = session.selection();
    std::vector<double> frames;
    for (const edit::KeyRef& key : selection.keys()) frames.push_back(key.frame);
    for (const SpanRef& ref : selection.spans())
        if (const Span* span = findSpan(session.document(), ref)) {
            frames.push_back(span->start);
            frames.push_back(span->end);
        }
    if (!frames.empty()) {
        const auto [low, high] = std::minmax_element(frames.begin(), frames.end());
        if (*low < *high) {
            from = *low;
            to = *high;
        }
    }
    return session.commit(edit::SetPreviewRange{std::array{from, to}});
}

Result<void> clearPreview(Session& session)
{
    return session.commit(edit::SetPreviewRange{});
}

Result<void> insertTime(Session& session, double frames)
{
    const double here = session.playhead().frame();
    return session.commit(edit::ShiftTime{{}, frames > 0 ? here : here - frames, frames});
}

}  // namespace posewright::ui::timeline
