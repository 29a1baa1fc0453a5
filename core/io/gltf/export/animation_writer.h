#pragma once

#include "core/io/format.h"
#include "core/io/gltf/buffer_builder.h"
#include "core/io/gltf/carried/carried_write.h"
#include "core/io/motion_sampler.h"

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace posewright::io::gltf {

/// Gets what is shown at one of the sampler's rows, and its time in the file [s].
using Watch =
    std::function<void(std::size_t row, float seconds, const Evaluation&, const MotionSampler&)>;

/// The active clip of `doc` over its playback range as a glTF animation; null if nothing is
/// animated. Nodes with `skips` get no channel.
/// @param copied  rows and paths for which a carried animation has channels already
/// @param watch   if given, is called for the frames of MotionSampler::eachThatMoves
/// Error: cancelled.
Result<Json> writeAnimation(const Document& doc, const WriteOptions& options,
                            const std::vector<bool>& skips, const FileRows& rows,
                            const std::set<std::pair<int, std::string>>& copied,
                            BufferBuilder& buffers, const Watch& watch);

}  // namespace posewright::io::gltf
