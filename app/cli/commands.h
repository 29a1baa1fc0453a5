#pragma once

#include "app/cli/command.h"

/// The subcommands: each adds its options and returns what to do once they are parsed.
namespace posewright::cli {

Action declareInfo(CLI::App&);      // info.cpp
Action declareSample(CLI::App&);    // sample.cpp
Action declareConvert(CLI::App&);   // convert.cpp
Action declareSolve(CLI::App&);     // solve.cpp
Action declareApply(CLI::App&);     // apply.cpp
Action declareOperate(CLI::App&);   // operate.cpp
Action declareRetarget(CLI::App&);  // retarget.cpp
Action declareBake(CLI::App&);      // bake.cpp
Action declareReport(CLI::App&);    // report.cpp
Action declareRender(CLI::App&);    // render.cpp
std::string noteOverlays(const Editor&);
Action declareDiff(CLI::App&);     // diff.cpp
Action declareSolvers(CLI::App&);  // solvers.cpp
Action declareFormats(CLI::App&);  // formats.cpp

}  // namespace posewright::cli
