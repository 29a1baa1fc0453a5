#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"

#include <QObject>

#include <string>
#include <unordered_set>
#include <vector>

namespace posewright::ui {

using edit::findSpan;
using edit::SpanRef;

/// The selection, shared by tree, viewport, timeline and inspector. Not part of the document.
/// Contains only ids, so that it survives edits.
class Selection : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const std::vector<NodeId>& nodes() const noexcept { return nodes_; }
    bool contains(NodeId node) const;
    NodeId active() const noexcept { return nodes_.empty() ? NodeId::None : nodes_.back(); }

    /// In the order of picking, each once; the last one is active.
    void setNodes(std::vector<NodeId> nodes);
    void toggleNode(NodeId node);
    /// As setNodes for picking by the user: also deselects keys and spans.
    void pick(std::vector<NodeId> nodes);

    const std::vector<edit::KeyRef>& keys() const noexcept { return keys_; }
    bool contains(const edit::KeyRef& key) const;  ///< O(1)
    void setKeys(std::vector<edit::KeyRef> keys);

    const std::vector<SpanRef>& spans() const noexcept { return spans_; }
    bool contains(const SpanRef& span) const;
    void setSpans(std::vector<SpanRef> spans);
    /// Was the playhead moved since the spans, or the keys, were selected?
    bool spansAreOld() const noexcept { return spansAreOld_; }
    bool keysAreOld() const noexcept { return keysAreOld_; }
    void age() noexcept { spansAreOld_ = keysAreOld_ = true; }

    /// Frames of markers.
    const std::vector<double>& markers() const noexcept { return markers_; }
    void setMarkers(std::vector<double> frames);

    /// Name of the selected layer; empty: none.
    const std::string& layer() const noexcept { return layer_; }
    void setLayer(std::string layer);

    NodeId hovered() const noexcept { return hovered_; }
    void setHovered(NodeId node);

    /// Do limits that are set, and bones that are drawn, count for both sides of a figure? It stays
    /// when other things are selected.
    bool bothSides() const noexcept { return bothSides_; }
    void setBothSides(bool both)
    {
        if (both == bothSides_) return;
        bothSides_ = both;
        emit bothSidesChanged(both);
    }

    void clear();

    /// Removes what does not exist in the document.
    void keepWhatExists(const Document& doc);

signals:
    void nodesChanged();
    void keysChanged();
    void spansChanged();
    void markersChanged();
    void hoveredChanged();
    void bothSidesChanged(bool both);

private:
    struct KeyHash {
        std::size_t operator()(const edit::KeyRef& key) const noexcept;
    };

    std::vector<NodeId> nodes_;
    std::vector<edit::KeyRef> keys_;
    std::unordered_set<edit::KeyRef, KeyHash> keySet_;  ///< of keys_
    bool keysAreOld_ = false;
    std::vector<SpanRef> spans_;
    bool spansAreOld_ = false;
    std::vector<double> markers_;
    std::string layer_;
    NodeId hovered_ = NodeId::None;
    bool bothSides_ = false;
};

}  // namespace posewright::ui
