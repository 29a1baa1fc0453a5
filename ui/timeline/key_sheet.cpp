#include "ui/timeline/key_sheet.h"

#include "core/motion/layer.h"
#include "core/operate/dense_key.h"
#include "core/operate/retime.h"
#include "ui/session/evaluator.h"
#include "ui/session/step_text.h"
#include "ui/timeline/commands.h"
#include "ui/timeline/sheet_tools.h"
#include "ui/timeline/snap_aims.h"

#include <QMenu>

#include <algorithm>
#include <cmath>
#include <utility>

namespace posewright::ui {

KeySheet::KeySheet(TimeCanvas& canvas) :
    canvas_(canvas), model_(canvas.session(), canvas.evaluator()), cells_(*this),
    colors_(canvas.palette())
{
    QObject::connect(&model_, &TimelineModel::shownChanged, &canvas, [this] { lit_ = {}; });
    QObject::connect(&session().selection(), &Selection::nodesChanged, &canvas, [this] {
        if (!canvas_.isPressed() && still_ == 0) showActiveRow();
    });
}

TimelineLayout KeySheet::layout() const
{
    TimelineLayout layout;
    static_cast<TimeLayout&>(layout) = canvas_.timeLayout();
    layout.rowHeight = rowHeight_;
    layout.indent = indent_;
    return layout;
}

std::optional<KeyFrameBox> KeySheet::box() const
{
    return keyFrameBox(model_.rows(), model_.selectedFrames());
}

TimelineHit KeySheet::hitAt(const QPointF& at) const
{
    return hitTest(
        layout(),
        {.rows = model_.rows(), .box = box(), .selectedSpans = session().selection().spans()}, at);
}

Snapper KeySheet::snapper(bool keysMove) const
{
    const std::vector<std::vector<double>> none(keysMove ? 0 : model_.rows().size());
    return snapperOn(canvas_, snapAims(model_.rows(), keysMove ? model_.selectedFrames() : none));
}

void KeySheet::chooseKeys(std::vector<edit::KeyRef> keys)
{
    session().selection().setKeys(std::move(keys));
    chooseNodesOfKeys();
}

void KeySheet::chooseNodesOfKeys()
{
    const std::vector<edit::KeyRef>& keys = session().selection().keys();
    // Selecting whole columns of a big figure is about keys; do not select fifty nodes along.
    constexpr std::size_t kMost = 16;
    std::vector<NodeId> nodes = operate::nodesOf(session().document(), keys);
    if (!nodes.empty() && nodes.size() <= kMost) session().selection().setNodes(std::move(nodes));
}

void KeySheet::clickSpan(const TimelineHit& hit, Qt::KeyboardModifiers modifiers)
{
    Selection& selection = session().selection();
    // The row may have disappeared before the button is released.
    if (hit.row >= std::ssize(model_.rows())) return;
    const TimelineRow& row = model_.rows()[hit.row];
    if (hit.span >= std::ssize(row.spans)) return;
    const SpanRef ref{row.constraint, row.spans[hit.span].start};
    const NodeId node = row.node;
    std::vector<SpanRef> spans = selection.spans();
    if (modifiers & (Qt::ShiftModifier | Qt::ControlModifier)) {
        if (std::erase(spans, ref) == 0) spans.push_back(ref);
    } else {
        spans = {ref};
    }
    const StillRows still(*this);
    selection.setKeys({});
    selection.setMarkers({});
    selection.setSpans(std::move(spans));
    selection.setNodes({node});
}

void KeySheet::setKeyAt(int row, double frame)
{
    const TimelineRow shown = model_.rows()[row];
    const Document& doc = session().document();
    if (shown.id.kind == RowId::Kind::Influence) {
        tell(canvas_, timeline::setInfluenceKey(session(), shown.constraint, frame));
        return;
    }
    if (!shown.id.layer.empty()) {
        tell(canvas_, timeline::setLayerKeys(session(), shown.id.layer, model_.nodes(row), frame));
        return;
    }
    std::vector<NodeId> nodes;
    if (shown.id.kind == RowId::Kind::Summary || shown.id.kind == RowId::Kind::Targets) {
        for (const Constraint& c : doc.rig->constraints) nodes.push_back(c.target);
    } else {
        nodes = model_.nodes(row);
    }
    tell(canvas_, timeline::setKeys(session(), nodes, frame));
}

void KeySheet::setOpen(int row, bool open)
{
    model_.setExpanded(row, open);
    if (!open) return;
    const std::vector<TimelineRow>& rows = model_.rows();
    int last = row;
    while (last + 1 < std::ssize(rows) && rows[last + 1].depth > rows[row].depth) ++last;
    showRows(row, last);
}

void KeySheet::showRows(int first, int last)
{
    canvas_.showContent(first * rowHeight_, (last + 1) * rowHeight_);
}

void KeySheet::showActiveRow()
{
    const NodeId active = session().selection().active();
    if (active == NodeId::None) return;
    for (int i = 0; i < std::ssize(model_.rows()); ++i)
        if (model_.rows()[i].node == active && model_.rows()[i].id.layer.empty()) {
            showRows(i, i);
            return;
        }
}

int KeySheet::height() const
{
    return static_cast<int>(model_.rows().size()) * rowHeight_;
}

std::optional<Range> KeySheet::frames() const
{
    if (model_.rows().empty() || model_.rows().front().keys->empty()) return {};
    const std::vector<TimelineKey>& all = *model_.rows().front().keys;  // of the summary row
    return Range{all.front().frame, all.back().frame};
}

void KeySheet::restyle(const QFont& font, const QPalette& palette)
{
    const TimelineLayout layout = TimelineLayout::forFont(font);
    rowHeight_ = layout.rowHeight;
    indent_ = layout.indent;
    colors_ = TimelineColors(palette);
    cache_ = {};
}

TimelinePicture KeySheet::picture(const TimePicture& around, const TimelineLayout& layout) const
{
    Session& session = canvas_.session();
    const Document& doc = session.document();
    TimelinePicture picture{.time = around,
                            .layout = layout,
                            .rows = model_.rows(),
                            .selectedFrames = model_.selectedFrames(),
                            .colors = colors_};
    picture.hasTargets = !doc.rig->constraints.empty();
    picture.rowSelected = [&session](const TimelineRow& row) {
        return row.node != NodeId::None && session.selection().contains(row.node);
    };
    if (!session.unkeyed().empty())
        picture.rowUnkeyed = [&session](const TimelineRow& row) {
            const bool shows = row.id.kind == RowId::Kind::Target ||
                               row.id.kind == RowId::Kind::Pole ||
                               row.id.kind == RowId::Kind::Joint;
            return shows && session.unkeyed().holds(*session.document().rig, row.node);
        };
    picture.spanSelected = [&session](const SpanRef& ref) {
        return session.selection().contains(ref);
    };
    picture.status = [this](const TimelineRow& row) { return model_.status(row); };
    const double frame = session.playhead().frame();
    picture.layer = [&doc, &session, frame](const TimelineRow& row) {
        const Clip& clip = doc.clip();
        const int at = findLayer(clip, row.id.layer);
        if (at < 0) return TimelinePicture::LayerState{};
        const posewright::Layer& layer = *clip.layers[at];
        return TimelinePicture::LayerState{.on = layer.on,
                                           .solo = layer.solo,
                                           .acts = acts(clip, layer),
                                           .written =
                                               operate::layerWrittenTo(doc, frame) == layer.name,
                                           .chosen = session.selection().layer() == layer.name,
                                           .weight = weightAt(layer, frame)};
    };
    picture.box = box();
    picture.hovered = canvas_.holds() ? held_ : lit_;
    // Dragged keys pass others, so that rows change; the colour alone marks the dragged key.
    if (canvas_.holds() && held_.part == TimelineHit::Part::Key) picture.hovered = {};
    return picture;
}

void KeySheet::paint(QPainter& painter, const TimePicture& around, qreal pixelRatio)
{
    const TimelineLayout layout = this->layout();
    paintRows(painter, picture(around, layout), cache_, pixelRatio);
}

void KeySheet::paintNames(QPainter& painter, const TimePicture& around)
{
    const TimelineLayout layout = this->layout();
    ui::paintNames(painter, picture(around, layout), cache_.glyphs);
}

std::unique_ptr<TimeGesture> KeySheet::press(const TimePoint& at)
{
    held_ = hitAt(at.at);
    const TimelineHit hit = held_;
    return toolFor(sheetTools(), *this, hit, at.modifiers)->press(*this, hit, at);
}

void KeySheet::doubleClick(const TimePoint& at)
{
    const TimelineHit hit = hitAt(at.at);
    const SheetTool& tool = *toolFor(sheetTools(), *this, hit, {});
    if (tool.doubleClick) tool.doubleClick(*this, hit, at);
}

TimeHover KeySheet::hover(const TimePoint& at)
{
    const TimelineHit hit = hitAt(at.at);
    const SheetTool& tool = *toolFor(sheetTools(), *this, hit, {});
    return {.shape = tool.shape,
            .hint = tool.hintAt(*this, hit, at),
            .changed = std::exchange(lit_, hit) != hit};
}

QString KeySheet::toolTip(const QPointF& at) const
{
    const TimelineHit hit = hitAt(at);
    return hit.part == TimelineHit::Part::Name ? model_.rows()[hit.row].name : QString();
}

void KeySheet::fillMenu(const TimePoint& at, TimeMenu& menu)
{
    const TimelineHit hit = hitAt(at.at);
    const SheetTool& tool = *toolFor(sheetTools(), *this, hit, {});
    // The menu may change the selection and thereby the rows.
    const bool named = hit.part == TimelineHit::Part::Name && !model_.rows()[hit.row].isGroup();
    if (tool.menu) tool.menu(*this, hit, at, menu);
    if (named) return;
    if (hit.row >= 0 && at.at.x() > layout().nameWidth && hit.part != TimelineHit::Part::Key) {
        const double frame = std::round(at.frame);
        menu.separate();
        menu.menu.addAction(tr("Set Key at Frame %1").arg(frameText(frame)), &canvas_,
                            [this, row = hit.row, frame] {
                                if (row < std::ssize(model_.rows())) setKeyAt(row, frame);
                            });
    }
    menu.separate();
    for (const char* id : {"edit.paste", "time.ripple"}) menu.offer(id);
}

}  // namespace posewright::ui
