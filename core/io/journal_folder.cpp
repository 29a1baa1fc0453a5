#include "core/io/journal_folder.h"

#include "core/base/number.h"
#include "core/io/journal_log.h"
#include "core/io/save.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <signal.h>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace posewright::io {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

std::string twoDigits(unsigned value)
{
    return (value < 10 ? "0" : "") + std::to_string(value);
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

}  // namespace

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

std::string timeStamp()
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

Result<void> lockFolder(const fs::path& folder)
{
    return writeWhole(folder / kJournalLock, lockText(::getpid()));
}

bool isOwned(const fs::path& folder)
{
    const auto text = readWhole(folder / kJournalLock, 4096);
    if (!text) return false;
    pid_t pid = 0;
    const auto [end, ec] = std::from_chars(text->data(), text->data() + text->size(), pid);
    if (ec != std::errc() || pid <= 0) return false;
    if (::kill(pid, 0) != 0 && errno == ESRCH) return false;
    return *text == lockText(pid);
}

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

void removeFolder(const fs::path& folder)
{
    std::error_code ec;
    std::vector<fs::path> ours;
    for (const auto& entry : fs::directory_iterator(folder, ec)) {
        const std::string name = entry.path().filename().string();
        for (const char* start :
             {"checkpoint-", "journal-", "original-", ".posewright-", kJournalLock})
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

JournalSteps readSteps(const fs::path& folder, int generation)
{
    JournalSteps steps;
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
            if (const auto title = json.find("title"); title != json.end() && title->is_string())
                steps.title = title->get<std::string>();
            continue;
        }
        steps.entries.push_back(std::move(json));
    }
    return steps;
}

Error diskError(const std::string& what, const fs::path& path, int code)
{
    return Error{what + ": " + std::generic_category().message(code), path.string(),
                 ErrorKind::Machine};
}

}  // namespace posewright::io
