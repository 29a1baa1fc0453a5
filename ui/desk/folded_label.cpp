#include "ui/desk/folded_label.h"

#include <QPainter>

namespace posewright::ui {

namespace {

constexpr int kFolds = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

/// Up to the end of the last whole word within so many letters, without a mark that leads on.
QString upToAWord(const QString& text, qsizetype letters)
{
    qsizetype end = letters;
    if (end < text.size() && !text[end].isSpace())
        while (end > 0 && !text[end - 1].isSpace()) --end;
    static const QString kLeadsOn = QStringLiteral(" \n,;:.-(\u2013\u201c");
    while (end > 0 && kLeadsOn.contains(text[end - 1])) --end;
    return text.left(end) + QChar(0x2026);
}

}  // namespace

QString foldedText(const QString& text, const QFontMetrics& letters, int width, int lines)
{
    constexpr int kEndless = 1 << 20;
    const auto fits = [&](const QString& part) {
        return letters.boundingRect(QRect(0, 0, width, kEndless), kFolds, part).height() <=
               lines * letters.lineSpacing();
    };
    if (fits(text)) return text;
    qsizetype fitting = 0, tooLong = text.size();
    while (tooLong - fitting > 1) {
        const qsizetype middle = (fitting + tooLong) / 2;
        (fits(upToAWord(text, middle)) ? fitting : tooLong) = middle;
    }
    return upToAWord(text, fitting);
}

FoldedLabel::FoldedLabel(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
}

void FoldedLabel::setMostLines(int lines)
{
    most_ = lines;
    setMaximumHeight(lines > 0 ? lines * fontMetrics().lineSpacing() : QWIDGETSIZE_MAX);
    update();
}

QString FoldedLabel::shownText() const
{
    return most_ > 0 ? foldedText(text(), fontMetrics(), contentsRect().width(), most_) : text();
}

void FoldedLabel::paintEvent(QPaintEvent* event)
{
    const QString shown = shownText();
    // What is selected is seen in the whole text only.
    if (shown == text() || hasSelectedText()) return QLabel::paintEvent(event);
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(contentsRect(), kFolds, shown);
}

}  // namespace posewright::ui
