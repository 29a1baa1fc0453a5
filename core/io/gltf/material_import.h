#pragma once

#include "core/io/gltf/gltf_file.h"
#include "core/scene/material.h"

#include <vector>

namespace posewright::io::gltf {

/// All materials of the file, by row, and behind them the one of what has none. What cannot be
/// understood is as if it were not there, for faults.h tells it. Pictures that lie in files of
/// their own are sought beside this one where `outside`.
std::vector<Shared<Material>> importMaterials(const GltfFile& file, bool outside);

}  // namespace posewright::io::gltf
