#pragma once

#include "core/io/gltf/carried_form.h"
#include "core/io/gltf/gltf_file.h"
#include "core/io/gltf/node_import.h"

#include <optional>
#include <vector>

namespace posewright::io::gltf {

/// How many rows of a project's lists are carried; 0 where it carries nothing.
struct CarriedRows {
    std::size_t meshes = 0;
    std::size_t cameras = 0;
    std::size_t lights = 0;
};
CarriedRows carriedRows(const Json& project);

/// Gives a node of a project the name and the place that the importer made of those of its file,
/// which are written where the node still has them. Throws Trouble.
void readAsImported(ImportedNode& node, const Json& extension);

/// Takes what a project carries out of its file again.
/// @param scene  of the project, whose skins are the first ones of the file
/// Throws Trouble: what the extension says of it does not fit the file.
Carried readCarried(const GltfFile& file, const Json& project,
                    const std::vector<ImportedNode>& nodes, const Scene& scene);

/// Is it what was saved? By its checksum.
bool isAsSaved(const Carried& carried, const Json& project);

/// What of a document its project says about the parts of the file that are carried.
Json carriedToJson(const CarriedForm& form, const Carried& carried);

}  // namespace posewright::io::gltf
