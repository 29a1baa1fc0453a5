#pragma once

#include "core/edit/edit.h"

#include <QString>

#include <compare>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace posewright::ui {

/// The shape of a drawn key, for the interpolation after it.
enum class Glyph : std::uint8_t { Curve, Hold, Linear, Eased };

/// All keys of one row at one frame.
struct TimelineKey {
    double frame = 0;
    Glyph glyph = Glyph::Curve;
    bool operator==(const TimelineKey&) const = default;
};
using TimelineKeys = std::shared_ptr<const std::vector<TimelineKey>>;

/// Identity of a row, stable while the document changes.
struct RowId {
    enum class Kind : std::uint8_t {
        Summary,
        Targets,
        Target,
        Influence,
        Pole,
        Layers,
        Layer,
        Weight,  ///< of a layer
        Offset,  ///< what a layer adds to a node
        Joints,
        Joint
    };
    Kind kind = Kind::Target;
    /// None for the summary, groups, layers and weights; for an influence: its target
    NodeId node = NodeId::None;
    std::string layer{};  ///< name of the layer, for a layer and rows below it
    auto operator<=>(const RowId&) const = default;
};

/// A row of the whole tree, shown or not.
struct RowData {
    RowId id;
    QString name;
    ConstraintId constraint = ConstraintId::None;  ///< of targets and influences
    int parent = -1;                               ///< row of the tree
    TimelineKeys keys;                             ///< its own, sorted by frame; never null
    std::vector<Span> spans;                       ///< targets only
    /// Frame ranges in which its keys have no effect: for joints while a target controls them, for
    /// targets outside of spans. Sorted, disjoint.
    std::vector<std::pair<double, double>> overridden;

    /// The reference to its key at a frame. @pre it has keys of its own
    edit::KeyRef ref(double frame) const;
};

/// The keys of a track, by frame. O(keys).
std::vector<TimelineKey> timelineKeys(const Track& track);

/// Builds the tree, reusing what has not changed since the last document.
class RowBuilder {
public:
    /// A summary, the targets with their influence and poles, the layers from the last to the first
    /// with their weights and offsets, the hierarchy of joints. Parents come before their children.
    /// Empty for an empty scene.
    std::vector<RowData> rows(const Document& doc);

private:
    TimelineKeys keysOf(const std::vector<Shared<Track>>& tracks, const RowId& row);
    TimelineKeys keysOf(const Document& doc, NodeId node);
    void addLayers(std::vector<RowData>& rows, const Document& doc);
    /// Rows of targets, with their influences and poles; `taken` gets the nodes that have one now.
    void addTargets(std::vector<RowData>& rows, const Document& doc, std::set<NodeId>& taken);
    /// Rows of joints and of whatever else moves, in the order of the tree.
    void addJoints(std::vector<RowData>& rows, const Document& doc, const std::set<NodeId>& taken);

    struct Known {
        Shared<Track> track;
        TimelineKeys keys;
    };
    std::map<std::pair<std::string, NodeId>, Known> known_;  ///< by layer
};

/// Where no key of several rows has an effect, as in RowData::overridden.
/// @param merged mergedKeys of them. O(keys + rows * merged)
std::vector<std::pair<double, double>> overriddenTogether(const std::vector<const RowData*>& rows,
                                                          const std::vector<TimelineKey>& merged);

/// The keys of several rows merged by frame; the glyph is kept if all agree. O(keys) if all are on
/// whole frames.
std::vector<TimelineKey> mergedKeys(const std::vector<const std::vector<TimelineKey>*>& rows);

}  // namespace posewright::ui
