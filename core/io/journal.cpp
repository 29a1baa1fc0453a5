#include "core/io/journal.h"

#include "core/io/gltf/gltf_format.h"
#include "core/io/journal_folder.h"
#include "core/io/journal_log.h"
#include "core/io/save.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace posewright::io {

namespace fs = std::filesystem;
using Json = nlohmann::json;

struct Journal::Impl {
    fs::path folder;
    std::string title;
    int generation = 0;
    int fd = -1;
    off_t size = 0;
    bool saved = true;
    int entries = 0;
    int done = 0;    ///< steps that can be undone since the checkpoint
    int undone = 0;  ///< steps that can be redone

    ~Impl()
    {
        if (fd >= 0) ::close(fd);
        if (!folder.empty() && saved && entries == 0) removeFolder(folder);
    }

    Result<void> write(Json entry)
    {
        if (fd < 0) return Error{"the journal is closed", folder.string(), ErrorKind::Machine};
        entry["when"] = timeStamp();
        const std::string line =
            logLine(entry.dump(-1, ' ', false, Json::error_handler_t::replace));
        std::string_view rest = line;
        while (!rest.empty()) {
            const ssize_t written = ::write(fd, rest.data(), rest.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) return takeBack(errno);
            rest.remove_prefix(static_cast<std::size_t>(written));
        }
        if (::fsync(fd) != 0) return takeBack(errno);
        size += static_cast<off_t>(line.size());
        return {};
    }

    /// A half line would hide everything that is appended behind it.
    Error takeBack(int code)
    {
        if (::ftruncate(fd, size) != 0 || ::lseek(fd, size, SEEK_SET) < 0) {
            ::close(fd);
            fd = -1;
        }
        return diskError("cannot write the journal", logFile(folder, generation), code);
    }

    Result<void> begin(const Document& document, const fs::path& original, bool isSaved)
    {
        const int next = generation + 1;
        auto bytes = gltf::glbOf(document);
        if (!bytes) return bytes.error();
        if (auto ok = writeWhole(originalFile(folder, next), original.string()); !ok) return ok;
        const fs::path log = logFile(folder, next);
        const int newFd = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        if (newFd < 0) return diskError("cannot write the journal", log, errno);
        const int oldFd = std::exchange(fd, newFd);
        const off_t oldSize = std::exchange(size, 0);
        const auto back = [&](Error error) {
            ::close(fd);
            fd = oldFd;
            size = oldSize;
            removeGeneration(folder, next);
            return error;
        };
        if (auto ok = write({{"start", next}, {"saved", isSaved}, {"title", title}}); !ok)
            return back(ok.error());
        if (auto ok = writeWhole(checkpointFile(folder, next), *bytes); !ok)
            return back(ok.error());
        if (oldFd >= 0) ::close(oldFd);
        if (generation > 0) removeGeneration(folder, generation);
        generation = next;
        saved = isSaved;
        entries = done = undone = 0;
        return {};
    }
};

Journal::Journal() : impl_(std::make_unique<Impl>()) {}
Journal::~Journal() = default;
Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;

Result<Journal> Journal::start(const fs::path& root, const Document& document,
                               const fs::path& original, const std::string& title)
{
    static std::atomic<int> counter{0};
    std::error_code ec;
    fs::create_directories(root, ec);
    if (ec) return diskError("cannot make the folder for recovery", root, ec.value());
    std::string stamp = timeStamp();
    stamp.erase(std::remove(stamp.begin(), stamp.end(), ':'), stamp.end());
    fs::path folder;
    for (int attempt = 0;; ++attempt) {
        folder = root / (kJournalFolder + stamp + '-' + std::to_string(::getpid()) + '-' +
                         std::to_string(counter++));
        if (::mkdir(folder.c_str(), 0700) == 0) break;
        if (errno != EEXIST || attempt == 100)
            return diskError("cannot make the folder for recovery", folder, errno);
    }
    Journal journal;
    journal.impl_->folder = folder;
    journal.impl_->title = title;
    if (auto ok = lockFolder(folder); !ok) return ok.error();
    if (auto ok = journal.impl_->begin(document, original, true); !ok) return ok.error();
    return journal;
}

Result<Journal> Journal::takeOver(const Recoverable& work, const Recovered& recovered)
{
    if (isOwned(work.folder))
        return Error{"another Posewright is working on this", work.folder.string()};
    const int generation = newestGeneration(work.folder);
    if (generation == 0) return Error{"there is no checkpoint", work.folder.string()};
    if (auto ok = lockFolder(work.folder); !ok) return ok.error();
    Journal journal;
    Impl& impl = *journal.impl_;
    impl.folder = work.folder;
    impl.title = work.title;
    impl.generation = generation;
    impl.saved = false;  // whatever fails from here on, the folder stays
    if (!recovered.complete) {
        if (auto ok = impl.begin(recovered.document, recovered.original, false); !ok)
            return ok.error();
        return journal;
    }
    const JournalSteps steps = readSteps(work.folder, generation);
    const fs::path log = logFile(work.folder, generation);
    impl.fd = ::open(log.c_str(), O_WRONLY | O_CLOEXEC);
    impl.size = static_cast<off_t>(steps.whole);
    if (impl.fd < 0 || ::ftruncate(impl.fd, impl.size) != 0 ||
        ::lseek(impl.fd, impl.size, SEEK_SET) < 0)
        return diskError("cannot write the journal", log, errno);
    impl.saved = steps.saved;
    impl.entries = static_cast<int>(steps.entries.size());
    for (const Json& entry : steps.entries) {
        if (entry.contains("undo")) {
            --impl.done;
            ++impl.undone;
        } else {
            ++impl.done;
            impl.undone = entry.contains("redo") ? impl.undone - 1 : 0;
        }
    }
    return journal;
}

Result<void> Journal::append(const edit::Edit& edit, bool joined)
{
    Json entry{{"do", edit::toJson(edit)}};
    if (joined) entry["joined"] = true;
    if (auto ok = impl_->write(std::move(entry)); !ok) return ok;
    ++impl_->entries;
    ++impl_->done;
    impl_->undone = 0;
    return {};
}

Result<void> Journal::appendUndo()
{
    if (impl_->done == 0)
        return Error{"the step to undo is older than the journal", impl_->folder.string()};
    if (auto ok = impl_->write({{"undo", true}}); !ok) return ok;
    ++impl_->entries;
    --impl_->done;
    ++impl_->undone;
    return {};
}

Result<void> Journal::appendRedo()
{
    if (impl_->undone == 0)
        return Error{"the step to redo is older than the journal", impl_->folder.string()};
    if (auto ok = impl_->write({{"redo", true}}); !ok) return ok;
    ++impl_->entries;
    ++impl_->done;
    --impl_->undone;
    return {};
}

Result<void> Journal::checkpoint(const Document& document, const fs::path& original, bool saved)
{
    return impl_->begin(document, original, saved);
}

void Journal::discard()
{
    if (impl_->fd >= 0) ::close(std::exchange(impl_->fd, -1));
    if (!impl_->folder.empty()) removeFolder(impl_->folder);
    impl_->folder.clear();
}

const fs::path& Journal::folder() const noexcept
{
    return impl_->folder;
}

}  // namespace posewright::io
