#include "core/export/safe_names.h"

#include "core/export/parts.h"
#include "core/io/gltf/carried_parts.h"
#include "core/io/text.h"

#include <map>
#include <string>
#include <vector>

namespace posewright::exports {

namespace {

void renameClips(Document& doc, io::Renamed& renamed)
{
    std::vector<std::string> names;
    names.reserve(doc.clips.size());
    for (const Shared<Clip>& clip : doc.clips) names.push_back(clip->name);
    const std::vector<std::string> safe = io::safeNames(names);
    if (safe == names) return;
    std::map<std::string, std::string> now;
    for (std::size_t i = 0; i < names.size(); ++i) {
        now[names[i]] = safe[i];
        if (safe[i] == names[i]) continue;
        renamed.emplace_back(names[i], safe[i]);
        doc.clips[i] = doc.clips[i].with([&](Clip& clip) { clip.name = safe[i]; });
    }
    const auto rename = [&](std::string& name) {
        if (const auto at = now.find(name); at != now.end()) name = at->second;
    };
    for (Shared<Origin>& origin : doc.origins)
        origin = origin.with([&](Origin& o) {
            rename(o.clip);
            rename(o.standsIn);
        });
}

/// Of a format whose writer names bones alone.
io::Renamed namesOfBones(const Scene& scene)
{
    std::vector<std::string> names;
    for (const Node& node : scene.nodes())
        if (node.bone()) names.push_back(node.name);
    const std::vector<std::string> safe = io::safeNames(names);
    io::Renamed changes;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (safe[i] != names[i]) changes.emplace_back(names[i], safe[i]);
    return changes;
}

}  // namespace

Document withSafeNames(const Document& doc, io::Renamed& renamed)
{
    Document out = doc;
    std::vector<Node> nodes = doc.scene->nodes();
    std::vector<std::string> names;
    names.reserve(nodes.size());
    for (const Node& node : nodes) names.push_back(node.name);
    const std::vector<std::string> safe = io::safeNames(names);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (safe[i] != names[i]) renamed.emplace_back(names[i], safe[i]);
        nodes[i].name = safe[i];
    }
    // Names alone changed, so the scene stays valid.
    if (auto scene = Scene::make(std::move(nodes), doc.scene->skins()))
        out.scene = *std::move(scene);
    renameClips(out, renamed);
    return io::gltf::withSafeNames(out, renamed);
}

io::Renamed namesThatChange(const Document& doc, const Options& options, const io::Format& format)
{
    const io::Abilities& can = format.abilities;
    if (!options.safeNames.value_or(false) && !(can.portable && options.portable)) return {};
    if (can.safeNames) return namesOfBones(*doc.scene);
    io::Renamed renamed;
    Diagnostics untold;
    Document out = options.allClips ? doc : withOneClip(doc);
    if (can.motion == io::Motion::Keys && !isProject(options, format)) out = withoutRig(out);
    withSafeNames(withMeshesAsked(out, options, can.meshes, untold), renamed);
    return renamed;
}

}  // namespace posewright::exports
