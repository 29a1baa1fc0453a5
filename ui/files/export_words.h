#pragma once

#include "core/document/document.h"
#include "core/export/options.h"

#include <QString>

namespace posewright::ui {

/// What a file, or several, will hold of a document with these options, and what not: a few
/// sentences. Nothing is solved for it.
QString exportWords(const Document& doc, const exports::Options& options, const QString& path);

/// What an ending is good for: "GLB: one file, for engines and viewers".
QString endingWords(const QString& ending);

}  // namespace posewright::ui
