#pragma once

#include "ui/timeline/timeline_layout.h"

#include <QImage>
#include <QString>

#include <functional>
#include <map>
#include <vector>

namespace posewright::ui {

/// Everything that a row's picture depends on: equal looks give equal pictures.
struct RowLook {
    TimelineKeys keys;
    std::vector<Span> spans;
    std::vector<char> spansChosen;  ///< one per span
    std::vector<std::pair<double, double>> overridden;
    std::vector<double> chosenFrames;
    bool chosen = false;
    bool group = false;
    bool whole = false;
    bool odd = false;
    int hoveredSpan = -1;
    TimelineHit::Part hoveredPart = TimelineHit::Part::Nothing;
    double start = 0;  ///< of what plays [frame]
    double end = 0;
    double left = 0;  ///< of the axis [frame]
    double pixelsPerFrame = 1;
    double gridStep = 1;  ///< [frame]
    QString font;
    QRgb ground = 0;  ///< identifies the palette

    bool operator==(const RowLook&) const = default;
};

/// Pictures of the visible rows, opaque and in device pixels, so that showing one again is a copy
/// of bytes. Keeps only rows of the last painting.
///
/// A row is kept once it was painted twice with the same look. During panning and zooming no look
/// repeats; then rows are drawn in place, or all into one picture, which stays in the processor's
/// cache where sixty would not fit.
class RowCache {
public:
    /// Begins a painting of rows first to last; drops the others.
    void begin(int first, int last);
    /// The picture of a row, valid until the next call; `draw` fills it if none with this look and
    /// size is known. Null: the row is not kept and was drawn directly into `there`. If `there` is
    /// null, rows that are not kept get a picture, too.
    const QImage* get(int row, RowLook look, const QSize& size, QImage* there,
                      const std::function<void(QImage&)>& draw);

private:
    struct Known {
        RowLook look;
        QImage image;  ///< null: seen once, not kept
    };
    std::map<int, Known> known_;
    std::vector<QImage> spare_;  ///< unused pictures, for reuse
    QImage passing_;             ///< of a row that is not kept
    int mayKeep_ = 0;            ///< in this painting
};

}  // namespace posewright::ui
