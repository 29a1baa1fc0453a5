#pragma once

#include "ui/timeline/timeline.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <vector>

namespace posewright::test {

/// Rows of keys on every second frame, with spans, and everything that a picture of them needs.
struct Picture {
    std::vector<ui::TimelineRow> rows;
    std::vector<std::vector<double>> selected;
    std::unordered_map<int, ik::Status> strip;
    ui::TimelineLayout layout = ui::TimelineLayout::forFont(QFont());
    ui::TimelineColors colors;
    QFont font;
    ui::TimelineCache cache;
    double end = 0;
    double playhead = 33;
    bool hasTargets = true;
    ui::MotionWatch::Faults faults;
    ui::TimeFormat format;

    Picture(int count, int keys, const QPalette& palette) : colors(palette)
    {
        for (int i = 0; i < count; ++i) {
            ui::TimelineRow row;
            row.id = {ui::RowId::Kind::Target, NodeId(i + 1)};
            row.node = NodeId(i + 1);
            row.constraint = ConstraintId(i + 1);
            row.name = QString("row %1").arg(i);
            std::vector<ui::TimelineKey> all;
            for (int k = 0; k < keys; ++k) all.push_back({double(k * 2), ui::Glyph((k + i) % 4)});
            row.keys = std::make_shared<const std::vector<ui::TimelineKey>>(std::move(all));
            for (int s = 0; s < 4; ++s) {
                Span span;
                span.start = s * keys / 2.0;
                span.end = (s + 1) * keys / 2.0;
                span.kind = SpanKind(s);
                if (i % 4 == 0) span.in = span.out = 10;
                row.spans.push_back(span);
            }
            row.data = i;
            rows.push_back(row);
        }
        selected.resize(rows.size());
        end = keys * 2;
        for (int f = 0; f <= end; ++f)
            strip[f] = f % 7 ? ik::Status::Reached : ik::Status::Unreachable;
        layout.size = {1600, layout.rowsTop() + std::min(count, 60) * layout.rowHeight};
        layout.axis = ui::TimeAxis::fitting(0, end, layout.size.width() - layout.nameWidth);
    }
    ui::TimePicture time() const
    {
        static const std::vector<Marker> kMarkers{{10, "beat"}};
        ui::TimePicture picture{
            .layout = layout, .markers = kMarkers, .strip = strip, .colors = colors, .font = font};
        picture.playhead = playhead;
        picture.end = end;
        picture.faults = &faults;
        picture.format = format;
        return picture;
    }
    void paint(QImage& image, qreal ratio)
    {
        QPainter painter(&image);
        const ui::TimePicture around = time();
        const ui::TimelinePicture picture{.time = around,
                                          .layout = layout,
                                          .rows = rows,
                                          .selectedFrames = selected,
                                          .colors = colors,
                                          .hasTargets = hasTargets};
        ui::paintTime(
            painter, around, cache.patterns, ratio,
            [&] { ui::paintRows(painter, picture, cache, ratio); },
            [&] { ui::paintNames(painter, picture, cache.glyphs); });
    }
    QImage canvas(qreal ratio) const
    {
        QImage image((QSizeF(layout.size) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(ratio);
        return image;
    }
};

inline QPalette plainPalette(bool dark)
{
    QPalette out;
    const QColor window = dark ? QColor(0x35, 0x38, 0x3e) : QColor(0xef, 0xf0, 0xf1);
    const QColor base = dark ? QColor(0x26, 0x28, 0x2c) : QColor(0xff, 0xff, 0xff);
    const QColor text = dark ? QColor(0xe6, 0xe8, 0xeb) : QColor(0x20, 0x22, 0x25);
    out.setColor(QPalette::Window, window);
    out.setColor(QPalette::Base, base);
    out.setColor(QPalette::Text, text);
    out.setColor(QPalette::WindowText, text);
    out.setColor(QPalette::Highlight, QColor(0x2f, 0x6f, 0xb3));
    return out;
}

}  // namespace posewright::test
