#pragma once

#include "core/edit/edit.h"

namespace posewright::edit {

/// The edits that give a two-legged figure its targets: "Left hand", "Right hand", "Left foot",
/// "Right foot" and "Body", as far as the names of its bones tell where these are and they have no
/// target yet. Hands and feet get the limb's two bones above them; feet keep their orientation; the
/// body is carried by the bone above the hips, whose root may move. No edit moves a pose. Names are
/// read without what stands before a colon, in any case: "mixamorig:LeftHand", "hand_l", "LWrist".
/// Bones that only steer others, as "handIK.l" or "control-foot-roll.l", are passed over.
/// `frame`: where the pose is read. Error: no hand and no foot is found.
Result<std::vector<Edit>> bipedTargets(const Document& doc, std::optional<double> frame = {});

}  // namespace posewright::edit
