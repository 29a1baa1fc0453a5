#pragma once

#include "core/io/gltf/text/json.h"
#include "core/scene/scene.h"

#include <string>
#include <string_view>
#include <vector>

/// Checksums of the data that only this editor keeps in a file, so that a damaged byte is not
/// mistaken for the animator's work. They cover values, not text: rewriting numbers or members in
/// another form does not change them.
namespace posewright::io::gltf {

/// Adds a `crc` to the object and to each object below it that is a row of an array or has keys. It
/// covers members and keys; parts with a `crc` of their own contribute only that.
/// @param data  binary data that the keys refer to
void addChecks(Json& object, std::string_view data);

/// The checksum of a value of any kind, by value as above.
std::string valueCheck(const Json& value);

/// What differs from what was saved.
struct Damage {
    struct Place {
        const Json* at = nullptr;
        const Json* row = nullptr;  ///< the row with its node or constraint; may be null
    };
    std::vector<Place> places;
    bool keysAreGone = false;    ///< no curve has the keys that were saved
    bool carriedIsGone = false;  ///< what the project carries, keys of clips among it, fits no more
};

/// Checks every `crc` that is present; older files have none. Never throws.
Damage findDamage(const Json& object, std::string_view data);

/// The checksum of a node: its extension, name, transform, parent, mesh and skin.
std::string nodeCheck(const Json& extension, const Node& node, NodeId parent,
                      const std::vector<Skin>& skins);

}  // namespace posewright::io::gltf
