#pragma once

#include "core/base/members.h"
#include "core/math/transform.h"

#include <cmath>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

/// The kinds of constraint, which are also those of the goals that solvers get: what is asked of an
/// effector. One struct, its description and one row of rules for each; weight, pole, ease, pins
/// and stretch stand beside the kind, as far as its rules allow.
///
/// A kind asks for a place, given in the frame of another joint where it has a member `meets`, or
/// is `turnOnly` and measured by an error of its own: core/ik/model/kind_error.h.
namespace posewright {

/// It comes to a place.
struct Reach {
    bool operator==(const Reach&) const = default;
};

/// It turns until it looks at a place.
struct Aim {
    Vec3 axis = Vec3::UnitZ();  ///< unit, in the effector's own frame: what points there

    friend bool operator==(const Aim& a, const Aim& b) { return a.axis == b.axis; }
};

/// It and another joint come together, each by its own chain. The place is one in that joint's
/// frame.
template <class Joint>
struct Loop {
    Joint meets{};  ///< below the same root

    bool operator==(const Loop&) const = default;
};

/// `Joint` is how joints are named: by id in a document, by row in a problem.
template <class Joint>
using KindOf = std::variant<Reach, Aim, Loop<Joint>>;

constexpr auto describe(Of<Reach>)
{
    return members<Reach>();
}
constexpr auto describe(Of<Aim>)
{
    return members<Aim>(ifUnusual("axis", &Aim::axis));
}
template <class Joint>
constexpr auto describe(Of<Loop<Joint>>)
{
    return members<Loop<Joint>>(always("meets", &Loop<Joint>::meets));
}

/// What may stand beside a kind.
struct KindRules {
    std::string_view name;  ///< in sentences: "an aim"
    /// Said of a solver that only reaches; empty: every solver serves it.
    std::string_view unserved = {};
    /// The member by which a file says that it is one; empty: those of its description do.
    std::string_view flag = {};
    bool orientation = true;  ///< the effector's orientation may be asked for, too
    bool pole = true;
    bool ease = true;  ///< soft reach; where an aim has it, it does nothing
    bool stretch = true;
    bool turnsEffector = false;  ///< always, not only for an orientation: it may be the root
    bool turnOnly = false;       ///< it asks for no place, and its error is an angle
};

constexpr KindRules rulesOf(const Reach&)
{
    return {.name = "a reach"};
}
constexpr KindRules rulesOf(const Aim&)
{
    return {.name = "an aim",
            .unserved = "this solver aims nothing",
            .flag = "aim",
            .orientation = false,
            .pole = false,
            .stretch = false,
            .turnsEffector = true,
            .turnOnly = true};
}
template <class Joint>
constexpr KindRules rulesOf(const Loop<Joint>&)
{
    return {.name = "a loop",
            .unserved = "this solver closes no loops",
            .pole = false,
            .ease = false,
            .stretch = false};
}
template <class Joint>
KindRules rulesOf(const KindOf<Joint>& kind)
{
    return std::visit([](const auto& k) { return rulesOf(k); }, kind);
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

/// The direction that a kind has; null: it has none. `Kind` is KindOf, constant or not.
template <class Kind>
auto axisOf(Kind& kind)
{
    using Axis = std::conditional_t<std::is_const_v<Kind>, const Vec3, Vec3>;
    return std::visit(
        [](auto& k) -> Axis* {
            if constexpr (requires { k.axis; })
                return &k.axis;
            else
                return nullptr;
        },
        kind);
}

/// The same kind with its other joint, if it names one, named by `nameOf(joint)`. A kind that names
/// a joint has no other member.
template <class To, class From, class NameOf>
KindOf<To> withJoint(const KindOf<From>& kind, NameOf nameOf)
{
    struct Renamed {
        NameOf& nameOf;
        KindOf<To> operator()(const Reach& k) const { return k; }
        KindOf<To> operator()(const Aim& k) const { return k; }
        KindOf<To> operator()(const Loop<From>& k) const { return Loop<To>{nameOf(k.meets)}; }
    };
    return std::visit(Renamed{nameOf}, kind);
}

/// What is wrong with a kind's own numbers, whatever it stands in; empty: all is well.
template <class Kind>
constexpr std::string_view brokenBy(const Kind&)
{
    return {};
}
inline std::string_view brokenBy(const Aim& aim)
{
    if (std::abs(aim.axis.norm() - 1) <= 1e-6) return {};
    return "the axis that looks is not a unit vector";
}
template <class Joint>
std::string_view brokenBy(const KindOf<Joint>& kind)
{
    return std::visit([](const auto& k) { return brokenBy(k); }, kind);
}

/// What is asked for beside a kind.
struct BesideKind {
    bool orientation = false;
    bool pole = false;
    bool ease = false;
};

/// What of it the kind does not go with, as a sentence; empty: all is well.
inline std::string besideFault(const KindRules& rules, const BesideKind& asked)
{
    const std::string has = std::string(rules.name) + " has no ";
    if (asked.orientation && !rules.orientation) return has + "orientation";
    if (asked.pole && !rules.pole) return has + "pole";
    if (asked.ease && !rules.ease) return has + "ease";
    return {};
}

}  // namespace posewright
