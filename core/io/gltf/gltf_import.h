#pragma once

#include "core/document/document.h"
#include "core/io/format.h"
#include "core/io/gltf/gltf_file.h"

#include <string>
#include <vector>

namespace posewright::io::gltf {

/// Any glTF 2.0 file as a document: nodes, the joints of its skins as bones, meshes, and every
/// animation as a clip whose keys and interpolation are those of the file (glTF 2.0, section 3.11
/// and appendix C). The document carries the rest of the file, whose JSON is moved out. Throws
/// Trouble. Lengths are multiplied by options.scale.
Document importGltf(GltfFile& file, const ReadOptions& options);

/// What the file says that a GLB was made of, and the GLB does not.
struct FileFacts {
    std::vector<int> joints;  ///< rows of nodes that are bones; others are not, but those of skins
    double rate = 0;          ///< [frames/s]; 0: not said
};

/// Reads a GLB that was made of another file, and refers to no other. Never throws.
Result<Import> importMade(std::string glb, const ReadOptions& options, const FileFacts& source);

/// A glTF file without carried data, for reading the motion only.
struct PlainMotion {
    Document document;
    std::vector<NodeId> ids;  ///< by row of the file's nodes; None: the end of a bone
};
/// @param at  [s] ascending: the motion is needed around these times only, which takes less memory;
///            empty: all of it
PlainMotion importMotion(GltfFile& file, std::span<const float> at = {});

/// The first usual rate at which all times are whole frames, or, of ten or more, all but the first
/// and the last; 30 if there is none. [frames/s]
double rateOfTimes(const std::vector<float>& times);

}  // namespace posewright::io::gltf
