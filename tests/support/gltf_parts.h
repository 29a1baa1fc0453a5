#pragma once

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

/// A glTF file taken to pieces, from the text of its specification and by code that shares nothing
/// with the program: what judges whether a file came through whole.
namespace posewright::test {

using Json = nlohmann::json;

struct GltfParts {
    Json root;
    std::vector<std::string> buffers;
    std::filesystem::path folder;
};

namespace parts {

inline std::string whole(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline std::string decoded64(const std::string& text)
{
    std::string out;
    unsigned bits = 0;
    int count = 0;
    for (const char c : text) {
        const int value = c >= 'A' && c <= 'Z'   ? c - 'A'
                          : c >= 'a' && c <= 'z' ? c - 'a' + 26
                          : c >= '0' && c <= '9' ? c - '0' + 52
                          : c == '+'             ? 62
                          : c == '/'             ? 63
                                                 : -1;
        if (value < 0) continue;
        bits = bits << 6U | static_cast<unsigned>(value);
        if (++count % 4 != 1) out += static_cast<char>(bits >> (6 - 2 * ((count - 1) % 4)) & 0xFFU);
    }
    return out;
}

inline std::string unescaped(const std::string& uri)
{
    std::string out;
    for (std::size_t i = 0; i < uri.size(); ++i)
        if (uri[i] == '%' && i + 2 < uri.size()) {
            out += static_cast<char>(std::stoi(uri.substr(i + 1, 2), nullptr, 16));
            i += 2;
        } else {
            out += uri[i];
        }
    return out;
}

inline std::string resource(const std::string& uri, const std::filesystem::path& folder)
{
    if (uri.rfind("data:", 0) == 0) return decoded64(uri.substr(uri.find(',') + 1));
    return whole(folder / unescaped(uri));
}

inline std::uint32_t word(const std::string& bytes, std::size_t at)
{
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

inline std::size_t number(const Json& object, const char* name)
{
    return object.value(name, std::size_t{0});
}

}  // namespace parts

/// Nothing where it is no glTF file.
inline std::optional<GltfParts> partsOf(const std::filesystem::path& path)
{
    const std::string bytes = parts::whole(path);
    GltfParts out;
    out.folder = path.parent_path();
    std::string binary;
    if (bytes.substr(0, 4) == "glTF") {
        const std::size_t size = parts::word(bytes, 12);
        out.root = Json::parse(bytes.substr(20, size), nullptr, false);
        if (bytes.size() > 28 + size)
            binary = bytes.substr(28 + size, parts::word(bytes, 20 + size));
    } else {
        const bool marked = bytes.substr(0, 3) == "\xEF\xBB\xBF";
        out.root = Json::parse(bytes.substr(marked ? 3 : 0), nullptr, false);
    }
    if (!out.root.is_object()) return {};
    for (const Json& buffer : out.root.value("buffers", Json::array())) {
        std::string whole =
            buffer.contains("uri") ? parts::resource(buffer["uri"], out.folder) : binary;
        if (whole.empty()) whole.assign(parts::number(buffer, "byteLength"), '\0');
        out.buffers.push_back(whole.substr(0, parts::number(buffer, "byteLength")));
    }
    return out;
}

/// The bytes of a view; of what is laid out with gaps, the gaps too.
inline std::string viewBytes(const GltfParts& file, std::size_t row)
{
    const Json& view = file.root["bufferViews"][row];
    return file.buffers[parts::number(view, "buffer")].substr(parts::number(view, "byteOffset"),
                                                              parts::number(view, "byteLength"));
}

/// Every component of an accessor as it is stored, one element after another (glTF 2.0, 3.6.2).
inline std::vector<double> components(const GltfParts& file, std::size_t row)
{
    const Json& accessor = file.root["accessors"][row];
    const int type = accessor["componentType"];
    const std::size_t size = type == 5120 || type == 5121   ? 1
                             : type == 5122 || type == 5123 ? 2
                                                            : 4;
    const std::string shape = accessor["type"];
    if (shape != "SCALAR" && shape.rfind("VEC", 0) != 0 && shape.rfind("MAT", 0) != 0) return {};
    const std::size_t columns = shape.rfind("MAT", 0) == 0 ? shape[3] - '0' : 1;
    const std::size_t rows = shape == "SCALAR" ? 1 : static_cast<std::size_t>(shape[3] - '0');
    const std::size_t step = columns > 1 ? (rows * size + 3) / 4 * 4 : rows * size;
    const std::size_t count = accessor["count"];
    std::vector<double> out(count * columns * rows, 0.0);
    const auto take = [&](const std::string& bytes, std::size_t at, std::size_t element) {
        for (std::size_t c = 0; c < columns; ++c)
            for (std::size_t r = 0; r < rows; ++r) {
                const char* from = bytes.data() + at + c * step + r * size;
                const auto read = [&](auto value) {
                    std::memcpy(&value, from, sizeof value);
                    return double(value);
                };
                out[element * columns * rows + c * rows + r] =
                    type == 5120   ? read(std::int8_t{})
                    : type == 5121 ? read(std::uint8_t{})
                    : type == 5122 ? read(std::int16_t{})
                    : type == 5123 ? read(std::uint16_t{})
                    : type == 5125 ? read(std::uint32_t{})
                                   : read(float{});
            }
    };
    const std::size_t element = columns * step;
    if (accessor.contains("bufferView")) {
        const std::size_t view = accessor["bufferView"];
        const std::string bytes = viewBytes(file, view);
        std::size_t stride = parts::number(file.root["bufferViews"][view], "byteStride");
        if (stride == 0) stride = element;
        for (std::size_t i = 0; i < count; ++i)
            take(bytes, parts::number(accessor, "byteOffset") + i * stride, i);
    }
    if (!accessor.contains("sparse")) return out;
    const Json& sparse = accessor["sparse"];
    const std::string at = viewBytes(file, sparse["indices"]["bufferView"]);
    const std::string values = viewBytes(file, sparse["values"]["bufferView"]);
    const int kind = sparse["indices"]["componentType"];
    const std::size_t wide = kind == 5121 ? 1 : kind == 5123 ? 2 : 4;
    for (std::size_t i = 0; i < sparse["count"].get<std::size_t>(); ++i) {
        std::uint32_t which = 0;
        std::memcpy(&which, at.data() + parts::number(sparse["indices"], "byteOffset") + i * wide,
                    wide);
        take(values, parts::number(sparse["values"], "byteOffset") + i * element, which);
    }
    return out;
}

}  // namespace posewright::test
