#pragma once

#include "core/evaluate/evaluate.h"
#include "tests/support/biped.h"

#include <algorithm>

/// Figures with boxes to take hold of.
namespace posewright::test {

/// A figure with a box before it, and another clip.
inline Document figureWithBox()
{
    return edited(biped(), {{{"edit", "addBox"},
                             {"name", "Box"},
                             {"size", {0.2, 0.2, 0.2}},
                             {"position", {0, 1, 0.4}}},
                            {{"edit", "addClip"}, {"name", "Other"}},
                            {{"edit", "setActiveClip"}, {"name", "Clip"}}});
}

/// Another figure's left hand goes down before it, past a box half way: the arm is above it at
/// first and below in the end.
inline Document handDownThroughBox()
{
    return edited(biped(false), {addTarget("hand", "LeftHand", "LeftArm"),
                                 targetKey("hand", 0, {0.3, 1.6, 0.3}),
                                 targetKey("hand", 16, {0.3, 1.05, 0.3}),
                                 {{"edit", "addBox"},
                                  {"name", "Box"},
                                  {"size", {0.1, 0.1, 0.1}},
                                  {"position", {0.3, 1.25, 0.36}}}});
}

/// The left hand of figureWithBox is in contact with the box from 8 to 16.
inline Document handOnBox()
{
    return edited(figureWithBox(), {addTarget("hand", "LeftHand", "LeftArm"),
                                    targetKey("hand", 0, {0.4, 1.3, 0.25}),
                                    targetKey("hand", 8, {0.35, 1.2, 0.3}),
                                    targetKey("hand", 16, {0.35, 1.2, 0.3}),
                                    targetKey("hand", 24, {0.4, 1.3, 0.25}),
                                    {{"edit", "setSpan"},
                                     {"target", "hand"},
                                     {"start", 8},
                                     {"end", 16},
                                     {"kind", "contact"},
                                     {"space", "Box"}}});
}

/// How far that hand jumps where the contact comes and goes. [m]
inline double handJumps(const Document& doc)
{
    const NodeIndex hand = doc.scene->find("LeftHand");
    double most = 0;
    for (const double border : {8.0, 16.0})
        most = std::max(most, (evaluate(doc, border - 1e-4).world[hand].position -
                               evaluate(doc, border + 1e-4).world[hand].position)
                                  .norm());
    return most;
}

}  // namespace posewright::test
