#pragma once

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

/// The names of a value's members and which values they may have, described once. Code that writes,
/// reads, compares or checks a value, or makes a memo key of it, walks its description:
///
///   constexpr auto describe(Of<Marker>)
///   {
///       return members<Marker>(always("frame", &Marker::frame), always("name", &Marker::name));
///   }
///
/// A description that lacks a member does not compile.
namespace posewright {

template <class T>
using Of = std::type_identity<T>;

/// When a file contains a member.
enum class Kept {
    Always,     ///< in every file
    Since,      ///< always written; older files lack it and mean its default
    IfUnusual,  ///< written only if it is not its default, so that older readers can read the rest
};

/// Which values a member may have.
template <class M>
struct Allowed {
    bool (*holds)(const M&) = nullptr;  ///< null: all
    std::string_view refused;           ///< message for an edit's argument
    std::string_view broken;  ///< message for a document; `@` is replaced by where in time
};

/// `inFile`: false if the member is stored in another part of the file.
template <class T, class M, bool inFile = true>
struct Member {
    using Type = M;
    static constexpr bool kInFile = inFile;

    std::string_view name;  ///< in files and in edits
    M T::*at;
    Kept kept = Kept::Always;
    Allowed<M> bound = {};
};

template <class T, class M>
constexpr Member<T, M> always(std::string_view name, M T::*at,
                              std::type_identity_t<Allowed<M>> bound = {})
{
    return {name, at, Kept::Always, bound};
}
template <class T, class M>
constexpr Member<T, M> since(std::string_view name, M T::*at,
                             std::type_identity_t<Allowed<M>> bound = {})
{
    return {name, at, Kept::Since, bound};
}
template <class T, class M>
constexpr Member<T, M> ifUnusual(std::string_view name, M T::*at,
                                 std::type_identity_t<Allowed<M>> bound = {})
{
    return {name, at, Kept::IfUnusual, bound};
}
template <class T, class M>
constexpr Member<T, M, false> elsewhere(std::string_view name, M T::*at)
{
    return {name, at};
}

/// A value's N members as a tuple of references; does not compile if it has another number of them.
template <std::size_t N, class T>
constexpr auto takenApart(const T& value)
{
    // clang-format off
    if constexpr (N == 0) { return std::tuple<>(); }
    else if constexpr (N == 1) { const auto& [a] = value; return std::tie(a); }
    else if constexpr (N == 2) { const auto& [a, b] = value; return std::tie(a, b); }
    else if constexpr (N == 3) { const auto& [a, b, c] = value; return std::tie(a, b, c); }
    else if constexpr (N == 4) { const auto& [a, b, c, d] = value; return std::tie(a, b, c, d); }
    else if constexpr (N == 5) { const auto& [a, b, c, d, e] = value; return std::tie(a, b, c, d, e); }
    else if constexpr (N == 6) { const auto& [a, b, c, d, e, f] = value; return std::tie(a, b, c, d, e, f); }
    else if constexpr (N == 7) { const auto& [a, b, c, d, e, f, g] = value; return std::tie(a, b, c, d, e, f, g); }
    else if constexpr (N == 8) { const auto& [a, b, c, d, e, f, g, h] = value; return std::tie(a, b, c, d, e, f, g, h); }
    else if constexpr (N == 9) { const auto& [a, b, c, d, e, f, g, h, i] = value; return std::tie(a, b, c, d, e, f, g, h, i); }
    else if constexpr (N == 10) { const auto& [a, b, c, d, e, f, g, h, i, j] = value; return std::tie(a, b, c, d, e, f, g, h, i, j); }
    else if constexpr (N == 11) { const auto& [a, b, c, d, e, f, g, h, i, j, k] = value; return std::tie(a, b, c, d, e, f, g, h, i, j, k); }
    else if constexpr (N == 12) { const auto& [a, b, c, d, e, f, g, h, i, j, k, l] = value; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l); }
    else if constexpr (N == 13) { const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = value; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m); }
    else if constexpr (N == 14) { const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = value; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n); }
    else static_assert(N < 15, "a value of more members wants another row here");
    // clang-format on
}

/// All members of T, each once, in the order of the struct.
template <class T, class... Each>
constexpr std::tuple<Each...> members(Each... list)
{
    using Parts = decltype(takenApart<sizeof...(Each)>(std::declval<const T&>()));
    static_assert(std::is_same_v<Parts, std::tuple<const typename Each::Type&...>>,
                  "the description has the members in another order than the struct");
    return {list...};
}

template <class T>
concept Described = requires
{
    describe(Of<T>{});
};

/// Calls `visit(member)` for each member of T, in order.
template <class T, class Visit>
constexpr void eachMember(Visit&& visit)
{
    std::apply([&](const auto&... member) { (visit(member), ...); }, describe(Of<T>{}));
}

/// The type of what `eachMember` visits.
template <class Each>
using MemberType = typename std::decay_t<Each>::Type;

/// Are all members equal?
template <Described T>
bool same(const T& a, const T& b)
{
    bool equal = true;
    eachMember<T>([&](const auto& member) { equal = equal && a.*member.at == b.*member.at; });
    return equal;
}

}  // namespace posewright
