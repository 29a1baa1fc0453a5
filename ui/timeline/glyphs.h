#pragma once

#include "ui/models/timeline_rows.h"
#include "ui/timeline/timeline_colors.h"

#include <QFont>
#include <QHash>
#include <QImage>
#include <QPixmap>
#include <QStaticText>

#include <unordered_map>

class QPainter;

namespace posewright::ui {

/// How a key's sign looks.
struct KeyLook {
    Glyph glyph = Glyph::Curve;
    bool chosen = false;
    bool hovered = false;
    bool dim = false;     ///< of a row that stands for others
    bool hollow = false;  ///< something else decides at its frame
};

/// What fills a bar beside its colour.
enum class Pattern : std::uint8_t { Dots, Slants, Crosses };

/// Draws the signs of keys and pieces of patterns, and lays out names, once for each look, and
/// copies them ever after.
class GlyphCache {
public:
    /// `size` in pixels of the interface; the picture has two more at each side.
    const QImage& get(const KeyLook& look, int size, qreal ratio, const TimelineColors& colors);

    /// Fills a bar with a pattern on whatever is there. Qt's own pattern brushes take twenty times
    /// as long on a scaled canvas.
    void fill(QPainter& painter, const QRectF& bar, Pattern pattern, const QColor& color,
              qreal ratio);

    /// Lays a sign over a picture, both 32 bits a pixel, its top left corner at a pixel of it.
    /// QPainter takes three times as long for so small a thing.
    static void stamp(QImage& into, const QImage& sign, int x, int y);

    /// A name cut to a width.
    const QStaticText& name(const QString& text, const QFont& font, int width);

private:
    std::unordered_map<quint64, QImage> signs_;
    std::unordered_map<quint64, QPixmap> patterns_;
    QRgb ink_ = 0;  ///< of the colours that the signs were drawn with
    QHash<QString, QStaticText> names_;
    QFont nameFont_;
};

}  // namespace posewright::ui
