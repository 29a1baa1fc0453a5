#pragma once

#include "core/evaluate/report.h"

#include <string>

namespace posewright::cli {

/// A report as JSON (described in docs/cli.md), with a line end.
std::string reportJson(const Document& doc, const MotionReport& report);

/// A report for people: what is wrong and where; one line if nothing is.
std::string reportText(const Document& doc, const MotionReport& report);

}  // namespace posewright::cli
