#pragma once

#include "tests/support/made_body.h"

/// A walk whose feet stand still to the last digit while they are on the floor, by arithmetic that
/// shares nothing with what it judges.
namespace posewright::test {

/// The turn that takes +X and +Y to two directions at right angles. [unit]
inline plain::Q turnTo(const plain::V& x, const plain::V& y)
{
    const plain::V z = plain::cross(x, y);
    const plain::Q first = [&] {
        const plain::V axis = plain::cross({1, 0, 0}, x);
        const double angle = plain::angle(plain::V{1, 0, 0}, x);
        if (plain::length(axis) < 1e-12) return turnAbout({0, 0, 1}, angle);
        return turnAbout(axis, angle);
    }();
    const plain::V up = plain::turned(first, {0, 1, 0});
    return plain::product(turnAbout(x, -std::atan2(plain::dot(z, up), plain::dot(y, up))), first);
}

/// The rest pose of a made body has its legs straight down. Turns them so that the ankle is at a
/// place, the knee to the front as the hips are turned; the foot is turned as told.
/// @pre the place is in reach
inline void stepTo(const MadeBody& body, BodyPose& pose, const std::string& side,
                   const plain::V& ankle, const plain::Q& foot)
{
    const int upper = body.row(side + "UpLeg"), lower = body.row(side + "Leg"),
              end = body.row(side + "Foot"), toe = body.row(side + "ToeBase");
    const double a = plain::length(body.joints[lower].at - body.joints[upper].at),
                 b = plain::length(body.joints[end].at - body.joints[lower].at);
    const plain::V top = placesOf(body, pose)[upper], way = ankle - top;
    const double far = plain::length(way);
    if (far >= a + b) qFatal("the foot is out of reach");
    const plain::V along = plain::unit(way);
    plain::V front = plain::turned(pose.turns[0], {0, 0, 1});
    front = plain::unit(front - plain::dot(front, along) * along);
    const double x = (a * a - b * b + far * far) / (2 * far);
    const plain::V knee = top + x * along + std::sqrt(std::max(0.0, a * a - x * x)) * front;
    const plain::V left = plain::cross(front, along);
    pose.turns[upper] = turnTo(left, plain::unit(top - knee));
    pose.turns[lower] = turnTo(left, plain::unit(knee - ankle));
    pose.turns[end] = pose.turns[toe] = foot;
    if (plain::length(placesOf(body, pose)[end] - ankle) > 1e-12) qFatal("the foot is elsewhere");
}

struct PlantedWalk {
    std::vector<BodyPose> motion;
    /// Frames in which a foot stands: first and last, of the left and the right one.
    std::array<std::vector<std::pair<int, int>>, 2> stands;
};

/// Steps of `step` frames each, a foot in the air while the other one stands; the hips yaw, roll
/// and bob as those of a person do, and as far as `lively` (0 to 1) has it.
inline PlantedWalk plantedWalk(const MadeBody& body, int steps, int step, double lively,
                               plain::Dice& dice)
{
    PlantedWalk walk;
    const double stride = dice.uniform(0.4, 0.5), yaw = lively * dice.uniform(0.15, 0.3),
                 roll = lively * dice.uniform(0.03, 0.08), crouch = dice.uniform(0.06, 0.09),
                 toesOut = dice.uniform(0, 0.25), arms = dice.uniform(0.2, 0.6);
    const auto smooth = [](double t) { return t * t * t * (10 + t * (6 * t - 15)); };
    const plain::V rest[2] = {body.joints[body.row("LeftFoot")].at,
                              body.joints[body.row("RightFoot")].at};
    const double middle = body.joints[body.row("LeftUpLeg")].at.y;
    for (int f = 0; f < steps * step; ++f) {
        const int now = f / step;
        const double t = double(f % step) / step, phase = std::numbers::pi * double(f) / step;
        BodyPose pose;
        for (const BodyJoint& joint : body.joints) {
            plain::Q own{0, 0, 0, 1};
            const bool left = joint.at.x > 0;
            if (joint.parent < 0)
                own = plain::product(turnAbout({0, 1, 0}, yaw * std::sin(phase)),
                                     turnAbout({0, 0, 1}, roll * std::cos(phase)));
            if (joint.name.ends_with("Arm") && !joint.name.ends_with("ForeArm"))
                own = turnAbout({0, 0, 1}, left ? -1.2 : 1.2);
            if (joint.name == "Spine")
                own = turnAbout({0, 1, 0}, -(yaw + arms * 0.3) * std::sin(phase));
            pose.turns.push_back(joint.parent < 0 ? own
                                                  : plain::product(pose.turns[joint.parent], own));
        }
        const double bob = 0.015 * std::cos(2 * phase);
        pose.hips = {0.02 * std::cos(phase), body.joints[0].at.y - crouch + bob,
                     stride * (now + t)};
        for (int side = 0; side < 2; ++side) {
            const bool swings = now % 2 == side;
            // It stands where it came down one step ahead of the hips' middle.
            const double from = stride * (now - (swings ? 0.5 : -0.5)),
                         lift = swings ? smooth(t) : 0;
            const double high = swings ? 0.1 * 64 * std::pow(t * (1 - t), 3) : 0;
            const plain::Q flat = turnAbout({0, 1, 0}, side == 0 ? toesOut : -toesOut);
            const plain::Q foot =
                plain::product(flat, turnAbout({1, 0, 0}, swings ? 8 * high * (0.5 - t) * 2 : 0));
            const plain::V at{rest[side].x, rest[side].y + high, from + 2 * stride * lift};
            stepTo(body, pose, side == 0 ? "Left" : "Right", at, foot);
            if (swings) continue;
            auto& stands = walk.stands[side];
            if (stands.empty() || stands.back().second + 1 < f) stands.emplace_back(f, f);
            stands.back().second = f;
        }
        if (middle <= 0) qFatal("the body has no legs");
        walk.motion.push_back(std::move(pose));
    }
    return walk;
}

}  // namespace posewright::test
