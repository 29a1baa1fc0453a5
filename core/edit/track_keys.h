#pragma once

#include "core/edit/edit.h"
#include "core/motion/layer.h"

#include <cmath>
#include <span>
#include <string>
#include <vector>

/// How edits of keys change curves and clips. Internal to core/edit and core/operate.
namespace posewright::edit {

/// The picked keys of one property, influence or weight, as ascending frames.
struct Pick {
    NodeId node = NodeId::None;
    ConstraintId constraint = ConstraintId::None;  ///< if node is None
    Property property = Property::Translation;
    std::vector<double> frames;
    std::string
        layer{};  ///< keys of its offsets, or if node is None of its weight; empty: of no layer
};

/// The keys that the references stand for, grouped by node or constraint and property, each once.
/// Error: a referenced key does not exist; the place is "/keys/N".
Result<std::vector<Pick>> pickKeys(const Document& doc, std::span<const KeyRef> keys);

/// The new frame of a picked key: pivot + (frame - pivot) * factor + by. Handles are scaled by the
/// same factor.
struct Retiming {
    double pivot = 0;
    double factor = 1;  ///< > 0
    double by = 0;
    bool whole = false;  ///< rounds to whole frames

    double operator()(double frame) const
    {
        const double to = factor == 1 ? frame + by : pivot + (frame - pivot) * factor + by;
        return whole ? std::round(to) : to;
    }
};

/// The curve with the keys at `frames` moved; a moved key replaces one at its new frame.
Curve retimed(const Curve& curve, std::span<const double> frames, const Retiming& retiming);
RotationTrack retimed(const RotationTrack& track, std::span<const double> frames,
                      const Retiming& retiming);

/// Hints move with the keys at their frames; a moved hint replaces one at its new frame.
std::vector<KeyHint> retimed(const std::vector<KeyHint>& hints, std::span<const double> frames,
                             const Retiming& retiming);

/// The curve with all frames, of keys and handles, multiplied by `factor`: see stretchedFrames.
Curve stretched(const Curve& curve, double factor);
RotationTrack stretched(const RotationTrack& track, double factor);

/// The curve without the keys at `frames`.
Curve without(const Curve& curve, std::span<const double> frames);
RotationTrack without(const RotationTrack& track, std::span<const double> frames);

/// Sets the interpolation after the key at `frame`. Bezier means automatic handles; Eased on a
/// scalar is a Bezier whose handles, here and at the next key, are placed by the ease.
/// @pre there is a key at `frame`
void shapeKey(Curve& curve, double frame, KeyShape shape, const Ease& ease = {});
void shapeKey(RotationTrack& track, double frame, KeyShape shape, const Ease& ease = {});

/// Sets a value as Curve::setValue does and, if given, the interpolation after the key.
void setKey(std::array<Shared<Curve>, 3>& curves, double frame, const Vec3& value,
            std::optional<KeyShape> shape);
void setKey(Shared<RotationTrack>& track, double frame, const Quat& value,
            std::optional<KeyShape> shape);

/// Inserts a key or replaces the one at its frame, whose hint is dropped. Error: the rotation is
/// not a unit quaternion; the place is "/rotation".
Result<void> putKey(Track& track, const KeyData& data);

/// Turns values that are to be shown into those to be keyed, by removing the offsets of the acting
/// layers.
void takeOffLayers(const Clip& clip, NodeId node, double frame, std::optional<Quat>& rotation,
                   Vec3* translation);

/// The curve of a constraint's influence in the active clip; empty if it has none.
Curve influenceOf(const Document& doc, ConstraintId constraint);
void setInfluence(Clip& clip, ConstraintId constraint, Curve curve);

/// A layer's offsets of a node; an empty track if it has none.
Track offsetsOf(const Layer& layer, NodeId node);

/// The document with every picked curve or rotation track replaced by `change(it, pick)`.
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
