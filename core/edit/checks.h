#pragma once

#include "core/edit/edit.h"
#include "core/edit/fields.h"

#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

/// What can be wrong with the arguments of an edit or operation by themselves, before it looks at
/// them: numbers that are none, and names of what does not exist. A type of argument of which
/// something can be wrong has its `check` here.
namespace posewright::edit {

using Check = std::optional<std::string>;  ///< what is wrong, if something is

/// Frames beyond a billion are refused: there, neighbouring doubles are still far less than a frame
/// apart, and no motion is that long.
bool isFrame(double number);

Check checkRole(const std::string& name);
Check check(const Document&, double number);
Check check(const Document&, const Vec3& v);
Check check(const Document&, const Quat& q);
Check check(const Document&, const Ease& ease);
Check check(const Document&, const Handle& handle);
Check check(const Document& doc, NodeId node);
Check check(const Document& doc, ConstraintId constraint);
Check check(const Document&, const std::array<double, 2>& frames);
Check check(const Document&, const std::array<double, 4>& angles);
Check check(const Document& doc, const KeyRef& key);
Check check(const Document& doc, const SpanRef& span);
Check check(const Document& doc, const KeyData& key);
Check check(const Document& doc, const HintData& data);
Check check(const Document&, const retarget::Reference& reference);
inline Check check(const Document&, const Shared<Document>&)
{
    return {};
}
/// What is not there is no bone of the role; a role that there is not is said.
template <class T>
Check check(const Document&, const std::map<std::string, std::vector<T>>& roles)
{
    for (const auto& each : roles)
        if (Check wrong = checkRole(each.first)) return wrong;
    return {};
}
inline Check check(const Document&, bool)
{
    return {};
}
inline Check check(const Document&, int)
{
    return {};
}
inline Check check(const Document&, const std::string&)
{
    return {};
}
template <class E>
requires std::is_enum_v<E> Check check(const Document&, const E&)
{
    return {};
}

/// The first argument of `of` that is wrong; `fields` describes them.
template <class E, class... Fields>
std::optional<Error> checkArguments(const Document& doc, const E& of,
                                    const std::tuple<Fields...>& fields)
{
    std::optional<Error> error;
    const auto fail = [&](const Check& wrong, const std::string& place) {
        if (wrong && !error) error = Error{*wrong, place, ErrorKind::Refused};
    };
    eachField(fields, [&](const auto& field) {
        if constexpr (!std::decay_t<decltype(field)>::kConstant) {
            const auto& value = of.*field.member;
            using T = std::decay_t<decltype(value)>;
            const std::string place = '/' + std::string(field.name);
            if constexpr (kIsList<T>) {
                for (std::size_t i = 0; i < value.size(); ++i)
                    fail(check(doc, value[i]), place + '/' + std::to_string(i));
            } else if constexpr (std::is_same_v<T, std::optional<std::vector<NodeId>>> ||
                                 std::is_same_v<T, std::optional<std::vector<HintData>>>) {
                if (value)
                    for (const auto& item : *value) fail(check(doc, item), place);
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
                if (field.kind == kFrame && !isFrame(value))
                    fail("the frame is out of range", place);
            if constexpr (std::is_same_v<T, std::optional<double>>)
                if (field.kind == kFrame && value && !isFrame(*value))
                    fail("the frame is out of range", place);
        }
    });
    return error;
}

}  // namespace posewright::edit
