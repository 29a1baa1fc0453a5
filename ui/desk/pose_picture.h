#pragma once

#include "core/operate/pose.h"

#include <QColor>
#include <QPixmap>

namespace posewright::ui {

/// A stick figure of a pose, seen obliquely from the front and scaled to fill the picture.
QPixmap posePicture(const operate::Pose& pose, const QSize& size, double pixelRatio,
                    const QColor& color);

}  // namespace posewright::ui
