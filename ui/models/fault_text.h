#pragma once

#include "core/document/document.h"
#include "ui/session/motion_watch.h"

#include <QStringList>

namespace posewright::ui {

/// "ForeArm pops: it turns by 63 degrees from frame 59 to 60". Plain text.
QString popText(const Document& doc, const Pop& pop);
/// "Left foot slips by 4.2 cm inside its contact".
QString slipText(const Document& doc, const MotionFault::Slip& slip);

/// What is a problem at a frame beside its targets' statuses, the worst of each kind first, at most
/// `most` lines; the last one counts those that are left out.
QStringList faultLines(const Document& doc, const MotionFault& fault, int most = 3);

/// "In the recorded motion: Spine pops: ..." of what came with the motion, in the same way.
QStringList noteLines(const Document& doc, const MotionFault& fault, int most = 3);

/// What to select to see to a fault: the target that slips most, or that leads the joint that pops
/// most; that joint, where none does. Where there is no problem, the joint that pops most in the
/// capture.
NodeId culpritOf(const Document& doc, const MotionFault& fault);

}  // namespace posewright::ui
