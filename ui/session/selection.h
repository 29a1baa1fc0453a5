#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"

#include <QObject>

#include <vector>

namespace posewright::ui {

/// What the user works on: shared by tree, viewport, timeline and inspector, beside the document
/// and not in it. Holds ids only, so that it survives edits.
class Selection : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const std::vector<NodeId>& nodes() const noexcept { return nodes_; }
    bool contains(NodeId node) const;
    NodeId active() const noexcept { return nodes_.empty() ? NodeId::None : nodes_.back(); }

    /// In the order picked; the last one is the active one.
    void setNodes(std::vector<NodeId> nodes);
    void toggleNode(NodeId node);

    const std::vector<edit::KeyRef>& keys() const noexcept { return keys_; }
    bool contains(const edit::KeyRef& key) const;
    void setKeys(std::vector<edit::KeyRef> keys);

    NodeId hovered() const noexcept { return hovered_; }
    void setHovered(NodeId node);

    void clear();

    /// Drops what the document does not hold.
    void keepWhatExists(const Document& doc);

signals:
    void nodesChanged();
    void keysChanged();
    void hoveredChanged();

private:
    std::vector<NodeId> nodes_;
    std::vector<edit::KeyRef> keys_;
    NodeId hovered_ = NodeId::None;
};

}  // namespace posewright::ui
