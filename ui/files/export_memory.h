#pragma once

#include "core/export/options.h"

#include <QString>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace posewright::ui {

class Session;

/// What the window shows of the document, and an export tells.
struct ExportView {
    std::vector<NodeId> hidden;  ///< meshes
    int problems = 0;            ///< number of frames, as far as they are known
};

/// The choices of the last export, per document path. Kept in the program's settings, not in
/// documents.
struct ExportChoices {
    exports::Options options;
    QString path;                           ///< of the file
    std::map<std::string, double> units{};  ///< [m] that were chosen, by unitKey
    bool clipsChosen = false;               ///< all clips or one, by hand; not kept in the settings
    ExportView view{};                      ///< not kept
    bool leavesOutHidden = false;           ///< options.withoutMeshes are those of the view
};

/// Formats whose lengths are chosen together: one each, and projects.
std::string unitKey(const exports::Options& options);

/// Are all clips offered for such a file, instead of the one that is shown? If several were brought
/// in or made here, or if none was and one file holds them all. A single one was made to be used:
/// it is offered alone, beside the dozens that may have come with the character.
bool offersAllClips(const Session& session, const exports::Options& options);

/// The initial choices: those of this document's last export. Otherwise those of the last export of
/// any document, with the clips that `offersAllClips` says, the whole range and a path beside the
/// project, or in the folder of the last export; for the very first export the preset for game
/// engines.
/// @param allClips what was chosen by hand for this document since it was opened; a project has all
ExportChoices exportChoices(const Session& session, std::optional<bool> allClips = std::nullopt);
void rememberExport(const Session& session, const ExportChoices& choices);

}  // namespace posewright::ui
