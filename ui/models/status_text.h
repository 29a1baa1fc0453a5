#pragma once

#include "core/evaluate/evaluate.h"

#include <QColor>
#include <QString>

namespace posewright::ui {

/// A status in a word or two, translated: "reached", "too far".
QString statusWord(ik::Status status);

/// "L hand: too far by 0.042"; lengths in document units. Plain text; empty for a stranger.
QString statusLine(const Document& doc, const Evaluation& evaluation, ConstraintId target);

/// How bad: nothing to say, fine, fine on purpose, missed.
enum class Mood { Quiet, Good, Warn, Bad };
Mood moodOf(ik::Status status) noexcept;

/// Colours that colour-blind people can tell apart (Okabe and Ito, 2008); never the only sign.
QColor colorOf(Mood mood);

}  // namespace posewright::ui
