#include "core/io/journal.h"

#include "core/base/number.h"
#include "core/evaluate/evaluate.h"
#include "core/io/gltf/gltf_format.h"
#include "core/io/journal_log.h"
#include "core/io/save.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace posewright::io {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

// A journal folder holds `lock`, and of each generation N `checkpoint-N.glb`, `journal-N.log` and
// `original-N`. A generation counts from the moment its checkpoint has its name; the newest counts.
constexpr const char* kLock = "lock";
constexpr const char* kFolder = "journal-";

Error failed(const std::string& what, const fs::path& path, int code)
{
    return Error{what + ": " + std::generic_category().message(code), path.string(),
                 ErrorKind::Machine};
}

fs::path checkpointFile(const fs::path& folder, int generation)
{
    return folder / ("checkpoint-" + std::to_string(generation) + ".glb");
}
fs::path logFile(const fs::path& folder, int generation)
{
    return folder / ("journal-" + std::to_string(generation) + ".log");
}
fs::path originalFile(const fs::path& folder, int generation)
{
    return folder / ("original-" + std::to_string(generation));
}

std::string twoDigits(unsigned value)
{
    return (value < 10 ? "0" : "") + std::to_string(value);
}

/// The time of day, UTC, ISO 8601.
std::string now()
{
    using namespace std::chrono;
    const auto time = floor<seconds>(system_clock::now());
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    return std::to_string(int(date.year())) + '-' + twoDigits(unsigned(date.month())) + '-' +
           twoDigits(unsigned(date.day())) + 'T' +
           twoDigits(static_cast<unsigned>(clock.hours().count())) + ':' +
           twoDigits(static_cast<unsigned>(clock.minutes().count())) + ':' +
           twoDigits(static_cast<unsigned>(clock.seconds().count())) + 'Z';
}

/// What tells a process from a later one with the same number: when it began. Empty where the
/// system does not say, "ended" where it only waits to be forgotten.
std::string beginning(pid_t pid)
{
    const auto stat = [&] {
        // Files below /proc have no size, so that readWhole's probe reads them.
        return readWhole("/proc/" + std::to_string(pid) + "/stat", 65536);
    }();
    if (!stat) return {};
    // The name may hold anything, blanks and brackets included; the fields are counted behind it.
    std::string_view rest = *stat;
    const std::size_t bracket = rest.rfind(')');
    if (bracket == std::string_view::npos || bracket + 2 >= rest.size()) return {};
    rest.remove_prefix(bracket + 1);
    // A process that ended, and that its parent has not asked about yet, works on nothing.
    if (rest[1] == 'Z' || rest[1] == 'X') return "ended";
    for (int field = 2; field < 21; ++field) {
        const std::size_t blank = rest.find(' ', 1);
        if (blank == std::string_view::npos) return {};
        rest.remove_prefix(blank);
    }
    rest.remove_prefix(1);
    return std::string(rest.substr(0, rest.find(' ')));
}

std::string lockText(pid_t pid)
{
    return std::to_string(pid) + ' ' + beginning(pid) + '\n';
}

/// Does a living process own the folder?
bool isOwned(const fs::path& folder)
{
    const auto text = readWhole(folder / kLock, 4096);
    if (!text) return false;
    pid_t pid = 0;
    const auto [end, ec] = std::from_chars(text->data(), text->data() + text->size(), pid);
    if (ec != std::errc() || pid <= 0) return false;
    if (::kill(pid, 0) != 0 && errno == ESRCH) return false;
    return *text == lockText(pid);
}

/// The newest generation with a checkpoint; 0 if there is none.
int newestGeneration(const fs::path& folder)
{
    int newest = 0;
    std::error_code ec;
    for (const auto& entry : fs::directory_iterator(folder, ec)) {
        const std::string name = entry.path().filename().string();
        constexpr std::string_view kStart = "checkpoint-";
        if (name.rfind(kStart, 0) != 0 || entry.path().extension() != ".glb") continue;
        const auto number = toInteger(
            std::string_view(name).substr(kStart.size(), name.size() - kStart.size() - 4));
        if (number) newest = std::max(newest, *number);
    }
    return newest;
}

/// Takes away what a journal consists of, and nothing else.
void removeFolder(const fs::path& folder)
{
    std::error_code ec;
    std::vector<fs::path> ours;
    for (const auto& entry : fs::directory_iterator(folder, ec)) {
        const std::string name = entry.path().filename().string();
        for (const char* start : {"checkpoint-", "journal-", "original-", ".posewright-", kLock})
            if (name.rfind(start, 0) == 0) ours.push_back(entry.path());
    }
    for (const fs::path& path : ours) fs::remove(path, ec);
    fs::remove(folder, ec);
}

void removeGeneration(const fs::path& folder, int generation)
{
    std::error_code ec;
    fs::remove(checkpointFile(folder, generation), ec);
    fs::remove(logFile(folder, generation), ec);
    fs::remove(originalFile(folder, generation), ec);
}

/// Lines of the log that carry a step; the first line only says how the generation began.
struct Steps {
    std::vector<Json> entries;
    std::string when;
    bool saved = true;      ///< the checkpoint is what a file holds
    std::size_t whole = 0;  ///< bytes of the log that can be read
    std::size_t torn = 0;
};

Steps readSteps(const fs::path& folder, int generation)
{
    Steps steps;
    const auto bytes = readWhole(logFile(folder, generation));
    if (!bytes) return steps;
    const Log log = readLog(*bytes);
    steps.whole = log.whole;
    steps.torn = bytes->size() - log.whole;
    for (const std::string_view text : log.entries) {
        Json json = Json::parse(text.begin(), text.end(), nullptr, false);
        if (!json.is_object()) break;
        if (const auto when = json.find("when"); when != json.end() && when->is_string())
            steps.when = when->get<std::string>();
        if (const auto start = json.find("start"); start != json.end()) {
            steps.saved = json.value("saved", true);
            continue;
        }
        steps.entries.push_back(std::move(json));
    }
    return steps;
}

}  // namespace

struct Journal::Impl {
    fs::path folder;
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
        entry["when"] = now();
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
        return failed("cannot write the journal", logFile(folder, generation), code);
    }

    Result<void> begin(const Document& document, const fs::path& original, bool isSaved)
    {
        const int next = generation + 1;
        auto bytes = gltf::glbOf(document);
        if (!bytes) return bytes.error();
        if (auto ok = writeWhole(originalFile(folder, next), original.string()); !ok) return ok;
        const fs::path log = logFile(folder, next);
        const int newFd = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        if (newFd < 0) return failed("cannot write the journal", log, errno);
        const int oldFd = std::exchange(fd, newFd);
        const off_t oldSize = std::exchange(size, 0);
        const auto back = [&](Error error) {
            ::close(fd);
            fd = oldFd;
            size = oldSize;
            removeGeneration(folder, next);
            return error;
        };
        if (auto ok = write({{"start", next}, {"saved", isSaved}}); !ok) return back(ok.error());
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
                               const fs::path& original)
{
    static std::atomic<int> counter{0};
    std::error_code ec;
    fs::create_directories(root, ec);
    if (ec) return failed("cannot make the folder for recovery", root, ec.value());
    std::string stamp = now();
    stamp.erase(std::remove(stamp.begin(), stamp.end(), ':'), stamp.end());
    fs::path folder;
    for (int attempt = 0;; ++attempt) {
        folder = root / (kFolder + stamp + '-' + std::to_string(::getpid()) + '-' +
                         std::to_string(counter++));
        if (::mkdir(folder.c_str(), 0700) == 0) break;
        if (errno != EEXIST || attempt == 100)
            return failed("cannot make the folder for recovery", folder, errno);
    }
    Journal journal;
    journal.impl_->folder = folder;
    if (auto ok = writeWhole(folder / kLock, lockText(::getpid())); !ok) return ok.error();
    if (auto ok = journal.impl_->begin(document, original, true); !ok) return ok.error();
    return journal;
}

Result<Journal> Journal::takeOver(const Recoverable& work, const Recovered& recovered)
{
    if (isOwned(work.folder))
        return Error{"another Posewright is working on this", work.folder.string()};
    const int generation = newestGeneration(work.folder);
    if (generation == 0) return Error{"there is no checkpoint", work.folder.string()};
    if (auto ok = writeWhole(work.folder / kLock, lockText(::getpid())); !ok) return ok.error();
    Journal journal;
    Impl& impl = *journal.impl_;
    impl.folder = work.folder;
    impl.generation = generation;
    impl.saved = false;  // whatever fails from here on, the folder stays
    if (!recovered.complete) {
        if (auto ok = impl.begin(recovered.document, recovered.original, false); !ok)
            return ok.error();
        return journal;
    }
    const Steps steps = readSteps(work.folder, generation);
    const fs::path log = logFile(work.folder, generation);
    impl.fd = ::open(log.c_str(), O_WRONLY | O_CLOEXEC);
    impl.size = static_cast<off_t>(steps.whole);
    if (impl.fd < 0 || ::ftruncate(impl.fd, impl.size) != 0 ||
        ::lseek(impl.fd, impl.size, SEEK_SET) < 0)
        return failed("cannot write the journal", log, errno);
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

std::vector<Recoverable> findRecoverable(const fs::path& root)
{
    std::vector<Recoverable> found;
    std::error_code ec;
    for (const auto& entry : fs::directory_iterator(root, ec)) {
        const fs::path& folder = entry.path();
        std::error_code ignored;
        if (folder.filename().string().rfind(kFolder, 0) != 0 || !entry.is_directory(ignored) ||
            isOwned(folder))
            continue;
        const int generation = newestGeneration(folder);
        if (generation == 0) continue;
        const Steps steps = readSteps(folder, generation);
        if (steps.entries.empty() && steps.saved) continue;
        const auto original = readWhole(originalFile(folder, generation), 65536);
        found.push_back({folder, original ? fs::path(*original) : fs::path(), steps.when,
                         static_cast<int>(steps.entries.size())});
    }
    std::sort(found.begin(), found.end(), [](const Recoverable& a, const Recoverable& b) {
        return a.when != b.when ? a.when > b.when : a.folder > b.folder;
    });
    return found;
}

Result<Recovered> recover(const Recoverable& work, const std::function<bool(double)>& progress)
{
    const int generation = newestGeneration(work.folder);
    if (generation == 0) return Error{"there is no checkpoint", work.folder.string()};
    const fs::path checkpoint = checkpointFile(work.folder, generation);
    auto bytes = readWhole(checkpoint);
    if (!bytes) return bytes.error();
    auto import = gltf::readBytes(std::move(*bytes), checkpoint);
    if (!import) return import.error();
    const Steps steps = readSteps(work.folder, generation);

    Recovered out;
    out.original = work.original;
    const auto warn = [&](std::string message) {
        out.diagnostics.push_back(
            {Diagnostic::Severity::Warning, std::move(message), work.folder.string()});
    };
    struct Replayed {
        edit::Edit edit;
        bool joined = false;
        Document after;
    };
    std::vector<Replayed> history{{edit::Edit(), false, std::move(import->document)}};
    std::size_t now = 0;
    edit::Means means;
    means.memo = makeKeyMemo();
    const auto entries = static_cast<double>(steps.entries.size());
    for (std::size_t i = 0; i < steps.entries.size(); ++i) {
        const Json& entry = steps.entries[i];
        if (progress) {
            means.progress = [&progress, i, entries](double share) {
                return progress((double(i) + share) / entries);
            };
            if (!means.progress(0)) return Error{"cancelled", {}, ErrorKind::Cancelled};
        }
        if (entry.contains("undo")) {
            if (now > 0) --now;
            continue;
        }
        if (entry.contains("redo")) {
            if (now + 1 < history.size()) ++now;
            continue;
        }
        const Document& before = history[now].after;
        const auto edit = edit::fromJson(entry.value("do", Json()), before);
        auto next = edit ? edit::apply(before, *edit, means) : Result<Document>(edit.error());
        if (!next) {
            if (next.error().kind == ErrorKind::Cancelled) return next.error();
            // What follows was made on top of this step; on another document it would mean
            // something else.
            warn("entry " + std::to_string(i + 1) + " of " + std::to_string(steps.entries.size()) +
                 " cannot be replayed (" + next.error().message +
                 "); the document is as it was before it");
            out.complete = false;
            break;
        }
        history.resize(now + 1);
        history.push_back({*edit, entry.value("joined", false), std::move(*next)});
        ++now;
    }
    if (steps.torn > 0)
        warn("the last " + std::to_string(steps.torn) +
             " bytes of the journal are torn and were ignored");
    out.start = history[0].after;
    for (std::size_t i = 1; i <= now; ++i) {
        if (!history[i].joined || out.steps.empty()) out.steps.emplace_back();
        out.steps.back().edits.push_back(std::move(history[i].edit));
        out.steps.back().after = history[i].after;
    }
    out.document = std::move(history[now].after);
    return out;
}

Result<void> discard(const Recoverable& work)
{
    if (isOwned(work.folder))
        return Error{"another Posewright is working on this", work.folder.string()};
    removeFolder(work.folder);
    std::error_code ec;
    if (fs::exists(work.folder, ec))
        return Error{"the folder could not be removed", work.folder.string(), ErrorKind::Machine};
    return {};
}

}  // namespace posewright::io
