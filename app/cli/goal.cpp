#include "app/cli/goal.h"

#include "app/cli/text.h"
#include "core/base/number.h"

#include <array>
#include <cstddef>

namespace posewright::cli {

namespace {

/// A syntax of goals, for messages.
struct Form {
    const char* what;
    const char* advice;
};
constexpr Form kGoal{"goal", "a goal is written EFFECTOR=x,y,z[@qx,qy,qz,qw][*weight][^ROOT]"};
constexpr Form kAim{"aim", "an aim is written EFFECTOR=x,y,z[/ax,ay,az][*weight][^ROOT]"};
constexpr Form kDistance{"distance",
                         "a distance is written EFFECTOR=x,y,z/DISTANCE[*weight][^ROOT]"};
constexpr Form kLoop{
    "closed loop", "a closed loop is written EFFECTOR=JOINT[+x,y,z][@qx,qy,qz,qw][*weight][^ROOT]"};

Error bad(const Form& form, std::string_view text, const std::string& why)
{
    return {.message = "'" + std::string(text) + "' is no " + form.what + ": " + why,
            .advice = form.advice};
}

/// Cuts the text at the first `sign`, and returns what follows it.
std::optional<std::string_view> cut(std::string_view& text, char sign)
{
    const std::size_t at = text.find(sign);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view after = text.substr(at + 1);
    text = text.substr(0, at);
    return after;
}

/// Takes `*weight` and `^ROOT` off the end.
std::optional<Error> parseEnd(const Form& form, std::string_view& tail, std::string_view whole,
                              GoalText& goal)
{
    if (const auto root = cut(tail, '^')) {
        goal.root = *root;
        if (goal.root.empty()) return bad(form, whole, "no joint is named after ^");
    }
    if (const auto text = cut(tail, '*')) {
        const std::optional<double> weight = toNumber(*text);
        if (!weight || !(*weight > 0))
            return bad(form, whole, "the weight must be a number above 0");
        goal.weight = *weight;
    }
    return std::nullopt;
}

/// Parses what is left of the tail: a place. `what` is what a message calls it.
std::optional<Error> parsePlace(const Form& form, std::string_view tail, std::string_view whole,
                                const char* what, GoalText& goal)
{
    const std::optional<Vec3> position = toVec3(tail);
    if (!position) return bad(form, whole, std::string(what) + " must be x,y,z");
    goal.position = *position;
    return std::nullopt;
}

/// Parses what follows the effector's name and sign. `whole` is for messages.
Result<GoalText> parseTail(std::string_view tail, std::string_view whole)
{
    GoalText goal;
    if (auto error = parseEnd(kGoal, tail, whole, goal)) return *std::move(error);
    if (const auto turn = cut(tail, '@')) {
        goal.orientation = toQuat(*turn);
        if (!goal.orientation)
            return bad(kGoal, whole, "the orientation must be a unit quaternion x,y,z,w");
    }
    if (auto error = parsePlace(kGoal, tail, whole, "the position", goal)) return *std::move(error);
    return goal;
}

Result<GoalText> parseAimTail(std::string_view tail, std::string_view whole)
{
    GoalText goal;
    goal.kind = Aim{Vec3::Zero()};
    Aim& aim = std::get<Aim>(goal.kind);
    if (auto error = parseEnd(kAim, tail, whole, goal)) return *std::move(error);
    if (const auto text = cut(tail, '/')) {
        const std::optional<Vec3> axis = toVec3(*text);
        if (!axis || !(axis->norm() > 1e-12))
            return bad(kAim, whole, "the axis must be a direction x,y,z");
        aim.axis = axis->normalized();
    }
    if (auto error = parsePlace(kAim, tail, whole, "the place to look at", goal))
        return *std::move(error);
    return goal;
}

Result<GoalText> parseDistanceTail(std::string_view tail, std::string_view whole)
{
    GoalText goal;
    if (auto error = parseEnd(kDistance, tail, whole, goal)) return *std::move(error);
    const auto text = cut(tail, '/');
    const std::optional<double> distance = text ? toNumber(*text) : std::nullopt;
    if (!distance || !(*distance >= 0))
        return bad(kDistance, whole, "the distance must be a number of metres, 0 or more");
    if (auto error = parsePlace(kDistance, tail, whole, "the place", goal))
        return *std::move(error);
    goal.kind = Distance{*distance};
    return goal;
}

/// Cuts at the first `sign` for which `parse` accepts the rest, since names may contain the sign.
template <class Parse>
auto cutWhere(std::string_view& text, char sign, Parse parse) -> decltype(parse(std::string_view()))
{
    for (std::size_t at = text.find(sign); at != std::string_view::npos;
         at = text.find(sign, at + 1))
        if (auto value = parse(text.substr(at + 1))) {
            text = text.substr(0, at);
            return value;
        }
    return std::nullopt;
}

/// Splits at the first `=` for which the rest can be parsed, since names may contain one.
Result<GoalText> parseAfterName(const Form& form, std::string_view text,
                                Result<GoalText> (*parse)(std::string_view, std::string_view))
{
    std::optional<Error> first;
    for (std::size_t at = text.find('='); at != std::string_view::npos;
         at = text.find('=', at + 1)) {
        if (at == 0) continue;
        Result<GoalText> goal = parse(text.substr(at + 1), text);
        if (goal) {
            goal->effector = text.substr(0, at);
            return goal;
        }
        if (!first) first = goal.error();
    }
    return first ? *first : bad(form, text, "there is no EFFECTOR=");
}

Result<GoalText> parseLoopTail(std::string_view tail, std::string_view whole)
{
    GoalText goal;
    if (const std::size_t at = tail.rfind('^'); at != std::string_view::npos) {
        goal.root = tail.substr(at + 1);
        if (goal.root.empty()) return bad(kLoop, whole, "no joint is named after ^");
        tail = tail.substr(0, at);
    }
    const auto weight = cutWhere(tail, '*', [](std::string_view t) { return toNumber(t); });
    if (weight && !(*weight > 0)) return bad(kLoop, whole, "the weight must be a number above 0");
    goal.weight = weight.value_or(1);
    goal.orientation = cutWhere(tail, '@', toQuat);
    goal.position = cutWhere(tail, '+', toVec3).value_or(Vec3::Zero());
    goal.kind = Loop<std::string>{std::string(tail)};
    if (tail.empty()) return bad(kLoop, whole, "no joint is named that it meets");
    return goal;
}

}  // namespace

Result<GoalText> parseGoal(std::string_view text)
{
    return parseAfterName(kGoal, text, parseTail);
}

Result<GoalText> parseAim(std::string_view text)
{
    return parseAfterName(kAim, text, parseAimTail);
}

Result<GoalText> parseDistance(std::string_view text)
{
    return parseAfterName(kDistance, text, parseDistanceTail);
}

Result<GoalText> parseLoop(std::string_view text)
{
    return parseAfterName(kLoop, text, parseLoopTail);
}

std::span<const GoalForm> goalForms()
{
    static constexpr std::array kForms{
        GoalForm{"--aim", "AIM",
                 "EFFECTOR=x,y,z[/ax,ay,az][*weight][^ROOT]: where it looks, and its axis that "
                 "does",
                 parseAim},
        GoalForm{"--meets", "LOOP",
                 "EFFECTOR=JOINT[+x,y,z][@qx,qy,qz,qw][*weight][^ROOT]: a closed loop", parseLoop},
        GoalForm{"--distance", "DISTANCE",
                 "EFFECTOR=x,y,z/DISTANCE[*weight][^ROOT]: how far it keeps from a place",
                 parseDistance},
    };
    return kForms;
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
