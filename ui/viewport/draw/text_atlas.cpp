#include "ui/viewport/draw/text_atlas.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

constexpr int kSide = 512;   ///< of the atlas at pixel ratio 1 [px]
constexpr int kSolid = 8;    ///< side of the solid part [device px]
constexpr int kPadding = 2;  ///< around each piece [device px]

/// Can letters be drawn one by one, as in Latin script with dashes and quotes?
bool plain(const QString& text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) {
        const char16_t u = c.unicode();
        return (u >= 0x20 && u < 0x180) || (u >= 0x2010 && u <= 0x2027) || u == 0x2212;
    });
}

}  // namespace

TextAtlas::TextAtlas(const QFont& font, double pixelRatio) : font_(font), ratio_(pixelRatio)
{
    const QFontMetricsF metrics(font_);
    height_ = std::ceil(metrics.height());
    ascent_ = metrics.ascent();
    const int side = static_cast<int>(std::ceil(kSide * ratio_));
    picture_ = QImage(side, side, QImage::Format_ARGB32_Premultiplied);
    clear();
}

void TextAtlas::clear()
{
    picture_.fill(Qt::transparent);
    QPainter painter(&picture_);
    painter.fillRect(0, 0, kSolid, kSolid, Qt::white);
    entries_.clear();
    x_ = kSolid + kPadding;
    y_ = 0;
    ++version_;
}

QPointF TextAtlas::solid() const
{
    return {kSolid / 2.0 / picture_.width(), kSolid / 2.0 / picture_.height()};
}

const TextAtlas::Entry& TextAtlas::entry(const QString& text)
{
    if (const auto known = entries_.constFind(text); known != entries_.constEnd()) return *known;
    const double advance = QFontMetricsF(font_).horizontalAdvance(text);
    const int width = std::min(static_cast<int>(std::ceil((advance + 2) * ratio_)),
                               picture_.width() - 2 * kPadding);
    const int height = static_cast<int>(std::ceil(height_ * ratio_));
    if (x_ + width + kPadding > picture_.width()) {
        x_ = 0;
        y_ += height + kPadding;
    }
    if (y_ + height > picture_.height()) {
        clear();
        y_ += kSolid + kPadding;
        x_ = 0;
    }
    QPainter painter(&picture_);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.translate(x_, y_);
    painter.setClipRect(0, 0, width, height);
    painter.scale(ratio_, ratio_);
    painter.setFont(font_);
    painter.setPen(Qt::white);
    painter.drawText(QPointF(1, ascent_), text);
    Entry entry;
    entry.source = QRectF(static_cast<double>(x_) / picture_.width(),
                          static_cast<double>(y_) / picture_.height(),
                          static_cast<double>(width) / picture_.width(),
                          static_cast<double>(height) / picture_.height());
    entry.size = QSizeF(width / ratio_, height / ratio_);
    entry.advance = advance;
    x_ += width + kPadding;
    ++version_;
    return *entries_.insert(text, entry);
}

QStringList TextAtlas::partsOf(const QString& text) const
{
    if (plain(text)) return text.split(QString(), Qt::SkipEmptyParts);
    const double room = (picture_.width() - 2 * kPadding) / ratio_ - 2;
    if (QFontMetricsF(font_).horizontalAdvance(text) <= room) return {text};
    QStringList words;
    for (const QString& word : text.split(u' ')) words << word << QStringLiteral(" ");
    words.removeLast();
    return words;
}

std::vector<TextAtlas::Piece> TextAtlas::pieces(const QString& text)
{
    std::vector<Piece> pieces;
    const QStringList parts = partsOf(text);
    const auto attempt = [&] {
        pieces.clear();
        double x = -1;  // pieces start one pixel before their text
        const auto add = [&](const QString& part) {
            const Entry& e = entry(part);
            pieces.push_back({e.source, QRectF(QPointF(x, 0), e.size)});
            x += e.advance;
        };
        for (const QString& part : parts) add(part);
    };
    const auto known = entries_.size();
    attempt();
    // If the atlas was restarted meanwhile, the first pieces are lost.
    if (entries_.size() < known) attempt();
    return pieces;
}

double TextAtlas::width(const QString& text)
{
    double width = 0;
    for (const QString& part : partsOf(text)) width += entry(part).advance;
    return width;
}

}  // namespace posewright::ui
