#include "core/io/gltf/bad_bytes.h"
#include "core/io/gltf/gltf_file.h"
#include "core/io/text.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>

namespace posewright::io::gltf {

static_assert(std::endian::native == std::endian::little, "glTF buffers are little-endian");

namespace {

constexpr std::size_t kMostJson = std::size_t{64} << 20;
constexpr std::uint32_t kGlbMagic = 0x46546C67;
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;
constexpr std::uint32_t kBinChunk = 0x004E4942;

std::uint32_t word(std::string_view bytes, std::size_t at)
{
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

/// Chunks that the specification asks readers to pass over.
class UnknownChunks {
public:
    void add(std::string_view type, std::size_t length, std::size_t at)
    {
        if (count_++ == 0) {
            at_ = at;
            type_ = type;
        }
        bytes_ += length;
    }
    void tell(const std::string& file, Diagnostics& told) const
    {
        if (count_ == 0) return;
        const std::string what =
            count_ == 1
                ? "a chunk " + inQuotes(type_) + " of " + std::to_string(bytes_) +
                      " bytes is unknown, and left out"
                : std::to_string(count_) + " chunks of " + std::to_string(bytes_) +
                      " bytes in all are unknown, and left out; the first is " + inQuotes(type_);
        told.push_back({Diagnostic::Severity::Warning, what, file + '@' + std::to_string(at_)});
    }

private:
    std::size_t count_ = 0;
    std::size_t bytes_ = 0;
    std::size_t at_ = 0;  ///< the first
    std::string_view type_;
};

/// Checks the header of a GLB; how long it says the file is.
std::size_t declaredSize(std::string_view bytes)
{
    if (bytes.size() < 12) throw BadBytes{"the GLB header is cut short", bytes.size()};
    if (word(bytes, 4) != 2)
        throw BadBytes{"GLB version " + std::to_string(word(bytes, 4)) + " is not supported, 2 is",
                       4};
    const std::size_t declared = word(bytes, 8);
    if (declared > bytes.size())
        throw BadBytes{"the file is cut short: its header says " + std::to_string(declared) +
                           " bytes, and " + std::to_string(bytes.size()) + " are there",
                       bytes.size() < 20 ? bytes.size() : 8};
    return declared;
}

}  // namespace

void GltfFile::readText(std::string_view bytes)
{
    if (bytes.empty()) throw Error{"the file is empty", path_.string()};
    const std::size_t first = bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == std::string::npos || bytes[first] != '{')
        throw BadBytes{"this is not a glTF or GLB file: it begins with neither \"glTF\" nor \"{\"",
                       first == std::string::npos ? 0 : first};
    if (bytes.size() > kMostJson) throw BadBytes{"the JSON is longer than 64 MB", kMostJson};
    tellMark(bytes, 0);
    readJson(bytes, path_.string());
}

void GltfFile::readJson(std::string_view text, const std::string& name)
{
    auto json = parseJson(text, name, &diagnostics_);
    if (!json) throw json.error();
    json_ = std::move(*json);
    jsonSize_ = text.size();
    constexpr std::string_view kExtensions = "\"extensions\"";
    const std::boyer_moore_horspool_searcher search(kExtensions.begin(), kExtensions.end());
    mayExtend_ = std::search(text.begin(), text.end(), search) != text.end() ||
                 text.find("\\u") != std::string_view::npos;
}

void GltfFile::readContainer(std::string_view bytes)
{
    const std::string name = path_.string();
    if (bytes.size() < 4 || word(bytes, 0) != kGlbMagic) {
        readText(bytes);
        whole_ = {};
        bytes_ = {};
        return;
    }
    isGlb_ = true;
    const std::size_t declared = declaredSize(bytes);
    if (declared < bytes.size())
        diagnostics_.push_back({Diagnostic::Severity::Warning,
                                "there are bytes behind the end that the header states",
                                name + '@' + std::to_string(declared)});
    bool haveJson = false;
    UnknownChunks unknown;
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
            // Padding should be spaces, but some writers use NULs.
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
        } else {
            unknown.add(bytes.substr(at + 4, 4), length, at);
        }
        ++chunks;
        at += 8 + length;
    }
    if (!haveJson) throw BadBytes{"there is no JSON chunk", declared};
    unknown.tell(name, diagnostics_);
}

/// Reports a byte order mark, which is not allowed in JSON.
void GltfFile::tellMark(std::string_view text, std::size_t where)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        diagnostics_.push_back({Diagnostic::Severity::Warning,
                                "the JSON begins with a byte order mark",
                                path_.string() + '@' + std::to_string(where)});
}

std::string glbHead(std::string json, std::size_t binSize)
{
    json.append((4 - json.size() % 4) % 4, ' ');
    const std::size_t padded = binSize + (4 - binSize % 4) % 4;
    std::string out;
    const auto put = [&](std::size_t value) {
        const auto little = static_cast<std::uint32_t>(value);
        out.append(reinterpret_cast<const char*>(&little), sizeof little);
    };
    put(kGlbMagic);
    put(2);
    put(20 + json.size() + (binSize == 0 ? 0 : 8 + padded));
    put(json.size());
    put(kJsonChunk);
    out += json;
    if (binSize == 0) return out;
    put(padded);
    put(kBinChunk);
    return out;
}

std::string glbBytes(std::string json, std::string_view bin)
{
    const std::string head = glbHead(std::move(json), bin.size());
    const std::size_t padding = (4 - bin.size() % 4) % 4;
    std::string out;
    out.reserve(head.size() + bin.size() + padding);
    out += head;
    out += bin;
    out.append(padding, '\0');
    return out;
}

}  // namespace posewright::io::gltf
