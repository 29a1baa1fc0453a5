#include "app/editor.h"

#include <array>
#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>

namespace posewright::app {

namespace {

constexpr const char* kProgram = "posewright-editor";

/// This program becomes the editor's, with the same arguments, streams and number. Returns the
/// reason where it cannot.
Error becomeEditor(char** argv)
{
    std::error_code failed;
    const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe", failed);
    const std::filesystem::path folder = here.parent_path();
    // Side by side in the build tree, apart where it is installed.
    const std::array places = {folder / kProgram,
                               (folder / POSEWRIGHT_EDITOR_FOLDER / kProgram).lexically_normal()};
    int why = ENOENT;
    for (const std::filesystem::path& place : places) {
        ::execv(place.c_str(), argv);
        if (errno != ENOENT) why = errno;
    }
    return {.message = "the editor cannot be started: " +
                       std::error_code(why, std::generic_category()).message(),
            .where = places[1].string(),
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
