#include "app/cli/command.h"
#include "app/cli/goal.h"

#include <algorithm>
#include <array>
#include <string>

namespace posewright::cli {

// Each adds its options and returns what to do once they are parsed. Defined in the source of its
// name: info.cpp, sample.cpp...
using Declare = Action(CLI::App&);
Declare declareInfo, declareSample, declareConvert, declareSolve, declareApply, declareOperate,
    declareRetarget, declareBake, declareReport, declareRender, declareDiff, declareSolvers,
    declareFormats;
std::string noteOverlays(const Editor&);  // render.cpp

namespace {

constexpr std::array kCommands{
    Command{"info", "FILE [--json]", "what is in a file", &declareInfo},
    Command{"sample", "FILE --frames LIST [--clip NAME] [--json] [-o OUT]",
            "world position and rotation of every joint", &declareSample},
    Command{
        "convert",
        "IN OUT [--clip NAME] [--clips all|NAME] [--frames A:B] [--fps N] [--scale S] [--up AXIS] "
        "[--rate N] [--add FILE] [--add-scene FILE] [--reduce TOL] [--every-frame] [--preset NAME] "
        "[--plain] [--safe-names] [--portable] "
        "[--euler-order ORDER] [--no-ends] [--no-meshes] [--no-textures] "
        "[--images inside|outside] [--no-targets] [--report FILE]",
        "any readable format to any writable one", &declareConvert},
    Command{"solve",
            "[--pole JOINT=x,y,z...] [--solver ID] [--iterations N] [--tolerance T] [--step S] "
            "[--selective] [--frame F] "
            "[--clip NAME] [--json] [--trace]",
            "one solve, with its report", &declareSolve},
    Command{"apply", "FILE EDITS.json -o OUT  |  --new EDITS.json -o OUT  |  --list [--json]",
            "applies a list of edits to a document", &declareApply},
    Command{"operate",
            "FILE NAME [--set KEY=VALUE...] [--clip NAME] -o OUT  |  "
            "NAME FILE... -o OUT|FOLDER  |  --list [--json]",
            "does to a document what one gesture of the editor does", &declareOperate},
    Command{"retarget",
            "CHARACTER MOTION... -o OUT [--map MAP.json] [--clip NAME] [--up AXIS] "
            "[--character-up AXIS] [--ground guess|found|keep] "
            "[--facing as-it-is|front|DEGREES] [--reference rest|bind|frame:N] "
            "[--travel scaled|as-it-is|in-place] [--free-feet] [--free-hands]  |  "
            "CHARACTER MOTION --print-map",
            "motions of other figures, as clips of this one", &declareRetarget},
    Command{"bake",
            "FILE -o OUT [--frames A:B] [--clip NAME] [--reduce TOL] [--jobs N] [--report FILE]",
            "solves every frame and writes joint keyframes", &declareBake},
    Command{"report", "FILE [--frames A:B] [--clip NAME] [--jobs N] [--json]",
            "status and error of each target at each frame", &declareReport},
    Command{"render",
            "FILE -o OUT.png|OUT%04d.png|OUT.mp4 [--frames A:B] [--clip NAME] [--size WxH] "
            "[--camera NAME | --from X,Y,Z --at X,Y,Z [--fov DEGREES]] [--overlay LAYERS] "
            "[--show LAYERS] [--background RRGGBB] [--exposure STOPS]",
            "pictures or a video (needs OpenGL; software is enough)", &declareRender,
            &noteOverlays},
    Command{"diff", "A B [--json]", "what differs in motion between two documents", &declareDiff},
    Command{"solvers", "[--json]", "the solvers, and what each supports", &declareSolvers},
    Command{"formats", "[--json]", "the file formats, and which are read and written",
            &declareFormats},
};

/// Usage of `solve`, with each kind of goal.
std::string solveUsage(std::string_view rest)
{
    std::string usage = "FILE [--goal GOAL...] ";
    for (const GoalForm& form : goalForms())
        usage += std::string("[") + form.option + ' ' + form.word + "...] ";
    return usage += rest;
}

}  // namespace

std::span<const Command> commands() noexcept
{
    static const auto all = [] {
        auto list = kCommands;
        Command& solve = *std::ranges::find(list, "solve", &Command::name);
        static const std::string usage = solveUsage(solve.usage);
        solve.usage = usage;
        return list;
    }();
    return all;
}

}  // namespace posewright::cli
