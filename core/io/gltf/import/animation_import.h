#pragma once

#include "core/base/shared.h"
#include "core/io/gltf/import/node_import.h"
#include "core/motion/clip.h"

#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace posewright::io::gltf {

/// A channel of an animation that moves a node, with its data.
struct ImportedChannel {
    int row = -1;  ///< in the animation's channels
    int node = -1;
    std::string_view path;  ///< "translation", "rotation", "scale", "weights"; in the file's JSON
    int width = 3;          ///< numbers of a value
    std::string_view interpolation = "LINEAR";  ///< in the file's JSON
    /// [s] shared by channels that use the same accessor
    Shared<std::vector<float>> times;
    std::span<const float> values;  ///< in the file or in `room`; three per key for CUBICSPLINE
    std::vector<float> room{};
};

/// Reads the animations of one file (glTF 2.0, section 3.11), and limits the total number of keys.
class AnimationReader {
public:
    AnimationReader(const GltfFile& file, const std::vector<ImportedNode>& nodes) :
        file_(file), nodes_(nodes)
    {
    }

    /// Those of the animation's first `most` channels that move nodes or morphs; channels of
    /// extensions are skipped, and those whose times have no bytes. Throws Trouble.
    std::vector<ImportedChannel> read(const Json& animation, std::size_t most);

private:
    Shared<std::vector<float>> keyTimes(const Json& input);

    const GltfFile& file_;
    const std::vector<ImportedNode>& nodes_;
    std::size_t keys_ = 0;
    std::map<int, Shared<std::vector<float>>> times_;  ///< by accessor
};

/// Drops the keys of a channel that do not matter at or beside these times [s], which ascend.
void keepAround(ImportedChannel& channel, std::span<const float> at);

/// Channels as tracks, sorted by node. @param ids  of the nodes, by row of the file
/// Throws Trouble.
std::vector<Shared<Track>> tracksOf(const std::vector<ImportedChannel>& channels,
                                    const std::vector<ImportedNode>& nodes,
                                    const std::vector<NodeId>& ids, double rate, double scale);

/// The frame for a time: a whole frame if its time equals `time` up to the last bits of a float,
/// else a fraction, so that keys do not move.
double frameOf(float time, double rate);

}  // namespace posewright::io::gltf
