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
/// - open(): a value whose numbers are not given yet; brokenBy() reports those that complete() does
///   not fill in
///
/// A kind that names another joint is a template over the type that names joints. That joint,
/// `meets`, is its only member, and its place is in the frame of that joint.
///
/// A kind has these functions in this namespace:
///
/// - brokenBy: what is wrong with its own numbers, in a document or a problem alike; empty: all is
/// well
/// - complete: fills in numbers that were not given, for an effector whose bone points `along`
///   [unit]
/// - straighten: normalises what an edit may give unnormalised, such as a direction
/// - turnAxes: re-expresses the kind after the effector's axes were turned by the inverse of `by`
///
/// and one that does not arrive has these, too:
///
/// - lackOf: the error of an effector at this placement
/// - rateOf: how fast that falls, when the effector turns by `turn` and moves by `moved`
/// - pointFor: the point for which an effector at this placement has no error
/// - servedFrom: least and greatest distance from the chain's root at which the effector can serve
///   a point `away` from it [m]; not called for kinds that only turn
///
/// A kind that lacks one of these does not compile.
namespace posewright {

/// What may stand beside a kind, and what it is called.
struct KindRules {
    std::string_view name;  ///< in sentences: "an aim"
    std::string_view does;  ///< of an effector: "looks at its target"
    /// How listings of solvers name it; the last word is its JSON key: "closed loops".
    std::string_view served = {};
    /// The reason why a solver that only reaches cannot serve it; empty: every solver can.
    std::string_view unserved = {};
    /// The member by which a file says that it is one, and the argument by which an edit asks for
    /// one; empty: `meets` is that member.
    std::string_view flag = {};
    int since = 1;  ///< the version of project files (docs/file-format.md) that has it first
    bool orientation = true;  ///< the effector's orientation may be asked for, too
    bool pole = true;
    bool ease = true;  ///< soft reach; if false, a document's value is ignored
    bool stretch = true;
    bool turnsEffector = false;  ///< always, not only for an orientation: it may be the root
    bool arrives = true;    ///< brings the effector to one place; if false, the kind measures its
                            ///< own error
    bool turnOnly = false;  ///< it asks for no place, and its error is an angle

    /// The member of a file, or argument of an edit, that says that it is one.
    constexpr std::string_view member() const { return flag.empty() ? "meets" : flag; }
};

/// The error of an effector: how far it is from what is asked of it.
struct Lack {
    /// World: for a kind that only turns, a rotation vector [rad]; else the vector to the nearest
    /// place without error [m].
    Vec3 by = Vec3::Zero();
    Vec3 towards = Vec3::Zero();  ///< unit, from the effector to the point; zero if they coincide
    double distance = 0;          ///< of the effector from the point [m]
};

/// The effector's placement, and where to look for a point.
struct Stand {
    Vec3 position = Vec3::Zero();
    Quat rotation = Quat::Identity();
    Vec3 towards = Vec3::UnitZ();  ///< unit: the way that a point may be looked for
    double away = 1;               ///< how far off it may be [m]
};

}  // namespace posewright
