#pragma once

#include "core/math/bounds.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

/// What every text format needs: places, names and quotations that are safe to show.
namespace posewright::io {

/// Bounds that every reader of ours keeps; what is larger is refused in words.
/// Coordinates keep kMaxCoordinate.
inline constexpr int kMaxDepth = 1024;               ///< nodes above one another
inline constexpr int kMaxJoints = 100'000;           ///< nodes of one file
inline constexpr std::size_t kMaxKeys = 10'000'000;  ///< keys of one file
inline constexpr double kLongestClip = 86400;        ///< [s]
inline constexpr std::size_t kMaxName = 4096;        ///< [bytes] of a name

/// The line of a byte, counted from 1; LF, CR and CRLF all end lines. O(offset).
int lineAt(std::string_view text, std::size_t offset);

/// A piece of a file for a message: in quotes, cut to about 40 bytes, nothing that a terminal or a
/// widget could take for a command.
std::string inQuotes(std::string_view text);

/// A name that is valid UTF-8 and free of control and direction characters; what was neither is
/// replaced. Bytes that are not UTF-8 are taken for Latin-1 letters.
std::string cleanName(std::string_view name);

/// The name with characters that some reader takes for something else replaced by `_`: blanks and
/// `:.[]/{}`.
std::string safeName(std::string_view name);

/// A file's name as a relative URI.
std::string percentEncoded(std::string_view name);

/// Hands out each name once: `Arm`, `Arm.2`, `Arm.3`...
class UniqueNames {
public:
    std::string make(const std::string& name);

private:
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, int> last_;
};

}  // namespace posewright::io
