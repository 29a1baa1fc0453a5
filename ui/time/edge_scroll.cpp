#include "ui/time/edge_scroll.h"

#include <algorithm>

namespace posewright::ui {

QPointF edgeScroll(const TimeLayout& l, const QPointF& at, TimeGesture::Scroll scrolls)
{
    constexpr double kEdge = 14;  // [px]
    const auto speed = [](double beyond) {
        return beyond > 0 ? std::min(4 + beyond * 0.6, 60.0) : 0;
    };
    QPointF by;
    if (scrolls == TimeGesture::Scroll::Never) return by;
    by.setX(speed(at.x() - l.size.width() + kEdge) - speed(l.nameWidth + kEdge - at.x()));
    if (scrolls == TimeGesture::Scroll::TimeAndRows)
        by.setY(speed(at.y() - l.size.height() + kEdge) - speed(l.contentTop() - at.y()));
    return by;
}

}  // namespace posewright::ui
