#pragma once

#include "core/export/options.h"
#include "core/io/renamed.h"

#include <string>
#include <vector>

namespace posewright::exports {

/// With names that every reader takes (io::safeName) of nodes, clips, and the meshes, materials,
/// cameras, lights and skins of a glTF file; as io::safeNames, each list for itself.
/// @param renamed  gets the names that changed
Document withSafeNames(const Document& doc, io::Renamed& renamed);

/// The names that an export writes differently, because every reader should take them: as many as
/// its warning counts. Empty without safe names. Bakes nothing: O(names), and with carried glTF
/// data O(its JSON).
io::Renamed namesThatChange(const Document& doc, const Options& options, const io::Format& format);

}  // namespace posewright::exports
