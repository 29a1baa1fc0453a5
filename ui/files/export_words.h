#pragma once

#include "core/document/document.h"
#include "core/export/options.h"

#include <QString>

namespace posewright::ui {

struct ExportView;

/// A few sentences about what the exported files will and will not contain. Does not solve
/// anything.
QString exportWords(const Document& doc, const exports::Options& options, const QString& path);
/// In that format, whether it is in the table or not.
QString exportWords(const Document& doc, const exports::Options& options, const QString& path,
                    const io::Format& format);

/// Sentences about the meshes that the view hides, if the file holds meshes, and about frames with
/// problems, each after a blank. Empty: there are none.
QString viewWords(const ExportView& view, const exports::Options& options);

/// What a file extension is for: "GLB: one file, for engines and viewers".
QString endingWords(const io::Ending& ending);

}  // namespace posewright::ui
