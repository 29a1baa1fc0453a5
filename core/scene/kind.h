#pragma once

#include "core/base/members.h"
#include "core/math/transform.h"

#include <string>
#include <string_view>
#include <variant>

/// The kinds of constraint, which are also those of the goals that solvers get: what is asked of an
/// effector. One struct and one row of rules for each; weight, pole, ease, pins and stretch stand
/// beside the kind, as far as its rules allow.
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
    return members<Aim>(always("axis", &Aim::axis));
}
template <class Joint>
constexpr auto describe(Of<Loop<Joint>>)
{
    return members<Loop<Joint>>(always("meets", &Loop<Joint>::meets));
}

/// What may stand beside a kind.
struct KindRules {
    std::string_view name;    ///< in sentences: "an aim"
    bool orientation = true;  ///< the effector's orientation may be asked for, too
    bool pole = true;
    bool ease = true;  ///< soft reach; where an aim has it, it does nothing
    bool stretch = true;
    bool turnsEffector = false;  ///< always, not only for an orientation: it may be the root
};

constexpr KindRules rulesOf(const Reach&)
{
    return {.name = "a reach"};
}
constexpr KindRules rulesOf(const Aim&)
{
    return {.name = "an aim",
            .orientation = false,
            .pole = false,
            .stretch = false,
            .turnsEffector = true};
}
template <class Joint>
constexpr KindRules rulesOf(const Loop<Joint>&)
{
    return {.name = "a loop", .pole = false, .ease = false, .stretch = false};
}
template <class Joint>
KindRules rulesOf(const KindOf<Joint>& kind)
{
    return std::visit([](const auto& k) { return rulesOf(k); }, kind);
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
