#include "ui/timeline/timeline_picture.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

/// Keys that follow each other more closely than this share of a sign are drawn as one bar.
constexpr double kDense = 0.42;
constexpr std::size_t kFewest = 4;  ///< keys that make a bar

bool inside(const std::vector<std::pair<double, double>>& intervals, double frame,
            std::size_t& next)
{
    while (next < intervals.size() && intervals[next].second < frame) ++next;
    return next < intervals.size() && intervals[next].first <= frame;
}

/// Draws the keys of one row from left to right.
class KeyPainter {
public:
    KeyPainter(QPainter& painter, const TimelinePicture& p, GlyphCache& glyphs, qreal ratio,
               int row) :
        painter_(painter),
        p_(p), glyphs_(glyphs), ratio_(ratio), row_(p.rows[row]), index_(row),
        chosen_(p.selectedFrames[row]),
        size_(std::min(p.layout.rowHeight - 6, QFontMetrics(p.font).height())),
        middle_(p.layout.rowRect(row).top() + p.layout.rowHeight / 2.0)
    {
    }

    void paint()
    {
        const TimelineLayout& l = p_.layout;
        const std::vector<TimelineKey>& keys = *row_.keys;
        const double reach = size_;
        const double from = l.frameAt(l.nameWidth - reach), to = l.frameAt(l.size.width() + reach);
        const auto byFrame = [](const TimelineKey& k, double frame) { return k.frame < frame; };
        auto at = std::lower_bound(keys.begin(), keys.end(), from, byFrame);
        nextChosen_ = static_cast<std::size_t>(
            std::lower_bound(chosen_.begin(), chosen_.end(), from) - chosen_.begin());
        const double dense = size_ * kDense / l.axis.pixelsPerFrame;  // [frame]
        while (at != keys.end() && at->frame <= to) {
            const bool chosen = isChosen(at->frame);
            const bool hollow = inside(row_.overridden, at->frame, nextInterval_);
            auto last = at;
            std::size_t count = 1;
            for (auto next = std::next(at);
                 next != keys.end() && next->frame <= to && next->frame - last->frame < dense &&
                 isChosen(next->frame) == chosen;
                 ++next, ++count)
                last = next;
            if (count >= kFewest) {
                paintRun(at->frame, last->frame, chosen, hollow);
                at = std::next(last);
            } else {
                paintKey(*at, chosen, hollow);
                ++at;
            }
        }
        if (p_.hovered.part == TimelineHit::Part::Key && p_.hovered.row == index_ &&
            p_.hovered.key < std::ssize(keys))
            paintHovered(keys[p_.hovered.key]);
    }

private:
    bool isChosen(double frame)
    {
        while (nextChosen_ < chosen_.size() && chosen_[nextChosen_] < frame) ++nextChosen_;
        return nextChosen_ < chosen_.size() && chosen_[nextChosen_] == frame;
    }
    void put(const KeyLook& look, double frame)
    {
        const QPixmap& sign = glyphs_.get(look, size_, ratio_, p_.colors);
        const double side = sign.width() / ratio_;
        // On whole device pixels a pixmap is copied, between them it would be resampled.
        const auto aligned = [this](double v) { return std::round(v * ratio_) / ratio_; };
        painter_.drawPixmap(
            QPointF(aligned(p_.layout.frameX(frame) - side / 2), aligned(middle_ - side / 2)),
            sign);
    }
    void paintKey(const TimelineKey& key, bool chosen, bool hollow)
    {
        KeyLook look{key.glyph, chosen, false, row_.whole, hollow};
        put(look, key.frame);
    }
    void paintHovered(const TimelineKey& key)
    {
        const bool chosen = std::binary_search(chosen_.begin(), chosen_.end(), key.frame);
        put({key.glyph, chosen, true, row_.whole, false}, key.frame);
    }
    void paintRun(double from, double to, bool chosen, bool hollow)
    {
        const double half = size_ * 0.22;
        const QRectF bar(p_.layout.frameX(from) - half, middle_ - half,
                         p_.layout.frameX(to) - p_.layout.frameX(from) + 2 * half, 2 * half);
        const QRectF shown = bar.intersected(QRectF(p_.layout.nameWidth - 8.0, bar.top(),
                                                    p_.layout.size.width() + 16.0, bar.height()));
        const QColor color = chosen       ? p_.colors.keyChosen
                             : row_.whole ? p_.colors.keyDim
                                          : mixed(p_.colors.ground, p_.colors.key, 0.7);
        if (hollow && !chosen) {
            painter_.setPen(color);
            painter_.setBrush(Qt::NoBrush);
            painter_.drawRect(shown.adjusted(0.5, 0.5, -0.5, -0.5));
        } else {
            painter_.fillRect(shown, color);
        }
    }

    QPainter& painter_;
    const TimelinePicture& p_;
    GlyphCache& glyphs_;
    qreal ratio_;
    const TimelineRow& row_;
    int index_;
    const std::vector<double>& chosen_;
    int size_;
    double middle_;
    std::size_t nextChosen_ = 0;
    std::size_t nextInterval_ = 0;
};

void paintGround(QPainter& painter, const TimelinePicture& p, int i)
{
    const TimelineRow& row = p.rows[i];
    QRect rect = p.layout.rowRect(i);
    rect.setLeft(p.layout.nameWidth);
    const bool chosen = p.rowSelected && p.rowSelected(row);
    const TimelineColors& c = p.colors;
    painter.fillRect(rect, chosen          ? c.groundChosen
                           : row.isGroup() ? c.groundGroup
                           : i % 2         ? c.groundOdd
                                           : c.ground);
}

void paintGrid(QPainter& painter, const TimelinePicture& p)
{
    const TimelineLayout& l = p.layout;
    const int step =
        p.format.seconds ? l.axis.labelStepInSeconds(64, p.format.rate) : l.axis.labelStep(56);
    QColor color = p.colors.line;
    color.setAlphaF(0.45F);
    painter.setPen(color);
    const double first = std::floor(l.frameAt(l.nameWidth) / step) * step;
    for (double frame = first; l.frameX(frame) <= l.size.width(); frame += step) {
        const int x = static_cast<int>(std::lround(l.frameX(frame)));
        painter.drawLine(x, l.rowsTop(), x, l.size.height());
    }
}

}  // namespace

void paintRows(QPainter& painter, const TimelinePicture& p, GlyphCache& glyphs, qreal ratio)
{
    const TimelineLayout& l = p.layout;
    const int first = std::max(0, l.rowAt(l.rowsTop()));
    const int last = std::min(static_cast<int>(p.rows.size()) - 1, l.rowAt(l.size.height()));
    for (int i = first; i <= last; ++i) paintGround(painter, p, i);
    paintGrid(painter, p);
    for (int i = first; i <= last; ++i) {
        for (int s = 0; s < std::ssize(p.rows[i].spans); ++s)
            paintSpan(painter, p, glyphs, ratio, i, s);
        KeyPainter(painter, p, glyphs, ratio, i).paint();
    }
    const double from = l.frameX(p.start), to = l.frameX(p.end);
    const double bottom = l.size.height();
    painter.fillRect(QRectF(QPointF(l.nameWidth, l.rowsTop()), QPointF(from, bottom)),
                     p.colors.outside);
    painter.fillRect(QRectF(QPointF(to, l.rowsTop()), QPointF(l.size.width(), bottom)),
                     p.colors.outside);
    if (!p.box) return;
    const QRectF box = rectOf(l, *p.box).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(QPen(p.colors.keyChosen, 1, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box);
    for (const auto& [x, part] : {std::pair(box.left(), TimelineHit::Part::BoxStart),
                                  std::pair(box.right(), TimelineHit::Part::BoxEnd)}) {
        const bool hovered = p.hovered.part == part;
        const double half = hovered ? 3.5 : 2.5;
        painter.fillRect(QRectF(x - half, box.center().y() - 8, 2 * half, 16), p.colors.keyChosen);
    }
}

}  // namespace posewright::ui
