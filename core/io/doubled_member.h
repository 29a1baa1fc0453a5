#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace posewright::io {

/// The JSON pointer (RFC 6901: "/nodes/3/name", long names cut) of the first member that occurs
/// twice in its object; nullopt if none does. Readers differ in which of the two they use (RFC
/// 8259, section 4), so such files are refused. O(text).
/// @pre the text is valid JSON
std::optional<std::string> doubledMember(std::string_view json);

/// The error message for it.
inline constexpr std::string_view kDoubledMember =
    "this member is there twice, and nothing says which one counts";

}  // namespace posewright::io
