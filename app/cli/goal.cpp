#include "app/cli/goal.h"

#include "app/cli/text.h"
#include "core/base/number.h"

#include <cstddef>

namespace posewright::cli {

namespace {

Error bad(std::string_view text, const std::string& why)
{
    return {.message = "'" + std::string(text) + "' is no goal: " + why,
            .advice = "a goal is written EFFECTOR=x,y,z[@qx,qy,qz,qw][*weight][^ROOT]"};
}

/// What follows the sign of the effector. `whole` is for the message.
Result<GoalText> parseTail(std::string_view tail, std::string_view whole)
{
    GoalText goal;
    if (const std::size_t at = tail.find('^'); at != std::string_view::npos) {
        goal.root = tail.substr(at + 1);
        if (goal.root.empty()) return bad(whole, "no joint is named after ^");
        tail = tail.substr(0, at);
    }
    if (const std::size_t at = tail.find('*'); at != std::string_view::npos) {
        const std::optional<double> weight = toNumber(tail.substr(at + 1));
        if (!weight || !(*weight > 0)) return bad(whole, "the weight must be a number above 0");
        goal.weight = *weight;
        tail = tail.substr(0, at);
    }
    if (const std::size_t at = tail.find('@'); at != std::string_view::npos) {
        goal.orientation = toQuat(tail.substr(at + 1));
        if (!goal.orientation)
            return bad(whole, "the orientation must be a unit quaternion x,y,z,w");
        tail = tail.substr(0, at);
    }
    const std::optional<Vec3> position = toVec3(tail);
    if (!position) return bad(whole, "the position must be x,y,z");
    goal.position = *position;
    return goal;
}

}  // namespace

Result<GoalText> parseGoal(std::string_view text)
{
    // The first sign after which the rest makes sense, so that names may hold signs, too.
    std::optional<Error> first;
    for (std::size_t at = text.find('='); at != std::string_view::npos;
         at = text.find('=', at + 1)) {
        if (at == 0) continue;
        Result<GoalText> goal = parseTail(text.substr(at + 1), text);
        if (goal) {
            goal->effector = text.substr(0, at);
            return goal;
        }
        if (!first) first = goal.error();
    }
    return first ? *first : bad(text, "there is no EFFECTOR=");
}

Result<PoleText> parsePole(std::string_view text)
{
    const std::size_t at = text.rfind('=');
    if (at != std::string_view::npos && at > 0)
        if (const std::optional<Vec3> position = toVec3(text.substr(at + 1)))
            return PoleText{std::string(text.substr(0, at)), *position};
    return Error{.message = "'" + std::string(text) + "' is no bend direction",
                 .advice = "a bend direction is written JOINT=x,y,z"};
}

}  // namespace posewright::cli
