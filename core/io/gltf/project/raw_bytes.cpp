#include "core/io/gltf/project/raw_bytes.h"

#include <array>
#include <charconv>

namespace posewright::io::gltf {

std::string hexOf(std::uint64_t value)
{
    std::array<char, 16> digits{};
    const auto [end, ec] = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return {digits.data(), end};
}

std::uint64_t fromHex(const std::string& hex)
{
    std::uint64_t value = 0;
    std::from_chars(hex.data(), hex.data() + hex.size(), value, 16);
    return value;
}

std::optional<std::string_view> bytesAt(const Json& json, std::string_view data)
{
    const std::uint64_t first = count(member(json, "from"));
    const std::uint64_t size = count(member(json, "size"));
    if (first > data.size() || size > data.size() - first) return std::nullopt;
    return data.substr(static_cast<std::size_t>(first), static_cast<std::size_t>(size));
}

bool isSum(const Json& json, const Checksum& sum)
{
    return hexOf(sum.value()) == text(member(json, "sum"));
}

std::string Taking::text(const char* name)
{
    return std::string(piece(count(member(json_, name)), 1));
}

std::string_view Taking::piece(std::uint64_t size, std::size_t each)
{
    if (size > bytes_.size() / each) refuse(json_, "the bytes of the source end too soon");
    const std::string_view out = bytes_.substr(0, static_cast<std::size_t>(size) * each);
    bytes_.remove_prefix(out.size());
    return out;
}

}  // namespace posewright::io::gltf
