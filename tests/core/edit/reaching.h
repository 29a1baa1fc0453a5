#pragma once

#include "core/evaluate/evaluate.h"
#include "tests/support/biped.h"

#include <algorithm>
#include <string_view>
#include <vector>

/// A hand that reaches, and how far two documents lie apart.
namespace posewright::test::reach {

/// A hand that reaches, elbow and chest in one group with the other hand's chain still apart.
inline Document reaching()
{
    return edited(biped(), {addTarget("hand.L", "LeftHand", "LeftArm"),
                            targetKey("hand.L", 0, {0.5, 1.6, 0.2}),
                            targetKey("hand.L", 20, {0.4, 1.2, 0.35})});
}

/// Are all nodes of `before` placed, to the bit, as they were, at whole, half and outside frames?
inline bool sameMotion(const Document& before, const Document& after)
{
    for (double frame = -2; frame <= 27; frame += 0.5) {
        const Evaluation a = evaluate(before, frame);
        const Evaluation b = evaluate(after, frame);
        for (NodeIndex i = 0; i < before.scene->size(); ++i) {
            const NodeIndex j = after.scene->find((*before.scene)[i].id);
            if (j == kNoNode || !(a.local[i] == b.local[j]) || !(a.world[i] == b.world[j]))
                return false;
        }
    }
    return true;
}

inline WorldTransform at(const Document& doc, std::string_view node, double frame)
{
    return evaluate(doc, frame).world[doc.scene->find(node)];
}

inline double greatestMove(const Document& a, const Document& b,
                           const std::vector<const char*>& nodes, double step = 1)
{
    double most = 0;
    for (double frame = a.playback.start; frame <= a.playback.end; frame += step)
        for (const char* node : nodes)
            most =
                std::max(most, (at(a, node, frame).position - at(b, node, frame).position).norm());
    return most;
}

}  // namespace posewright::test::reach
