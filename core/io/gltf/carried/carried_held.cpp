#include "core/io/gltf/carried/carried_held.h"

#include "core/evaluate/bake.h"

#include <algorithm>
#include <array>
#include <span>

namespace posewright::io::gltf {

namespace {

/// @pre not the path of a rotation
Property propertyOf(std::string_view path)
{
    if (path == "weights") return Property::Morph;
    return path == "scale" ? Property::Scale : Property::Translation;
}

/// Is the property unchanged between two tracks, with all keys inside the range?
class SameKeys {
public:
    explicit SameKeys(Range range) : range_(range) {}

    bool operator()(const Track& made, const Track& now, std::string_view path) const
    {
        if (path == "rotation") return made.rotation == now.rotation && fits(*made.rotation);
        const std::span<const Shared<Curve>> before = curvesOf(made, propertyOf(path));
        const std::span<const Shared<Curve>> after = curvesOf(now, propertyOf(path));
        return !before.empty() && std::ranges::equal(before, after) &&
               std::ranges::all_of(before, [&](const auto& curve) { return fits(*curve); });
    }

private:
    bool fits(const auto& keyed) const
    {
        return !keyed.empty() && keyed.firstFrame() >= range_.min &&
               keyed.lastFrame() <= range_.max;
    }
    Range range_;
};

}  // namespace

Moved movedBy(const Json& channel)
{
    static constexpr std::array<std::string_view, 2> kNames{"node", "path"};
    const auto [row, path] = membersOf(member(channel, "target"), kNames);
    return {row, path ? path->get_ptr<const std::string*>() : nullptr};
}

bool isModelled(std::string_view path)
{
    return path == "translation" || path == "rotation" || path == "scale" || path == "weights";
}

std::optional<Range> framesOf(const Document& doc, int clip)
{
    if (clip == doc.playback.clip) return Range{doc.playback.start, doc.playback.end};
    const auto range = keyedRange(*doc.clips[clip]);
    return range ? std::optional(Range{range->first, range->second}) : std::nullopt;
}

HeldChannels::HeldChannels(const CarriedForm& form, const std::vector<NodeId>& nodes,
                           const Document& doc, int clip, const std::vector<Shared<Track>>& made,
                           const std::vector<bool>& atRoot, const WriteOptions& options) :
    nodes_(nodes),
    scene_(*doc.scene), clip_(*doc.clips[clip]), made_(made), atRoot_(atRoot)
{
    const std::optional<Range> range = framesOf(doc, clip);
    if (!range) return;
    range_ = *range;
    const double rate = form.own.at("animations").at(clip_.source).at("rate").get<double>();
    copied_ = !options.rate && !options.reduce && !options.everyFrame && range_.min >= 0 &&
              clip_.rate == rate;
    if (!copied_ || (doc.rig->constraints.empty() && clip_.layers.empty())) return;
    Document active = doc;
    active.playback.clip = clip;
    active.playback.start = range_.min;
    active.playback.end = range_.max;
    for (const NodeIndex row : drivenNodes(active, range_.min, range_.max))
        driven_.insert(scene_[row].id);
}

bool HeldChannels::operator()(const Json& channel)
{
    const auto [nodeRow, path] = movedBy(channel);
    if (!nodeRow || !isModelled(*path)) return true;
    if (!copied_) return false;
    const NodeId node = nodes_.at(nodeRow->get<std::size_t>());
    if (node != last_.node)
        last_ = {node, scene_.find(node), trackIn(made_, node), clip_.track(node)};
    const NodeIndex row = last_.row;
    const bool placed = std::string_view(*path) != "weights";
    if (row == kNoNode || (placed && (atRoot_[row] || driven_.contains(node)))) return false;
    return last_.before && last_.now && SameKeys(range_)(*last_.before, *last_.now, *path);
}

}  // namespace posewright::io::gltf
