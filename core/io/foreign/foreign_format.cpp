#include "core/base/child_process.h"
#include "core/base/number.h"
#include "core/base/own_program.h"
#include "core/io/foreign/pictures.h"
#include "core/io/format.h"
#include "core/io/gltf/gltf_import.h"
#include "core/io/save.h"
#include "core/io/text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <string_view>

/// FBX and COLLADA, converted to GLB by the program posewright-import. That GLB is checked like any
/// other file. Limits: 20 s and 2 GB.
namespace posewright::io::foreign {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 30;
constexpr std::chrono::seconds kMostTime{20};
constexpr std::uint64_t kMostMemory = std::uint64_t{2} << 30;
constexpr std::array kFbxEndings = {Ending{"fbx", "FBX", {}}};
constexpr std::array kColladaEndings = {Ending{"dae", "COLLADA", {}}};
/// A line of the child: its GLB has images that name files.
constexpr std::string_view kNamesPictures = "note: names pictures\n";
/// Beginnings of lines of it: the rows of nodes that are joints, and the file's frames per second.
constexpr std::string_view kJoints = "note: joints ";
constexpr std::string_view kRate = "note: rate ";
constexpr double kSlowest = 1, kFastest = 1000;  // of rates that are believed
constexpr const char* kWayRound =
    "save it as glTF (.glb), or as FBX 2013 or later, in the program that made it";

/// What assimp says of a text where it expects a number, with the line if the text is there once.
std::optional<Error> noNumber(const std::string& reason, std::string_view bytes,
                              const fs::path& path)
{
    constexpr std::string_view kBefore = "Cannot parse string \"", kAfter = "\" as a real number";
    const std::size_t from = reason.find(kBefore);
    const std::size_t to = reason.find(kAfter, from);
    if (from == std::string::npos || to == std::string::npos) return std::nullopt;
    const std::size_t start = from + kBefore.size();
    const std::string said = reason.substr(start, to - start);
    Error error{"a number is expected instead of " +
                    inQuotes(said.substr(0, said.find_first_of(" \t\r\n<"))),
                path.string(), ErrorKind::Refused, kWayRound};
    const std::size_t at = said.empty() ? std::string_view::npos : bytes.find(said);
    if (at != std::string_view::npos && bytes.find(said, at + 1) == std::string_view::npos)
        error.where +=
            ':' +
            std::to_string(1 + std::count(bytes.begin(), bytes.begin() + std::ptrdiff_t(at), '\n'));
    return error;
}

/// "line 12: what is wrong there" as it is said elsewhere; nullopt: the reason is of another form.
std::optional<Error> atLine(const std::string& reason, const fs::path& path)
{
    constexpr std::string_view kLine = "line ";
    const std::size_t colon = reason.find(": ");
    if (!reason.starts_with(kLine) || colon == std::string::npos) return std::nullopt;
    const std::string line = reason.substr(kLine.size(), colon - kLine.size());
    if (!toInteger(line)) return std::nullopt;
    return Error{reason.substr(colon + 2), path.string() + ':' + line, ErrorKind::Refused,
                 kWayRound};
}

/// The child's error, in our own words if we know what it means.
Error refusal(const ChildEnd& end, std::string_view bytes, const fs::path& path)
{
    Error error{"", path.string(), ErrorKind::Refused, kWayRound};
    std::istringstream lines(end.errors);
    std::string reason;
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("error: ")) reason = line.substr(7);
    if (end.cause == ChildEnd::Cause::Cancelled)
        return {"reading it was cancelled", path.string(), ErrorKind::Cancelled};
    if (end.cause == ChildEnd::Cause::TimeLimit)
        error.message = "reading it takes longer than 20 s, and was given up";
    else if (end.cause == ChildEnd::Cause::Signal || reason.empty())
        error.message = "the library that reads such files (assimp) fails on this one";
    else if (const auto number = noNumber(reason, bytes, path))
        return *number;
    else if (const auto placed = atLine(reason, path))
        return *placed;
    else if (reason.find("old format version") != std::string::npos)
        error.message = "it is of a version before FBX 2011, which cannot be read";
    else
        error.message = "it cannot be read: " + reason;
    return error;
}

void addWarnings(const std::string& said, const fs::path& path, Diagnostics& diagnostics)
{
    constexpr std::size_t kMost = 20;
    std::istringstream lines(said);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("warning: ")) continue;
        if (++count <= kMost)
            diagnostics.push_back({Diagnostic::Severity::Warning, line.substr(9), path.string()});
    }
    if (count > kMost)
        diagnostics.push_back({Diagnostic::Severity::Warning,
                               std::to_string(count - kMost) + " more warnings", path.string()});
}

/// What the child made cannot be read. @param said  by the child, which may know the word at fault
Error broken(Error error, const std::string& said, const fs::path& path)
{
    constexpr std::string_view kFault = "note: fault ";
    std::istringstream lines(said);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(kFault))
            if (const auto placed = atLine(line.substr(kFault.size()), path)) return *placed;
    error.message =
        "what the library that reads such files (assimp) made of it is broken: " + error.message;
    error.where = path.string();
    error.advice = kWayRound;
    return error;
}

/// Is this one of the lines?
bool has(const std::string& lines, std::string_view line)
{
    const std::size_t at = lines.find(line);
    return at != std::string::npos && (at == 0 || lines[at - 1] == '\n');
}

/// What the child says of the file beside its GLB.
gltf::FileFacts sourceOf(const std::string& said)
{
    gltf::FileFacts out;
    std::istringstream lines(said);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(kRate)) {
            const double rate = toNumber(line.substr(kRate.size())).value_or(0);
            if (rate >= kSlowest && rate <= kFastest) out.rate = rate;
        } else if (line.starts_with(kJoints)) {
            std::istringstream rows(line.substr(kJoints.size()));
            for (int row = 0; rows >> row;) out.joints.push_back(row);
        }
    }
    return out;
}

Result<Import> readForeign(const fs::path& path, const ReadOptions& options, const char* extension)
{
    const Result<std::string> bytes = readWhole(path, kMostBytes);
    if (!bytes) return bytes.error();
    if (bytes->empty())
        return Error{"the file is empty", path.string(), ErrorKind::Refused, kWayRound};
    Result<ChildEnd> end = runChild({.program = ownProgram("posewright-import").string(),
                                     .arguments = {extension},
                                     .time = kMostTime,
                                     .memory = kMostMemory,
                                     .keep = kMostBytes,
                                     .goOn = options.goOn},
                                    *bytes);
    if (!end) return end.error();
    if (!end->well()) return refusal(*end, *bytes, path);
    Diagnostics told;
    Result<std::string> glb = std::move(end->output);
    if (has(end->errors, kNamesPictures)) glb = withPictures(*std::move(glb), path, told);
    if (!glb) return broken(glb.error(), end->errors, path);
    Result<Import> import = gltf::importMade(*std::move(glb), options, sourceOf(end->errors));
    if (!import) return broken(import.error(), end->errors, path);
    addWarnings(end->errors, path, told);
    import->diagnostics.insert(import->diagnostics.end(), told.begin(), told.end());
    return import;
}

Result<Import> readFbx(const fs::path& path, const ReadOptions& options)
{
    return readForeign(path, options, "fbx");
}

Result<Import> readCollada(const fs::path& path, const ReadOptions& options)
{
    return readForeign(path, options, "dae");
}

}  // namespace

}  // namespace posewright::io::foreign

namespace posewright::io {

Format fbxFormat() noexcept
{
    return {.id = "fbx",
            .title = "Autodesk FBX",
            .endings = foreign::kFbxEndings,
            .reference = "as read by assimp 5.2, FBX 2011 and later",
            .read = foreign::readFbx};
}

Format colladaFormat() noexcept
{
    return {.id = "collada",
            .title = "COLLADA",
            .endings = foreign::kColladaEndings,
            .reference = "as read by assimp 5.2; Khronos Group, COLLADA 1.4.1, 2008",
            .read = foreign::readCollada};
}

}  // namespace posewright::io
