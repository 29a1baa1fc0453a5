#pragma once

#include "core/base/result.h"
#include "core/scene/kind.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace posewright::cli {

/// A goal as written on the command line; names are not looked up yet.
struct GoalText {
    std::string effector;
    Vec3 position = Vec3::Zero();     ///< world, or in the frame of the joint that is met [m]
    std::optional<Quat> orientation;  ///< in the same space as the position, unit
    double weight = 1;
    /// Topmost joint that may turn; empty: the root of the skeleton, or the effector of an aim.
    std::string root;
    KindOf<std::string> kind;  ///< an axis of zero length: along the effector's bone
};

/// How goals of one kind are written.
struct GoalForm {
    const char* option;  ///< "--aim"
    const char* word;    ///< for what follows it: "AIM"
    const char* help;
    Result<GoalText> (*parse)(std::string_view text);
};
/// All but plain goals, which are positional arguments beside the file name.
std::span<const GoalForm> goalForms();

/// `EFFECTOR=x,y,z` then, each optional and in this order, `@qx,qy,qz,qw`, `*weight`, `^ROOT`.
/// Names may contain any of these characters. Error: another form, a weight that is not positive, a
/// quaternion whose length is not 1.
Result<GoalText> parseGoal(std::string_view text);

/// An aim, a joint that looks at a point: `EFFECTOR=x,y,z` then, each optional and in this order,
/// `/ax,ay,az` (the axis that points there), `*weight`, `^ROOT`. Errors as above, and an axis of
/// zero length.
Result<GoalText> parseAim(std::string_view text);

/// A closed loop: `EFFECTOR=JOINT` then, as above, `+x,y,z` (the place in that joint's frame),
/// `@qx,qy,qz,qw`, `*weight`, `^ROOT`. A name ends at a character that is followed by a valid value
/// for it.
Result<GoalText> parseLoop(std::string_view text);

/// A bend direction: `JOINT=x,y,z`.
struct PoleText {
    std::string joint;
    Vec3 position = Vec3::Zero();  ///< world [m]
};
Result<PoleText> parsePole(std::string_view text);

}  // namespace posewright::cli
