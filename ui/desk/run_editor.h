#pragma once

#include <filesystem>

namespace posewright::ui {

/// Opens the window, on a file where one is named, and returns when it is closed: the exit status
/// of the program. Makes the QApplication, which removes its own options from argc and argv.
int runEditor(int& argc, char** argv, const std::filesystem::path& file = {});

}  // namespace posewright::ui
