#include "core/io/gltf/save_pair.h"

#include "core/io/gltf/gltf_file.h"
#include "core/io/gltf/gltf_format.h"
#include "core/io/gltf/text/json.h"
#include "core/io/save.h"
#include "core/io/temporary.h"
#include "core/io/text.h"

#include <cerrno>
#include <optional>
#include <system_error>
#include <unistd.h>

namespace posewright::io::gltf {

namespace fs = std::filesystem;

namespace {

std::string binName(const fs::path& path, const std::string& hash)
{
    return path.stem().string() + '.' + hash + ".bin";
}

std::string contentHash(std::string_view bytes, char salt)
{
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    const auto add = [&](char c) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    };
    for (const char c : bytes) add(c);
    if (salt != 0) add(salt);
    static constexpr char kHex[] = "0123456789abcdef";
    std::string out;
    for (int i = 0; i < 8; ++i, hash >>= 4U) out += kHex[hash & 15U];
    return out;
}

/// The binary of our .gltf at this path; empty if there is none or it is not ours. Error: unknown.
Result<fs::path> binaryOf(const fs::path& path)
{
    std::error_code failed;
    if (!fs::exists(path, failed) && !failed) return fs::path();
    const auto bytes = readWhole(path, std::uintmax_t{64} << 20);
    if (!bytes) return bytes.error();
    const auto json = parseJson(*bytes, {});
    if (!json || !json->is_object()) return fs::path();
    const auto uri = json->value(Json::json_pointer("/buffers/0/uri"), Json());
    const std::string stem = percentEncoded(path.stem().string());
    if (!uri.is_string()) return fs::path();
    const std::string name = uri.get<std::string>();
    const bool ours = name.size() == stem.size() + 13 && name.rfind(stem + '.', 0) == 0 &&
                      name.substr(name.size() - 4) == ".bin";
    return ours ? path.parent_path() / binName(path, name.substr(stem.size() + 1, 8)) : fs::path();
}

struct Place {
    fs::path path;
    bool taken = false;  ///< by a file with the same bytes
};

/// Where to put the binary. A file of that name with other content may belong to the previous
/// .gltf, so it is not overwritten.
Result<Place> placeFor(const fs::path& path, const std::string& bin)
{
    for (char salt = 0; salt < 100; ++salt) {
        const fs::path place = path.parent_path() / binName(path, contentHash(bin, salt));
        std::error_code failed;
        const bool there = fs::exists(place, failed);
        if (failed)
            return Error{"cannot write the file: " + failed.message(), place.string(),
                         ErrorKind::Machine};
        if (!there) return Place{place, false};
        if (const auto bytes = readWhole(place); bytes && *bytes == bin) return Place{place, true};
    }
    return Error{"there is no name for its binary", path.string(), ErrorKind::Machine};
}

/// Writes a binary that is removed again unless kept; until then it also has the name `mark`.
Result<void> placeBinary(const fs::path& path, std::string_view bytes, Temporary& mark,
                         std::optional<Temporary>& placed)
{
    if (auto done = writeWhole(mark.path(), bytes); !done) return done;
    if (::link(mark.path().c_str(), path.c_str()) != 0) {
        // Without hard links it gets no second name.
        if (errno == EEXIST || ::rename(mark.path().c_str(), path.c_str()) != 0)
            return Error{"cannot put the file in its place: " +
                             std::generic_category().message(errno),
                         path.string(), ErrorKind::Machine};
        mark.keep();
    }
    placed.emplace(path);
    return syncFolder(path.has_parent_path() ? path.parent_path() : fs::path("."));
}

/// Does the pair hold the document, or, as files for other programs do not hold all of one, what
/// the same bytes in one file hold?
Result<void> checkPair(const Written& written, std::string text, const fs::path& path)
{
    const auto back = readBytes(std::move(text), path);
    if (back && back->document == written.document) return {};
    if (back) {
        Json json = written.json;
        if (!written.bin.empty()) json["buffers"][0].erase("uri");
        const auto meant = readBytes(glbBytes(json.dump(), written.bin), path);
        if (meant && meant->document == back->document) return {};
    }
    return Error{back ? "the disk does not hold what was written"
                      : "what was written cannot be read back (" + back.error().message + ')',
                 path.string(), ErrorKind::Machine};
}

}  // namespace

Result<void> savePair(Written& written, const fs::path& path)
{
    // The previous file becomes the backup and keeps its binary; the binary of the old backup is
    // removed.
    const auto before = binaryOf(path);
    const auto stale = binaryOf(path.string() + '~');
    // Do not write if the disk cannot tell what would be left behind.
    for (const auto* old : {&before, &stale})
        if (!*old && old->error().kind == ErrorKind::Machine) return old->error();
    Temporary mark(temporaryName(path.parent_path()));
    Temporary staleMark(temporaryName(path.parent_path()));
    std::optional<Temporary> placed;
    fs::path bin;
    if (!written.bin.empty()) {
        const auto place = placeFor(path, written.bin);
        if (!place) return place.error();
        bin = place->path;
        written.json["buffers"][0]["uri"] = percentEncoded(bin.filename().string());
        if (!place->taken)
            if (auto done = placeBinary(bin, written.bin, mark, placed); !done) return done;
    }
    std::string text = written.json.dump(1, '\t');
    if (auto right = checkPair(written, text, path); !right) return right;
    const bool goes = before && stale && !stale->empty() && *stale != *before && *stale != bin;
    // From here on, a kill could leave that binary without a .gltf that refers to it.
    if (goes && ::link(stale->c_str(), staleMark.path().c_str()) != 0) staleMark.keep();
    if (auto done = saveWithBackup(path, text); !done) return done;
    if (placed) placed->keep();
    // If it could not be removed, keep its second name, so that a later save removes both.
    if (goes && ::unlink(stale->c_str()) != 0) staleMark.keep();
    return {};
}

}  // namespace posewright::io::gltf
