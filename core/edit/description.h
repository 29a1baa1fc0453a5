#pragma once

#include "core/base/members.h"

#include <concepts>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

/// The name and arguments of an edit or operation, described once: JSON in both directions,
/// listings and argument checks all follow the description.
namespace posewright::edit {

/// The edits of one header, in the order in which they are listed.
template <class... E>
struct Family {
};

/// An argument of the edit E, of type T.
template <class E, class T>
struct Field {
    std::string_view name;
    T E::*member;
    std::string_view kind;         ///< as in Argument::kind; empty: that of the type
    bool optional;                 ///< if left out, the member has its default
    std::string_view former = {};  ///< another name that is read, too: older files use it

    static constexpr bool kConstant = false;
    constexpr Field formerly(std::string_view old) const
    {
        Field out = *this;
        out.former = old;
        return out;
    }
};

/// An argument with only one possible value: always written, checked if given, not stored.
struct Constant {
    std::string_view name;
    std::string_view value;

    static constexpr bool kConstant = true;
};

template <class E, class T>
constexpr Field<E, T> required(std::string_view name, T E::*member, std::string_view kind = {})
{
    return {name, member, kind, false, {}};
}

template <class E, class T>
constexpr Field<E, T> optional(std::string_view name, T E::*member, std::string_view kind = {})
{
    return {name, member, kind, true, {}};
}

template <class... Fields>
struct Description {
    std::string_view name;
    std::string_view title;
    std::tuple<Fields...> fields;
    std::string_view former = {};  ///< another name that is read, too: older files use it

    constexpr Description formerly(std::string_view old) const
    {
        Description out = *this;
        out.former = old;
        return out;
    }
};

template <class... Fields>
constexpr Description<Fields...> description(std::string_view name, std::string_view title,
                                             Fields... fields)
{
    return {name, title, {fields...}, {}};
}

inline constexpr std::string_view kFrame = "frame";

template <class E>
constexpr auto fieldsOf(const E&)
{
    return describe(Of<E>{}).fields;
}

/// Calls `visit(field)` for every argument, in order.
template <class... Fields, class Visit>
constexpr void eachField(const std::tuple<Fields...>& fields, Visit&& visit)
{
    std::apply([&](const auto&... field) { (visit(field), ...); }, fields);
}

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
template <class T>
inline constexpr bool kIsList = false;
template <class T>
inline constexpr bool kIsList<std::vector<T>> = true;

}  // namespace posewright::edit
