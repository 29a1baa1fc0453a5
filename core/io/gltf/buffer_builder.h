#pragma once

#include "core/io/gltf/text/json.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace posewright::io::gltf {

/// Builds the single binary buffer of a file, with its views and accessors. It is kept in pieces
/// and joined once, so that the memory needed is that of the buffer and its largest piece.
class BufferBuilder {
public:
    BufferBuilder() = default;
    /// Appends to an existing buffer with its views and accessors.
    BufferBuilder(std::string bytes, Json views, Json accessors) :
        views_(std::move(views)), accessors_(std::move(accessors))
    {
        append(std::move(bytes));
    }

    /// A view of its own, starting at a multiple of 8 bytes. `target`: 34962 vertices, 34963
    /// indices, 0 neither.
    int addView(std::string bytes, int target = 0);

    /// The last view of the buffer, over bytes that are not copied. @pre called once at most; its
    /// size is a multiple of 4
    int addTail(std::string_view bytes);
    std::string_view tail() const noexcept { return tail_; }

    /// An accessor over a view of its own.
    int addAccessor(std::string bytes, int componentType, const char* type, std::size_t count,
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

    /// Writes bufferViews, accessors and buffers into `json`; returns the buffer's bytes before the
    /// tail.
    std::string finish(Json& json);

private:
    int addAnimationAccessor(const std::vector<float>& values, int components, const char* type);
    void append(std::string piece);
    std::string joined();
    /// Fills the buffer up to a multiple of `step` bytes.
    void align(std::size_t step) { append(std::string((step - size_ % step) % step, '\0')); }
    int addRow(std::size_t size, int target);

    std::string_view tail_;
    int tailView_ = -1;  ///< its row; -1: there is none
    std::vector<std::string> pieces_;
    std::size_t size_ = 0;  ///< of all of them
    std::vector<std::string> animation_;
    std::size_t animationSize_ = 0;
    std::vector<int> animated_;  ///< accessors whose view is the animation's
    std::map<std::vector<float>, int> times_;
    Json views_ = Json::array();
    Json accessors_ = Json::array();
};

}  // namespace posewright::io::gltf
