#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace posewright {

/// Bytes as base64 text (RFC 4648, section 4), with padding.
std::string toBase64(std::string_view bytes);

/// The bytes of a base64 text, with or without padding; nullopt if it is not valid base64.
std::optional<std::string> fromBase64(std::string_view text);

/// The bytes of a percent-encoded text (RFC 3986, section 2.1); nullopt if an escape is malformed.
std::optional<std::string> fromPercent(std::string_view text);

}  // namespace posewright
