#include "ui/look/icons.h"

#include "ui/look/contrast.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QSvgRenderer>

#include <cmath>

namespace posewright::ui {

namespace {

/// Draws an SVG, using the text colour for `currentColor`.
class InkEngine final : public QIconEngine {
public:
    explicit InkEngine(QByteArray svg) : svg_(std::move(svg)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const QPalette palette = QApplication::palette();
        const QColor ink = mode == QIcon::Disabled ? disabledInk(palette)
                           : mode == QIcon::Selected
                               ? palette.color(QPalette::HighlightedText)
                               : palette.color(QPalette::Active, QPalette::ButtonText);
        QByteArray svg = svg_;
        svg.replace("currentColor", ink.name().toLatin1());
        QSvgRenderer(svg).render(painter, rect);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }
    QIconEngine* clone() const override { return new InkEngine(svg_); }

private:
    QByteArray svg_;
};

}  // namespace

QColor disabledInk(const QPalette& palette)
{
    const QColor ink = palette.color(QPalette::Active, QPalette::ButtonText);
    const QColor ground = palette.color(QPalette::Active, QPalette::Window);
    return standingOut(ground, ink, std::sqrt(contrast(ink, ground)));
}

QIcon icon(const char* name)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(QLatin1String(name)));
    if (!file.open(QIODevice::ReadOnly)) return {};
    return QIcon(new InkEngine(file.readAll()));
}

}  // namespace posewright::ui
