#pragma once

#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"

#include <QColor>
#include <QString>

namespace posewright::ui {

/// A status in a word or two, translated: "reached", "too far".
QString statusWord(ik::Status status);
/// The same for a target, which may have no key yet, or be between its spans. What eases by less
/// than can be seen is reached; a miss stays one, however small.
QString statusWord(const Document& doc, const TargetStatus& status);

/// What to do with targets that have no key yet, in one sentence. Takes into account that on
/// recorded motion a single key would hold the figure in that pose.
QString firstKeyAdvice(const Document& doc);

/// A length for people: "0.02 mm", "4.1 cm", "1.35 m"; "4.1 units" if the unit is unknown.
QString lengthText(double length, LengthUnit unit);

/// How far a target is missed: "3.2 cm", or "12 degrees" where only the direction is.
QString missText(const TargetStatus& status, LengthUnit unit);

/// "L hand: out of reach, off by 4.2 cm", and why. Plain text; empty if there is no such target.
QString statusLine(const Document& doc, const Evaluation& evaluation, ConstraintId target);
/// The same without the reason, where there is little room.
QString shortStatusLine(const Document& doc, const Evaluation& evaluation, ConstraintId target);

/// Why a target's key has no effect at a frame because of its span. Empty: keys have an effect
/// there, or the node is not a target.
QString heldWords(const Document& doc, NodeId target, double frame);

/// Severity: nothing to report, fine, followed in part (a fade, soft reach), missed.
enum class Mood { Quiet, Good, Eased, Bad };
Mood moodOf(ik::Status status) noexcept;

/// Colours that colour-blind people can distinguish (Okabe and Ito, 2008); never the only
/// indication.
QColor colorOf(Mood mood);

}  // namespace posewright::ui
