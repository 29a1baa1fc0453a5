#pragma once

#include "core/edit/edit.h"

/// Keying what is shown changes nothing that is seen (decision 66). Inside of core/edit.
namespace posewright::edit {

/// How the limb of a target, and all that is solved together with it, is bent at a frame, as far as
/// the target acts there.
/// Empty: it does not. Error: the pose cannot be computed.
Result<std::optional<KeyHint>> shownBend(const Document& doc, const Constraint& constraint,
                                         double frame, const Context& context);

/// Puts the hint of a key that a target has. Hints of other targets at its frame say the same of
/// the joints that they share with it.
void putBend(const Rig& rig, Clip& clip, NodeId target, const KeyHint& hint);

/// Splits all curves of a track that have keys, but for morphs. Their shape stays.
void insertKeys(Track& track, double frame);

/// Puts a key of a value; one that lies on the curve splits it.
void keepOrSet(std::array<Shared<Curve>, 3>& curves, double frame, const Vec3& value);
void keepOrSet(Shared<RotationTrack>& track, double frame, const Quat& value);

/// Handles of the keys at a frame that were placed to keep a shape become automatic again.
void releaseHandles(Track& track, double frame);

}  // namespace posewright::edit
