#pragma once

#include "core/base/members.h"
#include "core/math/range.h"
#include "core/math/transform.h"

#include <string_view>

/// What is asked of an effector, for documents and solvers alike: weight, pole, ease, pins and
/// stretch stand beside the kind, as far as its rules allow.
///
/// A kind of constraint is a header and a source beside this one, and an alternative of KindOf
/// (core/scene/kind.h). Its struct holds its numbers (double, or Vec3), compares, is described
/// (core/base/members.h), and has these members:
///
/// - kRules: what may stand beside it, and what it is called
/// - open(): one whose numbers nobody gave; complete() fills them in, or brokenBy() tells
///
/// A kind that names another joint is a template over how joints are named, and has that joint as
/// `meets`, and nothing else: its place is one in that joint's frame. There are these functions in
/// this namespace, of a kind:
///
/// - brokenBy: what is wrong with its own numbers, whatever it stands in; empty: all is well
/// - complete: gives what was left open what it is for an effector whose bone points `along` [unit]
/// - straighten: makes right what an edit may leave slanted, as a direction that is no unit vector
/// - turnAxes: says the same after the axes of the effector were turned back by `by`
///
/// and, of one that does not arrive:
///
/// - lackOf: what an effector that is placed so lacks
/// - rateOf: how fast that falls, when the effector turns by `turn` and moves by `moved`
/// - pointFor: the point for which an effector that is placed so lacks nothing
/// - servedFrom: how far from the root of its chain are the places that serve, least and most,
///   where the point is `away` from the root [m]; what only turns is not asked
///
/// What a kind lacks of all this does not compile.
namespace posewright {

/// What may stand beside a kind, and what it is called.
struct KindRules {
    std::string_view name;  ///< in sentences: "an aim"
    std::string_view does;  ///< of an effector: "looks at its target"
    /// In the list of what solvers serve, whose last word is the key of its JSON: "closed loops".
    std::string_view served = {};
    /// Said of a solver that only reaches; empty: every solver serves it.
    std::string_view unserved = {};
    /// The member by which a file says that it is one, and the argument by which an edit asks for
    /// one; empty: `meets` does.
    std::string_view flag = {};
    int since = 1;  ///< the version of project files (docs/file-format.md) that has it first
    bool orientation = true;  ///< the effector's orientation may be asked for, too
    bool pole = true;
    bool ease = true;  ///< soft reach; where a document has it beside a kind that has none, it
                       ///< does nothing
    bool stretch = true;
    bool turnsEffector = false;  ///< always, not only for an orientation: it may be the root
    bool arrives = true;         ///< at one place; if not, its error is one of its own
    bool turnOnly = false;       ///< it asks for no place, and its error is an angle

    /// The member of a file, or argument of an edit, that says that it is one.
    constexpr std::string_view member() const { return flag.empty() ? "meets" : flag; }
};

/// What an effector lacks.
struct Lack {
    /// World. A rotation vector of what only turns [rad]; else the way to the nearest place that
    /// serves. [m]
    Vec3 by = Vec3::Zero();
    Vec3 towards = Vec3::Zero();  ///< unit, from the effector to the point; zero: it is there
    double distance = 0;          ///< of these [m]
};

/// An effector, as it is.
struct Stand {
    Vec3 position = Vec3::Zero();
    Quat rotation = Quat::Identity();
    Vec3 towards = Vec3::UnitZ();  ///< unit: the way that a point may be looked for
    double away = 1;               ///< how far off it may be [m]
};

}  // namespace posewright
