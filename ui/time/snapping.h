#pragma once

#include "core/document/document.h"

#include <Qt>

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
    /// `aims`: frames, in any order, that the content has to offer beside the playhead, the range
    /// and the markers; without what is itself dragged.
    Snapper(std::vector<double> aims, const Document& doc, double playhead,
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
