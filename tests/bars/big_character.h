#pragma once

#include <QString>

namespace posewright::bars {

/// What the characters of three.js's examples are like, whose files may not come along: many
/// vertices, a texture, keys of each frame.
struct BigCharacter {
    int joints;
    int clips;
    int keys;  ///< of each joint's rotation in each clip
    int vertices;
    int pictureBytes;
};

/// Michelle: 3.3 MB, one dance of 547 keys.
inline constexpr BigCharacter kDancer{65, 1, 547, 12'000, 1'400'000};
/// Xbot: 1.9 MB, seven short clips, no picture to speak of.
inline constexpr BigCharacter kWalker{67, 7, 30, 22'000, 30'000};

/// Writes it as a GLB whose numbers are random by a fixed seed.
void writeBigCharacter(const BigCharacter& character, const QString& path);

}  // namespace posewright::bars
