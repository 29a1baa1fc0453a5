#include "core/edit/hung_keys.h"

#include "core/motion/turned.h"

#include <cmath>

namespace posewright::edit {

namespace {

NewAxes axesOf(const Node& node, const Transform& between)
{
    NewAxes to;
    to.left = to.way = between.rotation;
    to.place = between.translation;
    to.size = std::cbrt(std::abs(between.scale.prod()));
    to.unkeyed = node.rest.translation;
    return to;
}

void convert(std::vector<Shared<Track>>& tracks, const HungFrom& hung, auto&& axes)
{
    for (Shared<Track>& track : tracks) {
        const auto at = hung.find(track->node);
        if (at == hung.end()) continue;
        Track now = turned(*track, axes(at->first, at->second));
        if (!(now == *track)) track = std::move(now);
    }
}

}  // namespace

void convertKeys(Clip& clip, const Scene& before, const HungFrom& hung)
{
    const auto whole = [&before](NodeId node, const Transform& between) {
        return axesOf(before[before.find(node)], between);
    };
    convert(clip.tracks, hung, whole);
    // Offsets: rotations from a node's own, translations in its parent's space.
    const auto offset = [&](NodeId node, const Transform& between) {
        const NewAxes axes = whole(node, between);
        return NewAxes{.way = axes.way, .size = axes.size};
    };
    for (Shared<Layer>& layer : clip.layers)
        layer = layer.with([&](Layer& changed) { convert(changed.tracks, hung, offset); });
    for (SpanRow& row : clip.spans)
        for (Span& span : row.spans)
            for (auto& [joint, turn] : span.held)
                if (const auto at = hung.find(joint); at != hung.end())
                    turn = (at->second.rotation * turn).normalized();
}

}  // namespace posewright::edit
