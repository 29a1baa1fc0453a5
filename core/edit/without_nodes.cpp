#include "core/edit/without_nodes.h"

#include "core/edit/change.h"
#include "core/edit/hand_over.h"
#include "core/edit/hung_keys.h"

#include <algorithm>

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

    void leave(Clip& clip) const
    {
        const auto gone = [&](const Shared<Track>& track) { return goes(track->node); };
        std::erase_if(clip.tracks, gone);
        for (Shared<Layer>& layer : clip.layers)
            layer = layer.with([&](Layer& changed) { std::erase_if(changed.tracks, gone); });
        for (SpanRow& row : clip.spans)
            for (Span& span : row.spans)
                std::erase_if(span.held, [&](const auto& held) { return goes(held.first); });
        convertKeys(clip, scene_, moved_);
        for (Shared<Track>& track : clip.tracks) {
            Track now = *track;
            forgetJoints(now, [&](NodeId joint) { return goes(joint); });
            if (!(now == *track)) track = std::move(now);
        }
    }

    const Document& doc_;
    const Scene& scene_;
    const std::vector<NodeId>& nodes_;
    const std::string& place_;
    std::vector<WorldTransform> rest_;
    HungFrom moved_;
};

}  // namespace

Result<Document> withoutNodes(const Document& doc, const std::vector<NodeId>& nodes,
                              const std::string& place)
{
    return NodeRemover(doc, nodes, place).run();
}

}  // namespace posewright::edit
