#include "core/io/journal_base.h"

#include "core/base/ascii.h"
#include "core/io/format.h"
#include "core/io/gltf/gltf_format.h"
#include "core/io/journal_folder.h"
#include "core/io/save.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace posewright::io {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kCopied = std::size_t{4} << 20;  ///< [bytes] copied at once

std::string digestOf(std::string_view bytes)
{
    Digest digest;
    digest.add(bytes);
    return digest.text();
}

/// The size and time of a regular file.
std::optional<Source> stateOf(const fs::path& path)
{
    struct stat state {};
    if (::stat(path.c_str(), &state) != 0 || !S_ISREG(state.st_mode)) return std::nullopt;
    Source source;
    source.path = path;
    source.size = static_cast<std::uintmax_t>(state.st_size);
    source.changed = std::int64_t{state.st_mtim.tv_sec} * 1'000'000'000 + state.st_mtim.tv_nsec;
    return source;
}

/// The digest of a file, read in pieces; nullopt if it cannot be read.
std::optional<std::string> digestOfFile(const fs::path& path)
{
    const int fd = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return std::nullopt;
    Digest digest;
    std::string buffer(kCopied, '\0');
    ssize_t got = 0;
    while ((got = ::read(fd, buffer.data(), buffer.size())) != 0) {
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) break;
        digest.add(std::string_view(buffer).substr(0, static_cast<std::size_t>(got)));
    }
    ::close(fd);
    return got == 0 ? std::optional(digest.text()) : std::nullopt;
}

bool holds(const fs::path& path, const JournalBase& base)
{
    const auto state = stateOf(path);
    return state && state->size == base.size && digestOfFile(path) == base.digest;
}

}  // namespace

void Digest::add(std::string_view bytes) noexcept
{
    for (const char c : bytes) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
}

std::string Digest::text() const
{
    static constexpr char kHex[] = "0123456789abcdef";
    std::string out(16, '0');
    std::uint64_t rest = hash_;
    for (auto digit = out.rbegin(); digit != out.rend(); ++digit, rest >>= 4U)
        *digit = kHex[rest & 15U];
    return out;
}

std::optional<Source> sourceOf(const fs::path& path, bool plain)
{
    // A .gltf has its data in other files.
    const Format* format = formatFor(path);
    if (!format || inSmall(path.extension().string()) == ".gltf") return std::nullopt;
    std::error_code ec;
    const fs::path whole = fs::absolute(path, ec);
    auto source = ec ? std::nullopt : stateOf(whole);
    if (!source) return std::nullopt;
    auto digest = digestOfFile(whole);
    if (!digest || !unchanged(*source)) return std::nullopt;
    source->digest = *std::move(digest);
    source->plain = plain;
    return source;
}

bool unchanged(const Source& source)
{
    const auto now = stateOf(source.path);
    return now && now->size == source.size && now->changed == source.changed;
}

Result<JournalBase> writeCheckpoint(const fs::path& folder, int number, const Document& document)
{
    auto bytes = gltf::glbOf(document);
    if (!bytes) return bytes.error();
    JournalBase base;
    base.file = "checkpoint-" + std::to_string(number) + ".glb";
    base.size = bytes->size();
    base.digest = digestOf(*bytes);
    if (auto done = writeWhole(folder / base.file, *bytes); !done) return done.error();
    return base;
}

JournalBase baseOf(const Source& source, int number)
{
    JournalBase base;
    base.file = fs::path("source-" + std::to_string(number)) / source.path.filename();
    base.elsewhere = source.path;
    base.size = source.size;
    base.digest = source.digest;
    base.plain = source.plain;
    return base;
}

SourceCopy::SourceCopy(const fs::path& folder, const JournalBase& base) :
    to_(folder / base.file), partly_(to_.parent_path() / ".partly"), digest_(base.digest),
    size_(base.size), buffer_(kCopied, '\0')
{
    std::error_code ec;
    fs::create_directory(to_.parent_path(), ec);
    in_ = ::open(base.elsewhere.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    out_ = ::open(partly_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

SourceCopy::~SourceCopy()
{
    if (in_ >= 0) ::close(in_);
    if (out_ < 0) return;
    ::close(out_);
    std::error_code ec;
    fs::remove_all(to_.parent_path(), ec);
}

SourceCopy::State SourceCopy::some()
{
    if (in_ < 0) return State::Different;
    if (out_ < 0) return State::Failed;
    const ssize_t got = ::read(in_, buffer_.data(), buffer_.size());
    if (got < 0) return errno == EINTR ? State::Going : State::Different;
    if (got == 0) return finish();
    std::string_view rest(buffer_.data(), static_cast<std::size_t>(got));
    sum_.add(rest);
    copied_ += rest.size();
    while (!rest.empty()) {
        const ssize_t written = ::write(out_, rest.data(), rest.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return State::Failed;
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    // Sync piece by piece: a step written meanwhile would have to wait for everything not on disk
    // yet.
    if (::fdatasync(out_) != 0) return State::Failed;
    return copied_ > size_ ? State::Different : State::Going;
}

SourceCopy::State SourceCopy::finish()
{
    if (copied_ != size_ || sum_.text() != digest_) return State::Different;
    if (::fsync(out_) != 0) return State::Failed;
    if (::close(std::exchange(out_, -1)) != 0 || ::rename(partly_.c_str(), to_.c_str()) != 0 ||
        !syncFolder(to_.parent_path()) || !syncFolder(to_.parent_path().parent_path())) {
        std::error_code ec;
        fs::remove_all(to_.parent_path(), ec);
        return State::Failed;
    }
    return State::Done;
}

Result<ReadBase> readBase(const fs::path& folder, const JournalBase& base)
{
    if (base.file.empty())
        return Error{"the journal does not say which document it begins from", folder.string()};
    ReadOptions options;
    options.plain = base.plain;
    const fs::path own = folder / base.file;
    for (const fs::path& path : {own, base.elsewhere})
        if (!path.empty() && holds(path, base))
            if (auto import = read(path, options)) return ReadBase{std::move(import->document)};
    std::error_code ec;
    if (fs::exists(own, ec)) {
        auto import = read(own, options);
        if (!import) return import.error();
        return ReadBase{std::move(import->document), false};
    }
    return Error{"the file that this work began from is not there as it was",
                 (base.elsewhere.empty() ? own : base.elsewhere).string(), ErrorKind::Refused,
                 "put it back and start again; until then the work is kept in " + folder.string()};
}

JournalBase anyBase(const fs::path& folder)
{
    fs::path newest;
    fs::file_time_type when;
    std::error_code ec;
    for (const auto& entry : fs::recursive_directory_iterator(folder, ec)) {
        std::error_code ignored;
        const fs::path& path = entry.path();
        const bool checkpoint = path.filename().string().starts_with("checkpoint-");
        const bool copy = path.parent_path().filename().string().starts_with("source-");
        if (!(checkpoint || copy) || path.filename() == ".partly" ||
            !entry.is_regular_file(ignored))
            continue;
        const auto changed = entry.last_write_time(ignored);
        if (!newest.empty() && changed < when) continue;
        newest = path;
        when = changed;
    }
    JournalBase base;
    if (!newest.empty()) base.file = newest.lexically_relative(folder);
    return base;
}

}  // namespace posewright::io
