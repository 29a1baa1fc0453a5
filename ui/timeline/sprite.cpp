#include "ui/timeline/sprite.h"

#include <algorithm>
#include <cstring>
#include <utility>

#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace posewright::ui {

namespace {

/// Blends a premultiplied colour over another one.
QRgb laidOver(QRgb over, QRgb below)
{
    const uint through = 255 - (over >> 24U);
    // Two channels at once, with the rounding of a division by 255.
    const auto faded = [through](uint pair) {
        const uint t = (pair & 0xff00ffU) * through;
        return ((t + ((t >> 8U) & 0xff00ffU) + 0x800080U) >> 8U) & 0xff00ffU;
    };
    return (over + (faded(below >> 8U) << 8U) + faded(below)) | 0xff000000U;
}

#ifdef __SSE2__

#if defined(__GNUC__)
__attribute__((target("avx"))) void clearUpperHalves()
{
    _mm256_zeroupper();
}
#endif

/// Qt's own loops may leave the upper halves of the AVX registers in use. Each SSE instruction
/// would then have to preserve them, which takes twice as long.
void freeRegisters()
{
#if defined(__GNUC__)
    static const bool wide = __builtin_cpu_supports("avx") != 0;
    if (wide) clearUpperHalves();
#endif
}

/// The same for four pixels, bit for bit.
void layOver(const QRgb* over, const std::uint16_t* through, uchar* below)
{
    const __m128i zero = _mm_setzero_si128(), half = _mm_set1_epi16(0x80);
    const auto load = [](const void* from) {
        return _mm_loadu_si128(static_cast<const __m128i*>(from));
    };
    const auto faded = [&](__m128i channels, __m128i share) {
        const __m128i t = _mm_mullo_epi16(channels, share);
        const __m128i sum = _mm_add_epi16(_mm_add_epi16(t, _mm_srli_epi16(t, 8)), half);
        return _mm_srli_epi16(sum, 8);
    };
    const __m128i there = load(below);
    const __m128i low = faded(_mm_unpacklo_epi8(there, zero), load(through));
    const __m128i high = faded(_mm_unpackhi_epi8(there, zero), load(through + 8));
    const __m128i sum = _mm_add_epi8(_mm_packus_epi16(low, high), load(over));
    const __m128i opaque = _mm_set1_epi32(static_cast<int>(0xff000000U));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(below), _mm_or_si128(sum, opaque));
}

#else

void freeRegisters() {}

void layOver(const QRgb* over, const std::uint16_t*, uchar* below)
{
    std::array<QRgb, 4> pixels;
    std::memcpy(pixels.data(), below, sizeof pixels);
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = laidOver(over[i], pixels[i]);
    std::memcpy(below, pixels.data(), sizeof pixels);
}

#endif

}  // namespace

Sprite::Sprite(QImage image) :
    image_(std::move(image)), width_(image_.width()), height_(image_.height())
{
    for (int y = 0; y < image_.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image_.constScanLine(y));
        for (int x = 0; x < image_.width();) {
            if (qAlpha(line[x]) == 0) {
                ++x;
                continue;
            }
            // A piece that would stick out at the end starts earlier, with nothing in the overlap.
            Veil veil;
            const int left = std::max(0, std::min(x, image_.width() - kWide));
            veil.x = static_cast<std::int16_t>(left);
            veil.y = static_cast<std::int16_t>(y);
            bool solid = true;
            for (int i = 0; i < kWide; ++i) {
                const bool ours = left + i >= x && left + i < image_.width();
                veil.ink[i] = ours ? line[left + i] : 0;
                solid = solid && qAlpha(veil.ink[i]) == 255;
                for (int channel = 0; channel < 4; ++channel)
                    veil.through[4 * i + channel] =
                        static_cast<std::uint16_t>(255 - qAlpha(veil.ink[i]));
            }
            x = left + kWide;
            if (!solid) {
                veils_.push_back(veil);
                continue;
            }
            const bool goesOn = !runs_.empty() && runs_.back().y == veil.y &&
                                runs_.back().x + kWide * runs_.back().count == left;
            if (!goesOn)
                runs_.push_back({veil.x, veil.y, static_cast<std::uint16_t>(inks_.size()), 0});
            ++runs_.back().count;
            inks_.push_back(veil.ink);
        }
    }
}

void Sprite::stamp(const Pixels& into, int x, int y) const
{
    const bool whole = x >= 0 && y >= 0 && x + width_ <= into.width && y + height_ <= into.height &&
                       width_ >= kWide;
    if (!whole) {
        stampClipped(into, x, y);
        return;
    }
    uchar* corner = into.first + y * into.stride + x * qsizetype{sizeof(QRgb)};
    const auto at = [&](const auto& piece) {
        return corner + piece.y * into.stride + piece.x * qsizetype{sizeof(QRgb)};
    };
    freeRegisters();
    for (const Run& run : runs_) {
        uchar* to = at(run);
        const Ink* from = &inks_[run.first];
        for (int i = 0; i < run.count; ++i, to += sizeof(Ink))
            std::memcpy(to, from + i, sizeof(Ink));
    }
    for (const Veil& veil : veils_) layOver(veil.ink.data(), veil.through.data(), at(veil));
}

void Sprite::stampClipped(const Pixels& into, int x, int y) const
{
    const int left = std::max(0, -x), right = std::min(width_, into.width - x);
    if (left >= right) return;
    for (int row = std::max(0, -y); row < std::min(height_, into.height - y); ++row) {
        const auto* from = reinterpret_cast<const QRgb*>(image_.constScanLine(row));
        auto* to = reinterpret_cast<QRgb*>(into.first + (y + row) * into.stride) + x;
        for (int i = left; i < right; ++i)
            if (qAlpha(from[i]) != 0) to[i] = laidOver(from[i], to[i]);
    }
}

}  // namespace posewright::ui
