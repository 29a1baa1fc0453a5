#pragma once

#include "core/edit/edit.h"
#include "core/motion/layer.h"

#include <cmath>
#include <span>
#include <string>
#include <vector>

/// What the edits of keys do to curves and to the clip that holds them. Inside of core/edit.
namespace posewright::edit {

/// The picked keys of one curve-like thing, as frames in rising order.
struct Pick {
    NodeId node = NodeId::None;
    ConstraintId constraint = ConstraintId::None;  ///< where node is None
    Property property = Property::Translation;
    std::vector<double> frames;
    std::string layer{};  ///< its offsets, or where node is None its weight
};

/// The keys that the references stand for, by node or constraint and property, each once.
/// Error: a reference stands for no key; the place is "/keys/N".
Result<std::vector<Pick>> pickKeys(const Document& doc, std::span<const KeyRef> keys);

/// Where picked keys go: frame -> pivot + (frame - pivot) * factor + by. Handles grow with it.
struct Retiming {
    double pivot = 0;
    double factor = 1;  ///< > 0
    double by = 0;
    bool whole = false;  ///< to the nearest whole frame

    double operator()(double frame) const
    {
        const double to = factor == 1 ? frame + by : pivot + (frame - pivot) * factor + by;
        return whole ? std::round(to) : to;
    }
};

/// The curve with the keys at `frames` moved; a moved key replaces one that is in its way.
Curve retimed(const Curve& curve, std::span<const double> frames, const Retiming& retiming);
RotationTrack retimed(const RotationTrack& track, std::span<const double> frames,
                      const Retiming& retiming);

/// Hints go where the keys of their frames go; one that is moved takes the place of what it meets.
std::vector<KeyHint> retimed(const std::vector<KeyHint>& hints, std::span<const double> frames,
                             const Retiming& retiming);

/// The curve with all of its keys and handles at `factor` times their frames.
Curve stretched(const Curve& curve, double factor);
RotationTrack stretched(const RotationTrack& track, double factor);

/// The curve without the keys at `frames`.
Curve without(const Curve& curve, std::span<const double> frames);
RotationTrack without(const RotationTrack& track, std::span<const double> frames);

/// Makes the key at `frame` leave in this way. Bezier means automatic handles; Eased on a scalar is
/// a Bezier whose handles, here and at the next key, are placed as the ease says.
/// @pre there is a key at `frame`
void shapeKey(Curve& curve, double frame, KeyShape shape, const Ease& ease = {});
void shapeKey(RotationTrack& track, double frame, KeyShape shape, const Ease& ease = {});

/// Puts a key of a value; see Curve::setValue. With a shape, the key leaves in that way.
void setKey(std::array<Shared<Curve>, 3>& curves, double frame, const Vec3& value,
            std::optional<KeyShape> shape);
void setKey(Shared<RotationTrack>& track, double frame, const Quat& value,
            std::optional<KeyShape> shape);

/// Puts a key of a node as it is given, in place of one of its frame, which loses its hint.
/// Error: its rotation is none; the place is "/rotation".
Result<void> putKey(Track& track, const KeyData& data);

/// What is to be shown of a node becomes what its track has to say below the layers that act.
void takeOffLayers(const Clip& clip, NodeId node, double frame, std::optional<Quat>& rotation,
                   Vec3* translation);

/// The curve of a constraint's influence in the active clip; empty if it has none.
Curve influenceOf(const Document& doc, ConstraintId constraint);
void setInfluence(Clip& clip, ConstraintId constraint, Curve curve);

/// A layer's offsets of a node, without keys where it has none.
Track offsetsOf(const Layer& layer, NodeId node);

/// The document with `change(curve or rotation track)` put in place of every curve picked.
template <class Change>
Document withPicked(const Document& doc, const std::vector<Pick>& picks, Change&& change)
{
    Document out = doc;
    Shared<Clip>& shared = out.clips[out.playback.clip];
    shared = shared.with([&](Clip& clip) {
        for (const Pick& pick : picks) {
            const auto changed = [&](Track track) {
                if (pick.property == Property::Rotation)
                    track.rotation = change(*track.rotation, pick);
                else
                    for (Shared<Curve>& curve : curvesOf(track, pick.property))
                        if (!curve->empty()) curve = change(*curve, pick);
                return track;
            };
            if (!pick.layer.empty()) {
                Shared<Layer>& shown = clip.layers[findLayer(clip, pick.layer)];
                shown = shown.with([&](Layer& layer) {
                    if (pick.node == NodeId::None)
                        layer.weight = change(layer.weight, pick);
                    else
                        setTrack(layer, changed(*layer.track(pick.node)));
                });
            } else if (pick.node == NodeId::None) {
                setInfluence(clip, pick.constraint,
                             change(influenceOf(doc, pick.constraint), pick));
            } else {
                setTrack(clip, changed(*clip.track(pick.node)));
            }
        }
    });
    return out;
}

}  // namespace posewright::edit
