#pragma once

#include "core/math/bounds.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

/// Helpers for text formats: places, names and quotations that are safe to show.
namespace posewright::io {

/// Limits of all readers; files beyond them are refused. For coordinates see kMaxCoordinate.
inline constexpr int kMaxDepth = 1024;               ///< depth of the node tree
inline constexpr int kMaxJoints = 100'000;           ///< nodes of one file
inline constexpr std::size_t kMaxKeys = 10'000'000;  ///< keys of one file
inline constexpr double kLongestClip = 86400;        ///< [s]
inline constexpr std::size_t kMaxName = 4096;        ///< [bytes] of a name

/// The line of a byte, counted from 1; LF, CR and CRLF all end lines. O(offset).
int lineAt(std::string_view text, std::size_t offset);

/// A piece of a file for a message: quoted, cut to about 40 bytes, without anything that a terminal
/// or widget could interpret.
std::string inQuotes(std::string_view text);

/// A name that is valid UTF-8 and free of control and text-direction characters, which are
/// replaced. Bytes that are not UTF-8 are read as Latin-1.
std::string cleanName(std::string_view name);

/// The name with characters that some reader misinterprets replaced by `_`: blanks, `:.[]/{}` and
/// those that cleanName replaces.
std::string safeName(std::string_view name);

/// Safe names in place of these, each only once: a safe one stays, the others get out of its way by
/// a number at the end.
std::vector<std::string> safeNames(const std::vector<std::string>& names);

/// A file name as a relative URI, percent-encoded.
std::string percentEncoded(std::string_view name);

/// Makes names unique: `Arm`, `Arm.2`, `Arm.3`...
class UniqueNames {
public:
    std::string make(const std::string& name);

private:
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, int> last_;
};

}  // namespace posewright::io
