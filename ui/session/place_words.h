#pragma once

#include <QString>

#include <string_view>

namespace posewright::ui {

/// The place of an Error or Diagnostic in words: "rotation of node 4 of a.gltf" for
/// "a.gltf#/nodes/3/rotation", "byte 1204 of a.glb" for "a.glb@1204". Rows are counted from 1. A
/// name, and the line of a text ("walk.bvh:41"), stay as they are.
QString placeWords(std::string_view where);

}  // namespace posewright::ui
