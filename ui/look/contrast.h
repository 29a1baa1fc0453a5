#pragma once

#include <QColor>

namespace posewright::ui {

/// The contrast ratio of two colours, 1 to 21 (WCAG 2.1).
double contrast(const QColor& a, const QColor& b);

/// Linear mix: `share` 0 is a, 1 is b.
QColor mixed(const QColor& a, const QColor& b, double share);

/// The first mix on the way from `ground` to `ink` whose contrast against the ground is at least
/// `least`; `ink` if there is none.
QColor standingOut(const QColor& ground, const QColor& ink, double least);

}  // namespace posewright::ui
