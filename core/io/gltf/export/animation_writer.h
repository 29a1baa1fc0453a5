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

/// One clip of a document as a glTF animation.
struct WrittenAnimation {
    Json json;         ///< null if nothing is animated
    double start = 0;  ///< [s] of the first frame of the range in the file
};

/// Writes the active clip of `doc` over its playback range. Nodes with `skips` get no channel.
/// @param copied  rows and paths for which a carried animation has channels already `watch`, if
/// given, is called for the frames of MotionSampler::eachThatMoves. Error: cancelled.
Result<WrittenAnimation> writeAnimation(
    const Document& doc, const WriteOptions& options, const std::vector<bool>& skips,
    const FileRows& rows, const std::set<std::pair<int, std::string>>& copied,
    BufferBuilder& buffers,
    const std::function<void(std::size_t, const Evaluation&, const MotionSampler&)>& watch);

}  // namespace posewright::io::gltf
