#include "ui/time/time_layout.h"

#include <QFontMetrics>

#include <cmath>

namespace posewright::ui {

namespace {

constexpr double kMarkerReach = 8;  ///< [px] half the width of a marker's hit area
constexpr double kRangeReach = 7;   ///< [px] half the width of a range end's hit area

TimeHit hitHeader(const TimeLayout& l, const TimeHitScene& scene, const QPointF& at)
{
    TimeHit hit;
    const auto isNear = [&at](double x) { return std::abs(at.x() - x) <= kRangeReach; };
    if (at.y() < l.rangeTop()) {
        hit.part = TimeHit::Part::Ruler;
    } else if (at.y() < l.markerTop()) {
        const double start = l.frameX(scene.start), end = l.frameX(scene.end);
        hit.part = TimeHit::Part::Lane;
        // An end is also hit from outside, so that a range of no length can be widened.
        if (isNear(start) && at.x() <= (start + end) / 2)
            hit.part = TimeHit::Part::RangeStart;
        else if (isNear(end))
            hit.part = TimeHit::Part::RangeEnd;
        else if (at.x() > start && at.x() < end)
            hit.part = TimeHit::Part::RangeBody;
    } else if (at.y() < l.stripTop()) {
        hit.part = TimeHit::Part::Lane;
        double nearest = kMarkerReach;
        for (int i = 0; i < std::ssize(scene.markers); ++i) {
            const double away = std::abs(l.frameX(scene.markers[i].frame) - at.x());
            if (away > nearest) continue;
            nearest = away;
            hit.part = TimeHit::Part::Marker;
            hit.marker = i;
        }
    } else {
        hit.part = TimeHit::Part::Strip;
    }
    return hit;
}

}  // namespace

TimeLayout TimeLayout::forFont(const QFont& font)
{
    const double unit = QFontMetrics(font).height();
    TimeLayout layout;
    layout.rulerHeight = static_cast<int>(std::lround(unit * 1.6));
    layout.rangeHeight = static_cast<int>(std::lround(unit * 0.7));
    layout.stripHeight = static_cast<int>(std::lround(unit));
    layout.nameWidth = static_cast<int>(std::lround(unit * 12));
    return layout;
}

bool TimeLayout::isDivider(const QPointF& at) const
{
    return std::abs(at.x() - nameWidth) <= 3;
}

TimeHit hitTest(const TimeLayout& l, const TimeHitScene& scene, const QPointF& at)
{
    TimeHit hit;
    if (l.isDivider(at))
        hit.part = TimeHit::Part::Divider;
    else if (l.isContent(at))
        hit.part = TimeHit::Part::Content;
    else if (at.x() >= l.nameWidth)
        hit = hitHeader(l, scene, at);
    return hit;
}

}  // namespace posewright::ui
