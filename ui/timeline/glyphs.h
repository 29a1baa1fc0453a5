#pragma once

#include "ui/models/timeline_rows.h"
#include "ui/timeline/timeline_colors.h"

#include <QFont>
#include <QHash>
#include <QImage>
#include <QPixmap>
#include <QStaticText>

#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

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

/// A sign, drawn: a picture with two pixels of air around it, and of each of its rows what of it is
/// not transparent, and what within that is opaque throughout.
struct Sign {
    struct Row {
        int begin = 0, end = 0;
        int opaqueBegin = 0, opaqueEnd = 0;
    };
    QImage image;
    std::vector<Row> rows;

    /// Lays it over a picture, both 32 bits a pixel, its top left corner at a pixel of it. QPainter
    /// takes ten times as long for so small a thing.
    void stamp(QImage& into, int x, int y) const;
};

/// What fills a bar beside its colour.
enum class Pattern : std::uint8_t { Dots, Slants, Crosses };

/// Draws the signs of keys and pieces of patterns, and lays out names, once for each look, and
/// copies them ever after.
class GlyphCache {
public:
    /// `size` in pixels of the interface.
    const Sign& get(const KeyLook& look, int size, qreal ratio, const TimelineColors& colors);

    /// Fills a bar with a pattern on a ground, or on whatever is there; with a ground it is copied
    /// and not blended. Qt's own pattern brushes take twenty times as long on a scaled canvas.
    void fill(QPainter& painter, const QRectF& bar, Pattern pattern, const QColor& color,
              qreal ratio, const QColor& ground = Qt::transparent);

    /// A name cut to a width.
    const QStaticText& name(const QString& text, const QFont& font, int width);

private:
    std::unordered_map<quint64, Sign> signs_;
    std::map<std::pair<quint64, QRgb>, QPixmap> patterns_;
    QRgb ink_ = 0;  ///< of the colours that the signs were drawn with
    QHash<QString, QStaticText> names_;
    QFont nameFont_;
};

}  // namespace posewright::ui
