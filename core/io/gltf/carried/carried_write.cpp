#include "core/io/gltf/carried/carried_write.h"

#include "core/io/gltf/gltf_file.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace posewright::io::gltf {

FileRows::FileRows(const CarriedForm* form, const Scene& scene) :
    row_(scene.size(), -1), hasEnd_(scene.size(), false), outOfOrder_(scene.size(), false)
{
    carried_ = form ? static_cast<int>(form->rows("nodes")) : 0;
    size_ = static_cast<std::size_t>(carried_);
    for (int row = 0; row < carried_; ++row) {
        const NodeId bone = form->boneOfEnd(row);
        if (bone == NodeId::None)
            row_[scene.find(form->nodeOf(row))] = row;
        else
            hasEnd_[scene.find(bone)] = true;
    }
    for (int& row : row_)
        if (row < 0) row = static_cast<int>(size_++);
    std::vector<NodeIndex> inFile(row_.size());
    std::iota(inFile.begin(), inFile.end(), 0);
    std::sort(inFile.begin(), inFile.end(),
              [&](NodeIndex a, NodeIndex b) { return row_[a] < row_[b]; });
    for (std::size_t i = 0; i < inFile.size(); ++i)
        outOfOrder_[inFile[i]] = inFile[i] != static_cast<NodeIndex>(i);
}

Json carriedNode(const CarriedForm& form, std::size_t row)
{
    Json json = form.gltf["nodes"][row];
    Json own = form.own["nodes"][row];
    own.erase("id");
    if (!own.empty()) json["extensions"][kExtension]["carried"] = std::move(own);
    return json;
}

void sortChildren(Json& nodes, const CarriedForm& form)
{
    const std::size_t carried = form.rows("nodes");
    for (std::size_t row = 0; row < nodes.size(); ++row) {
        const auto children = nodes[row].find("children");
        if (children == nodes[row].end()) continue;
        const bool ordered = row < carried && form.own["nodes"][row].contains("children");
        const std::size_t first = ordered ? form.gltf["nodes"][row]["children"].size() : 0;
        // Children in the carried order come first and are repeated among the written ones.
        const auto middle = children->begin() + static_cast<std::ptrdiff_t>(first);
        const std::set<Json> known(children->begin(), middle);
        const auto isKnown = [&](const Json& child) { return known.contains(child); };
        children->erase(std::remove_if(middle, children->end(), isKnown), children->end());
        std::sort(children->begin() + static_cast<std::ptrdiff_t>(first), children->end());
    }
}

namespace {

/// The rows that each scene lists.
std::vector<std::set<int>> listedRows(const Json& scenes)
{
    std::vector<std::set<int>> out;
    for (const Json& scene : scenes) {
        std::set<int>& rows = out.emplace_back();
        if (scene.contains("nodes"))
            for (const Json& row : scene["nodes"]) rows.insert(row.get<int>());
    }
    return out;
}

}  // namespace

void writeScenes(Json& json, const CarriedForm* form, const std::vector<int>& roots,
                 const std::vector<int>& cameFrom)
{
    if (!form || !form->gltf.contains("scenes")) {
        json["scene"] = 0;
        json["scenes"] = Json::array({Json::object()});
        if (!roots.empty()) json["scenes"][0]["nodes"] = roots;
        return;
    }
    Json scenes = form->gltf["scenes"];
    const std::vector<std::set<int>> lists = listedRows(scenes);
    const std::size_t usual = form->gltf.value("scene", std::size_t{0});
    const auto isLoose = [&](int row) {
        return row < std::ssize(form->own["nodes"]) && form->own["nodes"][row].contains("loose");
    };
    for (std::size_t i = 0; i < roots.size(); ++i) {
        const auto listing = [](int row) {
            return [row](const std::set<int>& rows) { return rows.contains(row); };
        };
        bool placed = std::any_of(lists.begin(), lists.end(), listing(roots[i]));
        if (placed || isLoose(cameFrom[i])) continue;
        for (std::size_t scene = 0; scene < scenes.size(); ++scene)
            if (lists[scene].contains(cameFrom[i])) {
                scenes[scene]["nodes"].push_back(roots[i]);
                placed = true;
            }
        if (!placed) scenes[usual]["nodes"].push_back(roots[i]);
    }
    json["scenes"] = std::move(scenes);
}

Json joinedAnimation(Json carried, Json ours)
{
    if (ours.is_null()) return carried;
    const std::size_t first = carried["samplers"].size();
    for (Json& channel : ours["channels"]) {
        channel["sampler"] = channel["sampler"].get<std::size_t>() + first;
        carried["channels"].push_back(std::move(channel));
    }
    for (Json& sampler : ours["samplers"]) carried["samplers"].push_back(std::move(sampler));
    return carried;
}

}  // namespace posewright::io::gltf
