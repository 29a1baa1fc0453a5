#include "core/io/gltf/gltf_file.h"

#include "core/base/base64.h"
#include "core/base/number.h"
#include "core/io/beside.h"
#include "core/io/gltf/bad_bytes.h"
#include "core/io/gltf/packed/packed.h"
#include "core/io/gltf/project/short_form.h"
#include "core/io/gltf/text/quick_json.h"
#include "core/io/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace posewright::io::gltf {

namespace {

constexpr std::size_t kMostBuffer = std::size_t{2} << 30;
/// Largest buffer without data. [bytes]
constexpr std::size_t kMostHollow = 16'000'000;

/// How many bytes of a buffer its views need; invalid numbers count as 0.
std::uint64_t bytesTaken(const Json& views, std::size_t buffer)
{
    const auto told = [](const Json& view, const char* name, std::uint64_t absent) {
        const auto value = view.find(name);
        if (value == view.end()) return absent;
        return value->is_number_unsigned() ? value->get<std::uint64_t>() : 0;
    };
    std::uint64_t taken = 0;
    for (const Json& view : views) {
        if (!view.is_object() || told(view, "buffer", buffer + 1) != buffer) continue;
        const std::uint64_t offset = told(view, "byteOffset", 0);
        const std::uint64_t length = told(view, "byteLength", 0);
        if (offset <= kMostBuffer && length <= kMostBuffer)
            taken = std::max(taken, offset + length);
    }
    return taken;
}

/// Is what the extension says shown, as far as pictures can be decoded?
bool isUnderstood(std::string_view extension)
{
    static constexpr std::array<std::string_view, 6> kUnderstood{
        "KHR_mesh_quantization", "KHR_lights_punctual", "KHR_texture_transform",
        "KHR_animation_pointer", "EXT_texture_webp",    "KHR_xmp_json_ld"};
    return extension.starts_with("KHR_materials_") ||
           std::ranges::find(kUnderstood, extension) != kUnderstood.end();
}

/// Does a file that requires the extension stay whole without it, but for how it looks?
bool comesAlong(std::string_view extension)
{
    static constexpr std::array<std::string_view, 7> kCarried{
        "KHR_texture_basisu",     "EXT_texture_avif",      "MSFT_texture_dds",
        "KHR_node_visibility",    "KHR_node_hoverability", "KHR_node_selectability",
        "EXT_mesh_gpu_instancing"};
    return std::ranges::find(kCarried, extension) != kCarried.end();
}

}  // namespace

Result<std::unique_ptr<GltfFile>> GltfFile::load(std::string bytes,
                                                 const std::filesystem::path& path)
{
    std::unique_ptr<GltfFile> file(new GltfFile);
    file->path_ = path;
    file->whole_ = std::move(bytes);
    const std::string_view all = file->whole_;
    return loaded(std::move(file), all);
}

Result<std::unique_ptr<GltfFile>> GltfFile::load(std::vector<std::uint8_t> bytes,
                                                 const std::filesystem::path& path)
{
    std::unique_ptr<GltfFile> file(new GltfFile);
    file->path_ = path;
    file->bytes_ = std::move(bytes);
    const std::string_view all(reinterpret_cast<const char*>(file->bytes_.data()),
                               file->bytes_.size());
    return loaded(std::move(file), all);
}

Result<std::unique_ptr<GltfFile>> GltfFile::loaded(std::unique_ptr<GltfFile> file,
                                                   std::string_view bytes)
{
    return checked(std::move(file), [bytes](GltfFile& it) { it.readContainer(bytes); });
}

Result<std::unique_ptr<GltfFile>> GltfFile::ofChunks(std::string_view json, std::string_view bin,
                                                     std::string_view tail)
{
    std::unique_ptr<GltfFile> file(new GltfFile);
    file->bin_ = bin;
    file->tail_ = tail;
    file->isGlb_ = true;
    file->hasBin_ = bin.size() + tail.size() > 0;
    return checked(std::move(file), [json](GltfFile& it) { it.readJson(json, {}); });
}

template <class Read>
Result<std::unique_ptr<GltfFile>> GltfFile::checked(std::unique_ptr<GltfFile> file, Read&& read)
{
    try {
        read(*file);
        file->readStructure();
    } catch (const Trouble& trouble) {
        return file->errorOf(trouble);
    } catch (const BadBytes& bad) {
        return Error{bad.message, file->path_.string() + '@' + std::to_string(bad.at)};
    } catch (const Error& error) {
        return error;
    }
    return file;
}

std::vector<std::uint8_t> GltfFile::takeOnlyBuffer()
{
    if (buffers_.size() != 1 || bin_.empty() || bytes_.empty()) return {};
    const std::size_t size = buffers_[0].size();
    if (buffers_[0].data() != bin_.data() || size < bytes_.size() / 4 * 3) return {};
    const std::ptrdiff_t at = reinterpret_cast<const std::uint8_t*>(bin_.data()) - bytes_.data();
    bytes_.erase(bytes_.begin(), bytes_.begin() + at);
    bytes_.resize(size);
    buffers_.clear();
    return std::move(bytes_);
}

GltfFile::~GltfFile()
{
    drop(json_);
}

Error GltfFile::errorOf(const Trouble& trouble) const
{
    std::string pointer = trouble.at ? pointerTo(json_, *trouble.at) : std::string();
    if (const auto buffer = zerosBehind(trouble, pointer))
        return Error{"the buffer has no uri, and with zeros in its place the file is refused: " +
                         trouble.message,
                     path_.string() + "#/buffers/" + std::to_string(*buffer) + "/uri"};
    if (!trouble.member.empty()) pointer += '/' + trouble.member;
    return Error{trouble.message, path_.string() + '#' + pointer};
}

/// The buffer without a uri that the trouble comes from: the value at fault is an accessor in it,
/// or names one.
std::optional<std::uint64_t> GltfFile::zerosBehind(const Trouble& trouble,
                                                   std::string_view pointer) const
{
    if (zeroed_.empty() || !trouble.at) return std::nullopt;
    const auto isBelow = [pointer](const char* list) { return pointer.starts_with(list); };
    std::size_t row = accessors_.size();
    if (isBelow("/accessors/")) {
        for (std::size_t i = 0; i < accessors_.size(); ++i) {
            const std::string place = "/accessors/" + std::to_string(i);
            if (pointer == place || isBelow((place + '/').c_str())) row = i;
        }
    } else if (trouble.at->is_number_unsigned() &&
               (isBelow("/animations/") || isBelow("/meshes/") || isBelow("/skins/"))) {
        row = trouble.at->get<std::size_t>();
    }
    if (row >= accessors_.size() || accessors_[row].view < 0) return std::nullopt;
    const Json& view = json_["bufferViews"][static_cast<std::size_t>(accessors_[row].view)];
    const std::uint64_t buffer = count(member(view, "buffer"));
    return zeroed_.contains(buffer) ? std::optional(buffer) : std::nullopt;
}

void GltfFile::readStructure()
{
    if (!json_.is_object()) refuse(json_, "expected an object");
    lengthen(json_);
    const Json& asset = member(json_, "asset");
    const std::string& version = text(member(asset, "version"));
    if (version.substr(0, 2) != "2.")
        refuse(asset["version"], "glTF " + inQuotes(version) + " is not supported, 2.0 is");
    if (const Json* least = find(asset, "minVersion"); least && text(*least) != "2.0") {
        if (!text(*least).starts_with("2.") || text(*least) > version)
            refuse(*least, "the file needs glTF " + inQuotes(text(*least)) + ", supported is 2.0");
        diagnostics_.push_back({Diagnostic::Severity::Warning,
                                "the file needs glTF " + inQuotes(text(*least)) +
                                    ", and is read as 2.0: what is new there is not seen",
                                path_.string() + "#/asset/minVersion"});
    }
    readRequired();
    std::size_t row = 0;
    for (const Json& buffer : arrayOf(json_, "buffers")) readBuffer(buffer, row++);
    tellUnnamedBytes();
    unpackBuffers();
    for (const Json& view : arrayOf(json_, "bufferViews")) readView(view);
    for (const Json& accessor : arrayOf(json_, "accessors")) readAccessor(accessor);
    // Packing may round numbers, so update the bounds to what was unpacked.
    for (const Accessor& accessor : accessors_)
        if (accessor.view >= 0 && !unpacked_.empty() && unpacked_[accessor.view] &&
            !accessor.sparse)
            mendBounds(accessor);
    for (const Json& image : arrayOf(json_, "images")) {
        if (const Json* view = find(image, "bufferView")) index(*view, views_.size(), "bufferView");
    }
}

void GltfFile::readRequired()
{
    for (const Json& required : arrayOf(json_, "extensionsRequired")) {
        const std::string& name = text(required);
        if (isPacking(name) || isUnderstood(name)) continue;
        if (!comesAlong(name))
            refuse(required, "the file requires the extension " + inQuotes(name) +
                                 ", which is not supported");
        diagnostics_.push_back(
            {Diagnostic::Severity::Warning,
             "the file requires " + inQuotes(name) + ", which comes along and is not shown here",
             pointerTo(json_, required)});
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
             "the buffers become one; the properties of all but the first are lost", place});
    bin_ = {};
    whole_ = {};
    bytes_ = {};
    hollow_.clear();
    zeroed_.clear();
    owned_.clear();
    owned_.push_back(std::move(unpacked->bytes));
    buffers_.assign(1, owned_.back());
    unpacked_ = std::move(unpacked->views);
}

void GltfFile::tellUnnamedBytes()
{
    constexpr std::size_t kPadding = 3;
    const bool named = !buffers_.empty() && buffers_[0].data() == bin_.data();
    const std::size_t taken = named ? buffers_[0].size() : 0, left = bin_.size() - taken;
    if (left <= kPadding) return;
    const char* start = bin_.data();
    if (!whole_.empty()) start = whole_.data();
    if (!bytes_.empty()) start = reinterpret_cast<const char*>(bytes_.data());
    diagnostics_.push_back(
        {Diagnostic::Severity::Warning,
         std::to_string(left) + " bytes of the binary chunk are of no buffer, and are left out",
         path_.string() + '@' + std::to_string(bin_.data() + taken - start)});
}

std::string_view GltfFile::bytesOfUri(const Json& uri)
{
    const auto known = ofUri_.find(text(uri));
    if (known != ofUri_.end()) return known->second;
    return ofUri_.try_emplace(text(uri), owned_.emplace_back(resource(uri))).first->second;
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
    owned_.reserve(arrayOf(json_, "buffers").size());  // views into it must not move
    if (uri) {
        try {
            bytes = bytesOfUri(*uri);
        } catch (const Trouble& trouble) {
            // A file that is not there matters only if something is read from it.
            if (text(*uri).starts_with("data:") || length > kMostHollow) throw;
            bytes = hollowBuffer(length, row, trouble);
        }
    } else if (row == 0 && hasBin_) {
        bytes = bin_;
    } else if (!isGlb_ && length <= kMostHollow) {
        // The specification leaves open what such a buffer holds.
        diagnostics_.push_back({Diagnostic::Severity::Warning,
                                "the buffer has no uri, and what it holds is not known: zeros are "
                                "taken",
                                path_.string() + "#/buffers/" + std::to_string(row)});
        bytes = owned_.emplace_back(length, '\0');
        zeroed_.insert(row);
    } else {
        // Extensions may define the content of such a buffer.
        const Trouble why{&buffer, "the buffer has neither a uri nor a binary chunk", "uri"};
        if (length > kMostHollow) throw why;
        bytes = hollowBuffer(length, row, why);
    }
    // If all used bytes exist, the declared length is to blame, not the data.
    const std::uint64_t taken = bytesTaken(arrayOf(json_, "bufferViews"), row);
    const std::size_t there = bytes.size() + (row == 0 ? tail_.size() : 0);
    const bool suffices = taken <= there;
    if (there < length)
        refuse(uri && !suffices ? *uri : buffer["byteLength"],
               std::to_string(length) + " bytes are declared, " + std::to_string(there) +
                   " are there");
    if (suffices && length < taken)
        refuse(buffer["byteLength"],
               std::to_string(length) + " bytes are declared, views take " + std::to_string(taken));
    buffers_.push_back(bytes.substr(0, length));
}

std::string_view GltfFile::hollowBuffer(std::uint64_t length, std::size_t row, Trouble why)
{
    diagnostics_.push_back({Diagnostic::Severity::Warning, why.message,
                            path_.string() + "#/buffers/" + std::to_string(row)});
    hollow_.emplace(row, std::move(why));
    return owned_.emplace_back(length, '\0');
}

std::string GltfFile::resource(const Json& uri) const
{
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
    if (!relative) refuse(uri, "the uri is refused: it names nothing");
    auto bytes = readBeside(path_, *relative, kMostBuffer);
    if (!bytes) refuse(uri, "the uri is refused: " + bytes.error().message);
    return std::move(*bytes);
}

void GltfFile::readView(const Json& view)
{
    static constexpr std::array<std::string_view, 4> kNames{"buffer", "byteLength", "byteOffset",
                                                            "byteStride"};
    const auto [row, size, start, step] = membersOf(view, kNames);
    const int at = index(row ? *row : member(view, "buffer"), buffers_.size(), "buffer");
    std::string_view buffer = buffers_[at];
    const std::uint64_t offset = start ? count(*start) : 0;
    const std::uint64_t length = count(size ? *size : member(view, "byteLength"));
    if (length < 1) refuse(*size, "expected at least 1 byte");
    std::uint64_t first = offset;
    if (at == 0 && !tail_.empty() && offset >= buffer.size()) {
        first -= buffer.size();
        buffer = tail_;
    }
    if (first > buffer.size()) refuse(*start, "the view starts behind its buffer");
    if (length > buffer.size() - first) refuse(*size, "the view ends behind its buffer");
    const std::uint64_t stride = step ? count(*step) : 0;
    if (step && (stride < 4 || stride > 252 || stride % 4 != 0))
        refuse(*step, "expected a multiple of 4 from 4 to 252");
    views_.push_back({buffer.substr(first, length), offset, stride});
}

}  // namespace posewright::io::gltf
