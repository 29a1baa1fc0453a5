#include "tests/app/example_command.h"

#include "app/cli/talk.h"
#include "core/io/format.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <ostream>

namespace posewright::test {

namespace {

cli::Exit countBones(cli::Console& console, const std::string& file)
{
    const Result<io::Import> read = io::read(file);
    if (!read) return cli::fail(console, read.error(), file);
    cli::warn(console, read->diagnostics, file);
    console.out << std::ranges::count_if(read->document.scene->nodes(), &Node::bone) << '\n';
    return cli::Exit::Done;
}

cli::Action declareExample(CLI::App& app)
{
    auto file = std::make_shared<std::string>();
    app.add_option("FILE", *file, "what to read")->required();
    return [file](cli::Console& console) { return countBones(console, *file); };
}

}  // namespace

cli::Command exampleCommand()
{
    return {.name = "bones",
            .usage = "FILE",
            .summary = "how many bones a file has",
            .declare = declareExample};
}

}  // namespace posewright::test
