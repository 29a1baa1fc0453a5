#include "app/cli/command.h"
#include "app/cli/json_writer.h"
#include "app/cli/text.h"
#include "core/io/format.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <ostream>

namespace posewright::cli {

namespace {

Exit listFormats(Console& console, bool json)
{
    JsonWriter out;
    std::vector<std::vector<std::string>> rows;
    out.array();
    for (const io::Format& f : io::formats()) {
        rows.push_back({std::string(f.id), std::string(f.title), io::extensionsOf(f),
                        std::string(f.read ? "read" : "") + (f.read && f.write ? ", " : "") +
                            (f.write ? "write" : "")});
        rows.push_back({"", std::string(f.reference)});
        out.object().member("id", f.id).member("title", f.title).key("extensions").array();
        for (const io::Ending& ending : f.endings) out.value(ending.text);
        out.end().member("read", f.read != nullptr).member("write", f.write != nullptr);
        out.member("reference", f.reference).end();
    }
    out.end();
    console.out << (json ? out.text() + '\n' : table(rows));
    return Exit::Done;
}

}  // namespace

Action declareFormats(CLI::App& app)
{
    auto json = std::make_shared<bool>(false);
    app.add_flag("--json", *json, "as JSON");
    return [json](Console& console) { return listFormats(console, *json); };
}

}  // namespace posewright::cli
