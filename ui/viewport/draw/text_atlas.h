#pragma once

#include <QFont>
#include <QHash>
#include <QImage>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <vector>

namespace posewright::ui {

/// A texture atlas for text in the scene: simple characters are drawn once each, complex scripts as
/// whole strings. Grows on demand, and is cleared when it is full.
class TextAtlas {
public:
    /// Sharp at `pixelRatio` device pixels per pixel.
    explicit TextAtlas(const QFont& font, double pixelRatio = 1);

    struct Piece {
        QRectF source;  ///< in the picture, 0..1
        QRectF target;  ///< relative to the text's top left corner [px]
    };
    /// The pieces of a text whose top left corner is the origin.
    std::vector<Piece> pieces(const QString& text);

    double width(const QString& text);  ///< [px]
    double height() const noexcept { return height_; }

    /// White on transparent; the first pixels are solid white, for drawing other than text.
    const QImage& picture() const noexcept { return picture_; }
    QPointF solid() const;  ///< middle of the solid part, 0..1
    /// Increases with every change of the picture.
    int version() const noexcept { return version_; }

    double pixelRatio() const noexcept { return ratio_; }

private:
    struct Entry {
        QRectF source;
        QSizeF size;
        double advance = 0;
    };
    /// The parts of a text that have their own entries.
    QStringList partsOf(const QString& text) const;
    const Entry& entry(const QString& text);
    void clear();

    QFont font_;
    double ratio_;
    double height_ = 0;
    double ascent_ = 0;
    QImage picture_;
    QHash<QString, Entry> entries_;
    int x_ = 0;
    int y_ = 0;
    int version_ = 0;
};

}  // namespace posewright::ui
