#include "core/motion/whole_frames.h"

#include <algorithm>
#include <cmath>

namespace posewright {

namespace {

/// A few roundings of float32.
constexpr double kFileRounding = 2.5e-7;

bool isHeld(const Key& key)
{
    return key.interpolation == Interpolation::Constant;
}

bool isHeld(const RotationKey& key)
{
    return key.interpolation == RotationInterpolation::Step;
}

/// The frames of the keys, on whole frames if one of them is held; empty: they stay.
template <class Keys>
std::vector<double> newFrames(const Keys& keys)
{
    if (!std::ranges::any_of(keys, [](const auto& key) { return isHeld(key); })) return {};
    std::vector<double> frames;
    frames.reserve(keys.size());
    for (const auto& key : keys) frames.push_back(key.frame);
    std::vector<double> whole = stretchedFrames(frames, 1);
    if (whole == frames) whole.clear();
    return whole;
}

template <class Keys>
Keys atFrames(Keys keys, const std::vector<double>& frames)
{
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i].frame = frames[i];
    return keys;
}

void putOnFrames(Shared<Curve>& curve)
{
    if (curve->rows()) return;
    const std::vector<double> frames = newFrames(curve->keys());
    if (!frames.empty()) curve = Curve::fromKeys(atFrames(curve->keys(), frames));
}

void putOnFrames(Shared<RotationTrack>& track)
{
    if (track->rows()) return;
    const std::vector<double> frames = newFrames(track->keys());
    if (frames.empty()) return;
    std::vector<RotationShape> shapes;
    for (std::size_t i = 0; track->shaped() && i < frames.size(); ++i)
        shapes.push_back(track->shape(i));
    track = RotationTrack::fromKeys(atFrames(track->keys(), frames), std::move(shapes));
}

void putOnFrames(Shared<Track>& track)
{
    Track whole = *track;
    for (const Property property : kCurvedProperties)
        for (Shared<Curve>& curve : curvesOf(whole, property)) putOnFrames(curve);
    putOnFrames(whole.rotation);
    if (whole == *track) return;
    for (KeyHint& hint : whole.hints) hint.frame = wholeIfNear(hint.frame);
    track = std::move(whole);
}

/// Adds frames that are not whole. Keys made of rows are on whole ones.
template <class Keyed>
void addBetween(std::vector<double>& out, const Keyed& keyed)
{
    if (keyed.rows()) return;
    for (const auto& key : keyed.keys())
        if (key.frame != std::floor(key.frame)) out.push_back(key.frame);
}

void addBetween(std::vector<double>& out, const std::vector<Shared<Track>>& tracks)
{
    for (const Shared<Track>& track : tracks) {
        for (const Property property : kCurvedProperties)
            for (const Shared<Curve>& curve : curvesOf(*track, property)) addBetween(out, *curve);
        addBetween(out, *track->rotation);
    }
}

}  // namespace

double wholeIfNear(double frame)
{
    const double whole = std::round(frame);
    return std::abs(whole - frame) <= kFileRounding * std::abs(frame) ? whole : frame;
}

std::vector<double> stretchedFrames(std::vector<double> frames, double factor)
{
    for (double& frame : frames) frame *= factor;
    std::vector<double> whole = frames;
    for (double& frame : whole) frame = wholeIfNear(frame);
    const bool rises = std::ranges::adjacent_find(
                           whole, [](double a, double b) { return !(a < b); }) == whole.end();
    return rises ? whole : frames;
}

Clip heldOnFrames(const Clip& clip)
{
    Clip out = clip;
    std::ranges::for_each(out.tracks, [](Shared<Track>& track) { putOnFrames(track); });
    for (Shared<Layer>& layer : out.layers) {
        Layer whole = *layer;
        std::ranges::for_each(whole.tracks, [](Shared<Track>& track) { putOnFrames(track); });
        if (!(whole == *layer)) layer = std::move(whole);
    }
    return out;
}

std::vector<double> keyFramesBetween(const Clip& clip)
{
    std::vector<double> out;
    addBetween(out, clip.tracks);
    for (const Shared<Layer>& layer : clip.layers) {
        addBetween(out, layer->tracks);
        addBetween(out, layer->weight);
    }
    for (const InfluenceTrack& influence : clip.influences) addBetween(out, influence.curve);
    for (const SpanRow& row : clip.spans)
        for (const Span& span : row.spans)
            for (const double frame : {span.start, span.end})
                if (frame != std::floor(frame)) out.push_back(frame);
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

}  // namespace posewright
