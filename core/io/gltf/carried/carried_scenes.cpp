#include "core/io/gltf/carried/carried_scenes.h"

#include "core/io/text.h"

#include <algorithm>
#include <string>
#include <utility>

namespace posewright::io::gltf {

namespace {

class SceneLister {
public:
    SceneLister(CarriedForm& form, const Scene& scene, const std::vector<bool>& atRoot,
                Diagnostics& told) :
        scenes_(form.gltf["scenes"]),
        owns_(form.own["nodes"]), usual_(form.gltf.value("scene", std::size_t{0})), scene_(scene),
        atRoot_(atRoot), told_(told), rowOf_(scene.size(), kNone)
    {
        for (std::size_t row = 0; row < owns_.size(); ++row) {
            node_.push_back(scene.find(form.nodeOf(row)));
            if (node_.back() != kNoNode) rowOf_[node_.back()] = row;
        }
        for (NodeIndex i = 0; i < scene.size(); ++i)
            top_.push_back(scene[i].parent == kNoNode ? i : top_[scene[i].parent]);
    }

    void run()
    {
        std::vector<std::vector<std::size_t>> dropped;
        for (Json& scene : scenes_) dropped.push_back(keepRoots(scene));
        findListed();
        for (std::size_t row = 0; row < owns_.size(); ++row)
            if (node_[row] != kNoNode && scene_[node_[row]].parent == kNoNode) listRoot(row);
        for (std::size_t i = 0; i < scenes_.size(); ++i) tellAndTidy(i, dropped[i]);
        for (std::size_t row = 0; row < owns_.size(); ++row) mark(row);
    }

private:
    static constexpr std::size_t kNone = ~std::size_t{0};

    /// Returns the rows that a scene can list no more.
    std::vector<std::size_t> keepRoots(Json& scene) const
    {
        std::vector<std::size_t> dropped;
        const auto nodes = scene.find("nodes");
        if (nodes == scene.end()) return dropped;
        Json left = Json::array();
        for (Json& listed : *nodes) {
            const auto row = listed.get<std::size_t>();
            const NodeIndex node = node_[row];
            if (node != kNoNode && (scene_[node].parent == kNoNode || atRoot_[node]))
                left.push_back(std::move(listed));
            else
                dropped.push_back(row);
        }
        *nodes = std::move(left);
        return dropped;
    }

    void findListed()
    {
        listing_.assign(owns_.size(), {});
        for (std::size_t i = 0; i < scenes_.size(); ++i)
            if (scenes_[i].contains("nodes"))
                for (const Json& row : scenes_[i]["nodes"])
                    listing_[row.get<std::size_t>()].push_back(i);
    }

    /// Lists a row that became a root where it was shown before.
    void listRoot(std::size_t row)
    {
        const auto shown = owns_[row].find("shown");
        if (shown == owns_[row].end()) return;
        if (listing_[row].empty()) {
            for (const Json& number : *shown) {
                const auto at = number.get<std::size_t>();
                if (at >= scenes_.size()) continue;
                scenes_[at]["nodes"].push_back(row);
                listing_[row].push_back(at);
            }
            if (shown->empty()) owns_[row]["loose"] = true;
        }
        owns_[row].erase("shown");
    }

    void tellAndTidy(std::size_t number, const std::vector<std::size_t>& dropped)
    {
        Json& scene = scenes_[number];
        if (!scene.contains("nodes")) return;
        const std::string name = scene.contains("name") && scene["name"].is_string()
                                     ? "the scene " + inQuotes(scene["name"].get<std::string>())
                                     : "scene " + std::to_string(number);
        const std::string place = "#/scenes/" + std::to_string(number) + "/nodes";
        for (const std::size_t row : dropped) {
            if (node_[row] == kNoNode || shows(number, top_[node_[row]])) continue;
            told_.push_back({Diagnostic::Severity::Warning,
                             inQuotes(scene_[node_[row]].name) + " hangs below another node, so " +
                                 name + " cannot list it",
                             place});
        }
        if (!scene["nodes"].empty()) return;
        scene.erase("nodes");
        told_.push_back({Diagnostic::Severity::Note, name + " shows nothing now", place});
    }

    bool shows(std::size_t number, NodeIndex root) const
    {
        const std::vector<std::size_t> all = shownWith(root);
        return std::ranges::find(all, number) != all.end();
    }

    /// The scenes that list a root; those that no scene lists are added to the default scene.
    std::vector<std::size_t> shownWith(NodeIndex root) const
    {
        const std::size_t row = rowOf_[root];
        if (row == kNone) return {usual_};
        if (!listing_[row].empty()) return listing_[row];
        if (owns_[row].contains("loose")) return {};
        return {usual_};
    }

    void mark(std::size_t row)
    {
        const NodeIndex node = node_[row];
        if (node == kNoNode || scene_[node].parent == kNoNode) return;
        const std::vector<std::size_t> all = shownWith(top_[node]);
        if (all.size() == 1 && all.front() == usual_)
            owns_[row].erase("shown");
        else
            owns_[row]["shown"] = all;
    }

    Json& scenes_;
    Json& owns_;
    const std::size_t usual_;
    const Scene& scene_;
    const std::vector<bool>& atRoot_;
    Diagnostics& told_;
    std::vector<std::size_t> rowOf_;                 ///< by node; kNone: it is no row of the form
    std::vector<NodeIndex> node_;                    ///< by row; kNoNode: the end of a bone
    std::vector<NodeIndex> top_;                     ///< the root above each node
    std::vector<std::vector<std::size_t>> listing_;  ///< by row: the scenes that list it
};

}  // namespace

void normaliseScenes(CarriedForm& form, const Scene& scene, const std::vector<bool>& atRoot,
                     Diagnostics& told)
{
    if (form.gltf.contains("scenes")) SceneLister(form, scene, atRoot, told).run();
}

}  // namespace posewright::io::gltf
