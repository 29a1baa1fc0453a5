#include "core/math/rotation.h"
#include "core/motion/layer.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>

namespace posewright {

namespace {

/// Joining more frames than this keeps only the existing keys' frames. [frame]
constexpr double kMostJoined = 1e6;

/// One node's offsets in one of the joined layers.
struct JoinedPart {
    const Layer* layer = nullptr;
    const Track* offsets = nullptr;
};

template <class CurveLike>
void addFramesOf(const CurveLike& curve, std::set<double>& frames)
{
    for (const auto& key : curve.keys()) frames.insert(key.frame);
}

void addFramesOf(const Track& track, std::set<double>& frames)
{
    addFramesOf(*track.rotation, frames);
    for (const Shared<Curve>& curve : track.translation) addFramesOf(*curve, frames);
}

/// Frames of the joined keys: those where an offset acts, within the keyed range.
std::vector<double> framesOf(const Track* base, const std::vector<JoinedPart>& parts)
{
    std::set<double> keyed;
    if (base) addFramesOf(*base, keyed);
    LiveRange live;
    for (const JoinedPart& part : parts) {
        addFramesOf(*part.offsets, keyed);
        addFramesOf(part.layer->weight, keyed);
        const LiveRange range = liveRange(*part.offsets);
        live.first = std::min(live.first, range.first);
        live.last = std::max(live.last, range.last);
    }
    if (keyed.empty()) return {};
    const double first = std::max(live.first, *keyed.begin());
    const double last = std::min(live.last, *keyed.rbegin());
    if (first > last) return {};
    std::set<double> frames(keyed.lower_bound(first), keyed.upper_bound(last));
    frames.insert({first, last});
    if (last - first <= kMostJoined)
        for (auto f = static_cast<std::int64_t>(std::ceil(first)); double(f) <= last; ++f)
            frames.insert(double(f));
    return {frames.begin(), frames.end()};
}

/// The curve with these linear keys instead of its own from their first to their last frame; its
/// shape outside stays.
Curve joined(Curve base, const std::vector<Key>& keys)
{
    const bool own = !base.empty();
    base.insert(keys.front().frame);
    base.insert(keys.back().frame);
    std::vector<Key> all;
    for (const Key& key : base.keys())
        if (key.frame < keys.front().frame) all.push_back(key);
    all.insert(all.end(), keys.begin(), keys.end());
    const auto front = all.size() - keys.size();
    if (const Key* first = own ? base.find(keys.front().frame) : nullptr) {
        all[front].left = first->left;
        all[front].mode = HandleMode::Free;
    }
    if (const Key* last = own ? base.find(keys.back().frame) : nullptr) {
        Key& key = all.back();
        key.right = last->right;
        key.interpolation = last->interpolation;
        key.mode = HandleMode::Free;
    }
    for (const Key& key : base.keys())
        if (key.frame > keys.back().frame) all.push_back(key);
    return Curve::fromKeys(std::move(all));
}

RotationTrack joined(RotationTrack base, const std::vector<RotationKey>& keys)
{
    base.insert(keys.front().frame);
    base.insert(keys.back().frame);
    std::vector<RotationKey> all;
    std::vector<RotationShape> shapes;
    const auto take = [&](std::size_t row) {
        all.push_back(base.keys()[row]);
        shapes.push_back(base.shape(row));
    };
    std::size_t row = 0;
    for (; row < base.size() && base.keys()[row].frame < keys.front().frame; ++row) take(row);
    const std::size_t front = shapes.size();
    for (const RotationKey& key : keys) {
        all.push_back(key);
        shapes.emplace_back();
    }
    if (row < base.size()) {
        shapes[front].in = base.shape(row).in;
        shapes[front].automatic = false;
    }
    for (; row < base.size(); ++row) {
        const RotationKey& key = base.keys()[row];
        if (key.frame > keys.back().frame) {
            take(row);
        } else if (key.frame == keys.back().frame) {
            all.back().interpolation = key.interpolation;
            shapes.back() = base.shape(row);
        }
    }
    return base.shaped() ? RotationTrack::fromKeys(std::move(all), std::move(shapes))
                         : RotationTrack::fromKeys(std::move(all));
}

/// The base track with the offsets applied.
Track withParts(const Track& base, const Transform& rest, const std::vector<JoinedPart>& parts)
{
    const std::vector<double> frames = framesOf(&base, parts);
    if (frames.empty()) return base;
    bool turns = false, moves = false;
    for (const JoinedPart& part : parts) {
        turns |= !part.offsets->rotation->empty();
        moves |= hasKeys(part.offsets->translation);
    }
    std::vector<RotationKey> rotations;
    std::array<std::vector<Key>, 3> translations;
    for (const double frame : frames) {
        Transform local = sample(&base, rest, frame);
        for (const JoinedPart& part : parts) {
            std::size_t row = 0;
            lay(offsetAt(*part.offsets, weightAt(*part.layer, frame), frame, row), local);
        }
        rotations.push_back({frame, local.rotation.normalized(), RotationInterpolation::Slerp});
        for (int axis = 0; axis < 3; ++axis)
            translations[axis].push_back(linearKey(frame, local.translation[axis]));
    }
    Track out = base;
    if (turns) out.rotation = joined(*base.rotation, rotations);
    for (int axis = 0; moves && axis < 3; ++axis)
        out.translation[axis] = joined(*base.translation[axis], translations[axis]);
    return out;
}

/// Nodes that have offsets in any of the layers.
std::set<NodeId> nodesOf(const std::vector<const Layer*>& layers)
{
    std::set<NodeId> nodes;
    for (const Layer* layer : layers)
        for (const Shared<Track>& track : layer->tracks) nodes.insert(track->node);
    return nodes;
}

std::vector<JoinedPart> partsOf(const std::vector<const Layer*>& layers, NodeId node)
{
    std::vector<JoinedPart> parts;
    for (const Layer* layer : layers)
        if (const Track* track = layer->track(node)) parts.push_back({layer, track});
    return parts;
}

}  // namespace

void makeBase(Clip& clip, int last, const RestOf& restOf)
{
    const Clip before = clip;
    std::vector<const Layer*> taken;
    clip.layers.clear();
    for (int row = 0; row < std::ssize(before.layers); ++row) {
        const Shared<Layer>& layer = before.layers[row];
        const bool shown = acts(before, *layer);
        if (row <= last && shown) taken.push_back(&*layer);
        if (row <= last) continue;
        clip.layers.push_back(layer);
    }
    // Removing a solo layer must not switch on layers that it silenced.
    const Clip left = clip;
    for (Shared<Layer>& layer : clip.layers)
        if (acts(left, *layer) && !acts(before, *layer))
            layer = layer.with([](Layer& l) { l.on = false; });
    for (const NodeId node : nodesOf(taken)) {
        Track base;
        base.node = node;
        if (const Track* own = before.track(node)) base = *own;
        setTrack(clip, withParts(base, restOf(node), partsOf(taken, node)));
    }
}

void makeBaseOf(Clip& clip, const std::vector<NodeId>& nodes, const RestOf& restOf)
{
    const Clip before = clip;
    std::vector<const Layer*> taken;
    for (const Shared<Layer>& layer : before.layers)
        if (acts(before, *layer)) taken.push_back(&*layer);
    for (const NodeId node : nodes) {
        const std::vector<JoinedPart> parts = partsOf(taken, node);
        if (parts.empty()) continue;
        Track none;
        none.node = node;
        const Track* own = before.track(node);
        setTrack(clip, withParts(own ? *own : none, restOf(node), parts));
        for (Shared<Layer>& layer : clip.layers)
            if (layer->track(node) && acts(before, *layer))
                layer = layer.with([&](Layer& l) { setTrack(l, none); });
    }
}

Clip flattened(const Clip& clip, const RestOf& restOf)
{
    Clip out = clip;
    if (!out.layers.empty()) makeBase(out, static_cast<int>(out.layers.size()) - 1, restOf);
    return out;
}

void mergeDown(Clip& clip, int row)
{
    const Shared<Layer> upper = clip.layers[row];
    const Shared<Layer> lower = clip.layers[row - 1];
    const std::vector<const Layer*> both{&*lower, &*upper};
    Layer merged;
    merged.name = lower->name;
    merged.on = lower->on;
    merged.solo = lower->solo;
    for (const NodeId node : nodesOf(both)) {
        const std::vector<JoinedPart> parts = partsOf(both, node);
        const Layer& first = *parts.front().layer;
        if (parts.size() == 1 && first.weight.empty() && first.evenWeight == 1) {
            setTrack(merged, *parts.front().offsets);
            continue;
        }
        Track none;
        none.node = node;
        setTrack(merged, withParts(none, Transform{}, parts));
    }
    clip.layers[row - 1] = std::move(merged);
    clip.layers.erase(clip.layers.begin() + row);
}

std::vector<Shared<Track>> differenceOf(const Clip& clip, const Clip& other, const RestOf& restOf)
{
    constexpr double kAlike = 1e-9;  ///< [rad], [m]
    const auto range = keyedRange(other);
    if (!range) return {};
    const double pace = clip.rate / other.rate;
    const double first = range->first * pace, last = range->second * pace;
    std::vector<double> frames{first};
    for (auto f = static_cast<std::int64_t>(std::floor(first)) + 1; double(f) < last; ++f)
        frames.push_back(double(f));
    if (last > first) frames.push_back(last);
    std::set<NodeId> nodes;
    const auto addNodes = [&](const auto& tracks) {
        for (const Shared<Track>& track : tracks) nodes.insert(track->node);
    };
    for (const Clip* each : {&clip, &other}) {
        addNodes(each->tracks);
        for (const Shared<Layer>& layer : each->layers) addNodes(layer->tracks);
    }
    std::vector<Shared<Track>> out;
    for (const NodeId node : nodes) {
        const Transform rest = restOf(node);
        std::vector<RotationKey> rotations;
        std::array<std::vector<Key>, 3> translations;
        bool turns = false, moves = false;
        for (const double frame : frames) {
            const Transform from = sampleLaid(clip, node, rest, frame);
            const Transform to = sampleLaid(other, node, rest, frame / pace);
            const Quat turn = (from.rotation.conjugate() * to.rotation).normalized();
            const Vec3 way = to.translation - from.translation;
            turns |= angleBetween(turn, Quat::Identity()) > kAlike;
            moves |= way.norm() > kAlike;
            rotations.push_back({frame, turn, RotationInterpolation::Slerp});
            for (int axis = 0; axis < 3; ++axis)
                translations[axis].push_back(linearKey(frame, way[axis]));
        }
        if (!turns && !moves) continue;
        Track track;
        track.node = node;
        if (turns) track.rotation = RotationTrack::fromKeys(std::move(rotations));
        for (int axis = 0; moves && axis < 3; ++axis)
            track.translation[axis] = Curve::fromKeys(std::move(translations[axis]));
        out.emplace_back(std::move(track));
    }
    return out;
}

}  // namespace posewright
