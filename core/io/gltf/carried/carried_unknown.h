#pragma once

#include "core/document/document.h"
#include "core/io/gltf/carried_form.h"

/// What extensions hold that may refer to rows in places that are not known.
namespace posewright::io::gltf {

/// Removes the objects of extensions that are not known from a form, and the names of these
/// extensions, so that rows can go.
/// @param with  what goes, for messages: "meshes"
/// @param told  gets a warning per extension that says where its objects were
void dropUnknownExtensions(CarriedForm& form, const Document& doc, const char* with,
                           Diagnostics& told);

/// Does a channel point at something of an extension that is not known?
bool pointsAtUnknown(const Json& channel);

/// Leaves views without what packs them. The bytes of a carried view are there unpacked, too. Views
/// that were packed get the member `kWasPacked`.
void unpackCarriedViews(Json& gltf);
inline constexpr const char* kWasPacked = "wasPacked";

/// Removes these members. Returns how many views had one.
int forgetPacked(Json& gltf);

}  // namespace posewright::io::gltf
