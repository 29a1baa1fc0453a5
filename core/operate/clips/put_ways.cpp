#include "core/operate/clips/put_ways.h"

#include "core/edit/change.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/clips/placed_keys.h"
#include "core/operate/limbs.h"

#include <algorithm>
#include <array>
#include <set>

namespace posewright::operate {

namespace {

std::optional<Error> spanOf(Cleaner& cleaner, ConstraintId target, SpanKind kind, double start,
                            double end, const contacts::Planted& way,
                            const contacts::Hold* held = nullptr)
{
    edit::SetSpan set;
    set.target = target;
    set.kind = kind;
    set.start = start;
    set.end = end;
    set.in = start == way.start ? way.in : 0;
    set.out = end == way.end ? way.out : 0;
    if (held) {
        if (way.on != NodeId::None) set.space = way.on;
        set.position = held->position;
        set.rotation = held->rotation;
    }
    return cleaner.take(set);
}

/// Spans of the way, the last one first: a span replaces one of its kind that starts with it.
std::optional<Error> putSpans(Cleaner& cleaner, ConstraintId target, const contacts::Planted& way)
{
    double to = way.end;
    for (auto held = way.held.rbegin(); held != way.held.rend(); ++held) {
        if (held->end < to)
            if (auto error = spanOf(cleaner, target, SpanKind::Reach, held->end, to, way))
                return error;
        if (auto error =
                spanOf(cleaner, target, SpanKind::Contact, held->start, held->end, way, &*held))
            return error;
        to = held->start;
    }
    return way.start < to ? spanOf(cleaner, target, SpanKind::Reach, way.start, to, way)
                          : std::nullopt;
}

/// Frames at which a way's spans start and end.
void addBorders(const contacts::Planted& way, std::set<double>& to)
{
    to.insert({way.start, way.end});
    for (const contacts::Hold& held : way.held) to.insert({held.start, held.end});
}

/// The limb bends as its joints' keys say. At a border of any limb's span all limbs are solved as
/// at keys: one without a hint there might bend to another side.
std::optional<Error> bendAsKeyed(Cleaner& cleaner, ConstraintId target,
                                 const contacts::Planted& way, const std::set<double>& borders)
{
    if (auto error = cleaner.take(edit::BendAsKeyed{target, std::array{way.start, way.end}}))
        return error;
    for (auto at = borders.upper_bound(way.start); at != borders.end() && *at < way.end; ++at)
        if (auto error = cleaner.take(edit::BendAsKeyed{target, std::array{*at, *at}}))
            return error;
    return {};
}

/// Hints at each frame of a way to bend as the joints' keys say.
std::vector<edit::HintData> asKeyed(const Document& doc, ConstraintId target,
                                    const contacts::Planted& way)
{
    const Constraint& constraint = *findConstraint(*doc.rig, target);
    edit::HintData data{constraint.target, {}};
    for (const NodeIndex row : jointsOf(*doc.scene, constraint))
        data.hint.joints.push_back({(*doc.scene)[row].id, Quat::Identity(), 0});
    std::vector<edit::HintData> out;
    for (const contacts::EndPlace& place : way.places) {
        data.hint.frame = place.frame;
        out.push_back(data);
    }
    return out;
}

/// How a target turns the joints of its limb at a frame.
KeyHint bendAt(const Document& doc, const Constraint& constraint, double frame)
{
    const std::vector<Transform> base = basePose(doc, frame);
    const Evaluation shown = evaluate(doc, frame);
    KeyHint out;
    for (const NodeIndex row : jointsOf(*doc.scene, constraint)) {
        const auto joint = static_cast<std::size_t>(row);
        out.joints.push_back(
            {(*doc.scene)[row].id,
             (base[joint].rotation.conjugate() * shown.local[joint].rotation).normalized(), 0});
    }
    return out;
}

/// Before its first contact and after its last one the limb bends to the side as there, even if its
/// joints' keys bend it to the other side in the meantime: it would flip while the span fades.
std::optional<Error> bendOn(Cleaner& cleaner, ConstraintId target, const contacts::Planted& way)
{
    if (way.held.empty()) return {};
    const Constraint& constraint = *findConstraint(*cleaner.doc().rig, target);
    const double first = way.held.front().start, last = way.held.back().end;
    const KeyHint before = bendAt(cleaner.doc(), constraint, first),
                  after = bendAt(cleaner.doc(), constraint, last);
    edit::PutKeys put;
    put.hints.emplace();
    for (const contacts::EndPlace& place : way.places) {
        if (place.frame >= first && place.frame <= last) continue;
        put.hints->push_back({constraint.target, place.frame < first ? before : after});
        put.hints->back().hint.frame = place.frame;
    }
    return put.hints->empty() ? std::nullopt : cleaner.take(put);
}

/// Keys along the way wherever the limb is not held, and spans: contacts, with Reach spans before,
/// between and after them. Adjacent spans touch, so that the limb is never released between them.
/// @param borders of the spans of all limbs: there are keys, too; empty: the limb is led
/// throughout, has a key at each frame, and bends there as its joints' keys say
std::optional<Error> put(Cleaner& cleaner, ConstraintId target, const contacts::Planted& way,
                         const std::set<double>& borders)
{
    const bool throughout = borders.empty();
    const NodeId node = findConstraint(*cleaner.doc().rig, target)->target;
    // Where it acted before, its own keys lead on from the ends of the way.
    std::vector<double> joined;
    for (const double end : {way.start, way.end})
        if (spanAt(cleaner.doc().clip().spanRow(target), end)) {
            edit::SetTargetKey key;
            key.target = target;
            key.frame = end;
            key.keepMotion = true;
            if (auto error = cleaner.take(key)) return error;
            joined.push_back(end);
        }
    const auto stays = [&](double frame) { return std::ranges::count(joined, frame) > 0; };
    edit::DeleteKeys old;
    if (const Track* track = cleaner.doc().clip().track(node))
        for (const double frame : keyFrames(*track))
            if (frame >= way.start && frame <= way.end && !stays(frame))
                old.keys.push_back({node, {}, {}, frame});
    if (auto error = putSpans(cleaner, target, way)) return error;
    if (!old.keys.empty())
        if (auto error = cleaner.take(old)) return error;
    edit::PutKeys put;
    const InSpace space(cleaner.doc(), node, cleaner.context());
    for (const contacts::EndPlace& place : way.places) {
        const bool inside =
            std::any_of(way.held.begin(), way.held.end(), [&](const contacts::Hold& held) {
                return held.start < place.frame && place.frame < held.end;
            });
        if ((inside && !throughout && !borders.contains(place.frame)) || stays(place.frame))
            continue;
        const Result<contacts::EndPlace> local = space.of(place);
        if (!local) return local.error();
        addKeys(node, *local, put.keys);
    }
    if (throughout) put.hints = asKeyed(cleaner.doc(), target, way);
    if (!put.keys.empty())
        if (auto error = cleaner.take(put)) return error;
    if (throughout) return {};
    return bendAsKeyed(cleaner, target, way, borders);
}

}  // namespace

std::optional<Error> putWays(Cleaner& cleaner, const std::vector<TargetWays>& all, bool throughout)
{
    std::set<double> borders;
    for (const TargetWays& of : all)
        for (const contacts::Planted& way : of.ways)
            if (!throughout) addBorders(way, borders);
    for (const TargetWays& of : all)
        for (const contacts::Planted& way : of.ways)
            if (auto error = put(cleaner, of.target, way, borders)) return error;
    for (const TargetWays& of : all)
        for (const contacts::Planted& way : of.ways)
            if (of.bendsOn)
                if (auto error = bendOn(cleaner, of.target, way)) return error;
    return {};
}

}  // namespace posewright::operate
