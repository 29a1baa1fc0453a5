#include "core/io/beside.h"

#include "core/io/save.h"

#include <algorithm>
#include <system_error>

namespace posewright::io {

Result<std::string> readBeside(const std::filesystem::path& file, const std::string& relative,
                               std::uintmax_t most)
{
    namespace fs = std::filesystem;
    const auto bad = [&](const char* why) { return Error{why, file.string()}; };
    if (relative.empty()) return bad("it names nothing");
    if (relative.find('\0') != std::string::npos) return bad("it holds a NUL");
    if (relative.front() == '/') return bad("it is not relative");
    if (relative.find_first_of(":\\") != std::string::npos) return bad("it is not a relative path");
    if (file.empty()) return bad("there is no folder to look in");
    std::error_code ec;
    const fs::path folder =
        fs::canonical(file.has_parent_path() ? file.parent_path() : fs::path("."), ec);
    if (ec) return bad("its folder cannot be read");
    const fs::path real = fs::canonical(folder / relative, ec);
    if (ec == std::errc::too_many_symbolic_link_levels) return bad("its links lead in a circle");
    if (ec == std::errc::permission_denied) return bad("its folder may not be read");
    if (ec) return bad("there is no such file");
    const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), real.begin(), real.end());
    if (end != folder.end()) return bad("it leaves the folder of the file");
    if (fs::equivalent(real, file, ec)) return bad("it is the file itself");
    return readWhole(real, most);
}

}  // namespace posewright::io
