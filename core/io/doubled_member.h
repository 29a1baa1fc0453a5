#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace posewright::io {

/// The JSON pointer (RFC 6901: "/nodes/3/name", long names cut) of the first member that its object
/// has twice; nothing where there is none. Readers differ in which of the two they take (RFC 8259,
/// section 4), and what one program shows, another does not: we take neither. O(text).
/// @pre the text is valid JSON
std::optional<std::string> doubledMember(std::string_view json);

/// What is wrong with it, in words.
inline constexpr std::string_view kDoubledMember =
    "this member is there twice, and nothing says which one counts";

}  // namespace posewright::io
