#include "core/edit/track_keys.h"

#include "core/base/number.h"
#include "core/edit/change.h"
#include "core/motion/whole_frames.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace posewright::edit {

namespace {

bool has(std::span<const double> frames, double frame)
{
    return std::binary_search(frames.begin(), frames.end(), frame);
}

bool keyed(std::span<const Shared<Curve>> curves, double frame)
{
    return std::any_of(curves.begin(), curves.end(),
                       [frame](const Shared<Curve>& c) { return c->find(frame) != nullptr; });
}

/// Rows of `keys` with their new frames, in order of frames. A moved key replaces one that stays at
/// the same frame.
struct MovedKey {
    double frame = 0;
    std::size_t row = 0;
    bool moved = false;
};

template <class Key, class Moves, class To>
std::vector<MovedKey> placed(const std::vector<Key>& keys, const Moves& moves, const To& to)
{
    std::map<double, MovedKey> at;
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (!moves(keys[i].frame)) at[keys[i].frame] = {keys[i].frame, i, false};
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (moves(keys[i].frame)) at[to(keys[i].frame)] = {to(keys[i].frame), i, true};
    std::vector<MovedKey> out;
    out.reserve(at.size());
    for (const auto& [frame, key] : at) out.push_back(key);
    return out;
}

Key at(const Key& key, double frame, double factor)
{
    Key out = key;
    out.frame = frame;
    out.left.frames *= factor;
    out.right.frames *= factor;
    return out;
}

template <class Key>
std::vector<double> framesOfKeys(const std::vector<Key>& keys)
{
    std::vector<double> frames;
    frames.reserve(keys.size());
    for (const Key& key : keys) frames.push_back(key.frame);
    return frames;
}

RotationShape scaled(RotationShape shape, double factor)
{
    shape.in /= factor;
    shape.out /= factor;
    return shape;
}

/// Setting a key again recomputes its automatic handles.
void refresh(Curve& curve, const std::vector<double>& frames)
{
    for (const double frame : frames) {
        const std::vector<Key>& keys = curve.keys();
        const auto next = std::lower_bound(keys.begin(), keys.end(), frame,
                                           [](const Key& k, double f) { return k.frame < f; });
        const Key again = next != keys.end() ? *next : keys.back();
        curve.set(again);
    }
}

template <class Moves, class To>
Curve retime(const Curve& curve, const Moves& moves, const To& to, double factor)
{
    std::vector<Key> keys;
    std::vector<double> disturbed;
    for (const MovedKey& p : placed(curve.keys(), moves, to)) {
        const Key& key = curve.keys()[p.row];
        keys.push_back(p.moved ? at(key, p.frame, factor) : key);
        if (!p.moved) continue;
        disturbed.push_back(key.frame);
        disturbed.push_back(p.frame);
    }
    Curve out = Curve::fromKeys(std::move(keys));
    refresh(out, disturbed);
    return out;
}

template <class Moves, class To>
RotationTrack retime(const RotationTrack& track, const Moves& moves, const To& to, double factor)
{
    std::vector<RotationKey> keys;
    std::vector<RotationShape> shapes;
    bool shaped = false;
    for (const MovedKey& p : placed(track.keys(), moves, to)) {
        keys.push_back(track.keys()[p.row]);
        keys.back().frame = p.frame;
        const RotationShape shape = track.shape(p.row);
        shapes.push_back(p.moved ? scaled(shape, factor) : shape);
        shaped |= !(shape == RotationShape{});
    }
    if (!shaped) shapes.clear();
    return RotationTrack::fromKeys(std::move(keys), std::move(shapes));
}

RotationInterpolation rotationWay(KeyShape shape)
{
    switch (shape) {
    case KeyShape::Constant: return RotationInterpolation::Step;
    case KeyShape::Linear: return RotationInterpolation::Slerp;
    case KeyShape::Bezier: return RotationInterpolation::Cubic;
    case KeyShape::Eased: break;
    }
    return RotationInterpolation::Eased;
}

}  // namespace

Result<std::vector<Pick>> pickKeys(const Document& doc, std::span<const KeyRef> keys)
{
    using Row = std::tuple<std::string, NodeId, ConstraintId, Property>;
    std::map<Row, std::set<double>> rows;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const KeyRef& key = keys[i];
        const auto wanted = [&](Property p) { return !key.property || key.property == p; };
        bool any = false;
        const auto take = [&](NodeId node, ConstraintId constraint, Property property) {
            rows[{key.layer, node, constraint, property}].insert(key.frame);
            any = true;
        };
        if (const Track* track = trackOf(doc.clip(), key)) {
            for (const Property property : kCurvedProperties)
                if (wanted(property) && keyed(curvesOf(*track, property), key.frame))
                    take(key.node, ConstraintId::None, property);
            if (wanted(Property::Rotation) && track->rotation->find(key.frame))
                take(key.node, ConstraintId::None, Property::Rotation);
        }
        if (const Curve* share = shareOf(doc.clip(), key))
            if (wanted(Property::Influence) && share->find(key.frame))
                take(NodeId::None, key.constraint, Property::Influence);
        if (!any)
            return refused((key.layer.empty() ? "there is no such key at frame "
                                              : "the layer has no such key at frame ") +
                               toText(key.frame),
                           "/keys/" + std::to_string(i));
    }
    std::vector<Pick> picks;
    picks.reserve(rows.size());
    for (const auto& [row, frames] : rows) {
        const auto& [layer, node, constraint, property] = row;
        picks.push_back({node, constraint, property, {frames.begin(), frames.end()}, layer});
    }
    return picks;
}

Curve retimed(const Curve& curve, std::span<const double> frames, const Retiming& retiming)
{
    return retime(
        curve, [&](double f) { return has(frames, f); }, retiming, retiming.factor);
}

RotationTrack retimed(const RotationTrack& track, std::span<const double> frames,
                      const Retiming& retiming)
{
    return retime(
        track, [&](double f) { return has(frames, f); }, retiming, retiming.factor);
}

std::vector<KeyHint> retimed(const std::vector<KeyHint>& hints, std::span<const double> frames,
                             const Retiming& retiming)
{
    std::vector<KeyHint> out;
    for (const MovedKey& p : placed(
             hints, [&](double f) { return has(frames, f); }, retiming)) {
        out.push_back(hints[p.row]);
        out.back().frame = p.frame;
    }
    return out;
}

Curve stretched(const Curve& curve, double factor)
{
    const std::vector<Key>& from = curve.keys();
    const std::vector<double> frames = stretchedFrames(framesOfKeys(from), factor);
    // The handle to a neighbour keeps its share of the interval, and its slope.
    const auto fit = [&](Handle& handle, std::size_t i, std::size_t next) {
        double by = factor;
        if (next < from.size() &&
            (frames[i] != from[i].frame * factor || frames[next] != from[next].frame * factor))
            by = (frames[next] - frames[i]) / (from[next].frame - from[i].frame);
        handle.frames *= by;
        if (by != factor) handle.value *= by / factor;
    };
    // If rounding joins two keys, the later one stays.
    std::vector<Key> keys;
    keys.reserve(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        Key key = from[i];
        key.frame = frames[i];
        fit(key.left, i, i - 1);
        fit(key.right, i, i + 1);
        if (!keys.empty() && !(keys.back().frame < key.frame)) keys.pop_back();
        keys.push_back(key);
    }
    return Curve::fromKeys(std::move(keys));
}

RotationTrack stretched(const RotationTrack& track, double factor)
{
    const std::vector<double> from = framesOfKeys(track.keys());
    const std::vector<double> frames = stretchedFrames(from, factor);
    const auto to = [&](double frame) {
        return frames[std::size_t(std::ranges::lower_bound(from, frame) - from.begin())];
    };
    return retime(
        track, [](double) { return true; }, to, factor);
}

Curve without(const Curve& curve, std::span<const double> frames)
{
    std::vector<Key> keys = curve.keys();
    std::erase_if(keys, [&](const Key& key) { return has(frames, key.frame); });
    Curve out = Curve::fromKeys(std::move(keys));
    if (!out.empty()) refresh(out, {frames.begin(), frames.end()});
    return out;
}

RotationTrack without(const RotationTrack& track, std::span<const double> frames)
{
    std::vector<RotationKey> keys;
    std::vector<RotationShape> shapes;
    bool shaped = false;
    for (std::size_t i = 0; i < track.keys().size(); ++i) {
        if (has(frames, track.keys()[i].frame)) continue;
        keys.push_back(track.keys()[i]);
        shapes.push_back(track.shape(i));
        shaped |= !(shapes.back() == RotationShape{});
    }
    if (!shaped) shapes.clear();
    return RotationTrack::fromKeys(std::move(keys), std::move(shapes));
}

void shapeKey(Curve& curve, double frame, KeyShape shape, const Ease& ease)
{
    Key key = *curve.find(frame);
    if (shape == KeyShape::Constant || shape == KeyShape::Linear) {
        key.interpolation =
            shape == KeyShape::Constant ? Interpolation::Constant : Interpolation::Linear;
        curve.set(key);
        return;
    }
    key.interpolation = Interpolation::Bezier;
    if (shape == KeyShape::Bezier) {
        key.mode = HandleMode::AutoClamped;
        curve.set(key);
        return;
    }
    const std::vector<Key>& keys = curve.keys();
    const auto after = std::upper_bound(keys.begin(), keys.end(), frame,
                                        [](double f, const Key& k) { return f < k.frame; });
    if (after == keys.end()) {  // nothing to ease yet
        curve.set(key);
        return;
    }
    Key next = *after;
    const double frames = next.frame - key.frame;
    const double rise = next.value - key.value;
    key.mode = HandleMode::Free;
    key.right = {ease.x1 * frames, ease.y1 * rise};
    next.mode = HandleMode::Free;
    next.left = {(ease.x2 - 1) * frames, (ease.y2 - 1) * rise};
    curve.set(key);
    curve.set(next);
}

void shapeKey(RotationTrack& track, double frame, KeyShape shape, const Ease& ease)
{
    RotationKey key = *track.find(frame);
    key.interpolation = rotationWay(shape);
    if (shape == KeyShape::Constant || shape == KeyShape::Linear) {
        track.set(key);
        return;
    }
    const auto row = static_cast<std::size_t>(track.find(frame) - track.keys().data());
    RotationShape with = track.shape(row);
    if (shape == KeyShape::Bezier)
        with.automatic = true;
    else
        with.ease = ease;
    track.set(key, with);
}

void setKey(std::array<Shared<Curve>, 3>& curves, double frame, const Vec3& value,
            std::optional<KeyShape> shape)
{
    for (int axis = 0; axis < 3; ++axis)
        curves[axis] = curves[axis].with([&](Curve& curve) {
            curve.setValue(frame, value[axis]);
            if (shape) shapeKey(curve, frame, *shape);
        });
}

void setKey(Shared<RotationTrack>& track, double frame, const Quat& value,
            std::optional<KeyShape> shape)
{
    track = track.with([&](RotationTrack& t) {
        t.setValue(frame, value);
        if (shape) shapeKey(t, frame, *shape);
    });
}

Result<void> putKey(Track& track, const KeyData& data)
{
    if (!track.hints.empty()) removeHint(track, data.frame());
    // Take the curve out and put it back: otherwise each key would copy it.
    if (data.property != Property::Rotation) {
        Shared<Curve>& curve = curveOf(track, data.property, data.axis);
        Curve taken = std::move(curve).take();
        taken.set(data.key);
        curve = std::move(taken);
        return {};
    }
    const Result<Quat> value = unit(data.rotation.value, "/rotation");
    if (!value) return value.error();
    RotationKey key = data.rotation;
    key.value = *value;
    RotationTrack taken = std::move(track.rotation).take();
    if (data.shape == RotationShape{} && !taken.shaped())
        taken.set(key);
    else
        taken.set(key, data.shape);
    track.rotation = std::move(taken);
    return {};
}

Curve influenceOf(const Document& doc, ConstraintId constraint)
{
    const InfluenceTrack* influence = doc.clip().influence(constraint);
    return influence ? influence->curve : Curve{};
}

void setInfluence(Clip& clip, ConstraintId constraint, Curve curve)
{
    const auto at = std::lower_bound(
        clip.influences.begin(), clip.influences.end(), constraint,
        [](const InfluenceTrack& t, ConstraintId id) { return t.constraint < id; });
    const bool there = at != clip.influences.end() && at->constraint == constraint;
    if (curve.empty()) {
        if (there) clip.influences.erase(at);
    } else if (there) {
        at->curve = std::move(curve);
    } else {
        clip.influences.insert(at, InfluenceTrack{constraint, std::move(curve)});
    }
}

}  // namespace posewright::edit
