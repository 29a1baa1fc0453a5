#pragma once

#include <QFont>
#include <QHash>
#include <QImage>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <vector>

namespace posewright::ui {

/// Text as pieces of one picture, for text that is drawn inside the scene: each character of plain
/// text is drawn once, other scripts a string at a time. Grows as strings come, and begins anew
/// when it is full.
class TextAtlas {
public:
    /// Sharp at `pixelRatio` device pixels a pixel.
    explicit TextAtlas(const QFont& font, double pixelRatio = 1);

    struct Piece {
        QRectF source;  ///< in the picture, 0..1
        QRectF target;  ///< where it goes, from the left end of the base line's top [px]
    };
    /// What is drawn for a text whose top left corner is the origin.
    std::vector<Piece> pieces(const QString& text);

    double width(const QString& text);  ///< [px]
    double height() const noexcept { return height_; }

    /// White on nothing; its first pixels are solid white, for what is not text.
    const QImage& picture() const noexcept { return picture_; }
    QPointF solid() const;  ///< in the middle of the solid part, 0..1
    /// Grows with every change of the picture.
    int version() const noexcept { return version_; }

    double pixelRatio() const noexcept { return ratio_; }

private:
    struct Entry {
        QRectF source;
        QSizeF size;
        double advance = 0;
    };
    /// What has an entry of its own, one after another.
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
