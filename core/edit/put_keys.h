#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Keys given whole, as they are copied and pasted.
namespace posewright::edit {

/// A key with all that it is: one number of a node, of a target's influence or of a layer's weight,
/// or one rotation.
struct KeyData {
    NodeId node = NodeId::None;
    ConstraintId constraint = ConstraintId::None;  ///< of an influence; node is None then
    Property property = Property::Translation;
    int axis = 0;          ///< of a translation or scale; the row of a morph
    Key key;               ///< of all but rotations
    RotationKey rotation;  ///< of rotations, with
    RotationShape shape;   ///< its shape
    std::string layer{};   ///< of its offsets; of its weight where the property is the influence
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

/// Puts keys as they are given, in place of those of their frames. The first key of a target
/// without spans opens a Reach span over the whole range. Hints go to keys that are there then.
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
