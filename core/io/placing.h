#pragma once

#include "core/document/document.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

/// The up axis and the length unit of files that do not state them.
namespace posewright::io {

/// The axis of the file that points up; in the document it is +Y.
enum class UpAxis { Y, Z, X, MinusY, MinusZ, MinusX };

/// "y", "z", "x", "-y", "-z" or "-x".
std::string_view nameOf(UpAxis axis) noexcept;
std::optional<UpAxis> upAxisNamed(std::string_view name) noexcept;

/// The document turned by the least arc from the axis to +Y, by a node added above all others, so
/// that keys and rest poses stay. For +Y the document itself.
/// @pre validate(doc), and the document has no constraints
Document turnedUp(Document doc, UpAxis axis);

/// Is it the node that turnedUp adds?
bool isUpAxis(const Scene& scene, NodeIndex row);

/// A length unit that files use without stating it.
struct LengthScale {
    std::string_view name;  ///< "centimetres"
    double metres;
};
/// All such units, metres first.
std::span<const LengthScale> lengthScales() noexcept;

/// Up axis and unit as deduced from the figure in a document. Reasons are sentences for people;
/// empty if unknown.
struct PlacingGuess {
    UpAxis up = UpAxis::Y;
    std::string upReason;
    const LengthScale* unit =
        nullptr;  ///< null: with no usual unit would the figure have a human height
    std::string unitReason;
};

/// Deduces the up axis from where the head is above the feet, in the rest pose and along the active
/// clip, which must agree; and the unit from the height of the figure, taken to be 1.2 to 2.3 m.
/// O(nodes) for each of at most nine frames.
PlacingGuess guessPlacing(const Document& doc);

/// The height of a figure at rest, whichever axis is up; 0 if no figure is found. [length unit]
/// O(nodes).
double heightOf(const Document& doc);

/// Would a figure of this height [m] be a toy or a giant: under 0.3 m or over 5 m?
bool isOddHeight(double height) noexcept;

/// The length unit with which a figure of an odd height in metres is as tall as people are: 1.7 m.
/// Nullopt: its height is not odd, or there is no figure. [m]
std::optional<double> unitForPerson(const Document& doc);

/// The factor from metres to the document's unit; 1 if that is metres or unknown.
double fromMetres(const Document& doc);

}  // namespace posewright::io
