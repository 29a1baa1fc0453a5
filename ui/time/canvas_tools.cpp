#include "ui/time/canvas_tools.h"

#include "ui/time/tool_markers.h"

#include <array>

namespace posewright::ui {

// Defined, and explained, in tool_names.cpp, tool_range.cpp and tool_scrub.cpp.
using MakeCanvasTool = CanvasTool();
MakeCanvasTool nameWidthTool, rangeEndTool, rangeTool, laneTool, rulerTool, stripTool;

std::span<const CanvasTool> canvasTools()
{
    static const std::array kTools{
        nameWidthTool(), rulerTool(),  stripTool(), rangeEndTool(),
        rangeTool(),     markerTool(), laneTool(),
    };
    return kTools;
}

void fillRulerMenu(TimeCanvas&, const TimeHit&, const TimePoint&, TimeMenu& menu)
{
    for (const char* id : {"time.addMarker", "time.preview", "time.clearPreview", "time.seconds"})
        menu.offer(id);
}

}  // namespace posewright::ui
