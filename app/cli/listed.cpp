#include "app/cli/listed.h"

#include "app/cli/json_writer.h"
#include "app/cli/talk.h"
#include "app/cli/text.h"

#include <ostream>

namespace posewright::cli {

Exit list(Console& console, std::string_view nameKey, std::string_view aboutKey,
          const std::vector<Listed>& rows, bool json)
{
    JsonWriter out;
    std::string text;
    out.array();
    for (const Listed& row : rows) {
        out.object().member(nameKey, row.name).member(aboutKey, row.about);
        out.key("arguments").array();
        text += std::string(row.name) + " - " + std::string(row.about) + '\n';
        std::vector<std::vector<std::string>> lines;
        for (const edit::Argument& a : row.arguments) {
            out.object()
                .member("name", a.name)
                .member("kind", a.kind)
                .member("optional", a.optional)
                .end();
            lines.push_back({"    " + a.name + (a.optional ? "?" : ""), a.kind});
        }
        out.end().end();
        text += table(lines);
    }
    out.end();
    console.out << (json ? out.text() + '\n' : text);
    return Exit::Done;
}

}  // namespace posewright::cli
