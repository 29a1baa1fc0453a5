#pragma once

#include "core/io/format.h"
#include "core/io/gltf/text/json.h"
#include "core/io/motion_sampler.h"

#include <string>
#include <string_view>

namespace posewright::io::gltf {

/// A document as glTF 2.0: standard content for any viewer, plus our own data.
struct Written {
    Document document;      ///< as it will be read back, with normalised carried data
    Json json;              ///< buffers[0] without a uri: the binary chunk of a GLB
    std::string bin;        ///< its bytes, up to
    std::string_view tail;  ///< the last ones, which stay where `document` has them
    Diagnostics diagnostics;
    Witness witness;  ///< of the bones, in the active clip; rows are frames after the first one
    std::vector<float> witnessTimes{};  ///< [s] of its rows in the file
    double seconds = 0;                 ///< the last time in the active clip's animation
    double farthest = 0;                ///< [m] largest distance of any node from the origin in it
    double fastest = 0;                 ///< [m/s] highest speed of any node in it
    std::vector<int> witnessRows{};     ///< of the nodes of the witness in the file
    int animation = -1;                 ///< row of the active clip's animation; -1: it has none
};

/// All bytes of the chunk in one piece.
std::string joinedBin(const Written& written);

/// Carried glTF data keeps its rows, and new rows are appended. Nodes keep their row, name and
/// transform; leaf bones get an `_end` node; bones without a skinned mesh get a Figure of
/// octahedra, so that any viewer shows them as a skeleton. Each clip becomes an animation of what
/// is shown: tracks that glTF can express keep their keys (STEP, LINEAR, CUBICSPLINE), cut to the
/// range; everything else, and everything that a constraint drives, is sampled at every frame.
/// Times are frame / rate; a range that starts before 0 is shifted to 0. Error: the document breaks
/// a rule of validate; cancelled.
Result<Written> writeGltf(const Document& doc, const WriteOptions& options = {});

}  // namespace posewright::io::gltf
