#pragma once

#include "core/base/result.h"
#include "core/io/gltf/carried_form.h"

#include <cstdint>
#include <vector>

namespace posewright::io::gltf {

/// Multiplies the lengths in what is carried: positions and how morph targets move them, bind
/// matrices, places of nodes, cameras, ranges of lights. Numbers that are not float get accessors
/// of their own behind the others. Channels of translations go: they are written from their tracks.
/// Says what has lengths that nobody here knows of. @pre factor > 0
void scaleCarried(CarriedForm& form, std::vector<std::uint8_t>& data, double factor,
                  Diagnostics& told);

/// What is left of the tracks made of a carried animation then.
void dropTranslations(std::vector<Shared<Track>>& tracks);

/// The same for a document, whose other parts are those of `scaled`, and came from `before`.
void scaleCarriedOf(Document& scaled, const Document& before, double factor);

}  // namespace posewright::io::gltf
