#pragma once

#include <QImage>

#include <array>
#include <cstdint>
#include <vector>

namespace posewright::ui {

/// A small drawing that is laid over pictures thousands of times a frame. QPainter takes ten times
/// as long for so small a thing.
class Sign {
public:
    Sign() = default;
    /// @param image ARGB32, premultiplied
    explicit Sign(QImage image);

    const QImage& image() const noexcept { return image_; }

    /// Lays it over an opaque picture, 32 bits a pixel, its top left corner at a pixel of it.
    void stamp(QImage& into, int x, int y) const;

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

    void stampClipped(QImage& into, int x, int y) const;

    QImage image_;
    std::vector<Piece> solid_;
    std::vector<Veil> veils_;
};

}  // namespace posewright::ui
