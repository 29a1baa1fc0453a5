#pragma once

#include "ui/models/timeline_rows.h"
#include "ui/timeline/sprite.h"
#include "ui/timeline/timeline_colors.h"

#include <QFont>
#include <QHash>
#include <QStaticText>

#include <unordered_map>
#include <vector>

class QPainter;

namespace posewright::ui {

/// The appearance of a key.
struct KeyLook {
    Glyph glyph = Glyph::Curve;
    bool chosen = false;
    bool hovered = false;
    bool dim = false;     ///< of a row that summarises others
    bool hollow = false;  ///< the key has no effect at its frame
};

/// Draws keys and lays out names once for each look and copies them afterwards.
class GlyphCache {
public:
    /// `size` in pixels of the interface.
    const Sprite& get(const KeyLook& look, int size, qreal ratio, const TimelineColors& colors);

    /// A name elided to a width [px].
    const QStaticText& name(const QString& text, const QFont& font, int width);

private:
    std::unordered_map<quint64, Sprite> sprites_;
    QRgb ink_ = 0;  ///< of the colours that the keys were drawn with
    QHash<QString, QStaticText> names_;
    QFont nameFont_;
};

}  // namespace posewright::ui
