#pragma once

#include "core/math/camera.h"
#include "ui/viewport/draw/text_atlas.h"

#include <QColor>
#include <QString>

#include <span>
#include <vector>

namespace posewright::ui {

/// A vertex of the flat triangles over the scene.
struct CanvasVertex {
    float x, y;        ///< [px]
    float u, v;        ///< in the atlas
    float r, g, b, a;  ///< 0..1, not premultiplied
};

/// A text that was drawn, for tests and screen readers.
struct PlacedText {
    QString text;
    QRectF place;  ///< [px]
};

/// Collects flat drawing over the scene as triangles, because no widget can be seen through over a
/// native 3D window. Later drawing is on top.
class Canvas {
public:
    enum class Anchor { Left, Middle, Right };

    explicit Canvas(TextAtlas& atlas) : atlas_(&atlas) {}

    /// What is drawn from here on has this share of its opacity.
    void setStrength(double strength) { strength_ = static_cast<float>(strength); }

    void line(const Pixel& from, const Pixel& to, double width, const QColor& color);
    /// Dashes of `dash` pixels with gaps of the same length.
    void dashes(const Pixel& from, const Pixel& to, double width, double dash, const QColor& color);
    void polyline(std::span<const Pixel> points, double width, const QColor& color,
                  bool closed = false);
    /// @pre convex
    void polygon(std::span<const Pixel> points, const QColor& color);
    void disc(const Pixel& at, double radius, const QColor& color);
    void box(const QRectF& rect, const QColor& color);

    /// Draws text with its top at `at`, aligned by the anchor, and with a dark outline. Returns the
    /// rectangle that it covers.
    QRectF text(const Pixel& at, const QString& text, const QColor& color,
                Anchor anchor = Anchor::Left);
    /// The same on a dark plate, readable over white surfaces as well.
    QRectF label(const Pixel& at, const QString& text, const QColor& color,
                 Anchor anchor = Anchor::Left);
    double textWidth(const QString& text) { return atlas_->width(text); }
    double textHeight() const { return atlas_->height(); }

    const std::vector<CanvasVertex>& vertices() const noexcept { return vertices_; }
    const std::vector<PlacedText>& texts() const noexcept { return texts_; }

private:
    void corner(const Pixel& at, const QColor& color);
    void quad(const QRectF& target, const QRectF& source, const QColor& color);

    TextAtlas* atlas_;
    float strength_ = 1;
    std::vector<CanvasVertex> vertices_;
    std::vector<PlacedText> texts_;
};

}  // namespace posewright::ui
