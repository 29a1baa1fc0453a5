#pragma once

#include "core/io/gltf/carried_form.h"
#include "core/io/gltf/gltf_file.h"
#include "core/io/gltf/import/node_import.h"

#include <optional>
#include <vector>

namespace posewright::io::gltf {

/// The number of carried rows in a project's lists; 0 if it carries nothing.
struct CarriedRows {
    std::size_t meshes = 0;
    std::size_t cameras = 0;
    std::size_t lights = 0;
};
CarriedRows carriedRows(const Json& project);

/// For a project's node that was imported from a foreign file: sets the name and transform that the
/// importer made of the file's, as the extension records. Throws Trouble.
void readAsImported(ImportedNode& node, const Json& extension);

/// Restores what a project carries from its file.
/// @param scene  of the project, whose skins are the first ones of the file
/// Throws Trouble if the extension does not match the file.
Carried readCarried(const GltfFile& file, const Json& project,
                    const std::vector<ImportedNode>& nodes, const Scene& scene);

/// Does its checksum match?
bool isAsSaved(const Carried& carried, const Json& project);

/// The project's description of the carried parts of its file.
Json carriedToJson(const CarriedForm& form, const Carried& carried);

}  // namespace posewright::io::gltf
