#pragma once

#include "core/base/checksum.h"
#include "core/base/result.h"
#include "core/io/save.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace posewright::io::bvh {

/// A sliding part of a text: more is read when needed and old bytes are dropped, so that a file of
/// any size needs no more memory than its longest row. The bytes are followed by a zero.
class Window {
public:
    explicit Window(Pieces& file);           ///< must outlive it
    explicit Window(std::string_view text);  ///< must outlive it

    const char* begin() const noexcept { return text_.data(); }
    const char* end() const noexcept { return text_.data() + held_; }
    std::size_t offset() const noexcept { return offset_; }  ///< of begin() in the whole text
    std::size_t size() const noexcept { return size_; }      ///< of the whole text, as far as known
    std::uint64_t checksum() const noexcept { return sum_.value(); }  ///< of what was read

    /// Drops everything before `keep`, which becomes begin(), and reads on at end(). False: nothing
    /// was added, because of the end of the text or a read error, see failed().
    bool more(const char* keep);
    const std::optional<Error>& failed() const noexcept { return failed_; }

private:
    Pieces* file_ = nullptr;
    std::string_view left_;  ///< of a text in memory
    std::string text_;       ///< held_ bytes and a zero, and room for more
    std::size_t held_ = 0;
    std::size_t offset_ = 0;
    std::size_t size_ = 0;
    Checksum sum_;
    std::optional<Error> failed_;
};

}  // namespace posewright::io::bvh
