#pragma once

#include "core/base/checksum.h"
#include "core/io/gltf/text/json.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Lists and texts as bytes in the data of a project, with a checksum of their own.
namespace posewright::io::gltf {

std::string hexOf(std::uint64_t value);
std::uint64_t fromHex(const std::string& hex);

template <class T>
std::string_view rawBytes(const std::vector<T>& values)
{
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// The bytes from `from`, `size` of them; nullopt if they lie outside the data. Throws Trouble.
std::optional<std::string_view> bytesAt(const Json& json, std::string_view data);

/// Does the member `sum` hold this checksum? Throws Trouble.
bool isSum(const Json& json, const Checksum& sum);

/// Takes pieces off the front of bytes. Throws Trouble.
class Taking {
public:
    Taking(const Json& json, std::string_view bytes) : json_(json), bytes_(bytes) {}

    /// A text of as many bytes, or a list of as many values, as the member says.
    std::string text(const char* name);
    template <class T>
    std::vector<T> values(const char* name)
    {
        const std::string_view bytes = piece(count(member(json_, name)), sizeof(T));
        std::vector<T> out(bytes.size() / sizeof(T));
        if (!out.empty()) std::memcpy(static_cast<void*>(out.data()), bytes.data(), bytes.size());
        return out;
    }

private:
    std::string_view piece(std::uint64_t size, std::size_t each);

    const Json& json_;
    std::string_view bytes_;
};

}  // namespace posewright::io::gltf
