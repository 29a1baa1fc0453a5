#pragma once

#include "core/base/result.h"

#include <QStringList>

namespace posewright::ui {

/// The warnings among these, as lines of a notice about a file. Its head names the file, so that no
/// line does again; places in files beside it are named without the folder.
QStringList noticeLines(const Diagnostics& diagnostics, const QString& path);

}  // namespace posewright::ui
