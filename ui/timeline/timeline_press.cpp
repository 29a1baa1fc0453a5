#include "core/operate/retime.h"
#include "ui/session/session.h"
#include "ui/timeline/timeline.h"

#include <QScrollBar>

#include <algorithm>

// What is selected and begun where the mouse goes down.
namespace posewright::ui {

namespace {

using Part = TimelineHit::Part;

SpanGrip gripOf(Part part)
{
    switch (part) {
    case Part::SpanStart: return SpanGrip::Start;
    case Part::SpanEnd: return SpanGrip::End;
    case Part::FadeIn: return SpanGrip::FadeIn;
    case Part::FadeOut: return SpanGrip::FadeOut;
    default: return SpanGrip::Body;
    }
}

void add(std::vector<edit::KeyRef>& keys, const std::vector<edit::KeyRef>& more)
{
    for (const edit::KeyRef& key : more)
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
}

}  // namespace

void Timeline::press(const TimelineHit& hit, const QPointF& at, Qt::KeyboardModifiers modifiers)
{
    pressedOn_ = hit;
    boxOrSpan_ = boxBeginsOn(hit, modifiers);
    Selection& selection = session_.selection();
    switch (hit.part) {
    case Part::Ruler:
    case Part::Strip:
        mode_ = Mode::Scrub;
        scrubTo(at.x());
        break;
    case Part::Divider: mode_ = Mode::Divider; break;
    case Part::Expander: setExpanded(hit.row, !model_.rows()[hit.row].expanded); break;
    case Part::Name: pressName(hit, modifiers); break;
    case Part::Key: pressKey(hit, modifiers); break;
    case Part::Marker:
        selection.setKeys({});
        selection.setSpans({});
        selection.setMarkers({session_.document().clip().markers[hit.marker].frame});
        mode_ = Mode::Press;
        break;
    case Part::RangeStart:
    case Part::RangeEnd:
    case Part::RangeBody:
    case Part::BoxStart:
    case Part::BoxEnd:
    case Part::Box: mode_ = Mode::Press; break;
    case Part::SpanStart:
    case Part::SpanEnd:
    case Part::FadeIn:
    case Part::FadeOut:
    case Part::Span:
        if (modifiers & Qt::AltModifier || boxOrSpan_)
            mode_ = Mode::Press;  // Alt draws a span over the one below
        else
            pressSpan(hit, modifiers);
        break;
    case Part::Content:
    case Part::Row:
    case Part::Nothing:
    case Part::Lane: pressGround(hit, modifiers); break;
    }
}

bool Timeline::boxBeginsOn(const TimelineHit& hit, Qt::KeyboardModifiers modifiers) const
{
    if (hit.part != Part::Span || modifiers & Qt::AltModifier) return false;
    if (modifiers & (Qt::ShiftModifier | Qt::ControlModifier)) return true;
    const TimelineRow& row = model_.rows()[hit.row];
    const Span& span = row.spans[hit.span];
    return span.kind == SpanKind::Reach &&
           !session_.selection().contains(SpanRef{row.constraint, span.start});
}

void Timeline::pressName(const TimelineHit& hit, Qt::KeyboardModifiers modifiers)
{
    const TimelineRow& row = model_.rows()[hit.row];
    Selection& selection = session_.selection();
    if (row.isGroup()) {
        // A group stands for all of its keys.
        selection.setSpans({});
        chooseKeys(model_.refs(hit.row, -1e9, 1e9));
    } else if (modifiers & (Qt::ControlModifier | Qt::ShiftModifier)) {
        selection.toggleNode(row.node);
    } else {
        selection.setKeys({});
        selection.setSpans({});
        selection.setMarkers({});
        selection.setNodes({row.node});
    }
}

void Timeline::pressGround(const TimelineHit& hit, Qt::KeyboardModifiers modifiers)
{
    if (pressed_.x() < layout_.nameWidth) return;
    Selection& selection = session_.selection();
    const bool target = hit.row >= 0 && model_.rows()[hit.row].constraint != ConstraintId::None;
    if (target && modifiers & Qt::AltModifier) {
        mode_ = Mode::Press;
        return;
    }
    const bool adds = modifiers & (Qt::ShiftModifier | Qt::ControlModifier);
    mode_ = Mode::Box;
    rubber_ = {};
    rubberFrame_ = frameAt(pressed_);
    rubberScroll_ = verticalScrollBar()->value();
    before_ = adds ? selection.keys() : std::vector<edit::KeyRef>();
    selection.setKeys(before_);
    if (adds) return;
    selection.setSpans({});
    selection.setMarkers({});
    if (hit.row >= 0 && !model_.rows()[hit.row].isGroup())
        selection.setNodes({model_.rows()[hit.row].node});
}

void Timeline::pressKey(const TimelineHit& hit, Qt::KeyboardModifiers modifiers)
{
    Selection& selection = session_.selection();
    const std::vector<edit::KeyRef> refs =
        model_.refs(hit.row, (*model_.rows()[hit.row].keys)[hit.key].frame);
    if (refs.empty()) return;
    std::vector<edit::KeyRef> keys = selection.keys();
    const bool all = std::all_of(refs.begin(), refs.end(),
                                 [&](const edit::KeyRef& ref) { return selection.contains(ref); });
    const bool adds = modifiers & (Qt::ShiftModifier | Qt::ControlModifier);
    mode_ = Mode::Press;
    selection.setMarkers({});
    if (!adds) selection.setSpans({});
    if (modifiers & Qt::ControlModifier && all) {
        std::erase_if(keys, [&](const edit::KeyRef& key) {
            return std::find(refs.begin(), refs.end(), key) != refs.end();
        });
        mode_ = Mode::Idle;
    } else if (!all) {
        if (!adds) keys.clear();
        add(keys, refs);
    } else if (!modifiers) {
        if (keys.size() > refs.size()) chooseOnRelease_ = refs.front();
    }
    chooseKeys(std::move(keys));
}

void Timeline::pressSpan(const TimelineHit& hit, Qt::KeyboardModifiers modifiers)
{
    Selection& selection = session_.selection();
    // What was pressed may be gone when the button is let go.
    if (hit.row >= std::ssize(model_.rows())) return;
    const TimelineRow& row = model_.rows()[hit.row];
    if (hit.span >= std::ssize(row.spans)) return;
    const SpanRef ref{row.constraint, row.spans[hit.span].start};
    mode_ = Mode::Press;
    std::vector<SpanRef> spans = selection.spans();
    if (modifiers & (Qt::ShiftModifier | Qt::ControlModifier)) {
        if (std::erase(spans, ref) == 0) spans.push_back(ref);
    } else {
        spans = {ref};
    }
    selection.setKeys({});
    selection.setMarkers({});
    selection.setSpans(std::move(spans));
    selection.setNodes({row.node});
}

void Timeline::chooseKeys(std::vector<edit::KeyRef> keys)
{
    session_.selection().setKeys(std::move(keys));
    selectNodesOfKeys();
}

void Timeline::selectNodesOfKeys()
{
    const std::vector<edit::KeyRef>& keys = session_.selection().keys();
    // Selecting whole columns of a big figure is about the keys, not about fifty nodes.
    constexpr std::size_t kMost = 16;
    std::vector<NodeId> nodes = operate::nodesOf(session_.document(), keys);
    if (!nodes.empty() && nodes.size() <= kMost) session_.selection().setNodes(std::move(nodes));
}

std::unique_ptr<TimelineDrag> Timeline::dragFor(const TimelineHit& hit, double pressed,
                                                Qt::KeyboardModifiers modifiers) const
{
    const bool alt = modifiers & Qt::AltModifier;
    const std::vector<TimelineRow>& rows = model_.rows();
    const ConstraintId target = hit.row >= 0 ? rows[hit.row].constraint : ConstraintId::None;
    const bool draws = alt && (isSpan(hit.part) || hit.part == Part::Row);
    if (draws && target != ConstraintId::None)
        return makeNewSpanDrag(session_, snapper(false), target, pressed);
    switch (hit.part) {
    case Part::Key:
        return makeKeyDrag(session_, snapper(true), (*rows[hit.row].keys)[hit.key].frame, pressed,
                           {.duplicate = alt, .ripple = ripple_ && !alt});
    case Part::Box:
        return makeKeyDrag(session_, snapper(true), operate::extent(session_.selection().keys())[0],
                           pressed, {.duplicate = alt, .ripple = ripple_ && !alt});
    case Part::BoxStart: return makeScaleDrag(session_, snapper(true), true, snap_.frames);
    case Part::BoxEnd: return makeScaleDrag(session_, snapper(true), false, snap_.frames);
    case Part::Marker:
        return makeMarkerDrag(session_, snapper(false),
                              session_.document().clip().markers[hit.marker].frame, pressed);
    case Part::RangeStart:
        return makeRangeDrag(session_, snapper(false), RangeGrip::Start, pressed);
    case Part::RangeEnd: return makeRangeDrag(session_, snapper(false), RangeGrip::End, pressed);
    case Part::RangeBody: return makeRangeDrag(session_, snapper(false), RangeGrip::Body, pressed);
    default: break;
    }
    if (!isSpan(hit.part)) return nullptr;
    const SpanRef ref{target, rows[hit.row].spans[hit.span].start};
    if (!session_.selection().contains(ref)) return nullptr;
    return makeSpanDrag(session_, snapper(false), ref, gripOf(hit.part), pressed);
}

}  // namespace posewright::ui
