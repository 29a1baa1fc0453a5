#pragma once

#include "app/cli/command.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace posewright::cli {

struct RetargetOptions {
    std::vector<std::string> files;  ///< the character, then motions
    std::string map;
    std::string clip;
    std::string up;
    std::string characterUp;
    std::string travel = "scaled";
    std::string ground = "guess";
    std::string facing = "as-it-is";
    std::string reference;
    std::string characterReference;
    std::string out;
    std::string report;  ///< JSON; "-": standard output
    bool freeFeet = false;
    bool freeHands = false;
    bool contacts = false;
    bool forgetSource = false;
    bool leaveOutStart = false;
    bool printMap = false;
};

/// Runs `retarget` with its parsed options.
Exit retargetFiles(Console& console, const RetargetOptions& options);

/// `operate retarget`: each motion onto a character, or a motion onto each character, to a file of
/// its own. Continues after failures, and returns the status of the last one.
/// @param set  the arguments: "character" or "motion", "root" as "travel", and those of the options
///     of `retarget`
/// @param files  motions; with "motion", characters
/// @param report  of a single file: see retarget_report.h; empty: none
Exit retargetEach(Console& console, const nlohmann::json& set,
                  const std::vector<std::string>& files,
                  const std::vector<std::filesystem::path>& outs, const std::string& report);

}  // namespace posewright::cli
