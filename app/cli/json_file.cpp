#include "app/cli/json_file.h"

#include "core/io/doubled_member.h"
#include "core/io/save.h"

#include <algorithm>

namespace posewright::cli {

Result<nlohmann::json> readJson(const std::string& file)
{
    Result<std::string> text = io::readWhole(file);
    if (!text) return text.error();
    try {
        nlohmann::json read = nlohmann::json::parse(*text);
        if (const auto pointer = io::doubledMember(*text))
            return Error{.message = std::string(io::kDoubledMember),
                         .where = file + '#' + *pointer};
        return read;
    } catch (const nlohmann::json::parse_error& error) {
        const auto end =
            text->begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text->size()));
        const auto line = 1 + std::count(text->begin(), end, '\n');
        // Take only the parser's reason, which follows its own description of the place.
        const std::string_view said = error.what();
        const std::size_t dash = said.rfind(" - ");
        return Error{.message = "this is no valid JSON: " +
                                std::string(dash == said.npos ? said : said.substr(dash + 3)),
                     .where = file + ':' + std::to_string(line)};
    } catch (const nlohmann::json::exception&) {
        return Error{.message = "a number in this JSON is too large", .where = file};
    }
}

}  // namespace posewright::cli
