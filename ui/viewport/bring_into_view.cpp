#include "ui/viewport/bring_into_view.h"

#include "ui/viewport/viewport.h"

#include <algorithm>

namespace posewright::ui {

void bringIntoView(Viewport& viewport, const Vec3& place)
{
    constexpr double kInside = 40;  // from the border of what is not covered [px]
    const Uncovered view = viewport.uncovered();
    const ViewSize part = view.part();
    const double edge = std::min(kInside, std::min(part.width, part.height) / 4);
    if (!isSeenIn(viewport.camera(), view, place, edge))
        viewport.setCamera(lookingAt(viewport.camera(), view, place));
}

}  // namespace posewright::ui
