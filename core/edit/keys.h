#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Keys of joints and morphs, and changes to keys of any kind.
namespace posewright::edit {

/// Keys a joint so that it is shown with the given values while no constraint acts: offsets of
/// acting layers are subtracted before the key is set.
struct SetJointKey {
    NodeId joint = NodeId::None;
    double frame = 0;
    std::optional<Quat> rotation;     ///< local
    std::optional<Vec3> translation;  ///< local
    std::optional<Vec3> scale;
    std::optional<KeyShape> interpolation;
    std::optional<bool>
        keepMotion{};  ///< values that are on a curve already split it and keep its shape
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

/// A key of one morph of a mesh. Weights need not be in [0, 1].
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

/// Moved keys replace those at their new frames. The ends of a target's spans move with its keys at
/// these frames.
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
    bool whole = false;  ///< rounds the new frames to whole ones
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

/// Sets the handles of one curve's key: axis 0..2 of a translation or scale, 0 for influence.
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
