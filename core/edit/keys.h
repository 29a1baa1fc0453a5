#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Keys of joints and morphs, and what is done to keys of any kind.
namespace posewright::edit {

/// A key of what is given as it is to be shown where no constraint acts: where layers act there,
/// what they add is taken off.
struct SetJointKey {
    NodeId joint = NodeId::None;
    double frame = 0;
    std::optional<Quat> rotation;     ///< local
    std::optional<Vec3> translation;  ///< local
    std::optional<Vec3> scale;
    std::optional<KeyShape> interpolation;
    std::optional<bool> keepMotion{};  ///< what lies on a curve splits it and leaves its shape
};
template <std::same_as<SetJointKey> E>
constexpr auto describe(Of<E>)
{
    return description("setJointKey", "Set joint key", required("joint", &E::joint),
                       required("frame", &E::frame, kFrame), optional("rotation", &E::rotation),
                       optional("translation", &E::translation), optional("scale", &E::scale),
                       optional("interpolation", &E::interpolation),
                       optional("keepMotion", &E::keepMotion));
}
Result<Document> make(Document doc, const SetJointKey& edit, const Context& context);

/// A key of one morph of a mesh. Weights are no shares: less than 0 and more than 1 are weights,
/// too.
struct SetMorphKey {
    NodeId mesh = NodeId::None;
    std::string morph;  ///< as morphName gives it
    double frame = 0;
    double value = 0;
    std::optional<KeyShape> interpolation;
};
template <std::same_as<SetMorphKey> E>
constexpr auto describe(Of<E>)
{
    return description("setMorphKey", "Set morph key", required("mesh", &E::mesh),
                       required("morph", &E::morph, "morph"), required("frame", &E::frame, kFrame),
                       required("value", &E::value), optional("interpolation", &E::interpolation));
}
Result<Document> make(Document doc, const SetMorphKey& edit);

/// Moved keys replace those in their way. Ends of a target's spans move with its keys of that
/// frame.
struct MoveKeys {
    std::vector<KeyRef> keys;
    double by = 0;  ///< [frame]
};
template <std::same_as<MoveKeys> E>
constexpr auto describe(Of<E>)
{
    return description("moveKeys", "Move keys", required("keys", &E::keys),
                       required("by", &E::by, "frames"));
}
Result<Document> make(const Document& doc, const MoveKeys& edit);

struct ScaleKeys {
    std::vector<KeyRef> keys;
    double pivot = 0;
    double factor = 1;   ///< > 0
    bool whole = false;  ///< each key goes to the whole frame nearest to where it would come to be
};
template <std::same_as<ScaleKeys> E>
constexpr auto describe(Of<E>)
{
    return description("scaleKeys", "Scale keys", required("keys", &E::keys),
                       required("pivot", &E::pivot, kFrame), required("factor", &E::factor),
                       optional("whole", &E::whole));
}
Result<Document> make(const Document& doc, const ScaleKeys& edit);

struct DeleteKeys {
    std::vector<KeyRef> keys;
};
template <std::same_as<DeleteKeys> E>
constexpr auto describe(Of<E>)
{
    return description("deleteKeys", "Delete keys", required("keys", &E::keys));
}
Result<Document> make(const Document& doc, const DeleteKeys& edit);

/// Bezier means automatic handles (for rotations: an automatic cubic).
struct SetInterpolation {
    std::vector<KeyRef> keys;
    KeyShape interpolation = KeyShape::Bezier;
    std::optional<Ease> ease;  ///< with Eased
};
template <std::same_as<SetInterpolation> E>
constexpr auto describe(Of<E>)
{
    return description("setInterpolation", "Set interpolation", required("keys", &E::keys),
                       required("interpolation", &E::interpolation), optional("ease", &E::ease));
}
Result<Document> make(const Document& doc, const SetInterpolation& edit);

/// Handles of one curve's key: axis 0..2 of a translation or scale; influence has axis 0.
struct SetHandles {
    KeyRef key;
    int axis = 0;
    std::optional<Handle> left;
    std::optional<Handle> right;
    HandleMode mode = HandleMode::AutoClamped;
};
template <std::same_as<SetHandles> E>
constexpr auto describe(Of<E>)
{
    return description("setHandles", "Set handles", required("key", &E::key),
                       optional("axis", &E::axis), optional("left", &E::left),
                       optional("right", &E::right), required("mode", &E::mode));
}
Result<Document> make(const Document& doc, const SetHandles& edit);

struct SetInfluenceKey {
    ConstraintId target = ConstraintId::None;
    double frame = 0;
    double value = 1;
};
template <std::same_as<SetInfluenceKey> E>
constexpr auto describe(Of<E>)
{
    return description("setInfluenceKey", "Set influence key", required("target", &E::target),
                       required("frame", &E::frame, kFrame), required("value", &E::value));
}
Result<Document> make(const Document& doc, const SetInfluenceKey& edit);

using KeyEdits = Family<SetJointKey, SetMorphKey, MoveKeys, ScaleKeys, DeleteKeys, SetInterpolation,
                        SetHandles, SetInfluenceKey>;

}  // namespace posewright::edit
