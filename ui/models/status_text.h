#pragma once

#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"

#include <QColor>
#include <QString>

namespace posewright::ui {

/// A status in a word or two, translated: "reached", "too far".
QString statusWord(ik::Status status);
/// The same for a target, which may have no key yet, or be between its spans.
QString statusWord(const Document& doc, const TargetStatus& status);
/// It has no key, so that nothing can come of it yet.
bool awaitsKey(const Document& doc, ConstraintId target);

/// What to do next with targets that have no key yet: over a motion of the bones, as that of a
/// capture, to key a single pose would hold the figure in it. One sentence, the same everywhere.
QString firstKeyAdvice(const Document& doc);

/// A length as people say it: "0.02 mm", "4.1 cm", "1.35 m"; "4.1 units" where nobody knows.
QString lengthText(double length, LengthUnit unit);

/// "L hand: out of reach, off by 4.2 cm". Plain text; empty for a stranger.
QString statusLine(const Document& doc, const Evaluation& evaluation, ConstraintId target);

/// Why a key of this node says nothing at a frame: a span of its target decides there without it.
/// Empty: keys count there, or the node is no target.
QString heldWords(const Document& doc, NodeId target, double frame);

/// How bad: nothing to say, fine, fine on purpose, missed.
enum class Mood { Quiet, Good, Eased, Bad };
Mood moodOf(ik::Status status) noexcept;

/// Colours that colour-blind people can tell apart (Okabe and Ito, 2008); never the only sign.
QColor colorOf(Mood mood);

}  // namespace posewright::ui
