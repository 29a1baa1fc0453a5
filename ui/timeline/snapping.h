#pragma once

#include "ui/timeline/timeline_layout.h"

#include <vector>

namespace posewright::ui {

/// What a drag along time keeps to.
struct SnapSettings {
    bool frames = true;  ///< whole ones
    bool keys = false;   ///< of other rows, ends of spans, the playhead and the range
    bool markers = false;
    bool operator==(const SnapSettings&) const = default;
};

/// Where drags along time come to rest. Made when a drag begins; borrows nothing.
class Snapper {
public:
    /// `moving`: rows' own frames that move themselves and are no aim; one list per row, sorted.
    Snapper(const Document& doc, const std::vector<TimelineRow>& rows,
            const std::vector<std::vector<double>>& moving, double playhead,
            const SnapSettings& settings);

    /// Shift aims at keys and markers too, whatever the settings say; Ctrl turns whole frames off
    /// or on.
    double operator()(double frame, double pixelsPerFrame, Qt::KeyboardModifiers modifiers) const;

private:
    std::vector<double> keys_;     ///< sorted
    std::vector<double> markers_;  ///< sorted
    SnapSettings settings_;
};

}  // namespace posewright::ui
