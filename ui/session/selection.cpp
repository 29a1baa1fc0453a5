#include "ui/session/selection.h"

#include <algorithm>
#include <utility>

namespace posewright::ui {

namespace {

bool exists(const Document& doc, const edit::KeyRef& key)
{
    if (key.constraint != ConstraintId::None) {
        const InfluenceTrack* influence = doc.clip().influence(key.constraint);
        return influence && influence->curve.find(key.frame);
    }
    const Track* track = doc.clip().track(key.node);
    if (!track) return false;
    const std::vector<double> frames = keyFrames(*track);
    return std::binary_search(frames.begin(), frames.end(), key.frame);
}

}  // namespace

bool Selection::contains(NodeId node) const
{
    return std::find(nodes_.begin(), nodes_.end(), node) != nodes_.end();
}

void Selection::setNodes(std::vector<NodeId> nodes)
{
    std::erase(nodes, NodeId::None);
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

bool Selection::contains(const edit::KeyRef& key) const
{
    return std::find(keys_.begin(), keys_.end(), key) != keys_.end();
}

void Selection::setKeys(std::vector<edit::KeyRef> keys)
{
    if (keys == keys_) return;
    keys_ = std::move(keys);
    emit keysChanged();
}

void Selection::setHovered(NodeId node)
{
    if (std::exchange(hovered_, node) != node) emit hoveredChanged();
}

void Selection::clear()
{
    setNodes({});
    setKeys({});
    setHovered(NodeId::None);
}

void Selection::keepWhatExists(const Document& doc)
{
    const auto gone = [&](NodeId node) { return doc.scene->find(node) == kNoNode; };
    std::vector<NodeId> nodes = nodes_;
    std::erase_if(nodes, gone);
    setNodes(std::move(nodes));

    std::vector<edit::KeyRef> keys = keys_;
    std::erase_if(keys, [&](const edit::KeyRef& key) { return !exists(doc, key); });
    setKeys(std::move(keys));

    if (gone(hovered_)) setHovered(NodeId::None);
}

}  // namespace posewright::ui
