#pragma once

#include "core/edit/edit.h"

/// Keying what is shown must not change the motion (decision 66). Internal to core/edit and
/// core/operate.
namespace posewright::edit {

/// The bend at a frame of a target's limb and of all that is solved together with it. Nullopt: the
/// target does not act there. Error: the pose cannot be computed.
Result<std::optional<KeyHint>> shownBend(const Document& doc, const Constraint& constraint,
                                         double frame, const Context& context);

/// Sets the hint of a target's existing key. Hints of other targets at that frame are made to agree
/// on the joints that they share.
void putBend(const Rig& rig, Clip& clip, NodeId target, const KeyHint& hint);

/// Inserts a key into all curves of a track that have keys, except morphs, without changing their
/// shape.
void insertKeys(Track& track, double frame);

/// Sets a key; if the value is on the curve already, the curve is split there and keeps its shape.
void keepOrSet(std::array<Shared<Curve>, 3>& curves, double frame, const Vec3& value);
void keepOrSet(Shared<RotationTrack>& track, double frame, const Quat& value);

/// Makes handles automatic again that were fixed to keep a shape, for the keys at a frame.
void releaseHandles(Track& track, double frame);

}  // namespace posewright::edit
