#include "core/io/gltf/export/cut_keys.h"

#include "core/motion/key_rows.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace posewright::io::gltf {

namespace {

bool isIn(Range range, double frame)
{
    return frame >= range.min && frame <= range.max;
}

/// The ends of the range that need a key.
std::vector<double> cutEnds(const auto& keyed, Range range)
{
    std::vector<double> ends;
    if (keyed.firstFrame() < range.min) ends.push_back(range.min);
    if (keyed.lastFrame() > range.max) ends.push_back(range.max);
    return ends;
}

/// Does the track have a cubic interval around this frame, without a key there?
bool isInsideCubic(const std::vector<RotationKey>& keys, double frame)
{
    const auto next = std::ranges::lower_bound(keys, frame, {}, &RotationKey::frame);
    return next != keys.begin() && next != keys.end() && next->frame != frame &&
           std::prev(next)->interpolation == RotationInterpolation::Cubic;
}

}  // namespace

Curve keysWithin(const Curve& curve, Range range)
{
    Curve whole = curve;
    for (const double end : cutEnds(curve, range)) whole.insert(end);
    std::vector<Key> keys = whole.keys();
    std::erase_if(keys, [&](const Key& key) { return !isIn(range, key.frame); });
    return Curve::fromKeys(std::move(keys));
}

std::optional<RotationTrack> keysWithin(const RotationTrack& track, Range range)
{
    // The keys of a capture are made for this only: see keysOf.
    RotationTrack whole = track.rows() ? RotationTrack::fromKeys(track.rows()->makeKeys()) : track;
    for (const double end : cutEnds(track, range)) {
        if (isInsideCubic(whole.keys(), end)) return std::nullopt;
        whole.insert(end);
    }
    std::vector<RotationKey> keys;
    std::vector<RotationShape> shapes;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        if (!isIn(range, whole.keys()[i].frame)) continue;
        keys.push_back(whole.keys()[i]);
        if (!whole.shaped()) continue;
        shapes.push_back(whole.shape(i));
        shapes.back().automatic = false;  // its neighbours may be gone
    }
    return RotationTrack::fromKeys(std::move(keys), std::move(shapes));
}

}  // namespace posewright::io::gltf
