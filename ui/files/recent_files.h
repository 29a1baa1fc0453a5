#pragma once

#include <QStringList>

/// The files that were opened or saved last, kept in the program's settings.
namespace posewright::ui::recent_files {

inline constexpr int kMost = 10;

/// Whole paths, the newest first; the files need not exist any more.
QStringList all();
/// Puts a path in front.
void add(const QString& path);
void clear();

}  // namespace posewright::ui::recent_files
