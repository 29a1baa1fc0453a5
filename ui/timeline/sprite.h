#pragma once

#include <QImage>

#include <array>
#include <cstdint>
#include <vector>

namespace posewright::ui {

/// Direct access to the 32-bit pixels of an opaque picture, because thousands of QImage calls per
/// frame would take longer than setting the pixels.
struct Pixels {
    uchar* first = nullptr;
    qsizetype stride = 0;  ///< [byte] from one line to the next
    int width = 0;
    int height = 0;

    explicit Pixels(QImage& image) :
        first(image.bits()), stride(image.bytesPerLine()), width(image.width()),
        height(image.height())
    {
    }
};

/// A small image that is drawn thousands of times per frame. QPainter takes ten times as long for
/// so small an image.
class Sprite {
public:
    Sprite() = default;
    /// @param image ARGB32, premultiplied
    explicit Sprite(QImage image);

    const QImage& image() const noexcept { return image_; }

    /// Draws it over an opaque picture with its top left corner at (x, y).
    void stamp(const Pixels& into, int x, int y) const;

private:
    static constexpr int kWide = 4;  ///< pixels of a piece: one processor register

    /// Adjacent pixels from (x, y) on.
    struct Piece {
        std::int16_t x = 0, y = 0;
        std::array<QRgb, kWide> ink{};
    };
    /// A translucent piece; `through` is 255 minus alpha per channel.
    struct Veil : Piece {
        std::array<std::uint16_t, std::size_t{4} * kWide> through{};
    };

    /// Adjacent opaque pieces.
    struct Run {
        std::int16_t x = 0, y = 0;
        std::uint16_t first = 0, count = 0;  ///< in inks_
    };
    using Ink = std::array<QRgb, kWide>;

    void stampClipped(const Pixels& into, int x, int y) const;

    QImage image_;
    int width_ = 0;
    int height_ = 0;
    std::vector<Run> runs_;
    std::vector<Ink> inks_;
    std::vector<Veil> veils_;
};

}  // namespace posewright::ui
