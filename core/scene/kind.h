#pragma once

#include "core/scene/kinds/aim.h"
#include "core/scene/kinds/distance.h"
#include "core/scene/kinds/loop.h"
#include "core/scene/kinds/reach.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

/// The kinds of constraint, which are also those of the goals that solvers get: see kinds/rules.h.
namespace posewright {

using kinds::Aim;
using kinds::Distance;
using kinds::Loop;
using kinds::Reach;

/// `Joint` is how joints are named: by id in a document, by row in a problem.
template <class Joint>
using KindOf = std::variant<Reach, Aim, Loop<Joint>, Distance>;

/// Calls `visit(Of<K>)` for each kind, in the order of the variant.
template <class Joint, class Visit>
constexpr void eachKind(Visit&& visit)
{
    [&]<class... K>(Of<std::variant<K...>>) { (visit(Of<K>{}), ...); }(Of<KindOf<Joint>>{});
}

/// The newest version of project files that a kind asks for (KindRules::since).
constexpr int newestKind()
{
    int newest = 1;
    eachKind<int>([&]<class K>(Of<K>) { newest = std::max(newest, K::kRules.since); });
    return newest;
}

template <class Joint>
KindRules rulesOf(const KindOf<Joint>& kind)
{
    return std::visit([]<class K>(const K&) { return K::kRules; }, kind);
}

/// The other joint that a kind names, which its chain turns, too; null: it names none.
template <class Joint>
const Joint* otherJoint(const KindOf<Joint>& kind)
{
    return std::visit(
        [](const auto& k) -> const Joint* {
            if constexpr (requires { k.meets; })
                return &k.meets;
            else
                return nullptr;
        },
        kind);
}

namespace kinds {

template <class To, class From, class NameOf>
struct Renamed {
    NameOf& nameOf;

    template <class K>
    KindOf<To> operator()(const K& k) const
    {
        return k;
    }
    template <template <class> class K>
    KindOf<To> operator()(const K<From>& k) const
    {
        return K<To>{nameOf(k.meets)};
    }
};

/// How many numbers a kind has, beside the joint that it may name.
template <class Joint, class K>
constexpr std::size_t numberCount()
{
    std::size_t count = 0;
    eachMember<K>([&](const auto& member) {
        using M = MemberType<decltype(member)>;
        static_assert(std::is_same_v<M, double> || std::is_same_v<M, Vec3> ||
                          std::is_same_v<M, Joint>,
                      "a kind has numbers, directions, and one joint alone");
        count += std::is_same_v<M, Vec3> ? 3 : std::is_same_v<M, double> ? 1 : 0;
    });
    return count;
}

}  // namespace kinds

/// The same kind with its other joint, if it names one, named by `nameOf(joint)`.
template <class To, class From, class NameOf>
KindOf<To> withJoint(const KindOf<From>& kind, NameOf nameOf)
{
    return std::visit(kinds::Renamed<To, From, NameOf>{nameOf}, kind);
}

/// The numbers of a kind, without the joint that it may name, padded with zeros.
template <class Joint>
std::array<double, 4> numbersOf(const KindOf<Joint>& kind)
{
    std::array<double, 4> out{};
    const auto write = [&]<class K>(const K& k) {
        static_assert(kinds::numberCount<Joint, K>() <= 4);
        std::size_t at = 0;
        eachMember<K>([&](const auto& member) {
            const auto& value = k.*member.at;
            if constexpr (std::is_same_v<MemberType<decltype(member)>, Vec3>)
                for (int i = 0; i < 3; ++i) out[at++] = value[i];
            else if constexpr (std::is_same_v<MemberType<decltype(member)>, double>)
                out[at++] = value;
        });
    };
    std::visit(write, kind);
    return out;
}

/// What is wrong with a kind's own numbers, whatever it stands in; empty: all is well.
template <class Joint>
std::string_view brokenBy(const KindOf<Joint>& kind)
{
    return std::visit([](const auto& k) { return brokenBy(k); }, kind);
}

/// The error of an effector at this placement with respect to the point `at`.
template <class Joint>
Lack lackOf(const KindOf<Joint>& kind, const Vec3& at, const Vec3& position, const Quat& rotation)
{
    const auto lack = [&]<class K>(const K& k) -> Lack {
        if constexpr (K::kRules.arrives)
            return {.by = at - position};
        else
            return lackOf(k, at, position, rotation);
    };
    return std::visit(lack, kind);
}

/// The rate at which lackOf() falls when the effector turns by `turn` and moves by `moved`.
template <class Joint>
Vec3 rateOf(const KindOf<Joint>& kind, const Lack& lack, const Vec3& turn, const Vec3& moved)
{
    const auto rate = [&]<class K>(const K& k) -> Vec3 {
        if constexpr (K::kRules.arrives)
            return moved;
        else
            return rateOf(k, lack, turn, moved);
    };
    return std::visit(rate, kind);
}

/// The point for which an effector lacks nothing.
template <class Joint>
Vec3 pointFor(const KindOf<Joint>& kind, const Stand& effector)
{
    const auto point = [&]<class K>(const K& k) -> Vec3 {
        if constexpr (K::kRules.arrives)
            return effector.position;
        else
            return pointFor(k, effector);
    };
    return std::visit(point, kind);
}

/// How far from the root of its chain an effector serves a point that is `away` from the root. [m]
template <class Joint>
Range servedFrom(const KindOf<Joint>& kind, double away)
{
    const auto range = [&]<class K>(const K& k) -> Range {
        if constexpr (K::kRules.arrives || K::kRules.turnOnly)
            return {away, away};
        else
            return servedFrom(k, away);
    };
    return std::visit(range, kind);
}

/// What is asked for beside a kind.
struct BesideKind {
    bool orientation = false;
    bool pole = false;
    bool ease = false;
    bool stretch = false;
};

/// The first of these that the kind does not allow, as a sentence; empty: it allows them all.
inline std::string besideFault(const KindRules& rules, const BesideKind& asked)
{
    const std::string has = std::string(rules.name) + " has no ";
    if (asked.orientation && !rules.orientation) return has + "orientation";
    if (asked.pole && !rules.pole) return has + "pole";
    if (asked.ease && !rules.ease) return has + "ease";
    if (asked.stretch && !rules.stretch) return has + "stretch";
    return {};
}

/// What is wrong with the joint that a kind names, as a sentence; empty: all is well, or it names
/// none. `isThere(joint)`; `isBelowRoot(joint)`: of the effector's chain.
template <class Joint, class IsThere, class IsBelowRoot>
std::string_view otherJointFault(const KindOf<Joint>& kind, const Joint& effector, IsThere isThere,
                                 IsBelowRoot isBelowRoot)
{
    const Joint* other = otherJoint(kind);
    if (!other) return {};
    if (!isThere(*other)) return "the joint that is met is not there";
    if (!isBelowRoot(*other)) return "the joint that is met is not below the root of the chain";
    if (*other == effector) return "the effector cannot meet itself";
    return {};
}

}  // namespace posewright
