#include "ui/viewport/draw/canvas.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posewright::ui {

namespace {

CanvasVertex vertex(double x, double y, double u, double v, const QColor& c, float strength)
{
    return {static_cast<float>(x),
            static_cast<float>(y),
            static_cast<float>(u),
            static_cast<float>(v),
            c.redF(),
            c.greenF(),
            c.blueF(),
            c.alphaF() * strength};
}

}  // namespace

void Canvas::corner(const Pixel& at, const QColor& color)
{
    const QPointF solid = atlas_->solid();
    vertices_.push_back(vertex(at.x(), at.y(), solid.x(), solid.y(), color, strength_));
}

void Canvas::line(const Pixel& from, const Pixel& to, double width, const QColor& color)
{
    const Pixel d = to - from;
    const double length = d.norm();
    if (!(length > 0)) return;
    const Pixel side = Pixel(-d.y(), d.x()) * (width / 2 / length);
    const Pixel corners[] = {from + side, to + side, to - side, from - side};
    polygon(corners, color);
}

void Canvas::dashes(const Pixel& from, const Pixel& to, double width, double dash,
                    const QColor& color)
{
    const Pixel d = to - from;
    const double length = d.norm();
    // Lines may end far outside the view; limit the number of dashes.
    const int count = static_cast<int>(std::min(length / (2 * dash), 500.0));
    if (count < 1) {
        line(from, to, width, color);
        return;
    }
    for (int i = 0; i <= count; ++i) {
        const double start = i * 2 * dash, end = std::min(start + dash, length);
        if (start < end) line(from + d * (start / length), from + d * (end / length), width, color);
    }
}

void Canvas::polyline(std::span<const Pixel> points, double width, const QColor& color, bool closed)
{
    const std::size_t count = points.size();
    if (count < 2) return;
    // Neighbouring segments share corners, so that bends have no gaps and nothing is drawn twice.
    const auto sideAt = [&](std::size_t i) {
        const Pixel& before = i > 0 ? points[i - 1] : closed ? points[count - 1] : points[i];
        const Pixel& after = i + 1 < count ? points[i + 1] : closed ? points[0] : points[i];
        Pixel d = after - before;
        const double length = d.norm();
        if (length > 0) d *= width / 2 / length;
        return Pixel(-d.y(), d.x());
    };
    for (std::size_t i = 0; i + 1 < count + (closed ? 1 : 0); ++i) {
        const std::size_t j = (i + 1) % count;
        const Pixel a = sideAt(i), b = sideAt(j);
        const Pixel corners[] = {points[i] + a, points[j] + b, points[j] - b, points[i] - a};
        polygon(corners, color);
    }
}

void Canvas::polygon(std::span<const Pixel> points, const QColor& color)
{
    for (std::size_t i = 2; i < points.size(); ++i) {
        corner(points[0], color);
        corner(points[i - 1], color);
        corner(points[i], color);
    }
}

void Canvas::disc(const Pixel& at, double radius, const QColor& color)
{
    constexpr int kSides = 14;
    Pixel points[kSides];
    for (int i = 0; i < kSides; ++i) {
        const double angle = 2 * std::numbers::pi * i / kSides;
        points[i] = at + radius * Pixel(std::cos(angle), std::sin(angle));
    }
    polygon(points, color);
}

void Canvas::box(const QRectF& rect, const QColor& color)
{
    const Pixel corners[] = {{rect.left(), rect.top()},
                             {rect.right(), rect.top()},
                             {rect.right(), rect.bottom()},
                             {rect.left(), rect.bottom()}};
    polygon(corners, color);
}

void Canvas::quad(const QRectF& t, const QRectF& s, const QColor& color)
{
    const CanvasVertex a = vertex(t.left(), t.top(), s.left(), s.top(), color, strength_);
    const CanvasVertex b = vertex(t.right(), t.top(), s.right(), s.top(), color, strength_);
    const CanvasVertex c = vertex(t.right(), t.bottom(), s.right(), s.bottom(), color, strength_);
    const CanvasVertex d = vertex(t.left(), t.bottom(), s.left(), s.bottom(), color, strength_);
    vertices_.insert(vertices_.end(), {a, b, c, a, c, d});
}

QRectF Canvas::label(const Pixel& at, const QString& words, const QColor& color, Anchor anchor)
{
    if (words.isEmpty()) return {};
    const QColor plate(0x1e, 0x21, 0x25, 215);
    constexpr double kAside = 4, kAbove = 1;
    const double width = textWidth(words);
    const double left = at.x() - (anchor == Anchor::Right    ? width
                                  : anchor == Anchor::Middle ? width / 2
                                                             : 0);
    box(QRectF(left - kAside, at.y() - kAbove, width + 2 * kAside, textHeight() + 2 * kAbove),
        plate);
    return text(at, words, color, anchor);
}

QRectF Canvas::text(const Pixel& at, const QString& text, const QColor& color, Anchor anchor)
{
    if (text.isEmpty()) return {};
    const double width = atlas_->width(text);
    double left = at.x();
    if (anchor == Anchor::Middle) left -= width / 2;
    if (anchor == Anchor::Right) left -= width;
    // Whole device pixels keep letters sharp.
    const double ratio = atlas_->pixelRatio();
    const QPointF corner(std::round(left * ratio) / ratio, std::round(at.y() * ratio) / ratio);
    const std::vector<TextAtlas::Piece> pieces = atlas_->pieces(text);
    // An outline, so that light letters are readable on light bones.
    const QColor edge(0x14, 0x16, 0x19, 190);
    for (const QPointF& shift : {QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1),
                                 QPointF(1, 1), QPointF(-1, 1), QPointF(1, -1), QPointF(-1, -1)})
        for (const TextAtlas::Piece& piece : pieces)
            quad(piece.target.translated(corner + shift), piece.source, edge);
    for (const TextAtlas::Piece& piece : pieces)
        quad(piece.target.translated(corner), piece.source, color);
    const QRectF place(corner, QSizeF(width, atlas_->height()));
    texts_.push_back({text, place});
    return place;
}

}  // namespace posewright::ui
