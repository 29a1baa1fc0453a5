#include "core/io/gltf/carried/carried_rows.h"

#include "core/io/text.h"

#include <algorithm>
#include <charconv>

namespace posewright::io::gltf {

namespace {

class RowDropper {
public:
    RowDropper(CarriedForm& form, const Scene& scene, Diagnostics& told) :
        form_(form), scene_(scene), told_(told)
    {
    }

    void run()
    {
        if (!findRows()) return;
        moveNodes();
        Json& gltf = form_.gltf;
        if (gltf.contains("scenes"))
            for (Json& scene : gltf["scenes"])
                if (scene.contains("nodes")) keepRows(scene["nodes"]);
        if (gltf.contains("skins"))
            for (std::size_t i = 0; i < gltf["skins"].size(); ++i)
                moveSkeleton(gltf["skins"][i], i);
        if (gltf.contains("animations"))
            for (std::size_t i = 0; i < gltf["animations"].size(); ++i)
                if (moveChannels(gltf["animations"][i]["channels"], i))
                    dropUnusedSamplers(gltf["animations"][i]);
        tellOfUnknown();
    }

private:
    /// Finds the new row of each row; -1: removed. False: none was removed.
    bool findRows()
    {
        bool gone = false;
        for (std::size_t i = 0; i < form_.own["nodes"].size(); ++i) {
            const NodeId bone = form_.boneOfEnd(i);
            const NodeId id = bone == NodeId::None ? form_.nodeOf(i) : bone;
            const bool stays = scene_.find(id) != kNoNode;
            row_.push_back(stays ? left_++ : -1);
            gone = gone || !stays;
        }
        return gone;
    }

    bool follow(Json& row) const
    {
        const int now = row_[row.get<std::size_t>()];
        if (now >= 0) row = now;
        return now >= 0;
    }

    /// Where the node is gone that a skin names as its skeleton, the closest common root of its
    /// joints takes its place.
    void moveSkeleton(Json& skin, std::size_t number)
    {
        const auto skeleton = skin.find("skeleton");
        if (skeleton == skin.end() || follow(*skeleton)) return;
        const NodeIndex root = commonRoot(scene_.skins()[number]);
        const Json& owns = form_.own["nodes"];
        std::size_t row = 0;
        while (row < owns.size() && (root == kNoNode || form_.nodeOf(row) != scene_[root].id))
            ++row;
        const bool isThere = row < owns.size();
        if (isThere)
            *skeleton = row;
        else
            skin.erase(skeleton);
        told_.push_back(
            {Diagnostic::Severity::Note,
             "the node was removed that skin " + std::to_string(number) +
                 " names as its skeleton: it " +
                 (isThere ? "names " + inQuotes(scene_[root].name) + " now" : "names none now"),
             "#/skins/" + std::to_string(number) + "/skeleton"});
    }

    /// kNoNode: they have none.
    NodeIndex commonRoot(const Skin& skin) const
    {
        NodeIndex root = scene_.find(skin.joints.front());
        for (const NodeId id : skin.joints) {
            const NodeIndex joint = scene_.find(id);
            while (root != kNoNode && root != joint && !scene_.isAbove(root, joint))
                root = scene_[root].parent;
        }
        return root;
    }

    std::size_t keepRows(Json& rows) const
    {
        Json kept = Json::array();
        for (Json& row : rows)
            if (follow(row)) kept.push_back(std::move(row));
        rows = std::move(kept);
        return rows.size();
    }

    void moveNodes()
    {
        Json nodes = Json::array();
        Json owns = Json::array();
        for (std::size_t i = 0; i < row_.size(); ++i) {
            Json& node = form_.gltf["nodes"][i];
            Json& own = form_.own["nodes"][i];
            if (row_[i] < 0) {
                if (own.contains("id")) take(node, own, i);
                continue;
            }
            if (own.contains("children")) own["children"] = keepRows(node["children"]);
            nodes.push_back(std::move(node));
            owns.push_back(std::move(own));
        }
        form_.own["nodes"] = std::move(owns);
        if (nodes.empty())
            form_.gltf.erase("nodes");
        else
            form_.gltf["nodes"] = std::move(nodes);
        if (beyond_ > 0)
            told_.push_back(
                {Diagnostic::Severity::Note,
                 "with nodes that were removed went what the file said of them: " + lost_ +
                     (beyond_ > kMostNames
                          ? " and " + std::to_string(beyond_ - kMostNames) + " more"
                          : ""),
                 {}});
    }

    /// Takes down what is lost with a node.
    void take(const Json& node, const Json& own, std::size_t row)
    {
        const std::string said = saidOfNode(node);
        if (said.empty() || ++beyond_ > kMostNames) return;
        const auto name = own.find("name");
        lost_ += (lost_.empty() ? "" : ", ") +
                 (name != own.end() && name->is_string() ? inQuotes(name->get<std::string>())
                                                         : "node " + std::to_string(row)) +
                 " (" + said + ')';
    }

    /// True: some were removed.
    bool moveChannels(Json& channels, std::size_t animation)
    {
        Json kept = Json::array();
        std::string gone;
        std::size_t count = 0;
        for (std::size_t i = 0; i < channels.size(); ++i) {
            Json& target = channels[i]["target"];
            if (target.contains("node") && !follow(target["node"])) continue;
            std::string* pointer = pointerIn(target);
            if (pointer && !movePointer(*pointer)) {
                if (++count <= kMostNames)
                    gone += (gone.empty() ? "" : ", ") + quotedPointer(*pointer);
                continue;
            }
            kept.push_back(std::move(channels[i]));
        }
        if (count > 0) tellOfPointers(gone, count, animation);
        const bool fewer = kept.size() != channels.size();
        channels = std::move(kept);
        return fewer;
    }

    /// @param names  the first of them
    void tellOfPointers(const std::string& names, std::size_t count, std::size_t animation)
    {
        told_.push_back(
            {Diagnostic::Severity::Warning,
             "with nodes that were removed went keys that point at them: " + names +
                 (count > kMostNames ? " and " + std::to_string(count - kMostNames) + " more" : ""),
             "#/animations/" + std::to_string(animation)});
    }

    /// Updates "/nodes/7/..."; false if that node was removed.
    bool movePointer(std::string& pointer) const
    {
        constexpr std::string_view kNodes = "/nodes/";
        if (pointer.rfind(kNodes, 0) != 0) return true;
        std::size_t row = 0;
        const char* const first = pointer.data() + kNodes.size();
        const char* const end = pointer.data() + pointer.size();
        const auto [rest, error] = std::from_chars(first, end, row);
        if (error != std::errc() || row >= row_.size()) return true;
        if (row_[row] < 0) return false;
        pointer = std::string(kNodes) + std::to_string(row_[row]) + std::string(rest, end);
        return true;
    }

    void tellOfUnknown()
    {
        std::string names;
        if (form_.gltf.contains("extensionsUsed"))
            for (const Json& name : form_.gltf["extensionsUsed"])
                if (name.is_string() && !isKnownExtension(name.get_ref<const std::string&>()))
                    names += (names.empty() ? "" : ", ") + inQuotes(name.get<std::string>());
        if (!names.empty())
            told_.push_back({Diagnostic::Severity::Warning,
                             "nodes were removed, and the others have new numbers: where the "
                             "extension " +
                                 names + " names nodes, it may name others now",
                             {}});
    }

    CarriedForm& form_;
    const Scene& scene_;
    Diagnostics& told_;
    std::vector<int> row_;
    int left_ = 0;
    static constexpr int kMostNames = 5;
    int beyond_ = 0;    ///< nodes that went and of which the file said more
    std::string lost_;  ///< the first of them
};

}  // namespace

void dropGoneNodes(CarriedForm& form, const Scene& scene, Diagnostics& told)
{
    RowDropper(form, scene, told).run();
}

}  // namespace posewright::io::gltf
