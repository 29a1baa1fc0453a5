#include "core/evaluate/baked_track.h"

#include "core/motion/reduce.h"

#include <algorithm>

namespace posewright {

namespace {

/// Largest rotation error of a reduced joint, even if its position would allow more. [rad]
constexpr double kReducedAngle = 0.5 * 3.14159265358979323846 / 180;

/// Frames whose keys a bake replaces.
struct Extent {
    double first = 0;
    double last = 0;
    bool firstToo = true;
    bool lastToo = true;
    bool holds(double frame) const
    {
        return (firstToo ? frame >= first : frame > first) &&
               (lastToo ? frame <= last : frame < last);
    }
};

/// The curve with its keys inside the extent replaced by `keys`.
Curve replaced(const Curve& curve, const Extent& extent, std::vector<Key> keys)
{
    for (const Key& key : curve.keys())
        if (!extent.holds(key.frame)) keys.push_back(key);
    std::sort(keys.begin(), keys.end(),
              [](const Key& a, const Key& b) { return a.frame < b.frame; });
    return Curve::fromKeys(std::move(keys));
}

RotationTrack replaced(const RotationTrack& track, const Extent& extent,
                       const std::vector<RotationKey>& keys)
{
    bool shaped = false;
    std::vector<std::pair<RotationKey, RotationShape>> all;
    all.reserve(keys.size() + track.keys().size());
    for (const RotationKey& key : keys) all.emplace_back(key, RotationShape{});
    for (std::size_t i = 0; i < track.keys().size(); ++i) {
        const RotationKey& key = track.keys()[i];
        if (extent.holds(key.frame)) continue;
        all.emplace_back(key, track.shape(i));
        shaped |= key.interpolation == RotationInterpolation::Cubic ||
                  key.interpolation == RotationInterpolation::Eased;
    }
    std::sort(all.begin(), all.end(),
              [](const auto& a, const auto& b) { return a.first.frame < b.first.frame; });
    std::vector<RotationKey> sorted;
    std::vector<RotationShape> shapes;
    for (const auto& [key, shape] : all) {
        sorted.push_back(key);
        if (shaped) shapes.push_back(shape);
    }
    return RotationTrack::fromKeys(std::move(sorted), std::move(shapes));
}

/// Does a local vector ever differ from the rest value over the bake?
template <class Part>
bool moves(const Bake& bake, NodeIndex node, const Transform& rest, const Part& part)
{
    return std::any_of(bake.frames.begin(), bake.frames.end(),
                       [&](const Evaluation& e) { return part(e.local[node]) != part(rest); });
}

bool alike(double a, double b)
{
    return a == b;
}

/// Up to rounding, which depends on where the solve started.
bool alike(const Quat& a, const Quat& b)
{
    return (a.coeffs() - b.coeffs()).cwiseAbs().maxCoeff() < 1e-14;
}

/// Of equal keys, keeps the first and the last.
template <class Keys>
void dropStill(Keys& keys)
{
    if (keys.size() < 3) return;
    const auto differs = [&](const auto& key) { return !alike(key.value, keys.front().value); };
    if (std::none_of(keys.begin(), keys.end(), differs))
        keys.erase(keys.begin() + 1, keys.end() - 1);
}

void anchor(Shared<Curve>& curve, const Anchors& anchors, double rest)
{
    curve = curve.with([&](Curve& c) {
        for (const double frame : anchors.frames)
            c.empty() ? c.set(linearKey(frame, rest)) : c.insert(frame);
    });
}

void anchor(Shared<RotationTrack>& track, const Anchors& anchors, const Quat& rest)
{
    track = track.with([&](RotationTrack& t) {
        for (const double frame : anchors.frames)
            t.empty() ? t.set({frame, rest, RotationInterpolation::Slerp}) : t.insert(frame);
    });
}

}  // namespace

std::vector<bool> turningNodes(const Document& doc, const Bake& bake)
{
    const Scene& scene = *doc.scene;
    std::vector<bool> out(scene.size(), false);
    for (const NodeIndex row :
         drivenNodes(doc, bake.frames.front().frame, bake.frames.back().frame))
        out[row] = true;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const Track* own = doc.clip().track(scene[row].id);
        const Quat& rest = scene[row].rest.rotation;
        out[row] = out[row] || (own && !own->rotation->empty()) ||
                   std::ranges::any_of(bake.frames, [&](const Evaluation& e) {
                       return !alike(e.local[row].rotation, rest);
                   });
    }
    return out;
}

Track denseTrack(const Bake& bake, NodeIndex node, const Transform& rest, const Track* own,
                 bool turns)
{
    Track track;
    if (turns) {
        std::vector<RotationKey> rotations;
        rotations.reserve(bake.frames.size());
        for (const Evaluation& e : bake.frames)
            rotations.push_back({e.frame, e.local[node].rotation, RotationInterpolation::Slerp});
        dropStill(rotations);
        track.rotation = RotationTrack::fromKeys(std::move(rotations));
    }

    const auto bakeVector = [&](std::array<Shared<Curve>, 3>& curves,
                                const std::array<Shared<Curve>, 3>* before, const auto& part) {
        if (!(before && hasKeys(*before)) && !moves(bake, node, rest, part)) return;
        for (int axis = 0; axis < 3; ++axis) {
            std::vector<Key> keys;
            keys.reserve(bake.frames.size());
            for (const Evaluation& e : bake.frames)
                keys.push_back(linearKey(e.frame, part(e.local[node])[axis]));
            dropStill(keys);
            curves[axis] = Curve::fromKeys(std::move(keys));
        }
    };
    bakeVector(track.translation, own ? &own->translation : nullptr,
               [](const Transform& t) { return t.translation; });
    bakeVector(track.scale, own ? &own->scale : nullptr,
               [](const Transform& t) { return t.scale; });
    return track;
}

std::vector<Track> reducedTracks(const Document& doc, const Bake& bake,
                                 const std::vector<NodeIndex>& rows, std::vector<bool> turns,
                                 double share)
{
    const Scene& scene = *doc.scene;
    std::vector<int> parents;
    std::vector<Vec3> tips;
    std::vector<bool> reduce(scene.size(), false);
    for (const Node& node : scene.nodes()) {
        parents.push_back(node.parent);
        tips.push_back(node.bone() ? node.bone()->tip : Vec3(Vec3::Zero()));
    }
    for (const NodeIndex row : rows) reduce[row] = true;
    std::vector<double> frames;
    for (const Evaluation& e : bake.frames) frames.push_back(e.frame);
    const SampledMotion motion{
        parents, tips, frames,
        [&](int frame, int node) -> const Transform& { return bake.frames[frame].local[node]; },
        [&](int frame, int node) -> const WorldTransform& {
            return bake.frames[frame].world[node];
        }};
    std::vector<Track> tracks =
        reducedTree(motion, reduce, {share * extent(scene), kReducedAngle}, std::move(turns));
    for (const NodeIndex row : rows) {
        const Node& node = scene[row];
        const Track* own = doc.clip().track(node.id);
        const auto drop = [&](std::array<Shared<Curve>, 3>& curves,
                              const std::array<Shared<Curve>, 3>* before, const auto& part) {
            if (!(before && hasKeys(*before)) && !moves(bake, row, node.rest, part)) curves = {};
        };
        drop(tracks[row].translation, own ? &own->translation : nullptr,
             [](const Transform& t) { return t.translation; });
        drop(tracks[row].scale, own ? &own->scale : nullptr,
             [](const Transform& t) { return t.scale; });
    }
    return tracks;
}

Track placed(const Document& doc, const Bake& bake, NodeIndex row, const Track& baked,
             Anchors anchors)
{
    const Node& node = (*doc.scene)[row];
    const Track* own = doc.clip().track(node.id);
    Track track = own ? *own : Track{};
    track.node = node.id;
    const double first = bake.frames.front().frame;
    const double last = bake.frames.back().frame;
    if (first > doc.playback.start)
        anchors.frames.push_back(std::max(first - 1, doc.playback.start));
    if (last < doc.playback.end) anchors.frames.push_back(std::min(last + 1, doc.playback.end));
    if (anchors.keepFirst) anchors.frames.push_back(first);
    if (anchors.keepLast) anchors.frames.push_back(last);
    const Extent extent{first, last, !anchors.keepFirst, !anchors.keepLast};
    const auto inside = [&](auto keys) {
        std::erase_if(keys, [&](const auto& key) { return !extent.holds(key.frame); });
        return keys;
    };
    const auto put = [&](Shared<Curve>& curve, const Curve& keys, double rest) {
        if (keys.empty() && curve->empty()) return;
        if (!keys.empty()) anchor(curve, anchors, rest);
        curve = replaced(*curve, extent, inside(keys.keys()));
    };
    for (int axis = 0; axis < 3; ++axis) {
        put(track.translation[axis], *baked.translation[axis], node.rest.translation[axis]);
        put(track.scale[axis], *baked.scale[axis], node.rest.scale[axis]);
    }
    if (!baked.rotation->empty()) anchor(track.rotation, anchors, node.rest.rotation);
    track.rotation = replaced(*track.rotation, extent, inside(baked.rotation->keys()));
    return track;
}

}  // namespace posewright
