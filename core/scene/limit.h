#pragma once

#include "core/scene/limits/box.h"
#include "core/scene/limits/cone.h"
#include "core/scene/limits/fixed.h"
#include "core/scene/limits/free.h"
#include "core/scene/limits/hinge.h"
#include "core/scene/limits/slide.h"

#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace posewright {

using limits::BoxLimit;
using limits::ConeLimit;
using limits::FixedLimit;
using limits::HingeLimit;
using limits::PrismaticLimit;

/// How far a joint may turn, or slide: see limits/rules.h. std::monostate is a free ball joint.
using Limit =
    std::variant<std::monostate, FixedLimit, HingeLimit, ConeLimit, BoxLimit, PrismaticLimit>;

/// The kinds, in the order of the variant.
enum class LimitKind { Free, Fixed, Hinge, Cone, Box, Prismatic };
static_assert(std::size_t(LimitKind::Prismatic) + 1 == std::variant_size_v<Limit>);

namespace limits {

template <std::size_t... I>
constexpr auto namesOf(std::index_sequence<I...>)
{
    return std::array{Kind<std::variant_alternative_t<I, Limit>>::kName...};
}
template <std::size_t... I>
constexpr auto titlesOf(std::index_sequence<I...>)
{
    return std::array{Kind<std::variant_alternative_t<I, Limit>>::kTitle...};
}
template <std::size_t I = 0>
Limit ofKind(std::size_t kind)
{
    if constexpr (I + 1 < std::variant_size_v<Limit>)
        return kind == I ? Limit(std::in_place_index<I>) : ofKind<I + 1>(kind);
    else
        return Limit(std::in_place_index<I>);
}

/// each(name, argument) for all arguments of a limit's kind: see limits/rules.h.
template <class Each>
void eachArgument(const Limit& limit, Each&& each)
{
    std::visit([&]<class L>(const L& l) { Kind<L>::arguments(l, each); }, limit);
}
template <class Each>
void eachArgument(Limit& limit, Each&& each)
{
    std::visit([&]<class L>(L& l) { Kind<L>::arguments(l, each); }, limit);
}

/// The argument of this name; null: the limit has none. A Range whose ends are named separately is
/// found by the name of its lower end.
template <class T>
const T* find(const Limit& limit, std::string_view name)
{
    const T* found = nullptr;
    const auto look = [&](std::string_view called, const auto&... rest) {
        const auto& value = std::get<sizeof...(rest) - 1>(std::tie(rest...));
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, T>)
            if (called == name) found = &value;
    };
    eachArgument(limit, look);
    return found;
}
template <class T>
T* find(Limit& limit, std::string_view name)
{
    return const_cast<T*>(find<T>(std::as_const(limit), name));
}

/// Does the joint slide, rather than turn?
inline bool slides(const Limit& limit)
{
    return std::visit([]<class L>(const L&) { return Kind<L>::kSlides; }, limit);
}

}  // namespace limits

/// A sentence about what makes the limit invalid; empty if nothing does.
inline std::string_view faultOf(const Limit& limit)
{
    return std::visit([](const auto& l) { return limits::faultOf(l); }, limit);
}

/// Names of the kinds in files and edits, and titles for people, in the order of the variant.
inline constexpr auto kLimitNames =
    limits::namesOf(std::make_index_sequence<std::variant_size_v<Limit>>{});
inline constexpr auto kLimitTitles =
    limits::titlesOf(std::make_index_sequence<std::variant_size_v<Limit>>{});

}  // namespace posewright
