#pragma once

#include "core/export/options.h"

#include <QString>

namespace posewright::ui {

class Session;

/// What was chosen when a document was exported, by the path of the document; in the program's
/// settings, and never in a document.
struct ExportChoices {
    exports::Options options;
    QString path;  ///< of the file
};

/// What to begin with: as this document was last exported. One that never was begins as whatever
/// was exported last, with all clips, over its whole range and with a name beside itself; the very
/// first one suits a game engine.
ExportChoices exportChoices(const Session& session);
void rememberExport(const Session& session, const ExportChoices& choices);

}  // namespace posewright::ui
