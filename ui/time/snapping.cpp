#include "ui/time/snapping.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace posewright::ui {

namespace {

constexpr double kSnapReach = 8;  ///< [px]

void nearest(const std::vector<double>& frames, double frame, std::optional<double>& best)
{
    const auto after = std::lower_bound(frames.begin(), frames.end(), frame);
    for (const auto at : {after, after == frames.begin() ? after : std::prev(after)})
        if (at != frames.end() && (!best || std::abs(*at - frame) < std::abs(*best - frame)))
            best = *at;
}

}  // namespace

Snapper::Snapper(std::vector<double> candidates, const Document& doc, double playhead,
                 const SnapSettings& settings) :
    keys_(std::move(candidates)),
    settings_(settings)
{
    keys_.insert(keys_.end(), {playhead, doc.playback.start, doc.playback.end});
    std::sort(keys_.begin(), keys_.end());
    for (const Marker& marker : doc.clip().markers) markers_.push_back(marker.frame);
}

double Snapper::operator()(double frame, double pixelsPerFrame,
                           Qt::KeyboardModifiers modifiers) const
{
    const bool all = modifiers & Qt::ShiftModifier;
    std::optional<double> best;
    if (all || settings_.keys) nearest(keys_, frame, best);
    if (all || settings_.markers) nearest(markers_, frame, best);
    if (best && std::abs(*best - frame) * pixelsPerFrame <= kSnapReach) return *best;
    const bool whole = settings_.frames != bool(modifiers & Qt::ControlModifier);
    return whole ? std::round(frame) : std::round(frame * 100) / 100;
}

}  // namespace posewright::ui
