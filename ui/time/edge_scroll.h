#pragma once

#include "ui/time/gesture.h"
#include "ui/time/time_layout.h"

namespace posewright::ui {

/// How far a canvas scrolls in each kEdgeInterval while a drag is held beyond its border: the
/// farther, the faster. 0, 0 inside. [px]
QPointF edgeScroll(const TimeLayout& layout, const QPointF& at, TimeGesture::Scroll scrolls);

inline constexpr int kEdgeInterval = 30;  ///< [ms]

}  // namespace posewright::ui
