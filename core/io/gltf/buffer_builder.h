#pragma once

#include "core/io/gltf/text/json.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace posewright::io::gltf {

/// Builds the single binary buffer of a file, with its views and accessors.
class BufferBuilder {
public:
    BufferBuilder() = default;
    /// Appends to an existing buffer with its views and accessors.
    BufferBuilder(std::string bytes, Json views, Json accessors) :
        bytes_(std::move(bytes)), views_(std::move(views)), accessors_(std::move(accessors))
    {
    }

    /// A view of its own, starting at a multiple of 8 bytes. `target`: 34962 vertices, 34963
    /// indices, 0 neither.
    int addView(std::string_view bytes, int target = 0);

    /// An accessor over a view of its own.
    int addAccessor(std::string_view bytes, int componentType, const char* type, std::size_t count,
                    int target);
    /// As above for float vectors, with min and max.
    int addBounded(const std::vector<float>& values, int components, const char* type, int target);

    /// An accessor of `count` float vectors that are zero but for those of `rows`, which ascend;
    /// with min and max.
    int addSparse(const std::vector<std::uint32_t>& rows, const std::vector<float>& values,
                  int components, const char* type, std::size_t count);

    /// An accessor of animation data; all of these share one view. Times get min and max; equal
    /// times share an accessor.
    int addTimes(const std::vector<float>& times);
    int addValues(const std::vector<float>& values, int components, const char* type);

    /// Writes bufferViews, accessors and buffers into `json`; returns the buffer's bytes.
    std::string finish(Json& json);

private:
    int addAnimationAccessor(const std::vector<float>& values, int components, const char* type);

    std::string bytes_;
    std::string animation_;
    std::vector<int> animated_;  ///< accessors whose view is the animation's
    std::map<std::vector<float>, int> times_;
    Json views_ = Json::array();
    Json accessors_ = Json::array();
};

}  // namespace posewright::io::gltf
