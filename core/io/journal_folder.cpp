#include "core/io/journal_folder.h"

#include "core/base/number.h"
#include "core/io/journal_log.h"
#include "core/io/save.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <fcntl.h>
#include <functional>
#include <signal.h>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace posewright::io {

namespace fs = std::filesystem;

namespace {

/// The start time of a process, which tells it from a later one with the same number. Empty if
/// unknown; "ended" for a zombie.
std::string beginning(pid_t pid)
{
    const auto stat = [&] {
        // Files in /proc have size 0; readWhole reads them by its probe.
        return readWhole("/proc/" + std::to_string(pid) + "/stat", 65536);
    }();
    if (!stat) return {};
    // The name may contain spaces and parentheses, so count fields from its end.
    std::string_view rest = *stat;
    const std::size_t bracket = rest.rfind(')');
    if (bracket == std::string_view::npos || bracket + 2 >= rest.size()) return {};
    rest.remove_prefix(bracket + 1);
    // A zombie does no work.
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

/// The process in the folder's name; 0 if there is none.
pid_t processInName(const fs::path& folder)
{
    const std::string name = folder.filename().string();
    const std::size_t last = name.rfind('-');
    const std::size_t first =
        last == 0 || last == std::string::npos ? last : name.rfind('-', last - 1);
    if (first == std::string::npos || last == std::string::npos) return 0;
    return toInteger(std::string_view(name).substr(first + 1, last - first - 1)).value_or(0);
}

bool lives(pid_t pid)
{
    return pid > 0 && (::kill(pid, 0) == 0 || errno != ESRCH) && beginning(pid) != "ended";
}

/// The numbers of the logs in a folder, newest first.
std::vector<int> generations(const fs::path& folder)
{
    constexpr std::string_view kStart = "journal-";
    constexpr std::string_view kEnd = ".log";
    std::vector<int> found;
    std::error_code ec;
    for (const auto& entry : fs::directory_iterator(folder, ec)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(kStart) || !name.ends_with(kEnd)) continue;
        const auto number = toInteger(std::string_view(name).substr(
            kStart.size(), name.size() - kStart.size() - kEnd.size()));
        if (number && *number > 0) found.push_back(*number);
    }
    std::sort(found.begin(), found.end(), std::greater<>());
    return found;
}

/// A valid lock contains a process and its start time.
bool wellFormed(std::string_view lock)
{
    return !lock.empty() && lock.back() == '\n' &&
           std::all_of(lock.begin(), lock.end() - 1,
                       [](char c) { return c == ' ' || (c >= '0' && c <= '9'); });
}

bool isOurs(const std::string& name)
{
    const auto parts = {"checkpoint-", "journal-",     "source-",
                        "original-",   ".posewright-", kJournalLock};
    return std::any_of(parts.begin(), parts.end(),
                       [&](const char* start) { return name.starts_with(start); });
}

template <class Keep>
void removeOurs(const fs::path& folder, Keep&& keep)
{
    std::error_code ec;
    std::vector<fs::path> ours;
    for (const auto& entry : fs::directory_iterator(folder, ec))
        if (const std::string name = entry.path().filename().string(); isOurs(name) && !keep(name))
            ours.push_back(entry.path());
    // Logs first: a folder without a log is known to contain no work.
    std::sort(ours.begin(), ours.end(), [](const fs::path& a, const fs::path& b) {
        return (a.extension() == ".log") > (b.extension() == ".log");
    });
    for (const fs::path& path : ours) fs::remove_all(path, ec);
}

KeptJournal readLogFile(const fs::path& folder, int generation)
{
    KeptJournal kept;
    kept.folder = folder;
    kept.generation = generation;
    const auto bytes = readWhole(logFile(folder, generation));
    const Log log = bytes ? readLog(*bytes) : Log();
    kept.damaged = log.damaged;
    kept.torn = log.torn;
    kept.whole = log.whole;
    kept.ended = log.ended;
    for (const std::string_view text : log.entries) {
        const nlohmann::json json = nlohmann::json::parse(text.begin(), text.end(), nullptr, false);
        std::int64_t at = 0;
        if (auto head = headFrom(json, at)) {
            kept.head = *std::move(head);
            kept.headWhole = true;
        } else if (auto record = recordFrom(json)) {
            at = record->at;
            kept.records.push_back(*std::move(record));
            kept.lines.push_back(logLine(text));
        } else {
            ++kept.damaged;
        }
        kept.at = std::max(kept.at, at);
    }
    // Lines written together with the head cannot have been lost later.
    if (kept.damaged == 0 && std::ssize(kept.records) < kept.head.records) kept.damaged = 1;
    if (!kept.headWhole) kept.damaged = std::max(kept.damaged, 1);
    return kept;
}

}  // namespace

fs::path logFile(const fs::path& folder, int generation)
{
    return folder / ("journal-" + std::to_string(generation) + ".log");
}

Result<void> lockFolder(const fs::path& folder)
{
    return writeWhole(folder / kJournalLock, lockText(::getpid()));
}

bool isOwned(const fs::path& folder)
{
    const auto text = readWhole(folder / kJournalLock, 4096);
    if (text && wellFormed(*text)) {
        pid_t pid = 0;
        const auto [end, ec] = std::from_chars(text->data(), text->data() + text->size(), pid);
        return ec == std::errc() && lives(pid) && *text == lockText(pid);
    }
    if (text) return lives(processInName(folder));
    // Without a lock the owner may be starting, but only for a minute, and only while there is no
    // log.
    if (!lives(processInName(folder)) || !generations(folder).empty()) return false;
    std::error_code ec;
    const auto age = fs::file_time_type::clock::now() - fs::last_write_time(folder, ec);
    return !ec && age < std::chrono::minutes(1) && age > -std::chrono::minutes(1);
}

Result<fs::path> makeJournalFolder(const fs::path& root)
{
    static std::atomic<int> counter{0};
    std::error_code ec;
    fs::create_directories(root, ec);
    if (ec) return diskError("cannot make the folder for recovery", root, ec.value());
    std::string stamp = isoTime(millisecondsNow());
    std::erase(stamp, ':');
    fs::path folder;
    for (int attempt = 0;; ++attempt) {
        folder = root / (kJournalFolder + stamp + '-' + std::to_string(::getpid()) + '-' +
                         std::to_string(counter++));
        if (::mkdir(folder.c_str(), 0700) == 0) break;
        if (errno != EEXIST || attempt == 100)
            return diskError("cannot make the folder for recovery", folder, errno);
    }
    Result<void> done = lockFolder(folder);
    if (done) done = syncFolder(root);
    if (done && root.has_parent_path()) done = syncFolder(root.parent_path());
    if (done) return folder;
    removeFolder(folder);
    return done.error();
}

void removeFolder(const fs::path& folder)
{
    removeOurs(folder, [](const std::string& name) { return name == kJournalLock; });
    std::error_code ec;
    fs::remove(folder / kJournalLock, ec);  // last, so that others see an owner until then
    fs::remove(folder, ec);
}

void removeOlder(const fs::path& folder, int generation, const JournalBase& base)
{
    const std::string log = logFile(folder, generation).filename().string();
    const std::string first = base.file.empty() ? std::string() : base.file.begin()->string();
    removeOurs(folder, [&](const std::string& name) {
        return name == kJournalLock || name == log || name == first;
    });
}

bool KeptJournal::unsaved() const
{
    if (generation == 0) return false;
    const bool nothingMore =
        headWhole && head.saved && damaged == 0 && torn == 0 && std::ssize(records) == head.records;
    return !nothingMore;
}

KeptJournal readJournal(const fs::path& folder)
{
    KeptJournal newest;
    newest.folder = folder;
    for (const int generation : generations(folder)) {
        KeptJournal kept = readLogFile(folder, generation);
        if (kept.headWhole) {
            if (newest.generation != 0) ++kept.damaged;  // a later one is unreadable
            return kept;
        }
        if (newest.generation == 0) newest = std::move(kept);
    }
    return newest;
}

Error diskError(const std::string& what, const fs::path& path, int code)
{
    return Error{what + ": " + std::generic_category().message(code), path.string(),
                 ErrorKind::Machine};
}

}  // namespace posewright::io
