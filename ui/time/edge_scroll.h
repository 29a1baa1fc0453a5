#pragma once

#include "ui/time/gesture.h"
#include "ui/time/time_layout.h"

namespace posewright::ui {

/// How far a canvas scrolls at a time, every kEdgeInterval, while a drag is held at a point: the
/// farther beyond its border, the faster. 0, 0 away from the borders. [px]
QPointF edgeScroll(const TimeLayout& layout, const QPointF& at, TimeGesture::Scroll scrolls);

inline constexpr int kEdgeInterval = 30;  ///< [ms]

}  // namespace posewright::ui
