#include "core/io/fitting.h"

#include "core/base/number.h"
#include "core/io/placing.h"

#include <utility>

namespace posewright::io {

Result<Import> readFitting(const Document& doc, const std::filesystem::path& path,
                           ReadOptions options)
{
    const double unit = fromMetres(doc);
    const Format* format = formatFor(path);
    if (!format || !format->unplaced) {
        options.scale *= unit;
        return read(path, options);
    }
    options.up = std::nullopt;
    options.guess = true;
    Result<Import> first = read(path, options);
    if (!first) return first;
    const PlacingGuess guess = first->guess;
    const double factor = guess.unit ? guess.unit->metres * unit : 1;
    if (factor != 1) {
        options.scale *= factor;
        options.up = first->up;
        first = read(path, options);
        if (!first) return first;
        first->guess = guess;
        first->diagnostics.push_back({Diagnostic::Severity::Warning,
                                      "its lengths were multiplied by " + toText(factor) +
                                          ", to fit what is here: " + guess.unitReason,
                                      {}});
    }
    if (first->up != UpAxis::Y)
        first->diagnostics.push_back(
            {Diagnostic::Severity::Warning, "it was turned upright: " + guess.upReason, {}});
    return first;
}

}  // namespace posewright::io
