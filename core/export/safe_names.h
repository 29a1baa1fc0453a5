#pragma once

#include "core/document/document.h"

#include <string>
#include <utility>
#include <vector>

namespace posewright::exports {

/// With names that every reader takes (io::safeName) of nodes, clips, and the meshes, materials,
/// cameras, lights and skins of a glTF file; as io::safeNames, each list for itself.
/// @param renamed  gets the names that changed
Document withSafeNames(const Document& doc, std::vector<std::string>& renamed);

/// Those of one list of names that change so, each with what it becomes.
std::vector<std::pair<std::string, std::string>>
safeNameChanges(const std::vector<std::string>& names);

}  // namespace posewright::exports
