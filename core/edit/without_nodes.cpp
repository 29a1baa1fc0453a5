#include "core/edit/without_nodes.h"

#include "core/edit/change.h"
#include "core/edit/hand_over.h"
#include "core/motion/turned.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace posewright::edit {

namespace {

/// Removes hints that lose their last joint: without joints they would mean that the key follows
/// the motion.
void forgetJoints(Track& track, const auto& goes)
{
    std::erase_if(track.hints, [&](KeyHint& hint) {
        const auto gone =
            std::erase_if(hint.joints, [&](const auto& bent) { return goes(bent.joint); });
        return gone > 0 && hint.joints.empty();
    });
}

class NodeRemover {
public:
    NodeRemover(const Document& doc, const std::vector<NodeId>& nodes, const std::string& place) :
        doc_(doc), scene_(*doc.scene), nodes_(nodes), place_(place), rest_(restWorld(scene_))
    {
    }

    Result<Document> run()
    {
        if (auto contact = checkContacts(); !contact) return contact.error();
        const Result<HandedOver> handed = handOver(scene_, nodes_, place_);
        if (!handed) return handed.error();
        Result<std::vector<Node>> kept = keptNodes(*handed);
        if (!kept) return kept.error();
        Result<Document> out = withNodes(doc_, *std::move(kept), handed->skins, place_);
        if (!out) return out;
        if (skinWithoutRoot(scene_, *out->scene) >= 0)
            return refused("the joints of a skin would have no common root without " +
                               quoted(scene_[scene_.find(nodes_.front())].name),
                           place_, "reparent its children to one bone first");
        for (Shared<Clip>& clip : out->clips)
            clip = clip.with([&](Clip& changed) { leave(changed); });
        return out;
    }

private:
    bool goes(NodeId node) const { return std::ranges::find(nodes_, node) != nodes_.end(); }

    Result<void> checkContacts() const
    {
        for (const Shared<Clip>& clip : doc_.clips)
            for (const SpanRow& row : clip->spans)
                for (const Span& span : row.spans)
                    if (goes(span.space))
                        return refused("a contact of \"" +
                                           targetName(doc_, constraintOf(doc_, row.constraint)) +
                                           "\" sticks to \"" +
                                           scene_[scene_.find(span.space)].name + '"',
                                       place_, "remove the contact first");
        return {};
    }

    Result<std::vector<Node>> keptNodes(const HandedOver& handed)
    {
        std::vector<NodeIndex> newRow(scene_.size(), kNoNode);
        std::vector<Node> kept;
        for (NodeIndex i = 0; i < scene_.size(); ++i) {
            if (goes(scene_[i].id)) continue;
            Node node = scene_[i];
            NodeIndex parent = node.parent;
            while (parent != kNoNode && goes(scene_[parent].id)) parent = scene_[parent].parent;
            if (parent != node.parent) {
                const WorldTransform above = parent == kNoNode ? WorldTransform{} : rest_[parent];
                const Result<Transform> rest = relativeTo(above, rest_[i]);
                if (!rest) return refused(rest.error().message, place_);
                node.rest = *rest;
                const Node& gone = scene_[scene_[i].parent];
                // What is known exactly is not computed.
                moved_.emplace(node.id, gone.parent == parent
                                            ? gone.rest
                                            : *relativeTo(above, rest_[scene_[i].parent]));
            }
            node.parent = parent == kNoNode ? kNoNode : newRow[parent];
            newRow[i] = static_cast<NodeIndex>(kept.size());
            kept.push_back(std::move(node));
        }
        for (const auto& [row, mesh] : handed.meshes)
            if (newRow[row] != kNoNode) std::get<MeshPart>(kept[newRow[row]].part).mesh = mesh;
        return kept;
    }

    /// What keys of a node are in the space of its new parent.
    NewAxes axesOf(NodeId node) const
    {
        NewAxes to;
        const auto between = moved_.find(node);
        if (between == moved_.end()) return to;
        const Transform& t = between->second;
        to.left = to.way = t.rotation;
        to.place = t.translation;
        to.size = std::cbrt(std::abs(t.scale.prod()));
        to.unkeyed = scene_[scene_.find(node)].rest.translation;
        return to;
    }

    void leave(Clip& clip) const
    {
        std::erase_if(clip.tracks, [&](const Shared<Track>& t) { return goes(t->node); });
        for (Shared<Track>& track : clip.tracks) {
            Track now = turned(*track, axesOf(track->node));
            forgetJoints(now, [&](NodeId joint) { return goes(joint); });
            if (!(now == *track)) track = std::move(now);
        }
        for (Shared<Layer>& layer : clip.layers)
            layer = layer.with([&](Layer& changed) { leave(changed); });
        for (SpanRow& row : clip.spans)
            for (Span& span : row.spans) {
                std::erase_if(span.held, [&](const auto& held) { return goes(held.first); });
                for (auto& [joint, turn] : span.held)
                    if (moved_.contains(joint)) turn = (axesOf(joint).left * turn).normalized();
            }
    }

    /// Keys of layers are offsets: rotations from a node's own, translations in its parent's space.
    void leave(Layer& layer) const
    {
        std::erase_if(layer.tracks, [&](const auto& t) { return goes(t->node); });
        for (Shared<Track>& track : layer.tracks) {
            const NewAxes axes = axesOf(track->node);
            Track now = turned(*track, {.way = axes.way, .size = axes.size});
            if (!(now == *track)) track = std::move(now);
        }
    }

    const Document& doc_;
    const Scene& scene_;
    const std::vector<NodeId>& nodes_;
    const std::string& place_;
    std::vector<WorldTransform> rest_;
    std::map<NodeId, Transform> moved_;  ///< where the old parents of moved children are at rest,
                                         ///< in the space of the new ones
};

}  // namespace

Result<Document> withoutNodes(const Document& doc, const std::vector<NodeId>& nodes,
                              const std::string& place)
{
    return NodeRemover(doc, nodes, place).run();
}

}  // namespace posewright::edit
