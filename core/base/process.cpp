#include "core/base/process.h"

#include <cerrno>
#include <charconv>
#include <fstream>
#include <signal.h>
#include <sstream>
#include <string>
#include <string_view>

namespace posewright {

std::optional<std::uint64_t> processBegan(int pid)
{
    if (pid <= 0 || (::kill(pid, 0) != 0 && errno == ESRCH)) return std::nullopt;
    std::ostringstream text;
    text << std::ifstream("/proc/" + std::to_string(pid) + "/stat").rdbuf();
    const std::string stat = text.str();
    // The name may contain spaces and parentheses, so count fields from its end.
    const std::size_t bracket = stat.rfind(") ");
    if (bracket == std::string::npos) return 0;
    std::string_view rest = std::string_view(stat).substr(bracket + 2);
    if (rest.starts_with('Z') || rest.starts_with('X')) return std::nullopt;
    constexpr int kBetween = 19;  // fields between the state and the start time
    for (int field = 0; field < kBetween; ++field) {
        const std::size_t blank = rest.find(' ');
        if (blank == std::string_view::npos) return 0;
        rest.remove_prefix(blank + 1);
    }
    std::uint64_t began = 0;
    std::from_chars(rest.data(), rest.data() + rest.size(), began);
    return began;
}

}  // namespace posewright
