#include "app/editor.h"
#include "core/base/own_program.h"

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>

namespace posewright::app {

namespace {

/// Replaces this program by the editor, with the same arguments, streams and process id. Returns
/// the reason if that fails.
Error becomeEditor(char** argv)
{
    const std::filesystem::path place = ownProgram("posewright-editor");
    ::execv(place.c_str(), argv);
    return {.message = "the editor cannot be started: " +
                       std::error_code(errno, std::generic_category()).message(),
            .where = place.string(),
            .kind = ErrorKind::Machine,
            .advice = "it belongs beside the program, or where the installation puts it"};
}

}  // namespace

cli::Editor editor(int&, char** argv)
{
    cli::Editor out;
    out.open = [argv](const std::filesystem::path&) -> Result<int> { return becomeEditor(argv); };
    out.makePictures = [argv](const cli::PictureJob&) -> Result<void> {
        return becomeEditor(argv);
    };
    return out;
}

void seekDisplay(char** argv)
{
    (void)becomeEditor(argv);
}

}  // namespace posewright::app
