#include "core/io/gltf/gltf_file.h"

#include "core/base/number.h"
#include "core/io/gltf/base64.h"
#include "core/io/gltf/packed.h"
#include "core/io/gltf/short_form.h"
#include "core/io/save.h"
#include "core/io/text.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace posewright::io::gltf {

static_assert(std::endian::native == std::endian::little, "glTF buffers are little-endian");

namespace {

constexpr std::size_t kMostJson = std::size_t{64} << 20;
constexpr std::size_t kMostBuffer = std::size_t{2} << 30;
/// Components that an accessor without bytes may claim, all together.
constexpr std::size_t kMostZeros = 4'000'000;
constexpr std::uint32_t kGlbMagic = 0x46546C67;
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;
constexpr std::uint32_t kBinChunk = 0x004E4942;

/// Trouble with bytes rather than with JSON.
struct BadBytes {
    std::string message;
    std::size_t at = 0;
};

std::uint32_t word(std::string_view bytes, std::size_t at)
{
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

std::size_t componentSize(int type)
{
    switch (type) {
    case 5120:
    case 5121: return 1;
    case 5122:
    case 5123: return 2;
    case 5125:
    case 5126: return 4;
    default: return 0;
    }
}

/// Columns and rows of an element type; zero where there is no such type.
std::pair<int, int> shapeOf(const std::string& type)
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

}  // namespace

Result<std::unique_ptr<GltfFile>> GltfFile::load(std::string bytes,
                                                 const std::filesystem::path& path)
{
    std::unique_ptr<GltfFile> file(new GltfFile);
    file->path_ = path;
    try {
        file->readContainer(std::move(bytes));
        file->readStructure();
    } catch (const Trouble& trouble) {
        return file->errorOf(trouble);
    } catch (const BadBytes& bad) {
        return Error{bad.message, path.string() + '@' + std::to_string(bad.at)};
    } catch (const Error& error) {
        return error;
    }
    return file;
}

Error GltfFile::errorOf(const Trouble& trouble) const
{
    std::string pointer = trouble.at ? pointerTo(json_, *trouble.at) : std::string();
    if (!trouble.member.empty()) pointer += '/' + trouble.member;
    return Error{trouble.message, path_.string() + '#' + pointer};
}

void GltfFile::readText(std::string_view bytes)
{
    if (bytes.empty()) throw Error{"the file is empty", path_.string()};
    const std::size_t first = bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == std::string::npos || bytes[first] != '{')
        throw BadBytes{"this is neither glTF nor GLB", first == std::string::npos ? 0 : first};
    if (bytes.size() > kMostJson) throw BadBytes{"the JSON is longer than 64 MB", kMostJson};
    tellMark(bytes, 0);
    readJson(bytes, path_.string());
}

void GltfFile::readJson(std::string_view text, const std::string& name)
{
    auto json = parseJson(text, name);
    if (!json) throw json.error();
    json_ = std::move(*json);
    mayExtend_ = text.find("\"extensions\"") != std::string_view::npos ||
                 text.find("\\u") != std::string_view::npos;
}

void GltfFile::readContainer(std::string file)
{
    const std::string name = path_.string();
    if (file.size() < 4 || word(file, 0) != kGlbMagic) return readText(file);
    whole_ = std::move(file);
    const std::string_view bytes = whole_;
    if (bytes.size() < 12) throw BadBytes{"the GLB header is cut short", bytes.size()};
    if (word(bytes, 4) != 2)
        throw BadBytes{"GLB version " + std::to_string(word(bytes, 4)) + " is not supported, 2 is",
                       4};
    const std::size_t declared = word(bytes, 8);
    if (declared > bytes.size())
        throw BadBytes{"the header says " + std::to_string(declared) + " bytes, the file has " +
                           std::to_string(bytes.size()),
                       bytes.size() < 20 ? bytes.size() : 8};
    if (declared < bytes.size())
        diagnostics_.push_back({Diagnostic::Severity::Warning,
                                "there are bytes behind the end that the header states",
                                name + '@' + std::to_string(declared)});
    bool haveJson = false;
    int chunks = 0;
    std::size_t at = 12;
    const auto told = [&](std::string message) {
        diagnostics_.push_back({Diagnostic::Severity::Warning, std::move(message),
                                name + '@' + std::to_string(at + 4)});
    };
    while (at < declared) {
        if (declared - at < 8) throw BadBytes{"a chunk header is cut short", at};
        const std::size_t length = word(bytes, at);
        const std::uint32_t type = word(bytes, at + 4);
        if (length > declared - at - 8)
            throw BadBytes{"a chunk of " + std::to_string(length) + " bytes ends behind the file",
                           at};
        if (length % 4 != 0) throw BadBytes{"the length of a chunk is no multiple of 4", at};
        const std::string_view chunk = bytes.substr(at + 8, length);
        if (!haveJson) {
            if (type != kJsonChunk) throw BadBytes{"the first chunk is not JSON", at + 4};
            if (length == 0) throw BadBytes{"the JSON chunk is empty", at};
            if (length > kMostJson) throw BadBytes{"the JSON is longer than 64 MB", at};
            // Padding is blanks; some writers pad with NULs all the same.
            tellMark(chunk, at + 8);
            readJson(chunk.substr(0, chunk.find_last_not_of('\0') + 1), name);
            haveJson = true;
        } else if (type == kBinChunk && !hasBin_) {
            bin_ = chunk;
            hasBin_ = true;
            if (chunks > 1) told("the binary chunk is not the second one");
        } else if (type == kBinChunk) {
            told("there is a second binary chunk, which nothing can refer to");
        } else if (type == kJsonChunk) {
            throw BadBytes{"there is a second JSON chunk", at + 4};
        }
        ++chunks;
        at += 8 + length;
    }
    if (!haveJson) throw BadBytes{"there is no JSON chunk", declared};
}

/// A byte order mark, which has no place in JSON.
void GltfFile::tellMark(std::string_view text, std::size_t where)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        diagnostics_.push_back({Diagnostic::Severity::Warning,
                                "the JSON begins with a byte order mark",
                                path_.string() + '@' + std::to_string(where)});
}

void GltfFile::readStructure()
{
    if (!json_.is_object()) refuse(json_, "expected an object");
    lengthen(json_);
    const Json& asset = member(json_, "asset");
    const std::string& version = text(member(asset, "version"));
    if (version.substr(0, 2) != "2.")
        refuse(asset["version"], "glTF " + inQuotes(version) + " is not supported, 2.0 is");
    if (const Json* least = find(asset, "minVersion"); least && text(*least) != "2.0")
        refuse(*least, "the file needs glTF " + inQuotes(text(*least)) + ", supported is 2.0");
    for (const Json& required : arrayOf(json_, "extensionsRequired")) {
        const std::string& name = text(required);
        const bool looks = name.rfind("KHR_materials_", 0) == 0 || name == "KHR_texture_transform";
        if (!looks && !isPacking(name) && name != "KHR_mesh_quantization" &&
            name != "KHR_lights_punctual")
            refuse(required, "the file requires the extension " + inQuotes(name) +
                                 ", which is not supported");
    }
    std::size_t row = 0;
    for (const Json& buffer : arrayOf(json_, "buffers")) readBuffer(buffer, row++);
    unpackBuffers();
    for (const Json& view : arrayOf(json_, "bufferViews")) readView(view);
    for (const Json& accessor : arrayOf(json_, "accessors")) readAccessor(accessor);
    // What packs numbers may round them; what is stated of them must hold of what came out.
    for (const Accessor& accessor : accessors_)
        if (accessor.view >= 0 && !unpacked_.empty() && unpacked_[accessor.view] &&
            !find(*accessor.json, "sparse"))
            mendBounds(accessor);
    for (const Json& image : arrayOf(json_, "images")) {
        if (const Json* view = find(image, "bufferView")) index(*view, views_.size(), "bufferView");
    }
}

void GltfFile::unpackBuffers()
{
    auto unpacked = unpack(json_, buffers_);
    if (!unpacked) return;
    const auto megabytes = [](std::size_t bytes) {
        return toText(std::round(double(bytes) / 1e5) / 10) + " MB";
    };
    const std::string place = path_.string() + "#/bufferViews";
    diagnostics_.push_back(
        {Diagnostic::Severity::Warning,
         "meshes or keys are packed (" + unpacked->extensions + "); what is saved here is not: " +
             megabytes(unpacked->bytes.size()) + " where " + megabytes(unpacked->before) + " were",
         place});
    if (unpacked->lostBuffers)
        diagnostics_.push_back(
            {Diagnostic::Severity::Warning,
             "the buffers become one, and what is said of those behind the first is lost", place});
    bin_ = {};
    whole_.clear();
    hollow_.clear();
    owned_.clear();
    owned_.push_back(std::move(unpacked->bytes));
    buffers_.assign(1, owned_.back());
    unpacked_ = std::move(unpacked->views);
}

void GltfFile::readBuffer(const Json& buffer, std::size_t row)
{
    const std::uint64_t length = count(member(buffer, "byteLength"));
    if (length < 1 || length > kMostBuffer)
        refuse(buffer["byteLength"], "expected between 1 and 2^31 bytes");
    if (isPlaceholder(buffer) && (row > 0 || !hasBin_)) {
        buffers_.emplace_back();
        return;
    }
    const Json* uri = find(buffer, "uri");
    std::string_view bytes;
    if (uri) {
        owned_.reserve(arrayOf(json_, "buffers").size());  // views into it must not move
        owned_.push_back(resource(*uri));
        bytes = owned_.back();
    } else if (row == 0 && hasBin_) {
        bytes = bin_;
    } else if (length <= sizeof(float) * kMostZeros) {
        // What such a buffer holds is left to extensions.
        owned_.reserve(arrayOf(json_, "buffers").size());
        bytes = owned_.emplace_back(length, '\0');
        diagnostics_.push_back({Diagnostic::Severity::Warning,
                                "the buffer has neither a uri nor a binary chunk",
                                path_.string() + "#/buffers/" + std::to_string(row)});
        hollow_.insert(row);
    } else {
        refuse(buffer, "the buffer has neither a uri nor a binary chunk", "uri");
    }
    if (bytes.size() < length)
        refuse(uri ? *uri : buffer["byteLength"], std::to_string(length) + " bytes are declared, " +
                                                      std::to_string(bytes.size()) + " are there");
    buffers_.push_back(bytes.substr(0, length));
}

std::string GltfFile::resource(const Json& uri) const
{
    namespace fs = std::filesystem;
    const std::string& spelled = text(uri);
    if (spelled.rfind("data:", 0) == 0) {
        const std::size_t comma = spelled.find(',');
        if (comma == std::string::npos) refuse(uri, "the data URI has no comma");
        constexpr std::string_view kBase64 = ";base64";
        const std::string_view head = std::string_view(spelled).substr(0, comma);
        if (!head.ends_with(kBase64)) {
            auto plain = fromPercent(std::string_view(spelled).substr(comma + 1));
            if (!plain) refuse(uri, "the data URI is not valid");
            return *std::move(plain);
        }
        auto bytes = fromBase64(std::string_view(spelled).substr(comma + 1));
        if (!bytes) refuse(uri, "the data URI is not valid base64");
        return std::move(*bytes);
    }
    const auto relative = fromPercent(spelled);
    const auto bad = [&](const char* why) {
        refuse(uri, std::string("the uri is refused: ") + why);
    };
    if (!relative || relative->empty()) bad("it names nothing");
    if (relative->find('\0') != std::string::npos) bad("it holds a NUL");
    if (relative->front() == '/') bad("it is not relative");
    if (relative->find_first_of(":\\") != std::string::npos) bad("it is not a relative path");
    if (path_.empty()) bad("there is no folder to look in");
    std::error_code ec;
    const fs::path folder =
        fs::canonical(path_.has_parent_path() ? path_.parent_path() : fs::path("."), ec);
    if (ec) bad("its folder cannot be read");
    const fs::path real = fs::canonical(folder / *relative, ec);
    if (ec) bad("there is no such file");
    const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), real.begin(), real.end());
    if (end != folder.end()) bad("it leaves the folder of the file");
    if (fs::equivalent(real, path_, ec)) bad("it is the file itself");
    auto bytes = readWhole(real, kMostBuffer);
    if (!bytes) refuse(uri, "the uri is refused: " + bytes.error().message);
    return std::move(*bytes);
}

void GltfFile::readView(const Json& view)
{
    const std::string_view buffer =
        buffers_[index(member(view, "buffer"), buffers_.size(), "buffer")];
    const std::uint64_t offset = count(view, "byteOffset", 0);
    const std::uint64_t length = count(member(view, "byteLength"));
    if (length < 1) refuse(view["byteLength"], "expected at least 1 byte");
    if (offset > buffer.size()) refuse(view["byteOffset"], "the view starts behind its buffer");
    if (length > buffer.size() - offset)
        refuse(view["byteLength"], "the view ends behind its buffer");
    const std::uint64_t stride = count(view, "byteStride", 0);
    if (find(view, "byteStride") && (stride < 4 || stride > 252 || stride % 4 != 0))
        refuse(view["byteStride"], "expected a multiple of 4 from 4 to 252");
    views_.push_back({buffer.substr(offset, length), offset, stride});
}

void GltfFile::readAccessor(const Json& json)
{
    Accessor accessor;
    accessor.json = &json;
    accessor.componentType =
        static_cast<int>(std::min<std::uint64_t>(count(member(json, "componentType")), 1'000'000));
    const std::size_t size = componentSize(accessor.componentType);
    if (size == 0) refuse(json["componentType"], "there is no such component type");
    const auto [columns, rows] = shapeOf(text(member(json, "type")));
    if (columns == 0) refuse(json["type"], "there is no such type");
    accessor.components = columns * rows;
    accessor.isMatrix = columns > 1;
    // Columns of a matrix start at multiples of 4 bytes; behind the last there need be none.
    const std::size_t column = static_cast<std::size_t>(rows) * size;
    accessor.elementSize =
        accessor.isMatrix ? columns * ((column + 3) / 4 * 4) : static_cast<std::size_t>(column);
    accessor.count = count(member(json, "count"));
    if (accessor.count < 1) refuse(json["count"], "expected at least 1");
    accessor.normalized = truth(json, "normalized", false);
    accessor.offset = count(json, "byteOffset", 0);
    for (const char* bound : {"min", "max"})
        if (const Json* values = find(json, bound)) {
            if (!values->is_array() || values->size() != std::size_t(accessor.components))
                refuse(*values, "expected as many numbers as an element has");
            for (const Json& value : *values) number(value);
        }
    if (const Json* row = find(json, "bufferView")) {
        accessor.view = index(*row, views_.size(), "bufferView");
        const std::size_t padding = accessor.isMatrix ? (column + 3) / 4 * 4 - column : 0;
        checkRoom(json, accessor, size, accessor.elementSize - padding);
    } else {
        // Nothing but the claim stands behind these zeros.
        if (accessor.count > kMostZeros ||
            (zeros_ += accessor.count * static_cast<std::size_t>(accessor.components)) > kMostZeros)
            refuse(json["count"], "too many elements without bytes");
    }
    if (const Json* sparse = find(json, "sparse")) checkSparse(*sparse, accessor);
    accessors_.push_back(accessor);
}

/// @param last  what the last element takes: no padding need stand behind it [bytes]
void GltfFile::checkRoom(const Json& json, const Accessor& accessor, std::size_t size,
                         std::size_t last) const
{
    const View& view = views_[accessor.view];
    const std::size_t stride = view.stride ? view.stride : accessor.elementSize;
    const Json& strided = arrayOf(json_, "bufferViews")[accessor.view];
    const std::uint64_t buffer = count(member(strided, "buffer"));
    if (hollow_.contains(buffer))
        refuse(arrayOf(json_, "buffers")[buffer], "the buffer has neither a uri nor a binary chunk",
               "uri");
    if (stride < accessor.elementSize)
        refuse(strided["byteStride"], "the elements are longer than the stride of their view");
    const Json* given = find(json, "byteOffset");
    const Json& offset = given ? *given : json;
    if (accessor.offset > view.bytes.size() || (accessor.offset + view.offset) % size != 0)
        refuse(offset, "the accessor starts behind its view, or unaligned");
    const std::size_t room = view.bytes.size() - accessor.offset;
    const auto fits = [&](std::size_t bytes, std::size_t step) {
        return bytes >= last && accessor.count - 1 <= (bytes - last) / step;
    };
    if (!fits(room, stride)) {
        // The number without which it would fit is the one to blame.
        const std::string message = "the accessor ends behind its view";
        if (fits(view.bytes.size(), stride)) refuse(offset, message);
        if (fits(room, accessor.elementSize)) refuse(strided["byteStride"], message);
        refuse(json["count"], message);
    }
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
        element(accessor, row));  // of whole_ or owned_, which are no constants
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

std::vector<float> GltfFile::floats(int which) const
{
    const Accessor& accessor = accessors_[which];
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
        for (std::size_t row = 0; row < accessor.count; ++row)
            std::memcpy(out.data() + row * width, element(accessor, row), width * sizeof(float));
        const auto odd = std::find_if_not(out.begin(), out.end(),
                                          [](float value) { return std::isfinite(value); });
        if (odd != out.end())
            decode(element(accessor, (odd - out.begin()) / width),
                   std::size_t(odd - out.begin()) / width);
    } else if (accessor.view >= 0) {
        for (std::size_t row = 0; row < accessor.count; ++row) decode(element(accessor, row), row);
    }
    const Json* sparse = find(*accessor.json, "sparse");
    if (!sparse) return out;
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
        decode(value + i * accessor.elementSize, static_cast<std::size_t>(row));
    }
    return out;
}

std::vector<std::uint32_t> GltfFile::integers(int which) const
{
    const Accessor& accessor = accessors_[which];
    if (accessor.componentType != 5121 && accessor.componentType != 5123 &&
        accessor.componentType != 5125)
        refuse(*accessor.json, "expected unsigned whole numbers");
    const std::size_t width = static_cast<std::size_t>(accessor.components);
    const std::size_t size = componentSize(accessor.componentType);
    std::vector<std::uint32_t> out(accessor.count * width, 0);
    if (accessor.view >= 0)
        for (std::size_t row = 0; row < accessor.count; ++row)
            for (std::size_t i = 0; i < width; ++i)
                out[row * width + i] = static_cast<std::uint32_t>(
                    component(element(accessor, row) + i * size, accessor.componentType, false));
    if (find(*accessor.json, "sparse")) refuse(*accessor.json, "sparse whole numbers are not read");
    return out;
}

std::string glbBytes(std::string json, std::string_view bin)
{
    json.append((4 - json.size() % 4) % 4, ' ');
    const std::size_t padding = (4 - bin.size() % 4) % 4;
    std::string out;
    const auto put = [&](std::size_t value) {
        const auto little = static_cast<std::uint32_t>(value);
        out.append(reinterpret_cast<const char*>(&little), sizeof little);
    };
    const std::size_t binary = bin.empty() ? 0 : 8 + bin.size() + padding;
    out.reserve(20 + json.size() + binary);
    put(kGlbMagic);
    put(2);
    put(20 + json.size() + binary);
    put(json.size());
    put(kJsonChunk);
    out += json;
    if (bin.empty()) return out;
    put(bin.size() + padding);
    put(kBinChunk);
    out += bin;
    out.append(padding, '\0');
    return out;
}

}  // namespace posewright::io::gltf
