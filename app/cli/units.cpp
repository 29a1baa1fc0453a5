#include "app/cli/units.h"

#include "app/cli/inputs.h"
#include "core/base/number.h"
#include "core/io/placing.h"

#include <optional>

namespace posewright::cli {

namespace {

/// "centimetre", "inch", for "centimetres", "inches".
std::string one(std::string_view plural)
{
    plural.remove_suffix(plural.ends_with("ches") ? 2 : plural == "feet" ? 0 : 1);
    return std::string(plural);
}

std::string heightIn(double metres)
{
    return toFixed(metres, metres < 10 ? 2 : 0) + " m";
}

}  // namespace

Result<void> takeUnit(const std::string& word, io::ReadOptions& to)
{
    if (word == "guess") return {};
    std::string names;
    for (const io::LengthScale& scale : io::lengthScales()) {
        if (word == scale.name || word == one(scale.name)) {
            to.scale = scale.metres;
            return {};
        }
        if (scale.name.find(' ') == std::string_view::npos) names += one(scale.name) + ", ";
    }
    const Result<double> metres = parsePositive(word, "--unit");
    if (!metres) return Error{.message = "--unit is " + names + "a number of metres, or guess"};
    to.scale = *metres;
    return {};
}

double guessUnit(Console& console, const std::string& file, const Document& doc)
{
    const io::PlacingGuess guess = io::guessPlacing(doc);
    if (guess.unit) return guess.unit->metres;
    const std::optional<double> person = io::unitForPerson(doc);
    const std::string why =
        guess.unitReason.empty() ? "its unit cannot be guessed" : guess.unitReason;
    warn(console, file,
         why + (person ? ": it is made 1.7 m tall" : ": lengths are taken for metres"));
    return person.value_or(1);
}

void warnOfHeight(Console& console, const std::string& file, const io::Import& import)
{
    if (!import.unplaced) return;
    const io::PlacingGuess guess = io::guessPlacing(import.document);
    const double height = io::heightOf(import.document);
    std::string mends;
    if (guess.unit && guess.unit->metres != 1)
        mends = "takes them for " + std::string(guess.unit->name) + ": " +
                heightIn(height * guess.unit->metres);
    else if (!guess.unit && io::unitForPerson(import.document))
        mends = "makes it 1.7 m tall";
    if (mends.empty()) return;
    warn(console, file,
         "its lengths are taken for metres: the figure is " + heightIn(height) +
             " tall. --unit guess " + mends);
}

}  // namespace posewright::cli
