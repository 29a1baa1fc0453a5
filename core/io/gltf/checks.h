#pragma once

#include "core/io/gltf/json.h"
#include "core/scene/scene.h"

#include <string>
#include <string_view>
#include <vector>

/// Checksums of what only this editor keeps in a file. A damaged byte would otherwise be taken for
/// what the animator keyed. They are of values, not of text: a program that writes numbers or
/// members in another way changes none of them.
namespace posewright::io::gltf {

/// Gives the object, and each object below it that is a row of an array or holds keys, its `crc`:
/// of its members and its keys; of the parts that have one themselves, only that.
/// @param data  what the keys point into
void addChecks(Json& object, std::string_view data);

/// What is not as it was saved.
struct Damage {
    struct Place {
        const Json* at = nullptr;
        const Json* row = nullptr;  ///< the row that names its node or constraint; may be null
    };
    std::vector<Place> places;
    bool keysAreGone = false;  ///< not one of the curves has the keys that were saved
};

/// Compares every `crc` that there is; files of before have none. Never throws.
Damage findDamage(const Json& object, std::string_view data);

/// The checksum of a node: its extension, name, place, parent, and the mesh and skin it shows.
std::string nodeCheck(const Json& extension, const Node& node, NodeId parent,
                      const std::vector<Skin>& skins);

}  // namespace posewright::io::gltf
