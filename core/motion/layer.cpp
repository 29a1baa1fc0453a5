#include "core/motion/layer.h"

#include "core/math/rotation.h"

#include <algorithm>

namespace posewright {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool isNone(const Quat& q)
{
    return q.x() == 0 && q.y() == 0 && q.z() == 0;
}

/// Extends the range to where the curve, constant beyond its ends, may differ from none.
template <class CurveLike, class IsNone>
void widen(LiveRange& range, const CurveLike& curve, IsNone&& none)
{
    if (curve.empty()) return;
    range.first = std::min(range.first, none(curve.sample(curve.firstFrame())) ? curve.firstFrame()
                                                                               : -kInfinity);
    range.last =
        std::max(range.last, none(curve.sample(curve.lastFrame())) ? curve.lastFrame() : kInfinity);
}

}  // namespace

int findLayer(const Clip& clip, std::string_view name)
{
    const auto at = std::find_if(clip.layers.begin(), clip.layers.end(),
                                 [&](const Shared<Layer>& layer) { return layer->name == name; });
    return at == clip.layers.end() ? -1 : static_cast<int>(at - clip.layers.begin());
}

bool acts(const Clip& clip, const Layer& layer)
{
    return layer.on && (layer.solo || !anySolo(clip));
}

bool changesPoses(const Clip& clip, const Layer& layer)
{
    return acts(clip, layer) && !(layer.weight.empty() && layer.evenWeight == 0);
}

bool anySolo(const Clip& clip)
{
    return std::any_of(clip.layers.begin(), clip.layers.end(),
                       [](const auto& layer) { return layer->on && layer->solo; });
}

double weightAt(const Layer& layer, double frame)
{
    // Between keys a curve may overshoot.
    if (layer.weight.empty()) return layer.evenWeight;
    return std::clamp(layer.weight.sample(frame), 0.0, 1.0);
}

LiveRange liveRange(const Track& offsets)
{
    LiveRange range;
    widen(range, *offsets.rotation, isNone);
    for (const Shared<Curve>& curve : offsets.translation)
        widen(range, *curve, [](double value) { return value == 0; });
    return range;
}

Offset offsetAt(const Track& offsets, double weight, double frame, std::size_t& row)
{
    LastEase last;
    return offsetAt(offsets, weight, frame, row, {}, last);
}

Offset offsetAt(const Track& offsets, double weight, double frame, std::size_t& row,
                const std::vector<Arc>& arcs, LastEase& last)
{
    Offset out;
    if (!offsets.rotation->empty()) {
        out.rotation = offsets.rotation->sample(frame, row, arcs, last);
        if (weight < 1) out.rotation = slerp(Quat::Identity(), out.rotation, weight);
    }
    for (int axis = 0; axis < 3; ++axis)
        if (const Curve& curve = *offsets.translation[axis]; !curve.empty())
            out.translation[axis] = weight * curve.sample(frame, row);
    return out;
}

void lay(const Offset& offset, Transform& local)
{
    if (!isNone(offset.rotation)) local.rotation = (local.rotation * offset.rotation).normalized();
    local.translation += offset.translation;
}

Offset offsetAt(const Clip& clip, NodeId node, double frame)
{
    Transform sum;
    for (const Shared<Layer>& layer : clip.layers) {
        const Track* track = acts(clip, *layer) ? layer->track(node) : nullptr;
        std::size_t row = 0;
        if (track) lay(offsetAt(*track, weightAt(*layer, frame), frame, row), sum);
    }
    return {sum.rotation, sum.translation};
}

Transform sampleLaid(const Clip& clip, NodeId node, const Transform& rest, double frame)
{
    Transform local = sample(clip.track(node), rest, frame);
    for (const Shared<Layer>& layer : clip.layers) {
        const Track* track = acts(clip, *layer) ? layer->track(node) : nullptr;
        const double weight = track ? weightAt(*layer, frame) : 0;
        std::size_t row = 0;
        if (track && weight > 0 && liveRange(*track).holds(frame))
            lay(offsetAt(*track, weight, frame, row), local);
    }
    return local;
}

}  // namespace posewright
