#pragma once

#include "app/cli/talk.h"
#include "core/io/format.h"

#include <string>

/// Units of length of files that do not state theirs.
namespace posewright::cli {

/// Applies `--unit`: `metre`, `centimetre`, `inch` and other names of io::lengthScales, or the
/// length of the unit [m]. "guess" sets nothing: see guessUnit. Error: it is none of these.
Result<void> takeUnit(const std::string& word, io::ReadOptions& to);

/// The length of the unit as guessed from the figure [m]; 1, with a warning, if it is unknown.
double guessUnit(Console& console, const std::string& file, const Document& doc);

/// Warns that the figure of a file without a unit is far from as tall as a person, if lengths are
/// written as metres, and which unit would mend that.
void warnOfHeight(Console& console, const std::string& file, const io::Import& import);

}  // namespace posewright::cli
