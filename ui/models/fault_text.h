#pragma once

#include "core/document/document.h"
#include "ui/session/motion_watch.h"

#include <QStringList>

namespace posewright::ui {

/// "ForeArm pops: it turns by 63 degrees from frame 59 to 60". Plain text.
QString popText(const Document& doc, const Pop& pop);
/// ", because “Left hand pole” is 2.1 cm from the line from “LeftArm” to “LeftHand”"; empty: no
/// pole makes it pop.
QString popCause(const Document& doc, const MotionFault& fault, const Pop& pop);
/// "Left foot slips by 4.2 cm inside its contact".
QString slipText(const Document& doc, const MotionFault::Slip& slip);

/// "The fingers of the left hand are 3.1 cm inside “Box”": of what is deepest.
QString inBoxText(const Document& doc, const InBox& in);
/// "The fingers of the left hand are up to 3.1 cm inside “Box” at frames 12 to 16".
QString throughText(const Document& doc, const ThroughBox& through);

/// "LeftForeArm is 12.3° beyond its limit, as it is keyed".
QString beyondText(const Document& doc, const OutsideLimit& out);

/// The problems at a frame other than target statuses, the worst of each kind first, at most
/// `most` lines; the last gives the number left out.
QStringList faultLines(const Document& doc, const MotionFault& fault, int most = 3);

/// The same for what is no problem: limbs inside boxes, faults of the recorded motion: "In the
/// recorded motion: Spine pops: ...", or whether a motion that was brought in has them, and joints
/// beyond their limits.
QStringList noteLines(const Document& doc, const MotionFault& fault, int most = 3);

/// The node to select for dealing with a fault: the target that slips most, or that moves the joint
/// that pops most; else that joint. If there is no problem, the target that is deepest in a box,
/// the joint that pops most in the capture, or the one that is farthest beyond its limit.
NodeId culpritOf(const Document& doc, const MotionFault& fault);

}  // namespace posewright::ui
