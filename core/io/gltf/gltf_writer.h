#pragma once

#include "core/io/format.h"
#include "core/io/gltf/json.h"
#include "core/io/motion_sampler.h"

#include <string>

namespace posewright::io::gltf {

/// A document as glTF 2.0: what any viewer plays, and our own data beside it.
struct Written {
    Document document;  ///< as it is read back: what it carries is brought to what holds
    Json json;          ///< buffers[0] without a uri: the binary chunk of a GLB
    std::string bin;    ///< its bytes
    Diagnostics diagnostics;
    Witness witness;      ///< of the bones, in the active clip; rows are frames after the first one
    double start = 0;     ///< [s] of the first row in the file
    double rate = 24;     ///< [rows/s]
    double seconds = 0;   ///< the last time in the active clip's animation
    double farthest = 0;  ///< [m] any node is from the origin in it
    double fastest = 0;   ///< [m/s] any node is in it
    std::vector<int> witnessRows{};  ///< of the nodes of the witness in the file
    int animation = -1;              ///< row of the active clip's animation; -1: it has none
};

/// What the document carries of a glTF file keeps its rows, and what is new comes behind it. Nodes
/// keep their row, name and place; leaf bones get an `_end` node; bones that no mesh shows
/// get a figure of octahedra, so that any viewer shows them and takes them for a skeleton. Each
/// clip is an animation of what is shown: tracks that glTF can express keep their keys
/// (STEP, LINEAR, CUBICSPLINE), all else, and everything a constraint drives, is sampled once a
/// frame. Times are frame / rate; a range that starts before 0 is shifted to 0.
/// Error: the document breaks a rule of validate; cancelled.
Result<Written> writeGltf(const Document& doc, const WriteOptions& options = {});

}  // namespace posewright::io::gltf
