#pragma once

#include "core/document/document.h"
#include "core/io/format.h"
#include "core/io/gltf/gltf_file.h"

#include <vector>

namespace posewright::io::gltf {

/// Any glTF 2.0 file as a document: nodes, the joints of its skins as bones, meshes, and every
/// animation as a clip whose keys and interpolation are those of the file (glTF 2.0, section 3.11
/// and appendix C). What else the file holds, the document carries: the file's JSON is taken out of
/// it. Throws Trouble. Lengths are multiplied by options.scale.
Document importGltf(GltfFile& file, const ReadOptions& options);

/// The same without what is carried, for a look at what moves.
struct PlainMotion {
    Document document;
    std::vector<NodeId> ids;  ///< of the nodes, by row of the file; None: the end of a bone
};
PlainMotion importMotion(GltfFile& file);

/// The rate at which every time falls on a whole frame, among the usual ones; 30 where none does.
double rateOfTimes(const std::vector<float>& times);

}  // namespace posewright::io::gltf
