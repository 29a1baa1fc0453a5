#pragma once

#include "ui/timeline/timeline.h"

#include <QtGlobal>

#include <cmath>

namespace posewright::test {

/// Where a frame of a row of the timeline is, in the canvas.
inline QPoint placeOnRow(ui::Timeline& timeline, const char* name, double frame)
{
    const ui::TimelineLayout layout = timeline.layoutNow();
    const auto& rows = timeline.model().rows();
    for (int i = 0; i < std::ssize(rows); ++i)
        if (rows[i].name == QLatin1String(name))
            return {static_cast<int>(std::lround(layout.frameX(frame))),
                    layout.rowRect(i).center().y()};
    qFatal("no row %s", name);
    return {};
}

}  // namespace posewright::test
