#pragma once

#include "ui/viewport/layers/overlay.h"

#include <QRectF>

#include <vector>

namespace posewright::ui {

/// Which parts of a view the figure and its targets cover, to a few pixels, so that text can be
/// placed beside them.
class Covered {
public:
    explicit Covered(const OverlayScene& scene);

    bool meets(const QRectF& place) const;

private:
    void disc(const Pixel& at, double radius);
    void addBone(const OverlayScene& scene, NodeIndex row, const BonePart& bone);

    int columns_;
    int rows_;
    std::vector<char> cells_;  ///< row after row
};

}  // namespace posewright::ui
