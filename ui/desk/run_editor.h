#pragma once

#include <filesystem>

namespace posewright::ui {

/// Opens the window, with a file if one is given, and returns the program's exit status when it is
/// closed. Creates the QApplication, which removes its own options from argc and argv.
int runEditor(int& argc, char** argv, const std::filesystem::path& file = {});

}  // namespace posewright::ui
