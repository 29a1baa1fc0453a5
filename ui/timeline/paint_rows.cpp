#include "ui/timeline/timeline_picture.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace posewright::ui {

namespace {

/// Keys closer than this share of a sprite's width are drawn as one bar.
constexpr double kDense = 0.42;
constexpr std::size_t kFewest = 4;  ///< keys that make a bar

bool inside(const std::vector<std::pair<double, double>>& intervals, double frame,
            std::size_t& next)
{
    while (next < intervals.size() && intervals[next].second < frame) ++next;
    return next < intervals.size() && intervals[next].first <= frame;
}

/// As large as the font and the row allow.
int spriteSize(const TimelinePicture& p)
{
    return std::min(p.layout.rowHeight - 6, QFontMetrics(p.time.font).height());
}

/// Draws the keys of one row from left to right.
class KeyPainter {
public:
    /// Glyphs are written into the image, bars go through the painter. @pre the painter is active
    /// on the image, with the row's top left corner as its origin
    KeyPainter(QImage& image, QPainter& painter, const TimelinePicture& p, GlyphCache& glyphs,
               qreal ratio, int row) :
        pixels_(image),
        painter_(painter), p_(p), glyphs_(glyphs), ratio_(ratio), row_(p.rows[row]),
        chosen_(p.selectedFrames[row]), size_(spriteSize(p)),
        middle_(p.layout.rowRect(row).top() + p.layout.rowHeight / 2.0),
        top_((middle_ - p.layout.rowRect(row).top()) * ratio)
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
            const bool chosen = isChosen(at->frame, nextChosen_);
            const bool hollow = inside(row_.overridden, at->frame, nextInterval_);
            // Uses copies, since keys too few for a bar are visited again.
            std::size_t chosenAhead = nextChosen_, intervalAhead = nextInterval_;
            auto last = at;
            std::size_t count = 1;
            for (auto next = std::next(at);
                 next != keys.end() && next->frame <= to && next->frame - last->frame < dense &&
                 isChosen(next->frame, chosenAhead) == chosen &&
                 inside(row_.overridden, next->frame, intervalAhead) == hollow;
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
    }

private:
    bool isChosen(double frame, std::size_t& next) const
    {
        while (next < chosen_.size() && chosen_[next] < frame) ++next;
        return next < chosen_.size() && chosen_[next] == frame;
    }
    const Sprite& spriteOf(Glyph glyph, bool chosen, bool hollow)
    {
        // Cached, since the same few recur: with 12,000 keys, a lookup is expensive.
        const Sprite*& sprite =
            sprites_[static_cast<std::size_t>(glyph)][chosen ? 1 : 0][hollow ? 1 : 0];
        if (!sprite)
            sprite =
                &glyphs_.get({glyph, chosen, false, row_.whole, hollow}, size_, ratio_, p_.colors);
        return *sprite;
    }
    void paintKey(const TimelineKey& key, bool chosen, bool hollow)
    {
        const Sprite& sprite = spriteOf(key.glyph, chosen, hollow);
        const auto corner = [&](double middle) {
            constexpr int kBias = 1 << 16;  // makes truncation round down for negative numbers, too
            return static_cast<int>(middle - sprite.image().width() / 2.0 + (kBias + 0.5)) - kBias;
        };
        sprite.stamp(pixels_, corner(p_.layout.axis.x(key.frame) * ratio_), corner(top_));
    }
    void paintRun(double from, double to, bool chosen, bool hollow)
    {
        const double half = size_ * 0.22;
        const QRectF bar(p_.layout.frameX(from) - half, middle_ - half,
                         p_.layout.frameX(to) - p_.layout.frameX(from) + 2 * half, 2 * half);
        const QRectF shown = bar.intersected(QRectF(p_.layout.nameWidth - 8.0, bar.top(),
                                                    p_.layout.size.width() + 16.0, bar.height()));
        const QColor color = chosen       ? p_.colors.chosen
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

    Pixels pixels_;
    QPainter& painter_;
    const TimelinePicture& p_;
    GlyphCache& glyphs_;
    qreal ratio_;
    const TimelineRow& row_;
    const std::vector<double>& chosen_;
    int size_;
    double middle_;
    double top_;  ///< middle of the glyphs, in the image [device px]
    std::array<std::array<std::array<const Sprite*, 2>, 2>, 4> sprites_{};
    std::size_t nextChosen_ = 0;
    std::size_t nextInterval_ = 0;
};

QColor groundOf(const TimelinePicture& p, int i)
{
    const TimelineRow& row = p.rows[i];
    const TimelineColors& c = p.colors;
    if (p.rowSelected && p.rowSelected(row)) return c.groundChosen;
    if (row.isGroup()) return c.groundGroup;
    return i % 2 ? c.groundOdd : c.ground;
}

RowLook lookOf(const TimelinePicture& p, int i, const QString& font)
{
    const TimelineRow& row = p.rows[i];
    RowLook look;
    look.keys = row.keys;
    look.spans = row.spans;
    for (const Span& span : row.spans)
        look.spansChosen.push_back(p.spanSelected && p.spanSelected({row.constraint, span.start}));
    look.overridden = row.overridden;
    look.chosenFrames = p.selectedFrames[i];
    look.chosen = p.rowSelected && p.rowSelected(row);
    look.group = row.isGroup();
    look.whole = row.whole;
    look.odd = i % 2 != 0;
    if (p.hovered.row == i && p.hovered.span >= 0) {
        look.hoveredSpan = p.hovered.span;
        look.hoveredPart = p.hovered.part;
    }
    look.start = p.time.start;
    look.end = p.time.end;
    look.left = p.layout.axis.left;
    look.pixelsPerFrame = p.layout.axis.pixelsPerFrame;
    look.gridStep = gridStep(p.time);
    look.font = font;
    look.ground = p.colors.ground.rgba();
    return look;
}

void paintGrid(QPainter& painter, const TimelinePicture& p, const QRect& row)
{
    const TimelineLayout& l = p.layout;
    const int step = gridStep(p.time);
    QColor color = p.colors.line;
    color.setAlphaF(0.45F);
    const double first = std::floor(l.frameAt(l.nameWidth) / step) * step;
    for (double frame = first; l.frameX(frame) <= l.size.width(); frame += step)
        painter.fillRect(
            QRect(static_cast<int>(std::lround(l.frameX(frame))), row.top(), 1, row.height()),
            color);
}

/// Fills the row's background, except below bars: filling that, too, would take a fifth of the
/// painting time. The painter's origin is that of the timeline.
void paintGround(QPainter& painter, const TimelinePicture& p, const QSize& size, qreal ratio, int i)
{
    const TimelineLayout& l = p.layout;
    const QRect row = l.rowRect(i), band = l.spanRect(i);
    const QColor color = groundOf(p, i);
    // In device pixels from the row's corner. Leave out the bars' edges, which may be rounded
    // either way.
    const auto fill = [&](int x0, int y0, int x1, int y1) {
        if (x0 >= x1 || y0 >= y1) return;
        painter.fillRect(QRectF(l.nameWidth + x0 / ratio, row.top() + y0 / ratio, (x1 - x0) / ratio,
                                (y1 - y0) / ratio),
                         color);
    };
    const auto inner = [ratio](double from, double to) {
        return std::pair(static_cast<int>(std::ceil(from * ratio)) + 1,
                         static_cast<int>(std::floor(to * ratio)) - 1);
    };
    const auto [top, bottom] = inner(band.top() - row.top(), band.bottom() + 1 - row.top());
    if (p.rows[i].spans.empty() || top >= bottom) {
        fill(0, 0, size.width(), size.height());
        return;
    }
    fill(0, 0, size.width(), top);
    fill(0, bottom, size.width(), size.height());
    int done = 0;
    for (const Span& span : p.rows[i].spans) {
        const double far = l.size.width() + 40.0;  // bars reach no farther either
        const auto [left, right] =
            inner(std::clamp(l.frameX(span.start) - l.nameWidth, -40.0, far),
                  std::clamp(l.frameX(span.end) - l.nameWidth, -40.0, far - l.nameWidth));
        if (left >= right || right <= done || left >= size.width()) continue;
        fill(done, top, std::max(done, left), bottom);
        done = std::min(right, size.width());
    }
    fill(done, top, size.width(), bottom);
}

void paintRow(QImage& image, const TimelinePicture& p, TimelineCache& cache, qreal ratio, int i)
{
    const TimelineLayout& l = p.layout;
    const QRect row = l.rowRect(i);
    image.setDevicePixelRatio(ratio);
    QPainter painter(&image);
    painter.translate(-l.nameWidth, -row.top());
    paintGround(painter, p, image.size(), ratio, i);
    paintGrid(painter, p, row);
    for (int s = 0; s < std::ssize(p.rows[i].spans); ++s)
        paintSpan(painter, p, cache.patterns, ratio, i, s);
    const double from = l.frameX(p.time.start), to = l.frameX(p.time.end);
    if (from > l.nameWidth)
        painter.fillRect(QRectF(l.nameWidth, row.top(), from - l.nameWidth, row.height()),
                         p.colors.outside);
    if (to < l.size.width())
        painter.fillRect(QRectF(to, row.top(), l.size.width() - to, row.height()),
                         p.colors.outside);
    // Keys come after the shading: half a key in the shade would look like another kind.
    KeyPainter(image, painter, p, cache.glyphs, ratio, i).paint();
    painter.end();
    image.setDevicePixelRatio(1);  // drawn in device pixels
}

/// The part of the image that a painter paints on, for direct writing without a copy. Null if it
/// paints on something else, not on the whole part, or transformed.
/// @param part  in the painter's coordinates
QImage pictureBelow(const QPainter& painter, const QRect& part)
{
    const QPaintEngine* engine = painter.paintEngine();
    QPaintDevice* device = engine ? engine->paintDevice() : nullptr;
    if (!device || device->devType() != QInternal::Image) return {};
    auto& image = *static_cast<QImage*>(device);
    const bool plain = image.format() == QImage::Format_RGB32 ||
                       image.format() == QImage::Format_ARGB32_Premultiplied;
    const QTransform way = painter.deviceTransform();
    if (!plain || way.type() > QTransform::TxTranslate) return {};
    const QRect there = way.mapRect(part);
    const QRegion shown = engine->systemClip();
    const bool whole =
        image.rect().contains(there) &&
        way.mapRect(painter.clipBoundingRect()).toAlignedRect().contains(there) &&
        (shown.isEmpty() || (shown.rectCount() == 1 && shown.boundingRect().contains(there)));
    if (!whole) return {};
    // Not bits(), which would detach a shared image, so that writes go to a copy.
    auto* first = const_cast<uchar*>(image.constScanLine(there.top())) +
                  there.left() * qsizetype{sizeof(QRgb)};
    return {first, there.width(), there.height(), image.bytesPerLine(), image.format()};
}

void paintHoveredKey(QPainter& painter, const TimelinePicture& p, GlyphCache& glyphs, qreal ratio)
{
    const TimelineHit& hit = p.hovered;
    if (hit.part != TimelineHit::Part::Key || hit.row < 0 || hit.row >= std::ssize(p.rows)) return;
    const TimelineRow& row = p.rows[hit.row];
    if (hit.key < 0 || hit.key >= std::ssize(*row.keys)) return;
    const TimelineKey& key = (*row.keys)[hit.key];
    const std::vector<double>& chosen = p.selectedFrames[hit.row];
    const KeyLook look{key.glyph, std::binary_search(chosen.begin(), chosen.end(), key.frame), true,
                       row.whole, false};
    const QImage& sprite = glyphs.get(look, spriteSize(p), ratio, p.colors).image();
    const double half = sprite.width() / ratio / 2;
    const auto aligned = [ratio](double v) { return std::round(v * ratio) / ratio; };
    painter.drawImage(
        QPointF(aligned(p.layout.frameX(key.frame) - half),
                aligned(p.layout.rowRect(hit.row).top() + p.layout.rowHeight / 2.0 - half)),
        sprite);
}

void paintKeyFrame(QPainter& painter, const TimelinePicture& p)
{
    if (!p.box) return;
    const QRectF box = rectOf(p.layout, *p.box).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(QPen(p.colors.chosen, 1, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box);
    for (const auto& [x, part] : {std::pair(box.left(), TimelineHit::Part::BoxStart),
                                  std::pair(box.right(), TimelineHit::Part::BoxEnd)}) {
        const bool hovered = p.hovered.part == part;
        const double half = hovered ? 3.5 : 2.5;
        painter.fillRect(QRectF(x - half, box.center().y() - 8, 2 * half, 16), p.colors.chosen);
    }
}

constexpr int kInvites = Qt::AlignCenter | Qt::TextWordWrap;

/// The part of the room in which a text in its middle is not crossed by the playhead; all of it if
/// there is no such part.
QRect besidePlayhead(const TimelinePicture& p, const QRect& room, const QString& text)
{
    constexpr int kAir = 8;
    const QFontMetrics letters(p.time.font);
    const auto wordsIn = [&](const QRect& part) {
        return letters.boundingRect(part, kInvites, text).adjusted(-kAir, 0, kAir, 0);
    };
    const auto at = static_cast<int>(std::lround(p.layout.frameX(p.time.playhead)));
    const QRect words = wordsIn(room);
    if (at < words.left() || at > words.right()) return room;
    QRect part = room;
    if (room.right() - at > at - room.left())
        part.setLeft(at);
    else
        part.setRight(at);
    return words.width() <= part.width() ? part : room;
}

void paintInvitation(QPainter& painter, const TimelinePicture& p)
{
    if (p.hasTargets) return;
    const TimelineLayout& l = p.layout;
    const int top = l.rowsTop() + static_cast<int>(p.rows.size()) * l.rowHeight - l.scrollY;
    const QRect room(l.nameWidth, top, l.size.width() - l.nameWidth, l.size.height() - top);
    if (room.height() < l.rowHeight) return;
    const QString text = p.rows.empty()
                             ? QCoreApplication::translate("Timeline", "Nothing here moves yet")
                             : QCoreApplication::translate(
                                   "Timeline", "No targets yet: select a bone and press T, or find "
                                               "where feet stand: Target > Find Contacts");
    painter.setPen(p.colors.faintText);
    painter.drawText(besidePlayhead(p, room, text), kInvites, text);
}

}  // namespace

void paintRows(QPainter& painter, const TimelinePicture& p, TimelineCache& cache, qreal ratio)
{
    const TimelineLayout& l = p.layout;
    // Rows paint their own background; filling all of it again would take a tenth of the painting
    // time.
    const int under = std::clamp(l.rowRect(static_cast<int>(p.rows.size())).top(), l.rowsTop(),
                                 std::max(l.rowsTop(), l.size.height()));
    painter.fillRect(
        QRect(l.nameWidth, under, l.size.width() - l.nameWidth, l.size.height() - under),
        p.colors.ground);
    const int first = std::max(0, l.rowAt(l.rowsTop()));
    const int last = std::min(static_cast<int>(p.rows.size()) - 1, l.rowAt(l.size.height()));
    cache.rows.begin(first, last);
    const auto device = [ratio](double v) { return static_cast<int>(std::lround(v * ratio)); };
    const QSize size(static_cast<int>(std::ceil((l.size.width() - l.nameWidth) * ratio)),
                     static_cast<int>(std::ceil(l.rowHeight * ratio)));
    const QString font = p.time.font.key();
    painter.save();
    painter.scale(1 / ratio, 1 / ratio);
    for (int i = first; i <= last && !size.isEmpty(); ++i) {
        const QPoint corner(device(l.nameWidth), device(l.rowRect(i).top()));
        QImage there = pictureBelow(painter, QRect(corner, size));
        const QImage* kept =
            cache.rows.get(i, lookOf(p, i, font), size, there.isNull() ? nullptr : &there,
                           [&](QImage& image) { paintRow(image, p, cache, ratio, i); });
        if (kept) painter.drawImage(corner, *kept);
    }
    painter.restore();
    const int below = last < 0 ? l.rowsTop() : l.rowRect(last).bottom() + 1;
    for (const auto& [from, to] : {std::pair(double(l.nameWidth), l.frameX(p.time.start)),
                                   std::pair(l.frameX(p.time.end), double(l.size.width()))})
        if (to > from && below < l.size.height())
            painter.fillRect(QRectF(from, below, to - from, l.size.height() - below),
                             p.colors.outside);
    paintHoveredKey(painter, p, cache.glyphs, ratio);
    paintKeyFrame(painter, p);
    paintInvitation(painter, p);
}

}  // namespace posewright::ui
