#include "ui/session/selection.h"

#include "core/motion/layer.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

namespace posewright::ui {

std::size_t Selection::KeyHash::operator()(const edit::KeyRef& key) const noexcept
{
    const auto mix = [](std::size_t seed, std::size_t value) {
        return seed ^ (value + 0x9e3779b97f4a7c15U + (seed << 6U) + (seed >> 2U));
    };
    std::size_t seed = std::hash<double>()(key.frame);
    seed = mix(seed, static_cast<std::size_t>(key.node));
    if (!key.layer.empty()) seed = mix(seed, std::hash<std::string>()(key.layer));
    return mix(seed, static_cast<std::size_t>(key.constraint));
}

bool Selection::contains(NodeId node) const
{
    return std::find(nodes_.begin(), nodes_.end(), node) != nodes_.end();
}

void Selection::setNodes(std::vector<NodeId> nodes)
{
    std::erase(nodes, NodeId::None);
    for (auto node = nodes.begin(); node != nodes.end(); ++node)
        nodes.erase(std::remove(node + 1, nodes.end(), *node), nodes.end());
    if (nodes == nodes_) return;
    nodes_ = std::move(nodes);
    emit nodesChanged();
}

void Selection::toggleNode(NodeId node)
{
    std::vector<NodeId> nodes = nodes_;
    if (std::erase(nodes, node) == 0) nodes.push_back(node);
    setNodes(std::move(nodes));
}

void Selection::pick(std::vector<NodeId> nodes)
{
    setKeys({});
    setSpans({});
    setNodes(std::move(nodes));
}

bool Selection::contains(const edit::KeyRef& key) const
{
    return keySet_.count(key) != 0;
}

void Selection::setKeys(std::vector<edit::KeyRef> keys)
{
    keysAreOld_ = false;
    if (keys == keys_) return;
    keys_ = std::move(keys);
    keySet_ = {keys_.begin(), keys_.end()};
    emit keysChanged();
}

bool Selection::contains(const SpanRef& span) const
{
    return std::find(spans_.begin(), spans_.end(), span) != spans_.end();
}

void Selection::setSpans(std::vector<SpanRef> spans)
{
    spansAreOld_ = false;
    if (spans == spans_) return;
    spans_ = std::move(spans);
    emit spansChanged();
}

void Selection::setMarkers(std::vector<double> frames)
{
    if (frames == markers_) return;
    markers_ = std::move(frames);
    emit markersChanged();
}

void Selection::setLayer(std::string layer)
{
    layer_ = std::move(layer);
}

void Selection::setHovered(NodeId node)
{
    if (std::exchange(hovered_, node) != node) emit hoveredChanged();
}

void Selection::clear()
{
    setNodes({});
    setKeys({});
    setSpans({});
    setMarkers({});
    setHovered(NodeId::None);
}

void Selection::keepWhatExists(const Document& doc)
{
    if (findLayer(doc.clip(), layer_) < 0) setLayer({});
    const auto gone = [&](NodeId node) { return doc.scene->find(node) == kNoNode; };
    std::vector<NodeId> nodes = nodes_;
    std::erase_if(nodes, gone);
    setNodes(std::move(nodes));

    std::vector<edit::KeyRef> keys = keys_;
    std::erase_if(keys, [&](const edit::KeyRef& key) { return !edit::exists(doc.clip(), key); });
    setKeys(std::move(keys));

    std::vector<SpanRef> spans = spans_;
    std::erase_if(spans, [&](const SpanRef& span) { return !findSpan(doc, span); });
    if (spans != spans_) setSpans(std::move(spans));

    std::vector<double> markers = markers_;
    std::erase_if(markers, [&](double frame) {
        const auto& all = doc.clip().markers;
        return std::none_of(all.begin(), all.end(),
                            [frame](const Marker& m) { return m.frame == frame; });
    });
    setMarkers(std::move(markers));

    if (gone(hovered_)) setHovered(NodeId::None);
}

}  // namespace posewright::ui
