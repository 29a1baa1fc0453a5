#include "ui/timeline/tool_rows.h"

#include "ui/timeline/key_sheet.h"

#include <algorithm>

namespace posewright::ui {

namespace {

void fold(KeySheet& sheet, const TimelineHit& hit, const TimePoint&)
{
    sheet.setOpen(hit.row, !sheet.model().rows()[hit.row].expanded);
}

}  // namespace

SheetTool foldTool()
{
    SheetTool tool{.id = "fold", .takes = kOnPart<TimelineHit::Part::Expander>};
    tool.shape = Qt::PointingHandCursor;
    tool.press = [](KeySheet& sheet, const TimelineHit& hit,
                    const TimePoint& at) -> std::unique_ptr<TimeGesture> {
        fold(sheet, hit, at);
        return nullptr;
    };
    tool.doubleClick = fold;
    return tool;
}

SheetTool nameTool()
{
    SheetTool tool{.id = "name", .takes = kOnPart<TimelineHit::Part::Name>};
    tool.press = [](KeySheet& sheet, const TimelineHit& hit,
                    const TimePoint& at) -> std::unique_ptr<TimeGesture> {
        clickName(sheet, hit.row, at.modifiers);
        return nullptr;
    };
    tool.doubleClick = fold;
    tool.hint = [](const KeySheet& sheet, const TimelineHit& hit, const TimePoint&) {
        const TimelineRow& row = sheet.model().rows()[hit.row];
        Session& session = sheet.session();
        return session.unkeyed().holds(*session.document().rig, row.node)
                   ? KeySheet::tr("%1 was moved without a key: S keys it where it is").arg(row.name)
                   : QString();
    };
    tool.menu = nameMenu;
    return tool;
}

void nameMenu(KeySheet& sheet, const TimelineHit& hit, const TimePoint&, TimeMenu& menu)
{
    const TimelineRow& row = sheet.model().rows()[hit.row];
    Selection& selection = sheet.session().selection();
    if (!row.id.layer.empty() || row.id.kind == RowId::Kind::Layers) {
        if (!row.id.layer.empty()) selection.setLayer(row.id.layer);
        for (const char* id : {"layer.on", "layer.solo", "layer.weight", "layer.rename"})
            menu.offer(id);
        menu.separate();
        for (const char* id : {"layer.up", "layer.down", "layer.merge", "layer.base",
                               "layer.flatten", "layer.delete"})
            menu.offer(id);
        menu.separate();
        menu.offer("layer.new");
        return;
    }
    if (row.isGroup()) return;
    if (!selection.contains(row.node)) selection.setNodes({row.node});
    for (const char* id : {"time.setKey", "target.contact", "target.reach", "target.hold",
                           "target.off", "target.fit", "target.cure", "target.bendOver"})
        menu.offer(id);
}

/// Selects from the row of the last selected node to this one.
void selectUpTo(KeySheet& sheet, int index)
{
    const auto& rows = sheet.model().rows();
    Selection& selection = sheet.session().selection();
    const auto of = [](NodeId node) {
        return [node](const TimelineRow& row) { return !row.isGroup() && row.node == node; };
    };
    const auto from = std::find_if(rows.begin(), rows.end(), of(selection.active()));
    if (from == rows.end()) return selection.toggleNode(rows[index].node);
    const int start = static_cast<int>(from - rows.begin());
    std::vector<NodeId> nodes = selection.nodes();
    for (int row = std::min(start, index); row <= std::max(start, index); ++row)
        if (!rows[row].isGroup() && !selection.contains(rows[row].node))
            nodes.push_back(rows[row].node);
    // The next range starts from the row clicked last.
    std::erase(nodes, rows[index].node);
    nodes.push_back(rows[index].node);
    selection.setNodes(std::move(nodes));
}

void clickName(KeySheet& sheet, int index, Qt::KeyboardModifiers modifiers)
{
    const TimelineRow& row = sheet.model().rows()[index];
    Selection& selection = sheet.session().selection();
    if (!row.id.layer.empty()) selection.setLayer(row.id.layer);
    if (row.isGroup()) {
        // A group selects all of its keys.
        selection.setSpans({});
        sheet.chooseKeys(sheet.model().refs(index, -1e9, 1e9));
    } else if (modifiers & Qt::ShiftModifier && !selection.nodes().empty()) {
        selectUpTo(sheet, index);
    } else if (modifiers & (Qt::ControlModifier | Qt::ShiftModifier)) {
        selection.toggleNode(row.node);
    } else {
        const NodeId node = row.node;
        selection.setKeys({});
        selection.setSpans({});
        selection.setMarkers({});
        selection.setNodes({node});
    }
}

}  // namespace posewright::ui
