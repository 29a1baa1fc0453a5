#pragma once

#include "core/operate/pose.h"

#include <QColor>
#include <QPixmap>

namespace posewright::ui {

/// A figure in a pose, as sticks seen half from the front; it fills the picture, whatever its size.
QPixmap posePicture(const operate::Pose& pose, const QSize& size, double pixelRatio,
                    const QColor& color);

}  // namespace posewright::ui
