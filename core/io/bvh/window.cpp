#include "core/io/bvh/window.h"

#include <algorithm>
#include <cstring>

namespace posewright::io::bvh {

namespace {

/// Small enough to stay in the cache between reading and parsing.
constexpr std::size_t kWindowPiece = std::size_t{1} << 18;

}  // namespace

Window::Window(Pieces& file) : file_(&file), size_(static_cast<std::size_t>(file.size())) {}

Window::Window(std::string_view text) : left_(text), size_(text.size()) {}

bool Window::more(const char* keep)
{
    const auto forgotten = static_cast<std::size_t>(keep - text_.data());
    const std::size_t kept = held_ - forgotten;
    // Read at least as much as is kept, so that the time for a long row is linear.
    const std::size_t wanted = std::max(kWindowPiece, kept);
    if (text_.size() < kept + wanted + 1) {
        std::string larger(kept + wanted + 1, '\0');
        std::memcpy(larger.data(), keep, kept);
        text_ = std::move(larger);
    } else {
        std::memmove(text_.data(), keep, kept);
    }
    offset_ += forgotten;
    char* const at = text_.data() + kept;
    std::size_t got = std::min(wanted, left_.size());
    if (file_ != nullptr) {
        const auto read = file_->read(at, wanted);
        if (!read) failed_ = read.error();
        got = read ? *read : 0;
    } else {
        std::memcpy(at, left_.data(), got);
        left_.remove_prefix(got);
    }
    at[got] = '\0';
    held_ = kept + got;
    sum_.add({at, got});
    size_ = std::max(size_, offset_ + held_);
    return got > 0;
}

}  // namespace posewright::io::bvh
