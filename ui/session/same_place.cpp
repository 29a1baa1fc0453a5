#include "ui/session/same_place.h"

#include "core/base/number.h"

#include <type_traits>
#include <utility>

namespace posewright::ui {

namespace {

template <class Id>
requires std::is_enum_v<Id> std::string word(Id id)
{
    return std::to_string(static_cast<unsigned long long>(id)) + ' ';
}

std::string word(double number)
{
    return toText(number) + ' ';
}

std::string keysWord(const std::vector<edit::KeyRef>& keys, double by)
{
    std::string words;
    for (const edit::KeyRef& key : keys)
        words += word(key.node) + word(key.constraint) +
                 (key.property ? word(*key.property) : std::string("all ")) + word(key.frame + by);
    return words;
}

/// The place that an edit changes, before and after it.
struct Place {
    using Words = std::optional<std::pair<std::string, std::string>>;

    static Words same(const std::string& words) { return std::pair(words, words); }

    Words operator()(const edit::SetTarget& e) const { return same(word(e.target)); }
    Words operator()(const edit::SetTargetKey& e) const
    {
        return same(word(e.target) + word(e.frame));
    }
    Words operator()(const edit::SetJointKey& e) const
    {
        return same(word(e.joint) + word(e.frame));
    }
    Words operator()(const edit::SetMorphKey& e) const
    {
        return same(word(e.mesh) + e.morph + ' ' + word(e.frame));
    }
    Words operator()(const edit::SetInfluenceKey& e) const
    {
        return same(word(e.target) + word(e.frame));
    }
    Words operator()(const edit::SetSpan& e) const { return same(word(e.target) + word(e.start)); }
    Words operator()(const edit::RemoveSpan& e) const
    {
        return same(word(e.target) + word(e.start));
    }
    Words operator()(const edit::MoveSpan& e) const
    {
        return std::pair(word(e.target) + word(e.start), word(e.target) + word(e.to));
    }
    Words operator()(const edit::MoveKeys& e) const
    {
        return std::pair(keysWord(e.keys, 0), keysWord(e.keys, e.by));
    }
    Words operator()(const edit::SetInterpolation& e) const { return same(keysWord(e.keys, 0)); }
    Words operator()(const edit::SetRest& e) const { return same(word(e.node)); }
    Words operator()(const edit::RollBone& e) const { return same(word(e.bone)); }
    Words operator()(const edit::SetLimit& e) const { return same(word(e.joint)); }
    Words operator()(const edit::ReparentBone& e) const { return same(word(e.bone)); }
    Words operator()(const edit::SetRange&) const { return same({}); }
    Words operator()(const edit::SetFps&) const { return same({}); }
    template <class E>
    Words operator()(const E&) const
    {
        return {};
    }
};

/// The target whose Reach span the edit sets, with both fades.
ConstraintId fadedReachOf(const edit::Edit& edit)
{
    const auto* move = std::get_if<edit::MoveSpan>(&edit);
    if (move && move->in && move->out) return move->target;
    const auto* set = std::get_if<edit::SetSpan>(&edit);
    return set && set->kind == SpanKind::Reach && set->in && set->out ? set->target
                                                                      : ConstraintId::None;
}

}  // namespace

std::vector<edit::Edit> withoutSpansOfKeys(const std::vector<edit::Edit>& edits)
{
    std::vector<edit::Edit> out;
    ConstraintId keyed = ConstraintId::None;
    for (const edit::Edit& edit : edits) {
        if (keyed != ConstraintId::None && fadedReachOf(edit) == keyed) continue;
        const auto* key = std::get_if<edit::SetTargetKey>(&edit);
        keyed = key ? key->target : ConstraintId::None;
        out.push_back(edit);
    }
    return out;
}

std::optional<EditPlace> placeOf(const std::vector<edit::Edit>& edits)
{
    EditPlace all;
    for (const edit::Edit& edit : edits) {
        const Place::Words one = std::visit(Place{}, edit);
        if (!one) return std::nullopt;
        const std::string kind = word(static_cast<double>(edit.index()));
        all.before += kind + one->first + ';';
        all.after += kind + one->second + ';';
    }
    return all;
}

}  // namespace posewright::ui
