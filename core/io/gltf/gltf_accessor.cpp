#include "core/io/gltf/gltf_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace posewright::io::gltf {

namespace {

/// Most components in all accessors without bytes together.
constexpr std::size_t kMostZeros = 4'000'000;

/// Columns and rows of an element type; zeros if there is no such type.
std::pair<int, int> shapeOf(std::string_view type)
{
    if (type == "SCALAR") return {1, 1};
    if (type == "VEC2") return {1, 2};
    if (type == "VEC3") return {1, 3};
    if (type == "VEC4") return {1, 4};
    if (type == "MAT2") return {2, 2};
    if (type == "MAT3") return {3, 3};
    if (type == "MAT4") return {4, 4};
    return {0, 0};
}

double component(const char* at, int type, bool normalized)
{
    const auto as = [&](auto value) {
        std::memcpy(&value, at, sizeof value);
        return static_cast<double>(value);
    };
    switch (type) {
    case 5120: return normalized ? std::max(as(std::int8_t{}) / 127, -1.0) : as(std::int8_t{});
    case 5121: return normalized ? as(std::uint8_t{}) / 255 : as(std::uint8_t{});
    case 5122: return normalized ? std::max(as(std::int16_t{}) / 32767, -1.0) : as(std::int16_t{});
    case 5123: return normalized ? as(std::uint16_t{}) / 65535 : as(std::uint16_t{});
    case 5125: return as(std::uint32_t{});
    default: return as(float{});
    }
}

template <class Number>
void copyWidened(const char* from, std::size_t count, std::uint32_t* to)
{
    for (std::size_t i = 0; i < count; ++i) {
        Number value;
        std::memcpy(&value, from + i * sizeof value, sizeof value);
        to[i] = value;
    }
}

}  // namespace

void GltfFile::readAccessor(const Json& json)
{
    static constexpr std::array<std::string_view, 9> kNames{
        "bufferView", "byteOffset", "componentType", "count", "max",
        "min",        "normalized", "sparse",        "type"};
    const auto [view, offset, componentType, elements, most, least, normalized, sparse, type] =
        membersOf(json, kNames);
    const auto required = [&](const Json* value, std::string_view name) -> const Json& {
        return value ? *value : member(json, name);
    };
    Accessor accessor;
    accessor.json = &json;
    accessor.componentType = static_cast<int>(
        std::min<std::uint64_t>(count(required(componentType, "componentType")), 1'000'000));
    const std::size_t size = componentSize(accessor.componentType);
    if (size == 0) refuse(*componentType, "there is no such component type");
    const auto [columns, rows] = shapeOf(text(required(type, "type")));
    if (columns == 0) {
        diagnostics_.push_back({Diagnostic::Severity::Warning, "there is no such type",
                                path_.string() + '#' + pointerTo(json_, *type)});
        accessor.trouble = Trouble{type, "there is no such type"};
        accessors_.push_back(accessor);
        return;
    }
    accessor.components = columns * rows;
    accessor.isMatrix = columns > 1;
    // Columns of a matrix are aligned to 4 bytes; the last one need not be padded.
    const std::size_t column = static_cast<std::size_t>(rows) * size;
    accessor.elementSize =
        accessor.isMatrix ? columns * ((column + 3) / 4 * 4) : static_cast<std::size_t>(column);
    accessor.count = count(required(elements, "count"));
    if (accessor.count < 1) refuse(*elements, "expected at least 1");
    if (normalized) accessor.normalized = truth(json, "normalized", false);
    if (offset) accessor.offset = count(*offset);
    accessor.least = least;
    accessor.most = most;
    for (const Json* values : {accessor.least, accessor.most})
        if (values) {
            if (!values->is_array() || values->size() != std::size_t(accessor.components))
                refuse(*values, "expected as many numbers as an element has");
            for (const Json& value : *values) number(value);
        }
    if (view) {
        accessor.view = index(*view, views_.size(), "bufferView");
        const std::size_t padding = accessor.isMatrix ? (column + 3) / 4 * 4 - column : 0;
        checkRoom(json, accessor, size, accessor.elementSize - padding);
        accessor.trouble = troubleOf(*view);
    } else {
        // A file of any size can claim zeros without bytes.
        if (accessor.count > kMostZeros ||
            (zeros_ += accessor.count * static_cast<std::size_t>(accessor.components)) > kMostZeros)
            refuse(*elements, "too many elements without bytes");
    }
    accessor.sparse = sparse;
    if (sparse) {
        checkSparse(*sparse, accessor);
        for (const char* part : {"indices", "values"})
            if (!accessor.trouble)
                accessor.trouble = troubleOf(member(member(*sparse, part), "bufferView"));
    }
    accessors_.push_back(accessor);
}

std::optional<Trouble> GltfFile::troubleOf(const Json& view) const
{
    if (hollow_.empty()) return std::nullopt;
    const Json& row = arrayOf(json_, "bufferViews")[index(view, views_.size(), "bufferView")];
    const auto found = hollow_.find(count(member(row, "buffer")));
    if (found == hollow_.end()) return std::nullopt;
    return found->second;
}

/// @param last  size of the last element, which need not be padded [bytes]
void GltfFile::checkRoom(const Json& json, const Accessor& accessor, std::size_t size,
                         std::size_t last) const
{
    const View& view = views_[accessor.view];
    const std::size_t stride = view.stride ? view.stride : accessor.elementSize;
    const auto strided = [&]() -> const Json& {
        return arrayOf(json_, "bufferViews")[accessor.view];
    };
    if (stride < accessor.elementSize)
        refuse(strided()["byteStride"], "the elements are longer than the stride of their view");
    const auto offset = [&]() -> const Json& {
        const Json* given = find(json, "byteOffset");
        return given ? *given : json;
    };
    if (accessor.offset > view.bytes.size() || (accessor.offset + view.offset) % size != 0)
        refuse(offset(), "the accessor starts behind its view, or unaligned");
    const std::size_t room = view.bytes.size() - accessor.offset;
    const auto fits = [&](std::size_t bytes, std::size_t step) {
        return bytes >= last && accessor.count - 1 <= (bytes - last) / step;
    };
    if (!fits(room, stride)) {
        // Blame the number that causes the overflow.
        const std::string message = "the accessor ends behind its view";
        if (fits(view.bytes.size(), stride)) refuse(offset(), message);
        if (fits(room, accessor.elementSize)) refuse(strided()["byteStride"], message);
        refuse(json["count"], message);
    }
}

const Accessor& GltfFile::readable(int accessor) const
{
    if (const auto& trouble = accessors_[accessor].trouble) throw *trouble;
    return accessors_[accessor];
}

bool GltfFile::hasRoom(const Accessor& accessor, std::size_t elements) const
{
    if (accessor.view < 0 || elements < 1) return false;
    const View& view = views_[accessor.view];
    const std::size_t stride = view.stride ? view.stride : accessor.elementSize;
    const std::size_t room = view.bytes.size() - accessor.offset;
    return room >= accessor.elementSize && elements - 1 <= (room - accessor.elementSize) / stride;
}

void GltfFile::checkSparse(const Json& sparse, const Accessor& accessor) const
{
    const std::uint64_t entries = count(member(sparse, "count"));
    if (entries < 1 || entries > accessor.count)
        refuse(sparse["count"], "expected at least 1 and no more than the accessor has");
    const auto check = [&](const Json& part, std::size_t element) {
        const View& view = views_[index(member(part, "bufferView"), views_.size(), "bufferView")];
        const std::uint64_t offset = count(part, "byteOffset", 0);
        if (offset > view.bytes.size() || entries > (view.bytes.size() - offset) / element)
            refuse(part, "the sparse part ends behind its view");
    };
    const Json& indices = member(sparse, "indices");
    const std::uint64_t type = count(member(indices, "componentType"));
    if (type != 5121 && type != 5123 && type != 5125)
        refuse(indices["componentType"], "expected an unsigned component type");
    check(indices, componentSize(static_cast<int>(type)));
    check(member(sparse, "values"), accessor.elementSize);
}

const char* GltfFile::element(const Accessor& accessor, std::size_t row) const
{
    const View& view = views_[accessor.view];
    const std::size_t stride = view.stride ? view.stride : accessor.elementSize;
    return view.bytes.data() + accessor.offset + row * stride;
}

char* GltfFile::writable(const Accessor& accessor, std::size_t row)
{
    return const_cast<char*>(
        element(accessor, row));  // points into whole_ or owned_, which are not const
}

void GltfFile::mendBounds(const Accessor& accessor)
{
    Json& json = json_["accessors"][static_cast<std::size_t>(&accessor - accessors_.data())];
    const std::size_t size = componentSize(accessor.componentType);
    for (const char* bound : {"min", "max"}) {
        const bool most = bound[1] == 'a';
        for (int c = 0; json.contains(bound) && c < accessor.components; ++c) {
            double best = 0;
            for (std::size_t row = 0; row < accessor.count; ++row) {
                const double value = component(element(accessor, row) + std::size_t(c) * size,
                                               accessor.componentType, false);
                best = row == 0 ? value : most ? std::max(best, value) : std::min(best, value);
            }
            json[bound][std::size_t(c)] = best;
        }
    }
}

std::span<const float> GltfFile::floats(int which, std::vector<float>& room) const
{
    const Accessor& accessor = readable(which);
    if (accessor.view >= 0 && accessor.componentType == 5126 && !accessor.sparse) {
        const std::size_t stride = views_[accessor.view].stride;
        const char* from = element(accessor, 0);
        const bool isWhole = stride == 0 || stride == accessor.elementSize;
        if (isWhole && reinterpret_cast<std::uintptr_t>(from) % alignof(float) == 0) {
            const std::span<const float> out(reinterpret_cast<const float*>(from),
                                             accessor.count *
                                                 static_cast<std::size_t>(accessor.components));
            if (std::ranges::all_of(out, [](float value) { return std::isfinite(value); }))
                return out;
        }
    }
    room = floats(which);
    return room;
}

std::vector<float> GltfFile::floats(int which) const
{
    const Accessor& accessor = readable(which);
    const std::size_t width = static_cast<std::size_t>(accessor.components);
    const std::size_t size = componentSize(accessor.componentType);
    const std::size_t rows =
        accessor.isMatrix ? static_cast<std::size_t>(std::lround(std::sqrt(double(width)))) : width;
    const std::size_t column = (rows * size + 3) / 4 * 4;
    std::vector<float> out(accessor.count * width, 0.0F);
    const auto place = [&](std::size_t i) {
        return accessor.isMatrix ? i / rows * column + i % rows * size : i * size;
    };
    const auto decode = [&](const char* from, std::size_t row) {
        for (std::size_t i = 0; i < width; ++i) {
            const double value =
                component(from + place(i), accessor.componentType, accessor.normalized);
            if (!std::isfinite(value))
                refuse(*accessor.json, "element " + std::to_string(row) + " is not finite");
            out[row * width + i] = static_cast<float>(value);
        }
    };
    if (accessor.view >= 0 && accessor.componentType == 5126) {
        const std::size_t stride = views_[accessor.view].stride;
        if (stride == 0 || stride == width * sizeof(float))
            std::memcpy(out.data(), element(accessor, 0), out.size() * sizeof(float));
        else
            for (std::size_t row = 0; row < accessor.count; ++row)
                std::memcpy(out.data() + row * width, element(accessor, row),
                            width * sizeof(float));
        const auto odd = std::find_if_not(out.begin(), out.end(),
                                          [](float value) { return std::isfinite(value); });
        if (odd != out.end())
            decode(element(accessor, (odd - out.begin()) / width),
                   std::size_t(odd - out.begin()) / width);
    } else if (accessor.view >= 0) {
        for (std::size_t row = 0; row < accessor.count; ++row) decode(element(accessor, row), row);
    }
    eachSparse(accessor, [&](std::size_t row, const char* value) { decode(value, row); });
    return out;
}

template <class Visit>
void GltfFile::eachSparse(const Accessor& accessor, Visit&& visit) const
{
    const Json* sparse = accessor.sparse;
    if (!sparse) return;
    const Json& indices = (*sparse)["indices"];
    const Json& values = (*sparse)["values"];
    const View& indexView = views_[indices["bufferView"].get<int>()];
    const View& valueView = views_[values["bufferView"].get<int>()];
    const char* from = indexView.bytes.data() + count(indices, "byteOffset", 0);
    const char* value = valueView.bytes.data() + count(values, "byteOffset", 0);
    const int type = indices["componentType"].get<int>();
    const std::uint64_t entries = (*sparse)["count"].get<std::uint64_t>();
    double previous = -1;
    for (std::uint64_t i = 0; i < entries; ++i) {
        const double row = component(from + i * componentSize(type), type, false);
        if (row <= previous || row >= double(accessor.count))
            refuse(indices, "the sparse indices do not rise inside the accessor");
        previous = row;
        visit(static_cast<std::size_t>(row), value + i * accessor.elementSize);
    }
}

std::vector<std::uint32_t> GltfFile::integers(int which) const
{
    const Accessor& accessor = readable(which);
    if (accessor.componentType != 5121 && accessor.componentType != 5123 &&
        accessor.componentType != 5125)
        refuse(*accessor.json, "expected unsigned whole numbers");
    const std::size_t width = static_cast<std::size_t>(accessor.components);
    const std::size_t size = componentSize(accessor.componentType);
    std::vector<std::uint32_t> out(accessor.count * width, 0);
    const auto decode = [&](const char* from, std::size_t numbers, std::uint32_t* to) {
        switch (accessor.componentType) {
        case 5121: copyWidened<std::uint8_t>(from, numbers, to); break;
        case 5123: copyWidened<std::uint16_t>(from, numbers, to); break;
        default: std::memcpy(to, from, numbers * sizeof *to);
        }
    };
    if (accessor.view >= 0) {
        const std::size_t stride = views_[accessor.view].stride;
        const bool together = !accessor.isMatrix && (stride == 0 || stride == width * size);
        const std::size_t rows = together ? 1 : accessor.count, each = out.size() / rows;
        for (std::size_t row = 0; row < rows; ++row)
            decode(element(accessor, row), each, out.data() + row * each);
    }
    eachSparse(accessor, [&](std::size_t row, const char* value) {
        decode(value, width, out.data() + row * width);
    });
    return out;
}

}  // namespace posewright::io::gltf
