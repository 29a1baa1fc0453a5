#pragma once

#include "app/import/lost.h"

#include <optional>
#include <string>
#include <string_view>

namespace posewright::import {

/// A COLLADA text that means the same, in a form that assimp 5.2 reads as it is meant, each part on
/// the line where it was:
/// - `color` whose numbers begin with a blank, `p` whose numbers end with one: it refuses the file;
/// - `lookat` whose up is not across its sight (COLLADA 1.4.1, lookat): it makes shear of it;
/// - `rotate` about no axis, which shrinks the node, is left out;
/// - a unit that is no length is a metre.
std::string mended(std::string collada, Lost& lost);

/// The line and the first word that is no finite number where a number is expected, of those words
/// that assimp takes for numbers; nullopt: none is there. If what is made of the file is broken, it
/// is by that.
std::optional<std::string> faultIn(std::string_view collada);

}  // namespace posewright::import
