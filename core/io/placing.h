#pragma once

#include "core/document/document.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Which way is up in a file that does not say so, and how long its unit is.
namespace posewright::io {

/// The axis of the file that points up; in the document it is +Y.
enum class UpAxis { Y, Z, X, MinusY, MinusZ, MinusX };

/// "y", "z", "x", "-y", "-z" or "-x".
std::string_view nameOf(UpAxis axis) noexcept;
std::optional<UpAxis> upAxisNamed(std::string_view name) noexcept;

/// The document turned by the least arc that takes the axis to +Y, by a plain node above all
/// others: keys and rest poses stay as they are. Of +Y the document itself. It has no source text
/// any more, since that would say where it was before.
/// @pre validate(doc), and the document has no constraints
Document turnedUp(Document doc, UpAxis axis);

/// A unit that files count lengths in without saying so.
struct LengthScale {
    std::string_view name;  ///< "centimetres"
    double metres;
};
/// Metres first.
std::span<const LengthScale> lengthScales() noexcept;

/// What the figure in a document tells. Sentences are for people; empty where nothing is known.
struct PlacingGuess {
    UpAxis up = UpAxis::Y;
    std::string upReason;
    const LengthScale* unit = nullptr;  ///< null: no usual unit makes a figure of its height
    std::string unitReason;
};

/// Looks where the head is above the feet, in the rest pose and along the active clip, and how tall
/// the figure is: people are 1.2 to 2.3 m tall. Only where both poses agree is anything turned.
/// O(nodes) for each of at most nine frames.
PlacingGuess guessPlacing(const Document& doc);

/// How high the bones of a figure reach above one another at rest, whichever way it stands; 0 where
/// nothing tells a figure. [length unit] O(nodes).
double heightOf(const Document& doc);

/// What lengths in metres are multiplied by to be lengths of the document: 1 where it counts in
/// metres, or nothing tells what it counts in.
double fromMetres(const Document& doc);

}  // namespace posewright::io
