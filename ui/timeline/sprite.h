#pragma once

#include <QImage>

#include <array>
#include <cstdint>
#include <vector>

namespace posewright::ui {

/// The pixels of an opaque picture, 32 bits each: asking a QImage for them thousands of times a
/// frame takes longer than to set them.
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

/// A small drawing that is laid over pictures thousands of times a frame. QPainter takes ten times
/// as long for so small a thing.
class Sprite {
public:
    Sprite() = default;
    /// @param image ARGB32, premultiplied
    explicit Sprite(QImage image);

    const QImage& image() const noexcept { return image_; }

    /// Lays it over an opaque picture, its top left corner at a pixel of it.
    void stamp(const Pixels& into, int x, int y) const;

private:
    static constexpr int kWide = 4;  ///< pixels of a piece: what a register of the processor holds

    /// Pixels beside each other, from (x, y) on.
    struct Piece {
        std::int16_t x = 0, y = 0;
        std::array<QRgb, kWide> ink{};
    };
    /// A piece that lets through what is below, channel by channel: 255 less its alpha.
    struct Veil : Piece {
        std::array<std::uint16_t, std::size_t{4} * kWide> through{};
    };

    /// Pieces side by side that let nothing through.
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
