#pragma once

#include "tests/support/biped.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace posewright::test {

/// 240 frames at 30 per second in which the left arm swings as a capture does, a key a frame, with
/// a target on its hand.
inline Document swingingArm()
{
    nlohmann::json edits = nlohmann::json::array(
        {{{"edit", "setRange"}, {"start", 0}, {"end", 240}}, {{"edit", "setFps"}, {"fps", 30}}});
    for (int frame = 0; frame <= 240; ++frame) {
        const double half = 0.2 * std::sin(frame * 0.05);
        edits.push_back({{"edit", "setJointKey"},
                         {"joint", "LeftArm"},
                         {"frame", frame},
                         {"rotation", {0, 0, std::sin(half), std::cos(half)}}});
    }
    edits.push_back(addTarget("hand", "LeftHand", "LeftArm"));
    return edited(biped(false), edits);
}

}  // namespace posewright::test
