#include "core/io/gltf/save_pair.h"

#include "core/io/gltf/gltf_file.h"
#include "core/io/gltf/gltf_format.h"
#include "core/io/gltf/text/json.h"
#include "core/io/save.h"
#include "core/io/temporary.h"
#include "core/io/text.h"

#include <algorithm>
#include <cerrno>
#include <deque>
#include <iterator>
#include <system_error>
#include <unistd.h>

namespace posewright::io::gltf {

namespace fs = std::filesystem;

namespace {

/// "walk.1a2b3c4d.bin", or, of a picture "skin", "walk.skin.1a2b3c4d.png".
std::string besideName(const fs::path& path, const std::string& middle, const std::string& hash,
                       std::string_view ending)
{
    constexpr std::size_t kMost = 255;  // bytes of a file name
    const std::string first = path.stem().string() + '.';
    const std::string last = hash + '.' + std::string(ending);
    const std::string whole = middle.empty() ? first + last : first + middle + '.' + last;
    return whole.size() > kMost ? first + last : whole;
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

/// Is it what besideName makes of the stem "walk", without "walk."?
bool isOurs(std::string_view rest)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    const auto dot = rest.rfind('.');
    if (dot == std::string_view::npos) return false;
    const std::string_view ending = rest.substr(dot + 1);
    rest = rest.substr(0, dot);
    if (rest.size() < 8 || (ending != "bin" && !isPictureEnding(ending))) return false;
    if (rest.find_first_not_of(kHex, rest.size() - 8) != std::string_view::npos) return false;
    if (rest.size() == 8) return true;
    const std::string_view middle = rest.substr(0, rest.size() - 9);
    return rest[middle.size()] == '.' && middle.find_first_of("./%\\") == std::string_view::npos;
}

/// The files beside our .gltf at this path that it names: its binary and its pictures. Empty if
/// there are none or they are not ours. Error: unknown.
Result<std::vector<fs::path>> filesOf(const fs::path& path)
{
    std::error_code failed;
    std::vector<fs::path> out;
    if (!fs::exists(path, failed) && !failed) return out;
    const auto bytes = readWhole(path, std::uintmax_t{64} << 20);
    if (!bytes) return bytes.error();
    const auto json = parseJson(*bytes, {});
    if (!json || !json->is_object()) return out;
    const std::string stem = percentEncoded(path.stem().string()) + '.';
    for (const char* list : {"buffers", "images"}) {
        const auto rows = json->find(list);
        if (rows == json->end() || !rows->is_array()) continue;
        for (const Json& row : *rows) {
            const auto uri = row.is_object() ? row.find("uri") : row.end();
            if (!row.is_object() || uri == row.end() || !uri->is_string()) continue;
            const std::string name = uri->get<std::string>();
            if (name.starts_with(stem) && isOurs(std::string_view(name).substr(stem.size())))
                out.push_back(path.parent_path() /
                              (path.stem().string() + '.' + name.substr(stem.size())));
        }
    }
    return out;
}

struct Place {
    fs::path path;
    bool taken = false;  ///< by a file with the same bytes
};

/// Files beside a .gltf. They are removed again unless kept; until then they also have the names of
/// temporary files.
class FilesBeside {
public:
    explicit FilesBeside(const fs::path& path) : path_(path) {}

    /// Writes a file, or takes one that is there with the same bytes; returns its URI.
    Result<std::string> put(const std::string& middle, std::string_view ending,
                            const std::string& bytes)
    {
        const auto place = placeFor(middle, ending, bytes);
        if (!place) return place.error();
        if (!place->taken)
            if (auto done = write(place->path, bytes); !done) return done.error();
        all_.push_back(place->path);
        return percentEncoded(place->path.filename().string());
    }
    bool has(const fs::path& file) const { return std::ranges::find(all_, file) != all_.end(); }
    void keep()
    {
        for (Temporary& file : placed_) file.keep();
    }

private:
    /// A file of that name with other content may belong to the previous .gltf, or to somebody
    /// else, so it is not overwritten.
    Result<Place> placeFor(const std::string& middle, std::string_view ending,
                           const std::string& bytes) const
    {
        for (char salt = 0; salt < 100; ++salt) {
            const fs::path place =
                path_.parent_path() / besideName(path_, middle, contentHash(bytes, salt), ending);
            std::error_code failed;
            const bool there = fs::exists(place, failed);
            if (failed)
                return Error{"cannot write the file: " + failed.message(), place.string(),
                             ErrorKind::Machine};
            if (!there) return Place{place, false};
            if (const auto known = readWhole(place); known && *known == bytes)
                return Place{place, true};
        }
        return Error{"there is no name for a file beside it", path_.string(), ErrorKind::Machine};
    }

    Result<void> write(const fs::path& file, std::string_view bytes)
    {
        Temporary& mark = marks_.emplace_back(temporaryName(path_.parent_path()));
        if (auto done = writeWhole(mark.path(), bytes); !done) {
            Error error = done.error();
            error.where = file.string();  // the temporary name says nothing
            return error;
        }
        if (::link(mark.path().c_str(), file.c_str()) != 0) {
            // Without hard links it gets no second name.
            if (errno == EEXIST || ::rename(mark.path().c_str(), file.c_str()) != 0)
                return Error{"cannot put the file in its place: " +
                                 std::generic_category().message(errno),
                             file.string(), ErrorKind::Machine};
            mark.keep();
        }
        placed_.emplace_back(file);
        return syncFolder(path_.has_parent_path() ? path_.parent_path() : fs::path("."));
    }

    const fs::path& path_;
    std::vector<fs::path> all_;
    std::deque<Temporary> marks_;
    std::deque<Temporary> placed_;
};

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

Result<void> savePair(Written& written, const std::vector<PictureFile>& pictures,
                      const fs::path& path)
{
    // The previous file becomes the backup and keeps its files; those of the old backup are
    // removed.
    const auto before = filesOf(path);
    const auto backup = filesOf(path.string() + '~');
    // Do not write if the disk cannot tell what would be left behind.
    for (const auto* old : {&before, &backup})
        if (!*old && old->error().kind == ErrorKind::Machine) return old->error();
    FilesBeside beside(path);
    if (!written.bin.empty()) {
        const auto uri = beside.put({}, "bin", written.bin);
        if (!uri) return uri.error();
        written.json["buffers"][0]["uri"] = *uri;
    }
    for (const PictureFile& picture : pictures) {
        const auto uri = beside.put(picture.name, picture.ending, picture.bytes);
        if (!uri) return uri.error();
        for (const std::size_t row : picture.images) written.json["images"][row]["uri"] = *uri;
    }
    std::string text = written.json.dump(1, '\t');
    if (auto right = checkPair(written, text, path); !right) return right;
    std::vector<fs::path> stale;
    if (before && backup)
        std::ranges::copy_if(*backup, std::back_inserter(stale), [&](const fs::path& file) {
            return std::ranges::count(*before, file) == 0 && !beside.has(file);
        });
    // From here on, a kill could leave those without a .gltf that refers to them.
    std::deque<Temporary> marks;
    for (const fs::path& file : stale) {
        Temporary& mark = marks.emplace_back(temporaryName(path.parent_path()));
        if (::link(file.c_str(), mark.path().c_str()) != 0) mark.keep();
    }
    if (auto done = saveWithBackup(path, text); !done) return done;
    beside.keep();
    // If one could not be removed, keep its second name, so that a later save removes both.
    for (std::size_t i = 0; i < stale.size(); ++i)
        if (::unlink(stale[i].c_str()) != 0) marks[i].keep();
    return {};
}

}  // namespace posewright::io::gltf
