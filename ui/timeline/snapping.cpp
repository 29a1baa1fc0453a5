#include "ui/timeline/snapping.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace posewright::ui {

namespace {

constexpr double kReach = 8;  ///< [px]

void nearest(const std::vector<double>& frames, double frame, std::optional<double>& best)
{
    const auto after = std::lower_bound(frames.begin(), frames.end(), frame);
    for (const auto at : {after, after == frames.begin() ? after : std::prev(after)})
        if (at != frames.end() && (!best || std::abs(*at - frame) < std::abs(*best - frame)))
            best = *at;
}

}  // namespace

Snapper::Snapper(const Document& doc, const std::vector<TimelineRow>& rows,
                 const std::vector<std::vector<double>>& moving, double playhead,
                 const SnapSettings& settings) :
    settings_(settings)
{
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].whole) continue;
        for (const TimelineKey& key : *rows[i].keys)
            if (!std::binary_search(moving[i].begin(), moving[i].end(), key.frame))
                keys_.push_back(key.frame);
        for (const Span& span : rows[i].spans) {
            keys_.push_back(span.start);
            keys_.push_back(span.end);
        }
    }
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
    if (best && std::abs(*best - frame) * pixelsPerFrame <= kReach) return *best;
    const bool whole = settings_.frames != bool(modifiers & Qt::ControlModifier);
    return whole ? std::round(frame) : std::round(frame * 100) / 100;
}

}  // namespace posewright::ui
