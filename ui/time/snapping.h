#pragma once

#include "core/document/document.h"

#include <Qt>

#include <vector>

namespace posewright::ui {

/// What a drag in time snaps to.
struct SnapSettings {
    bool frames = true;  ///< whole frames
    bool keys = false;   ///< keys of other rows, ends of spans, the playhead and the range
    bool markers = false;
    bool operator==(const SnapSettings&) const = default;
};

/// Snaps frames during a drag in time. Made when a drag begins; borrows nothing.
class Snapper {
public:
    /// `candidates`: frames of the content to snap to, in any order, without those being dragged;
    /// playhead, range and markers are added.
    Snapper(std::vector<double> candidates, const Document& doc, double playhead,
            const SnapSettings& settings);

    /// The snapped frame. Shift also snaps to keys and markers, regardless of the settings; Ctrl
    /// toggles whole frames.
    double operator()(double frame, double pixelsPerFrame, Qt::KeyboardModifiers modifiers) const;

private:
    std::vector<double> keys_;     ///< sorted
    std::vector<double> markers_;  ///< sorted
    SnapSettings settings_;
};

}  // namespace posewright::ui
