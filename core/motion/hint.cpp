#include "core/motion/hint.h"

#include "core/motion/clip.h"

#include <algorithm>

namespace posewright {

namespace {

auto hintFrom(auto& hints, double frame)
{
    return std::ranges::lower_bound(hints, frame, {}, &KeyHint::frame);
}

}  // namespace

const KeyHint* hintAt(const Track& track, double frame)
{
    const auto at = hintFrom(track.hints, frame);
    return at != track.hints.end() && at->frame == frame ? &*at : nullptr;
}

void setHint(Track& track, KeyHint hint)
{
    const auto at = hintFrom(track.hints, hint.frame);
    if (at != track.hints.end() && at->frame == hint.frame)
        *at = std::move(hint);
    else
        track.hints.insert(at, std::move(hint));
}

void removeHint(Track& track, double frame)
{
    std::erase_if(track.hints, [frame](const KeyHint& hint) { return hint.frame == frame; });
}

void trimHints(Track& track)
{
    if (track.hints.empty()) return;
    const std::vector<double> frames = keyFrames(track);
    std::erase_if(track.hints, [&](const KeyHint& hint) {
        return !std::binary_search(frames.begin(), frames.end(), hint.frame);
    });
}

std::vector<double> bendingFrames(const Track& track)
{
    std::vector<double> frames = keyFrames(track);
    std::erase_if(frames, [&](double frame) {
        const KeyHint* hint = hintAt(track, frame);
        return hint && hint->follows();
    });
    return frames;
}

}  // namespace posewright
