#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Complete keys, for copy and paste.
namespace posewright::edit {

/// A complete key: of one scalar curve of a node, of a target's influence, of a layer's weight, or
/// of a rotation.
struct KeyData {
    NodeId node = NodeId::None;
    ConstraintId constraint = ConstraintId::None;  ///< of an influence; node is None then
    Property property = Property::Translation;
    int axis = 0;          ///< of a translation or scale; the row of a morph
    Key key;               ///< unused for rotations
    RotationKey rotation;  ///< rotations only
    RotationShape shape;   ///< rotations only
    std::string layer{};   ///< the key is of this layer's offsets, or of its weight if the property
                           ///< is Influence; empty: of no layer
    double frame() const { return property == Property::Rotation ? rotation.frame : key.frame; }
    double& frame() { return property == Property::Rotation ? rotation.frame : key.frame; }
    bool operator==(const KeyData&) const = default;
};

/// How the limb of a target is bent at one of its keys.
struct HintData {
    NodeId node = NodeId::None;  ///< of the target
    KeyHint hint;
    bool operator==(const HintData&) const = default;
};

/// Inserts keys, replacing those at their frames. The first key of a target without spans adds a
/// Reach span over the whole range. Hints without a key are dropped.
struct PutKeys {
    std::vector<KeyData> keys;
    std::optional<std::vector<HintData>> hints{};
};
template <std::same_as<PutKeys> E>
constexpr auto describe(Of<E>)
{
    return description("putKeys", "Put keys", required("keys", &E::keys),
                       optional("hints", &E::hints));
}
Result<Document> make(const Document& doc, const PutKeys& edit);

using WholeKeyEdits = Family<PutKeys>;

}  // namespace posewright::edit
