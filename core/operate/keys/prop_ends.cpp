#include "core/operate/prop_ends.h"

#include "core/evaluate/places.h"
#include "core/motion/layer.h"
#include "core/operate/keys/contact_ends.h"

#include <algorithm>
#include <array>

namespace posewright::operate {

namespace {

constexpr double kPropPlace = 1e-12;
constexpr double kPropTurn = 1e-7;  ///< [rad] equal rotations can measure up to 3e-8

/// Was the target's key at the frame changed, added or removed?
bool isKeyChanged(const Clip& before, const Clip& after, NodeId target, double frame)
{
    const Track none;
    const auto track = [&](const Clip& clip) -> const Track& {
        const Track* own = clip.track(target);
        return own ? *own : none;
    };
    const Track &a = track(before), &b = track(after);
    const auto differ = [](const auto* one, const auto* other) { return !one != !other; };
    for (int axis = 0; axis < 3; ++axis) {
        const Key* one = a.translation[axis]->find(frame);
        const Key* other = b.translation[axis]->find(frame);
        if (differ(one, other) || (one && one->value != other->value)) return true;
    }
    const RotationKey* one = a.rotation->find(frame);
    const RotationKey* other = b.rotation->find(frame);
    return differ(one, other) || (one && one->value.coeffs() != other->value.coeffs());
}

/// Did the prop in this row, or one that it hangs on, move by its own keys? Moves by bones do not
/// count.
/// @param held  if it hangs on what moved, the answer is no
bool isPropMoved(const Document& before, const Document& after, NodeIndex row, NodeIndex held,
                 double frame)
{
    const Scene& scene = *after.scene;
    for (; row != kNoNode && !scene[row].bone(); row = scene[row].parent) {
        const NodeIndex old = before.scene->find(scene[row].id);
        if (old == kNoNode || scene.isAbove(row, held)) return false;
        const auto local = [&](const Document& doc, NodeIndex at) {
            const Node& node = (*doc.scene)[at];
            return sampleLaid(doc.clip(), node.id, node.rest, frame);
        };
        // An extra key on an unchanged curve changes the value by rounding only.
        const Transform was = local(before, old), is = local(after, row);
        const double size = std::max(1.0, was.translation.norm());
        if ((was.translation - is.translation).norm() > kPropPlace * size ||
            was.rotation.angularDistance(is.rotation) > kPropTurn ||
            (was.scale - is.scale).norm() > kPropPlace * std::max(1.0, was.scale.norm()))
            return true;
    }
    return false;
}

std::optional<edit::SetTargetKey> propEndAt(const Document& before, const Document& after,
                                            const Constraint& target, const Span& contact,
                                            double frame, const std::shared_ptr<KeyMemo>& memo)
{
    const NodeIndex space = after.scene->find(contact.space);
    if (!isPropMoved(before, after, space, after.scene->find(target.target), frame) ||
        isKeyChanged(before.clip(), after.clip(), target.target, frame))
        return std::nullopt;
    const auto places = placesOf(after, std::array{space}, frame, memo);
    if (!places) return std::nullopt;
    edit::SetTargetKey key = targetKeyAt(target, frame, places->front().world * contact.anchor);
    key.keepMotion = true;
    return key;
}

}  // namespace

Edits propEnds(const Document& before, const Document& after, const std::shared_ptr<KeyMemo>& memo)
{
    Edits out;
    const bool sameClip = before.playback.clip == after.playback.clip;
    if (!sameClip || (before.scene.sameAs(after.scene) &&
                      before.clips[before.playback.clip].sameAs(after.clips[after.playback.clip])))
        return out;
    for (const SpanRow& row : after.clip().spans) {
        const Constraint* target = findConstraint(*after.rig, row.constraint);
        const SpanRow* old = before.clip().spanRow(row.constraint);
        if (!target || !old || target->meets() != NodeId::None) continue;
        // A target without keys stays where it was added, so there is no smooth motion to keep.
        if (const Track* track = after.clip().track(target->target);
            !track || keyFrames(*track).empty())
            continue;
        for (const Span& span : row.spans) {
            if (span.kind != SpanKind::Contact || span.space == NodeId::None ||
                std::ranges::find(old->spans, span) == old->spans.end())
                continue;
            if (auto key = propEndAt(before, after, *target, span, span.start, memo))
                out.emplace_back(*std::move(key));
            if (span.end == span.start) continue;
            if (auto key = propEndAt(before, after, *target, span, span.end, memo))
                out.emplace_back(*std::move(key));
        }
    }
    return out;
}

Result<Document> applyWithEnds(const Document& doc, Edits& edits, const edit::Context& context)
{
    Result<Document> after = edit::applyEach(doc, edits, context);
    if (!after) return after;
    const Edits ends = propEnds(doc, *after, context.memo);
    if (ends.empty()) return after;
    after = edit::applyEach(*after, ends, context);
    edits.insert(edits.end(), ends.begin(), ends.end());
    return after;
}

}  // namespace posewright::operate
