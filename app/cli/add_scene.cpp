#include "app/cli/add_scene.h"

#include "app/cli/talk.h"
#include "app/cli/units.h"
#include "core/io/join.h"
#include "core/operate/clip_match.h"

namespace posewright::cli {

Result<Document> withSceneOf(Console& console, const Document& doc, const std::string& file,
                             const io::ReadOptions& reading, const ReadWords& words)
{
    io::ReadOptions plain = reading;
    plain.plain = true;
    const io::Format* format = io::formatFor(file);
    if (format && !format->unplaced) plain.scale *= io::fromMetres(doc);
    Result<io::Import> from = io::read(file, plain);
    if (from && words.unit == "guess") {
        plain.scale *= guessUnit(console, file, from->document);
        from = io::read(file, plain);
    }
    if (!from) return from.error();
    warn(console, from->diagnostics, file);
    // Else both are in the same unknown unit.
    if (words.unit.empty() && words.scale.empty() && io::fromMetres(doc) == 1)
        warnOfHeight(console, file, *from);
    const Result<io::Joining> joining = io::joining(doc, from->document);
    if (!joining) {
        Error error = joining.error();
        error.where = file;
        return error;
    }
    warn(console, joining->diagnostics, file);
    const Result<operate::Edits> edits = operate::withMotion(doc, joining->edit, joining->other);
    return edits ? edit::applyEach(doc, *edits) : Result<Document>(edits.error());
}

}  // namespace posewright::cli
