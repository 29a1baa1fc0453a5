#include "core/io/journal.h"

#include "core/io/journal_base.h"
#include "core/io/journal_folder.h"
#include "core/io/journal_log.h"
#include "core/io/save.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace posewright::io {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

/// A saved log continues up to this size; after that a new one starts from the saved file, so that
/// recovery never replays more than about a day's work.
constexpr std::size_t kManyRecords = 1000;

}  // namespace

struct Journal::Impl {
    fs::path root;
    JournalStart start;
    fs::path folder;  ///< empty: nothing is on disk
    std::optional<JournalBase> base;
    std::unique_ptr<SourceCopy> copy;
    bool own = false;  ///< the folder contains the base
    int generation = 0;
    int fd = -1;  ///< of the log; -1: appending is not possible
    off_t size = 0;
    std::vector<std::string> lines;  ///< all records since the start
    std::size_t safe = 0;            ///< lines in the log
    std::size_t inFile = 0;          ///< lines that the user saved
    bool saved = true;               ///< a file contains the result of all lines
    bool headWritten = false;        ///< the head in the log is up to date
    std::int64_t lastStep = 0;
    JournalStack stack;

    ~Impl()
    {
        closeLog();
        copy.reset();
        if (saved && !folder.empty()) removeFolder(folder);
    }

    void closeLog()
    {
        if (fd >= 0) ::close(std::exchange(fd, -1));
    }

    bool pending() const { return !saved && (!headWritten || safe < lines.size()); }

    void begin(JournalStart from)
    {
        copy.reset();
        start = std::move(from);
        base.reset();
        own = false;
        lines.clear();
        safe = inFile = 0;
        stack = {};
        saved = start.saved;
        headWritten = false;
    }

    Result<void> add(const JournalRecord& record)
    {
        lines.push_back(logLine(lineOf(record)));
        stack.take(record);
        // A saved log says so in its head, which is replaced together with the first new step.
        if (std::exchange(saved, false)) headWritten = false;
        return flush();
    }

    Result<void> flush()
    {
        // Until it is copied, another program may change the source file.
        if (base && !own && !unchanged(*start.source)) forgetSource();
        if (!pending()) return {};
        if (fd >= 0 && isGone()) forgetFolder();
        if (headWritten && fd >= 0) {
            Result<void> done = appendLines();
            // If an earlier write may have been lost, rewrite the log.
            if (done || fd >= 0) return done;
        }
        return rewrite();
    }

    /// The folder may have been deleted; further writes would be lost.
    bool isGone() const
    {
        struct stat state {};
        return ::fstat(fd, &state) != 0 || state.st_nlink == 0;
    }
    void forgetFolder()
    {
        copy.reset();
        closeLog();
        std::error_code ec;
        if (fs::exists(folder / kJournalLock, ec))
            return;  // only the log is gone, so start a new
                     // one
        folder.clear();
        base.reset();
        own = false;
        generation = 0;
    }

    void forgetSource()
    {
        copy.reset();
        start.source.reset();
        base.reset();
        headWritten = false;
    }

    Result<void> appendLines()
    {
        std::string bytes;
        for (std::size_t i = safe; i < lines.size(); ++i) bytes += lines[i];
        std::string_view rest = bytes;
        while (!rest.empty()) {
            const ssize_t written = ::write(fd, rest.data(), rest.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) return takeBack(errno);
            rest.remove_prefix(static_cast<std::size_t>(written));
        }
        if (::fsync(fd) != 0) {
            const Error error = diskError("cannot write the journal", log(), errno);
            closeLog();
            return error;
        }
        size += static_cast<off_t>(bytes.size());
        safe = lines.size();
        return {};
    }

    /// Removes a partly written line, which would break the log.
    Error takeBack(int code)
    {
        if (::ftruncate(fd, size) != 0) closeLog();
        return diskError("cannot write the journal", log(), code);
    }

    fs::path log() const { return logFile(folder, generation); }

    /// Starts a new log with everything; it counts once it has its name.
    Result<void> rewrite()
    {
        if (std::error_code ec; !folder.empty() && !fs::exists(folder, ec)) forgetFolder();
        if (folder.empty()) {
            auto made = makeJournalFolder(root);
            if (!made) return made.error();
            folder = *std::move(made);
        }
        const int next = generation + 1;
        if (auto ready = ensureBase(next); !ready) return ready;
        JournalHead head;
        head.generation = next;
        head.saved = saved;
        head.records = static_cast<int>(lines.size());
        head.inFile = static_cast<int>(inFile);
        head.title = start.title;
        head.original = start.original;
        head.base = *base;
        const std::string first = logLine(lineOf(head, millisecondsNow()));
        std::string bytes = first + first;
        for (const std::string& line : lines) bytes += line;
        const fs::path path = logFile(folder, next);
        if (auto done = writeWhole(path, bytes); !done) return done;
        closeLog();
        generation = next;
        size = static_cast<off_t>(bytes.size());
        safe = lines.size();
        headWritten = true;
        fd = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
        removeOlder(folder, next, *base);
        if (!own && !copy) copy = std::make_unique<SourceCopy>(folder, *base);
        return {};
    }

    Result<void> ensureBase(int number)
    {
        if (base) return {};
        if (start.source && unchanged(*start.source)) {
            base = baseOf(*start.source, number);
            return {};
        }
        auto written = writeCheckpoint(folder, number, start.document);
        if (!written) return written.error();
        base = *std::move(written);
        own = true;
        return {};
    }

    Result<void> copySome()
    {
        if (!copy) return {};
        const SourceCopy::State state = copy->some();
        if (state == SourceCopy::State::Going) return {};
        copy.reset();
        own = state == SourceCopy::State::Done;
        if (state != SourceCopy::State::Different) return {};
        forgetSource();
        return flush();
    }

    void wipe()
    {
        copy.reset();
        closeLog();
        if (!folder.empty()) removeFolder(folder);
        folder.clear();
        generation = 0;
    }
};

Journal::Journal(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Journal::~Journal() = default;
Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;

Journal::Journal(fs::path root, JournalStart start) : impl_(std::make_unique<Impl>())
{
    impl_->root = std::move(root);
    impl_->begin(std::move(start));
}

Result<Journal> Journal::takeOver(const Recoverable& work, const Recovered& recovered)
{
    if (isOwned(work.folder))
        return Error{"another Posewright is working on this", work.folder.string()};
    KeptJournal kept = readJournal(work.folder);
    if (!recovered.complete || kept.damaged > 0) {
        Journal fresh(work.folder.parent_path(),
                      {recovered.document, recovered.original, work.title, std::nullopt, false});
        if (auto done = fresh.flush(); !done) {
            fresh.discard();
            return done.error();
        }
        if (std::error_code ec; fs::rename(work.folder, setAside(work.folder), ec), !ec)
            (void)syncFolder(work.folder.parent_path());
        return fresh;
    }
    if (auto ok = lockFolder(work.folder); !ok) return ok.error();
    auto impl = std::make_unique<Impl>();
    impl->root = work.folder.parent_path();
    impl->folder = work.folder;
    impl->saved = false;  // on any failure from here on the folder stays
    impl->start = {recovered.start, recovered.original, kept.head.title, std::nullopt, true};
    impl->base = kept.head.base;
    std::error_code ec;
    impl->own = fs::file_size(work.folder / impl->base->file, ec) == impl->base->size && !ec;
    if (!impl->own) {
        // recover() verified the digest; a checkpoint is written if possible.
        impl->base.reset();
        impl->start.source = sourceOf(kept.head.base.elsewhere, kept.head.base.plain);
    }
    impl->generation = kept.generation;
    impl->lines = std::move(kept.lines);
    impl->inFile = static_cast<std::size_t>(std::max(0, kept.head.inFile));
    for (const JournalRecord& record : kept.records) {
        impl->stack.take(record);
        impl->lastStep = std::max(impl->lastStep, record.step);
    }
    if (auto done = impl->flush(); !done) {
        fs::remove(work.folder / kJournalLock, ec);  // so that the work is offered again
        return done.error();
    }
    return Journal(std::move(impl));
}

Result<void> Journal::append(const std::vector<edit::Edit>& step, std::uint64_t ids,
                             const std::string& text)
{
    JournalRecord record;
    record.step = ++impl_->lastStep;
    record.on = impl_->stack.top();
    record.ids = ids;
    record.text = text;
    record.at = millisecondsNow();
    record.edits = Json::array();
    for (const edit::Edit& edit : step) record.edits.push_back(edit::toJson(edit));
    return impl_->add(record);
}

Result<void> Journal::appendUndo(int steps)
{
    assert(canUndo(steps));
    const std::vector<std::int64_t>& done = impl_->stack.done;
    const std::size_t left = done.size() - static_cast<std::size_t>(steps);
    JournalRecord record;
    record.kind = JournalRecord::Kind::Undo;
    record.step = done[left];
    record.on = left > 0 ? done[left - 1] : 0;
    record.at = millisecondsNow();
    return impl_->add(record);
}

Result<void> Journal::appendRedo()
{
    assert(canRedo());
    JournalRecord record;
    record.kind = JournalRecord::Kind::Redo;
    record.step = impl_->stack.undone.back();
    record.on = impl_->stack.top();
    record.at = millisecondsNow();
    return impl_->add(record);
}

bool Journal::canUndo(int steps) const noexcept
{
    return steps > 0 && std::ssize(impl_->stack.done) >= steps;
}

bool Journal::canRedo() const noexcept
{
    return !impl_->stack.undone.empty();
}

Result<void> Journal::startOver(const Document& document)
{
    const JournalStart& before = impl_->start;
    impl_->begin({document, before.original, before.title, std::nullopt, false});
    return impl_->flush();
}

Result<void> Journal::saved(const Document& document, const fs::path& original,
                            const std::string& title)
{
    Impl& impl = *impl_;
    impl.start.original = original;
    impl.start.title = title;
    impl.saved = true;
    impl.inFile = impl.lines.size();
    if (impl.own && impl.lines.size() <= kManyRecords && impl.rewrite()) return {};
    const fs::path folder = impl.folder;
    impl.wipe();
    impl.begin({document, original, title, sourceOf(original), true});
    if (folder.empty() || readJournal(folder).generation == 0) return {};
    return Error{"older steps could not be removed", folder.string(), ErrorKind::Machine};
}

Result<void> Journal::renamed(const fs::path& original, const std::string& title)
{
    impl_->start.original = original;
    impl_->start.title = title;
    impl_->headWritten = false;
    return impl_->flush();
}

bool Journal::pending() const noexcept
{
    return impl_->pending();
}

Result<void> Journal::flush()
{
    return impl_->flush();
}

bool Journal::copying() const noexcept
{
    return impl_->copy != nullptr;
}

Result<void> Journal::copySome()
{
    return impl_->copySome();
}

void Journal::discard()
{
    impl_->wipe();
    impl_->saved = true;
}

const fs::path& Journal::folder() const noexcept
{
    return impl_->folder;
}

}  // namespace posewright::io
