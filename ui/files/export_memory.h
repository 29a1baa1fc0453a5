#pragma once

#include "core/export/options.h"

#include <QString>

#include <map>
#include <string>

namespace posewright::ui {

class Session;

/// The choices of the last export, per document path. Kept in the program's settings, not in
/// documents.
struct ExportChoices {
    exports::Options options;
    QString path;                           ///< of the file
    std::map<std::string, double> units{};  ///< [m] that were chosen, by unitKey
};

/// Formats whose lengths are chosen together: one each, and projects.
std::string unitKey(const exports::Options& options);

/// Are all clips offered for such a file, instead of the one that is shown? If one file holds them
/// all, or if clips were brought in or made here.
bool offersAllClips(const Session& session, const exports::Options& options);

/// The initial choices: those of this document's last export. Otherwise those of the last export of
/// any document, with the clips that `offersAllClips` says, the whole range and a path beside the
/// project, or in the folder of the last export; for the very first export the preset for game
/// engines.
ExportChoices exportChoices(const Session& session);
void rememberExport(const Session& session, const ExportChoices& choices);

}  // namespace posewright::ui
