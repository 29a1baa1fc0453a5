#pragma once

#include "core/base/result.h"
#include "core/io/gltf/carried_form.h"

#include <cstdint>
#include <vector>

namespace posewright::io::gltf {

/// Scales the lengths in what is carried: positions and their morph targets, bind matrices, node
/// transforms, cameras, ranges of lights. Lengths that are not float, or that share their accessor
/// or bytes with something else, get new accessors at the end.
/// Translation channels are removed, since they are written from tracks. Reports extensions that
/// may contain lengths. @pre factor > 0
void scaleCarried(CarriedForm& form, std::vector<std::uint8_t>& data, double factor,
                  Diagnostics& told);

/// The same for the tracks that were made from a carried animation.
void dropTranslations(std::vector<Shared<Track>>& tracks);

/// The same for the carried part of `scaled`, which was scaled from `before`.
void scaleCarriedOf(Document& scaled, const Document& before, double factor, Diagnostics& told);

}  // namespace posewright::io::gltf
