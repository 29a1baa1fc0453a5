#pragma once

#include <assimp/scene.h>
#include <vector>

namespace posewright::import {

/// Keys of all weights of a node's morphs.
struct WeightKeys {
    std::vector<double> ticks;   ///< ascending
    std::vector<float> weights;  ///< of all morphs, tick by tick
};

/// In assimp's channels each key has some of the morphs, and each morph keys of its own. Here all
/// have one at each tick, on straight lines between their own. @param rest  of morphs without keys
WeightKeys weightKeysOf(const aiMeshMorphAnim& channel, const std::vector<float>& rest);

}  // namespace posewright::import
