#include "core/edit/edit.h"

#include "core/edit/change.h"
#include "core/edit/families.h"
#include "core/edit/fields.h"
#include "core/math/bounds.h"

#include <algorithm>
#include <cmath>

namespace posewright::edit {

namespace {

using Check = std::optional<std::string>;  ///< what is wrong, if something is

/// Frames beyond this are refused: there, neighbouring doubles are still far less than a frame
/// apart, and no motion is that long.
constexpr double kMostFrame = 1e9;

Check check(const Document&, bool)
{
    return {};
}
Check check(const Document&, int)
{
    return {};
}
Check check(const Document&, const std::string&)
{
    return {};
}
template <class E>
requires std::is_enum_v<E> Check check(const Document&, const E&)
{
    return {};
}
Check check(const Document&, double number)
{
    return std::isfinite(number) ? Check{} : "it is not a finite number";
}
Check check(const Document&, const Vec3& v)
{
    if (!v.allFinite()) return "it is not finite";
    return v.cwiseAbs().maxCoeff() <= kMaxCoordinate ? Check{} : "it is beyond a billion";
}
Check check(const Document&, const Quat& q)
{
    return q.coeffs().allFinite() ? Check{} : "it is not finite";
}
Check check(const Document&, const Ease& ease)
{
    for (const double c : {ease.x1, ease.y1, ease.x2, ease.y2})
        if (!(c >= 0 && c <= 1)) return "its numbers are not in [0, 1]";
    return {};
}
Check check(const Document&, const Handle& handle)
{
    return std::isfinite(handle.frames) && std::isfinite(handle.value) ? Check{}
                                                                       : "it is not finite";
}
Check check(const Document& doc, NodeId node)
{
    return doc.scene->find(node) != kNoNode ? Check{} : "there is no such node";
}
Check check(const Document& doc, ConstraintId constraint)
{
    return findConstraint(*doc.rig, constraint) ? Check{} : "there is no such target";
}
Check check(const Document&, const std::array<double, 2>& frames)
{
    for (const double frame : frames)
        if (!(std::abs(frame) <= kMostFrame)) return "it is not a pair of numbers within range";
    return {};
}
Check check(const Document&, const std::array<double, 4>& angles)
{
    for (const double angle : angles)
        if (!std::isfinite(angle)) return "it is not finite";
    return {};
}
Check check(const Document& doc, const KeyRef& key)
{
    if (!(std::abs(key.frame) <= kMostFrame)) return "its frame is out of range";
    if (key.node == NodeId::None && key.constraint == ConstraintId::None)
        return "it names neither a node nor a target";
    if (key.node != NodeId::None)
        if (Check wrong = check(doc, key.node)) return wrong;
    if (key.constraint == ConstraintId::None) return {};
    if (Check wrong = check(doc, key.constraint)) return wrong;
    if (key.node != NodeId::None && constraintOf(doc, key.constraint).target != key.node)
        return "the node is not the node of that target";
    return {};
}

Check check(const Document& doc, const KeyData& key)
{
    if (!(std::abs(key.frame()) <= kMostFrame)) return "its frame is out of range";
    const bool influence = key.property == Property::Influence;
    if (influence != (key.node == NodeId::None) ||
        influence == (key.constraint == ConstraintId::None))
        return "a target has influence keys, and a node all others";
    if (Check wrong = influence ? check(doc, key.constraint) : check(doc, key.node)) return wrong;
    if (key.property == Property::Rotation) {
        if (Check wrong = check(doc, key.rotation.value)) return wrong;
        return {};  // validate knows what shapes there are
    }
    if (key.axis < 0 || key.axis > (influence ? 0 : 2)) return "there is no such axis";
    if (!std::isfinite(key.key.value)) return "its value is not a finite number";
    for (const Handle& handle : {key.key.left, key.key.right})
        if (Check wrong = check(doc, handle)) return wrong;
    if (key.key.left.frames > 0) return "the left handle is right of its key";
    if (key.key.right.frames < 0) return "the right handle is left of its key";
    return {};
}

Check check(const Document& doc, const std::vector<NodeId>& nodes)
{
    for (const NodeId node : nodes)
        if (Check wrong = check(doc, node)) return wrong;
    return {};
}

template <class T>
inline constexpr bool kIsList = false;
template <class T>
inline constexpr bool kIsList<std::vector<T>> = true;

/// What is wrong with the arguments by themselves, before the edit looks at them.
template <class E>
std::optional<Error> checkArguments(const Document& doc, const E& edit)
{
    std::optional<Error> error;
    const auto fail = [&](Check wrong, std::string place) {
        if (wrong && !error) error = refused(*std::move(wrong), std::move(place));
    };
    eachField<E>([&](const auto& field) {
        if constexpr (!std::decay_t<decltype(field)>::kConstant) {
            const auto& value = edit.*field.member;
            using T = std::decay_t<decltype(value)>;
            const std::string place = '/' + std::string(field.name);
            if constexpr (kIsList<T>) {
                for (std::size_t i = 0; i < value.size(); ++i)
                    fail(check(doc, value[i]), place + '/' + std::to_string(i));
            } else if constexpr (std::is_same_v<T, std::optional<NodeId>>) {
                if (value && *value != NodeId::None) fail(check(doc, *value), place);
            } else if constexpr (kIsOptional<T>) {
                if (value) fail(check(doc, *value), place);
            } else if constexpr (std::is_same_v<T, NodeId>) {
                if (!field.optional || value != NodeId::None) fail(check(doc, value), place);
            } else {
                fail(check(doc, value), place);
            }
            if constexpr (std::is_same_v<T, double>)
                if (field.kind == kFrame && !(std::abs(value) <= kMostFrame))
                    fail("the frame is out of range", place);
            if constexpr (std::is_same_v<T, std::optional<double>>)
                if (field.kind == kFrame && value && !(std::abs(*value) <= kMostFrame))
                    fail("the frame is out of range", place);
        }
    });
    return error;
}

}  // namespace

bool isLong(const Edit& edit)
{
    if (const auto* add = std::get_if<AddTarget>(&edit)) return add->fit.has_value();
    if (const auto* remove = std::get_if<RemoveTarget>(&edit)) return remove->keepPose;
    return std::holds_alternative<FitTarget>(edit) || std::holds_alternative<BakeToKeys>(edit);
}

Result<Document> makeAny(Document doc, const Edit& edit, const Means& means)
{
    return std::visit(
        [&](const auto& e) -> Result<Document> {
            if (std::optional<Error> wrong = checkArguments(doc, e)) return *std::move(wrong);
            if constexpr (requires { make(std::move(doc), e, means); })
                return make(std::move(doc), e, means);
            else
                return make(std::move(doc), e);
        },
        edit);
}

Result<void> checkOutcome(const Document& before, const Document& after)
{
    const Result<void> valid = validateChange(before, after);
    if (valid) return {};
    const Error& breach = valid.error();
    const std::string who = breach.where.empty() ? "" : " (" + breach.where + ')';
    return refused(breach.message + who, {}, breach.advice);
}

Result<Document> apply(const Document& doc, const Edit& edit, const Means& means)
{
    Result<Document> out = makeAny(doc, edit, means);
    if (!out) return out;
    if (const Result<void> valid = checkOutcome(doc, *out); !valid) return valid.error();
    return out;
}

}  // namespace posewright::edit
