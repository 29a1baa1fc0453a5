#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/motion/clip.h"

#include <optional>
#include <string>

/// How edits name keys and spans.
namespace posewright::edit {

struct Context;

/// One or all properties of a node's key at a frame, as picked on the timeline.
struct KeyRef {
    NodeId node = NodeId::None;  ///< a node's key, or
    ConstraintId constraint =
        ConstraintId::None;  ///< a key of a constraint's influence; both: all keys of the target
    std::optional<Property> property;  ///< empty: all properties at that frame
    double frame = 0;
    std::string layer{};  ///< the key is of this layer's offsets, or without a node of its weight;
                          ///< empty: of no layer
    bool operator==(const KeyRef&) const = default;
};

/// A span of a target, named by where it starts.
struct SpanRef {
    ConstraintId target = ConstraintId::None;
    double start = 0;
    bool operator==(const SpanRef&) const = default;
};
/// The span that a reference stands for; null: none. If two have the same start, the one with a
/// length.
const Span* findSpan(const Document& doc, const SpanRef& ref);

/// The interpolation after a key, for scalars and rotations alike.
enum class KeyShape { Constant, Linear, Bezier, Eased };

/// The track with the key of a referenced node, in the clip or the named layer; null: none.
const Track* trackOf(const Clip& clip, const KeyRef& key);
/// The referenced curve of an influence or of a layer's weight; null: none.
const Curve* shareOf(const Clip& clip, const KeyRef& key);
/// Is there a key that the reference stands for?
bool exists(const Clip& clip, const KeyRef& key);

}  // namespace posewright::edit
