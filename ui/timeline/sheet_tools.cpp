#include "ui/timeline/sheet_tools.h"

#include "ui/timeline/tool_keys.h"
#include "ui/timeline/tool_rows.h"
#include "ui/timeline/tool_spans.h"

#include <array>

namespace posewright::ui {

// Defined, and explained, in tool_box.cpp, tool_draw_span.cpp, tool_layers.cpp and tool_scale.cpp.
using MakeSheetTool = SheetTool();
MakeSheetTool spanOrBoxTool, groundTool, drawSpanTool, layerOnTool, layerSoloTool, layerWeightTool,
    scaleTool;

std::span<const SheetTool> sheetTools()
{
    // The first tool that takes a hit wins: Alt draws over spans, boxes start on some of them, and
    // the ground comes last.
    static const std::array kTools{
        foldTool(),     layerOnTool(), layerSoloTool(), layerWeightTool(), nameTool(),
        drawSpanTool(), keyTool(),     scaleTool(),     keyFrameTool(),    spanOrBoxTool(),
        spanEndTool(),  spanTool(),    groundTool(),
    };
    return kTools;
}

}  // namespace posewright::ui
