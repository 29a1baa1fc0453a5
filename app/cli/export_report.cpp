#include "app/cli/export_report.h"

#include "app/cli/talk.h"
#include "core/io/format.h"
#include "core/io/save.h"

namespace posewright::cli {

namespace {

bool isPage(const std::string& file)
{
    const std::string ending = io::lowerExtension(file);
    return ending == "html" || ending == "htm";
}

/// Merges the members of two JSON objects.
std::string joined(std::string first, const std::string& second)
{
    const std::size_t end = first.find_last_of('}');
    if (end == std::string::npos) return second;
    first.resize(end);
    return first + ',' + second.substr(1);
}

std::string titleOf(const exports::BakeReport& report)
{
    std::string names;
    for (const exports::FileReport& file : report.files)
        names += (names.empty() ? "" : ", ") + file.path.filename().string();
    return names.empty() ? "Bake report" : "Bake report: " + names;
}

}  // namespace

Result<void> checkReport(const std::string& file)
{
    if (file.empty() || isPage(file) || io::lowerExtension(file) == "json") return {};
    return Error{.message =
                     "--report takes a name that ends in .json or .html, not '" + file + "'"};
}

Result<void> writeReport(const std::string& file, const exports::BakeReport& report,
                         const std::string& solves)
{
    const std::string text = isPage(file) ? exports::reportHtml(report, titleOf(report))
                                          : joined(solves, exports::reportJson(report)) + '\n';
    return io::writeWhole(file, text);
}

void finishReport(Console& console, const std::string& file,
                  const Result<exports::BakeReport>& report, const std::string& solves)
{
    const Result<void> told =
        report ? writeReport(file, *report, solves) : Result<void>(report.error());
    if (!told)
        warn(console, file, "it does not say how the file reads back: " + told.error().message);
}

}  // namespace posewright::cli
