#pragma once

#include "ui/timeline/timeline_layout.h"

#include <QImage>
#include <QString>

#include <functional>
#include <map>
#include <vector>

namespace posewright::ui {

/// All that the picture of a row depends on. Equal looks, equal pictures.
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
    QRgb ground = 0;  ///< tells the palettes apart

    bool operator==(const RowLook&) const = default;
};

/// Pictures of the rows that are in view, in device pixels and opaque, so that showing one again is
/// a copy of its bytes. Holds no more rows than the last painting showed.
///
/// A row is kept from the second painting on that shows it with the same look. While the view is
/// panned or zoomed no look comes twice: then rows are drawn where they are to be seen, or else
/// into one and the same picture, which stays in the processor's cache, and not into sixty, which
/// do not fit.
class RowCache {
public:
    /// Begins a painting of rows first to last: forgets the others.
    void begin(int first, int last);
    /// The picture of a row, valid until the next call; `draw` fills it where none of this look and
    /// size is known. Null: the row is not kept, and was drawn into `there` at once, which the
    /// caller need not show again. With `there` null a row that is not kept has a picture, too.
    const QImage* get(int row, RowLook look, const QSize& size, QImage* there,
                      const std::function<void(QImage&)>& draw);

private:
    struct Known {
        RowLook look;
        QImage image;  ///< null: seen once, not kept
    };
    std::map<int, Known> known_;
    std::vector<QImage> spare_;  ///< pictures that nothing is in any more: memory to draw into
    QImage passing_;             ///< of a row that is not kept
    int mayKeep_ = 0;            ///< in this painting
};

}  // namespace posewright::ui
