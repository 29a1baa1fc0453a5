#pragma once

#include "core/base/members.h"
#include "core/math/transform.h"

#include <cmath>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

/// The kinds of constraint, which are also the kinds of goal that solvers get: what is asked of an
/// effector. Each kind is a struct, its description and a row of rules. Weight, pole, ease, pins
/// and stretch are options beside the kind, as far as its rules allow them.
///
/// A kind asks for a place, given in the frame of another joint where it has a member `meets`, or
/// is `turnOnly` and measured by an error of its own: core/ik/model/kind_error.h.
namespace posewright {

/// The effector comes to a place.
struct Reach {
    bool operator==(const Reach&) const = default;
};

/// The effector turns until its `axis` points at a place.
struct Aim {
    Vec3 axis = Vec3::UnitZ();  ///< unit, in the effector's own frame: what points there

    friend bool operator==(const Aim& a, const Aim& b) { return a.axis == b.axis; }
};

/// The effector and another joint meet, each moved by its own chain. The place is in the frame of
/// that joint.
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

/// Which options a kind allows.
struct KindRules {
    std::string_view name;  ///< in sentences: "an aim"
    /// Message for a solver that only reaches; empty: every solver supports the kind.
    std::string_view unserved = {};
    /// The member that marks this kind in a file; empty: the members of its description do.
    std::string_view flag = {};
    bool orientation = true;  ///< the effector's orientation may be a goal, too
    bool pole = true;
    bool ease = true;  ///< soft reach; has no effect on an aim
    bool stretch = true;
    bool turnsEffector =
        false;  ///< always, not only for an orientation; the effector may then be the root
    bool turnOnly = false;  ///< it asks for no place, and its error is an angle
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

/// The other joint that a kind names, whose chain turns, too; null: it names none.
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

/// The axis of a kind; null: it has none. `Kind` is KindOf, constant or not.
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

/// The same kind, its other joint, if any, replaced by `nameOf(joint)`. @pre a kind that names a
/// joint has no other member
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

/// What is wrong with a kind's own numbers; empty: nothing.
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

/// The options that are asked for beside a kind.
struct BesideKind {
    bool orientation = false;
    bool pole = false;
    bool ease = false;
};

/// A sentence about the first option that the kind does not allow; empty: it allows all.
inline std::string besideFault(const KindRules& rules, const BesideKind& asked)
{
    const std::string has = std::string(rules.name) + " has no ";
    if (asked.orientation && !rules.orientation) return has + "orientation";
    if (asked.pole && !rules.pole) return has + "pole";
    if (asked.ease && !rules.ease) return has + "ease";
    return {};
}

}  // namespace posewright
