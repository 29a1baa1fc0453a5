#pragma once

#include <QColor>

namespace posewright::ui {

/// How far apart two colours are in lightness, 1 to 21 (WCAG 2.1, contrast ratio).
double contrast(const QColor& a, const QColor& b);

/// A straight mixture: `share` 0 is a, 1 is b.
QColor mixed(const QColor& a, const QColor& b, double share);

/// The first mixture on the way from `ground` to `ink` that stands out from the ground by `least`;
/// `ink` itself where none does.
QColor standingOut(const QColor& ground, const QColor& ink, double least);

}  // namespace posewright::ui
