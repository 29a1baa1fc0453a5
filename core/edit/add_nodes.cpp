#include "core/edit/add_nodes.h"

#include "core/document/package.h"
#include "core/edit/change.h"

#include <algorithm>

namespace posewright::edit {

namespace {

constexpr const char* kPlace = "/content";

/// Gives the active clip the carried animation that comes with the nodes.
Result<void> giveAnimation(Document& doc, int row)
{
    Shared<Clip>& clip = doc.clips[static_cast<std::size_t>(doc.playback.clip)];
    if (clip->source >= 0 || row != std::ssize(doc.carried->tracks))
        return refused("the clip has an animation already", kPlace);
    clip = clip.with([row](Clip& c) { c.source = row; });
    doc.carried = doc.carried.with([](Carried& carried) { carried.tracks.emplace_back(); });
    return {};
}

/// Skins of carried meshes come first, as in the file, so rows of skins made here increase.
void makeRoomForSkins(std::vector<Node>& nodes, std::size_t at, std::size_t count)
{
    for (Node& node : nodes)
        if (auto* mesh = std::get_if<MeshPart>(&node.part);
            mesh && mesh->skin >= static_cast<int>(at))
            mesh->skin += static_cast<int>(count);
}

}  // namespace

Result<Document> make(const Document& doc, const AddNodes& edit)
{
    Result<Package> package = packageFrom(edit.content);
    if (!package) return refused(package.error().message, kPlace);
    if (package->onto != placeOf(doc))
        return refused("these nodes were packed for another document, or for this one as it was",
                       kPlace);
    if (package->nodes.empty()) return refused("there are no nodes", kPlace);
    Document out = doc;
    std::vector<Node> nodes = doc.scene->nodes();
    std::vector<Skin> skins = doc.scene->skins();
    const std::size_t behind = std::min(doc.carried->skins.size(), skins.size());
    makeRoomForSkins(nodes, behind, package->skins.size());
    const int first = doc.scene->size();
    for (Node& node : package->nodes) {
        if (const Result<void> name = checkText(node.name); !name)
            return refused(name.error().message, kPlace);
        node.id = newNodeId(out);
        if (node.parent != kNoNode) node.parent += first;
        if (auto* mesh = std::get_if<MeshPart>(&node.part); mesh && mesh->skin >= 0)
            mesh->skin += static_cast<int>(behind);
        nodes.push_back(std::move(node));
    }
    skins.insert(skins.begin() + static_cast<std::ptrdiff_t>(behind), package->skins.begin(),
                 package->skins.end());
    Result<Scene> scene = Scene::make(std::move(nodes), std::move(skins));
    if (!scene) return refused(scene.error().message + " (" + scene.error().where + ")", kPlace);
    out.scene = *std::move(scene);
    out.carried = doc.carried.with([&](Carried& carried) {
        carried.json = package->json;
        carried.data.insert(carried.data.end(), package->data.begin(), package->data.end());
        carried.gltf = package->gltf;
        carried.skins.resize(behind);
        carried.skins.insert(carried.skins.end(), package->skins.begin(), package->skins.end());
    });
    if (package->animation >= 0)
        if (const Result<void> done = giveAnimation(out, package->animation); !done)
            return done.error();
    return out;
}

}  // namespace posewright::edit
