#pragma once

#include <QStringList>

/// The recently opened or saved files, kept in the program's settings.
namespace posewright::ui::recent_files {

inline constexpr int kMost = 10;

/// Full paths, newest first; the files may no longer exist.
QStringList all();
/// Puts a path in front.
void add(const QString& path);
void clear();

}  // namespace posewright::ui::recent_files
