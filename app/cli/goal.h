#pragma once

#include "core/base/result.h"
#include "core/math/transform.h"

#include <optional>
#include <string>
#include <string_view>

namespace posewright::cli {

/// A goal as written on the command line; names are not looked up yet.
struct GoalText {
    std::string effector;
    Vec3 position = Vec3::Zero();     ///< world [m]
    std::optional<Quat> orientation;  ///< world, unit
    double weight = 1;
    std::string root;  ///< topmost joint that may turn; empty: the root of the skeleton
};

/// `EFFECTOR=x,y,z` then, each optional and in this order, `@qx,qy,qz,qw`, `*weight`, `^ROOT`.
/// Names may hold any of these signs. Error: not that form, a weight that is not positive, a
/// quaternion whose length is not 1.
Result<GoalText> parseGoal(std::string_view text);

/// A bend direction: `JOINT=x,y,z`.
struct PoleText {
    std::string joint;
    Vec3 position = Vec3::Zero();  ///< world [m]
};
Result<PoleText> parsePole(std::string_view text);

}  // namespace posewright::cli
