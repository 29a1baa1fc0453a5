#pragma once

#include "core/edit/description.h"
#include "core/edit/edit.h"

#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

/// Checks of single arguments before an edit or operation sees them: numbers that are not finite
/// and names that do not exist. One `check` for each type of argument.
namespace posewright::edit {

using Check = std::optional<std::string>;  ///< what is wrong, if anything

/// Is the number a valid frame? Those beyond a billion are refused: no motion is that long, and
/// doubles there are still far finer than a frame.
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
Check check(const Document&, const retarget::Facing& facing);
inline Check check(const Document&, const Shared<Document>&)
{
    return {};
}
/// Only names of roles are checked: a bone that does not exist is left out of its role.
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

}  // namespace posewright::edit
