#include "ui/timeline/timeline_layout.h"

#include <QFontMetrics>

#include <algorithm>
#include <cmath>
#include <utility>

namespace posewright::ui {

namespace {

constexpr double kKeyReach = 8;    ///< [px] half the width of a key's hit area
constexpr double kEndReach = 6;    ///< [px] half the width of an end's hit area
constexpr double kBoxAir = 13;     ///< [px] between the outer keys and the frame around them
constexpr double kFadeApart = 18;  ///< [px] least distance of a fade's handle from the span's end

using Part = TimelineHit::Part;

bool nearBy(double a, double b, double reach)
{
    return std::abs(a - b) <= reach;
}

/// False: no part of a span was hit.
bool hitSpans(const TimelineLayout& l, const HitScene& scene, const TimelineRow& row,
              const QPointF& at, TimelineHit& hit)
{
    const double y = at.y() - l.rowRect(hit.row).top();
    double nearest = 1e9;
    for (int i = 0; i < std::ssize(row.spans); ++i) {
        const Span& span = row.spans[i];
        const double start = l.frameX(span.start), end = l.frameX(span.end);
        const auto end1 = [&](Part part, double x, double inwards) {
            // A key on the end covers it, so the end is hit beside the key, inside the span.
            const bool keyed = keyNear(l, row, x, 1) >= 0;
            const double most = std::max(2.0, (end - start) / 3);
            const double in = std::min(keyed ? kKeyReach + kEndReach : kEndReach, most);
            const double out = keyed ? kKeyReach + kEndReach : kEndReach;
            const double along = (at.x() - x) * inwards;
            // If one span ends where the next begins, the one below the pointer wins.
            const double away = std::abs(along) + (along < 0 ? 0.5 : 0);
            if (along > in || along < -out || away >= nearest) return;
            nearest = away;
            hit.part = part;
            hit.span = i;
        };
        end1(Part::SpanStart, start, 1);
        end1(Part::SpanEnd, end, -1);
    }
    if (hit.span >= 0) return true;
    const SpanRef none;
    for (int i = 0; i < std::ssize(row.spans); ++i) {
        const Span& span = row.spans[i];
        const double start = l.frameX(span.start), end = l.frameX(span.end);
        if (at.x() < start || at.x() > end) continue;
        hit.span = i;
        hit.part = Part::Span;
        const SpanRef ref{row.constraint, span.start};
        const bool selected = std::find(scene.selectedSpans.begin(), scene.selectedSpans.end(),
                                        ref) != scene.selectedSpans.end();
        if (selected && end - start > 3 * kFadeApart && y < l.rowHeight * 0.5) {
            if (nearBy(at.x(), fadeInX(l, span), kEndReach)) hit.part = Part::FadeIn;
            if (nearBy(at.x(), fadeOutX(l, span), kEndReach)) hit.part = Part::FadeOut;
        }
        return true;
    }
    return false;
}

}  // namespace

TimelineLayout TimelineLayout::forFont(const QFont& font)
{
    const double unit = QFontMetrics(font).height();
    TimelineLayout layout;
    static_cast<TimeLayout&>(layout) = TimeLayout::forFont(font);
    layout.rowHeight = static_cast<int>(std::lround(unit * 1.6));
    layout.indent = static_cast<int>(std::lround(unit * 0.85));
    return layout;
}

QRect TimelineLayout::rowRect(int row) const
{
    return {0, rowsTop() + row * rowHeight - scrollY, size.width(), rowHeight};
}

QRect TimelineLayout::spanRect(int row) const
{
    const int air = std::max(2, rowHeight / 6);
    return rowRect(row).adjusted(0, air, 0, -air);
}

QRect TimelineLayout::switchRect(int row, Switch which) const
{
    const int side = rowHeight - 4;
    const QRect names(0, rowRect(row).top() + 2, nameWidth - 4, side);
    const int right = names.right() + 1, solo = side * 3 / 4, weight = side * 9 / 4;
    switch (which) {
    case Switch::On: return {right - side, names.top(), side, side};
    case Switch::Solo: return {right - side - solo, names.top(), solo, side};
    case Switch::Weight: break;
    }
    return {right - side - solo - weight, names.top(), weight, side};
}

int TimelineLayout::rowAt(double y) const
{
    return y < rowsTop() ? -1 : static_cast<int>((y - rowsTop() + scrollY) / rowHeight);
}

std::optional<KeyFrameBox> keyFrameBox(const std::vector<TimelineRow>& rows,
                                       const std::vector<std::vector<double>>& selected)
{
    // Group rows repeat the keys of others, so use them only if nothing else is selected.
    for (const bool whole : {false, true}) {
        std::optional<KeyFrameBox> box;
        for (int i = 0; i < std::ssize(rows); ++i) {
            if (rows[i].whole != whole || selected[i].empty()) continue;
            if (!box) box = {selected[i].front(), selected[i].back(), i, i};
            box->first = std::min(box->first, selected[i].front());
            box->last = std::max(box->last, selected[i].back());
            box->bottom = i;
        }
        if (!box) continue;
        if (box->first == box->last) return std::nullopt;
        return box;
    }
    return std::nullopt;
}

QRectF rectOf(const TimelineLayout& layout, const KeyFrameBox& box)
{
    const double left = layout.frameX(box.first) - kBoxAir;
    const double right = layout.frameX(box.last) + kBoxAir;
    return {QPointF(left, layout.rowRect(box.top).top()),
            QPointF(right, layout.rowRect(box.bottom).bottom())};
}

double fadeInX(const TimelineLayout& layout, const Span& span)
{
    return std::max(layout.frameX(span.start + span.in), layout.frameX(span.start) + kFadeApart);
}

double fadeOutX(const TimelineLayout& layout, const Span& span)
{
    return std::min(layout.frameX(span.end - span.out), layout.frameX(span.end) - kFadeApart);
}

int keyNear(const TimelineLayout& layout, const TimelineRow& row, double x, double reach)
{
    const std::vector<TimelineKey>& keys = *row.keys;
    const double frame = layout.frameAt(x);
    const auto after =
        std::lower_bound(keys.begin(), keys.end(), frame,
                         [](const TimelineKey& key, double f) { return key.frame < f; });
    int found = -1;
    for (const auto at : {after, after == keys.begin() ? after : std::prev(after)}) {
        if (at == keys.end()) continue;
        const double away = std::abs(layout.frameX(at->frame) - x);
        if (away > reach) continue;
        reach = away;
        found = static_cast<int>(at - keys.begin());
    }
    return found;
}

bool isSpan(Part part)
{
    return part == Part::SpanStart || part == Part::SpanEnd || part == Part::Span ||
           part == Part::FadeIn || part == Part::FadeOut;
}

TimelineHit hitTest(const TimelineLayout& l, const HitScene& scene, const QPointF& at)
{
    TimelineHit hit;
    if (!l.isContent(at)) return hit;
    const bool names = at.x() < l.nameWidth;
    const int row = l.rowAt(at.y());
    if (row >= 0 && row < std::ssize(scene.rows)) {
        hit.row = row;
        const TimelineRow& shown = scene.rows[row];
        if (names) {
            const int left = 4 + shown.depth * l.indent;
            const bool arrow = at.x() >= left && at.x() < left + l.indent + 2;
            hit.part = shown.expandable && arrow ? Part::Expander : Part::Name;
            if (shown.id.kind == RowId::Kind::Layer)
                for (const auto& [part, which] :
                     {std::pair(Part::LayerOn, TimelineLayout::Switch::On),
                      std::pair(Part::LayerSolo, TimelineLayout::Switch::Solo),
                      std::pair(Part::LayerWeight, TimelineLayout::Switch::Weight)})
                    if (l.switchRect(row, which).contains(at.toPoint())) hit.part = part;
            return hit;
        }
        hit.key = keyNear(l, shown, at.x(), kKeyReach);
        if (hit.key >= 0) {
            hit.part = Part::Key;
            return hit;
        }
    }
    if (names) return hit;
    const QRectF box = scene.box ? rectOf(l, *scene.box) : QRectF();
    if (scene.box && at.y() >= box.top() && at.y() <= box.bottom()) {
        if (nearBy(at.x(), box.left(), kEndReach)) hit.part = Part::BoxStart;
        if (nearBy(at.x(), box.right(), kEndReach)) hit.part = Part::BoxEnd;
        if (hit.part != Part::Nothing) return hit;
    }
    if (hit.row >= 0 && hitSpans(l, scene, scene.rows[hit.row], at, hit)) return hit;
    if (scene.box && box.contains(at))
        hit.part = Part::Box;
    else if (hit.row >= 0)
        hit.part = Part::Row;
    return hit;
}

}  // namespace posewright::ui
