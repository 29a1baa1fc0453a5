#pragma once

#include "core/document/document.h"
#include "ui/session/document_file.h"

#include <QStringList>

namespace posewright::ui {

/// What was guessed about a file that is not a project, and is worth a look, a line for each: that
/// it was turned upright, that its lengths look like another unit, or that the figure is as small
/// or as large as no person is, with its height. Empty: nothing.
QStringList guessedWords(const DocumentFile::ReadAs& as, const Document& doc);

}  // namespace posewright::ui
