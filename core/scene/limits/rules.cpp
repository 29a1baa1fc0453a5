#include "core/scene/limits/rules.h"

namespace posewright::limits {

void touch(Sides& sides, std::string_view part, double value, const Range& range, double near)
{
    if (!(range.max > range.min)) return;
    int side = 0;
    if (value >= range.max - near) side = 1;
    if (value <= range.min + near && (side == 0 || value - range.min < range.max - value))
        side = -1;
    if (side != 0) sides.list[sides.count++] = {part, side};
}

void touchAngle(Sides& sides, std::string_view part, double value, const Range& range, double near)
{
    if (range.max - range.min < 2 * std::numbers::pi) touch(sides, part, value, range, near);
}

}  // namespace posewright::limits
