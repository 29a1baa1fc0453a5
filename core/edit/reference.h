#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/motion/clip.h"

#include <optional>
#include <string>

/// How edits name keys and spans.
namespace posewright::edit {

struct Context;

/// One or several properties of a key: what a person picks on the timeline.
struct KeyRef {
    NodeId node = NodeId::None;                    ///< a node's key, or
    ConstraintId constraint = ConstraintId::None;  ///< a key of a constraint's influence; with its
                                                   ///< target's node: all that is keyed of it
    std::optional<Property> property;              ///< empty: all properties at that frame
    double frame = 0;
    std::string layer{};  ///< of that layer's offsets of the node; without a node, of its weight
    bool operator==(const KeyRef&) const = default;
};

/// A span of a target, named by where it starts.
struct SpanRef {
    ConstraintId target = ConstraintId::None;
    double start = 0;
    bool operator==(const SpanRef&) const = default;
};
/// The span that a reference stands for; null: none. Of two with one start, the one with a length.
const Span* findSpan(const Document& doc, const SpanRef& ref);

/// How a key leaves, for scalars and rotations alike.
enum class KeyShape { Constant, Linear, Bezier, Eased };

/// The track that holds a referenced node's key, of the clip or of the layer named; null: none.
const Track* trackOf(const Clip& clip, const KeyRef& key);
/// The curve of the influence, or of the layer's weight, that is referenced; null: none.
const Curve* shareOf(const Clip& clip, const KeyRef& key);
/// Is there a key that the reference stands for?
bool exists(const Clip& clip, const KeyRef& key);

}  // namespace posewright::edit
