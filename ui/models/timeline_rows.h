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

/// What a key is drawn as: how the motion leaves it.
enum class Glyph : std::uint8_t { Curve, Hold, Linear, Eased };

/// Everything of one row that is keyed at one frame.
struct TimelineKey {
    double frame = 0;
    Glyph glyph = Glyph::Curve;
    bool operator==(const TimelineKey&) const = default;
};
using TimelineKeys = std::shared_ptr<const std::vector<TimelineKey>>;

/// What a row stands for; stays the same while the document changes.
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
    /// None: the summary, the groups, layers and their weights; of an influence: its target
    NodeId node = NodeId::None;
    std::string layer{};  ///< of a layer and what hangs below it: its name
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
    /// Where its keys are not to be seen: of joints where a target decides in their place, of
    /// targets outside every span. Sorted, apart from each other.
    std::vector<std::pair<double, double>> overridden;

    /// What its key at a frame is called in edits. @pre it has keys of its own
    edit::KeyRef ref(double frame) const;
};

/// The keys of a track, by frame. O(keys).
std::vector<TimelineKey> timelineKeys(const Track& track);

/// Builds the tree and keeps, from one version of a document to the next, what did not change.
class RowBuilder {
public:
    /// A summary, the targets with their influence and poles, the layers from the last to the
    /// first with their weights and offsets, the joints as they hang together.
    /// Parents come before their children. Empty for an empty scene.
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

/// Where none of the keys of several rows is to be seen, as in RowData::overridden.
/// @param merged mergedKeys of them. O(keys + rows * merged)
std::vector<std::pair<double, double>> overriddenTogether(const std::vector<const RowData*>& rows,
                                                          const std::vector<TimelineKey>& merged);

/// The frames of several rows as one; a key that they all agree on keeps its glyph. O(keys) where
/// all lie on whole frames.
std::vector<TimelineKey> mergedKeys(const std::vector<const std::vector<TimelineKey>*>& rows);

}  // namespace posewright::ui
