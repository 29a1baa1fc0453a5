#include "ui/session/unkeyed_moves.h"

#include <algorithm>
#include <utility>

namespace posewright::ui {

namespace {

using edit::Edit;
using edit::SetJointKey;
using edit::SetTargetKey;

/// Do both place the same node?
bool sameThing(const Edit& a, const Edit& b)
{
    if (const auto* target = std::get_if<SetTargetKey>(&a)) {
        const auto* other = std::get_if<SetTargetKey>(&b);
        return other && other->target == target->target;
    }
    const auto* joint = std::get_if<SetJointKey>(&a);
    const auto* other = std::get_if<SetJointKey>(&b);
    return joint && other && other->joint == joint->joint;
}

bool anyOf(const std::vector<Edit>& edits, const Edit& like)
{
    return std::any_of(edits.begin(), edits.end(),
                       [&](const Edit& edit) { return sameThing(edit, like); });
}

/// `next` on top of `before`: what it does not set stays.
Edit joined(const Edit& before, Edit next)
{
    const auto fill = [](auto& to, const auto& from) {
        if (!to) to = from;
    };
    if (auto* target = std::get_if<SetTargetKey>(&next)) {
        const auto& old = *std::get_if<SetTargetKey>(&before);
        fill(target->position, old.position);
        fill(target->rotation, old.rotation);
    } else if (auto* joint = std::get_if<SetJointKey>(&next)) {
        const auto& old = *std::get_if<SetJointKey>(&before);
        fill(joint->translation, old.translation);
        fill(joint->rotation, old.rotation);
        fill(joint->scale, old.scale);
    }
    return next;
}

/// Does the edit key the same node at another frame, or change its spans?
bool isElsewhere(const Edit& edit, const Edit& placement, double frame)
{
    if (const auto* span = std::get_if<edit::SetSpan>(&edit)) {
        const auto* target = std::get_if<SetTargetKey>(&placement);
        return target && target->target == span->target;
    }
    if (!sameThing(edit, placement)) return false;
    const auto* target = std::get_if<SetTargetKey>(&edit);
    return (target ? target->frame : std::get<SetJointKey>(edit).frame) != frame;
}

Edit atFrame(Edit edit, double frame)
{
    if (auto* target = std::get_if<SetTargetKey>(&edit)) target->frame = frame;
    if (auto* joint = std::get_if<SetJointKey>(&edit)) joint->frame = frame;
    return edit;
}

}  // namespace

void UnkeyedMoves::setAutoKey(bool on)
{
    if (std::exchange(autoKey_, on) != on) emit changed();
}

std::vector<Edit> UnkeyedMoves::keysAt(double frame) const
{
    std::vector<Edit> keys;
    for (const Edit& edit : edits_) keys.push_back(atFrame(edit, frame));
    return keys;
}

UnkeyedMoves::Gesture UnkeyedMoves::parted(const std::vector<Edit>& gesture, double frame) const
{
    Gesture out;
    out.keys = autoKey_;
    for (const Edit& edit : gesture) {
        const bool places = sameThing(edit, edit) &&
                            std::none_of(gesture.begin(), gesture.end(), [&](const Edit& e) {
                                return isElsewhere(e, edit, frame);
                            });
        const Edit whole = places ? keyed({edit}).front() : edit;
        if (places) out.placed.push_back(whole);
        if (!places || autoKey_) out.done.push_back(whole);
    }
    return out;
}

void UnkeyedMoves::finish(const Gesture& gesture)
{
    if (gesture.keys)
        settle(gesture.placed);
    else
        take(gesture.placed);
}

void UnkeyedMoves::take(const std::vector<Edit>& placed)
{
    if (placed.empty()) return;
    for (const Edit& edit : placed) {
        const auto old = std::find_if(edits_.begin(), edits_.end(),
                                      [&](const Edit& e) { return sameThing(e, edit); });
        if (old == edits_.end())
            edits_.push_back(edit);
        else
            *old = edit;
    }
    emit changed();
}

void UnkeyedMoves::clear()
{
    if (edits_.empty()) return;
    edits_.clear();
    emit changed();
}

bool UnkeyedMoves::holds(const Rig& rig, NodeId node) const
{
    return std::any_of(edits_.begin(), edits_.end(), [&](const Edit& edit) {
        if (const auto* joint = std::get_if<SetJointKey>(&edit)) return joint->joint == node;
        const auto* target = std::get_if<SetTargetKey>(&edit);
        const Constraint* constraint = target ? findConstraint(rig, target->target) : nullptr;
        return constraint && constraint->target == node;
    });
}

Document UnkeyedMoves::over(const Document& document, double frame,
                            const std::vector<Edit>& placed) const
{
    Document out = document;
    for (const Edit& edit : edits_) {
        if (anyOf(placed, edit)) continue;
        // The node may be gone by now.
        Result<Document> next = edit::apply(out, atFrame(edit, frame));
        if (next) out = *std::move(next);
    }
    return out;
}

std::vector<Edit> UnkeyedMoves::keyed(std::vector<Edit> edits) const
{
    for (Edit& edit : edits)
        for (const Edit& placement : edits_)
            if (sameThing(edit, placement)) edit = joined(placement, std::move(edit));
    return edits;
}

void UnkeyedMoves::settle(const std::vector<Edit>& keyed)
{
    if (std::erase_if(edits_, [&](const Edit& edit) { return anyOf(keyed, edit); }) > 0)
        emit changed();
}

}  // namespace posewright::ui
