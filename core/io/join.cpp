#include "core/io/join.h"

#include "core/document/package.h"
#include "core/io/clip_rest.h"
#include "core/io/form_joiner.h"
#include "core/io/text.h"

#include <algorithm>
#include <map>

namespace posewright::io {

namespace {

using gltf::CarriedForm;
using gltf::carriedLights;
using gltf::Json;

/// Updates the part's reference to a carried row.
void moveSources(Node& node, const CarriedForm& form)
{
    const auto move = [](int& source, std::size_t first) {
        if (source >= 0) source += static_cast<int>(first);
    };
    if (auto* mesh = std::get_if<MeshPart>(&node.part)) move(mesh->source, form.rows("meshes"));
    if (auto* camera = std::get_if<CameraPart>(&node.part))
        move(camera->source, form.rows("cameras"));
    if (auto* light = std::get_if<LightPart>(&node.part))
        move(light->source, carriedLights(form.gltf));
}

CarriedForm emptyForm()
{
    CarriedForm form;
    form.gltf["asset"] = {{"version", "2.0"}};
    form.own = {{"nodes", Json::array()}, {"animations", Json::array()}, {"unsigned", true}};
    return form;
}

/// Names the clips that stay behind: what is shown comes along.
void tellOfClips(const Document& other, Diagnostics& told)
{
    constexpr int kMost = 5;
    std::string names;
    int count = 0;
    for (int row = 0; row < std::ssize(other.clips); ++row) {
        const Clip& clip = *other.clips[row];
        if (row == other.playback.clip || (!keyedRange(clip) && leftBehind(other, row).empty()))
            continue;
        if (count++ < kMost) names += (names.empty() ? "" : ", ") + inQuotes(clip.name);
    }
    if (count == 0) return;
    told.push_back({Diagnostic::Severity::Warning,
                    "of its clips only " + inQuotes(other.clip().name) + " comes along, and not " +
                        names + (count > kMost ? ", ..." : ""),
                    "#/animations"});
}

/// The animation of the clip that is shown, for keys that point at rows of `theirs`; one is made if
/// there are such keys and the clip has none.
ShownClips clipsOf(const Document& doc, const Document& other, const CarriedForm& theirs,
                   CarriedForm& form, Package& package)
{
    const int from = other.clip().source;
    if (from < 0 || std::size_t(from) >= theirs.rows("animations")) return {};
    const Json& animation = theirs.gltf["animations"][std::size_t(from)];
    if (pointingPart(animation)["channels"].empty()) return {};
    if (doc.clip().source >= 0) return {doc.clip().source, from};
    package.animation = static_cast<int>(form.rows("animations"));
    form.gltf["animations"].push_back(
        {{"name", doc.clip().name}, {"channels", Json::array()}, {"samplers", Json::array()}});
    form.own["animations"].push_back({{"rate", doc.clip().rate}});
    return {package.animation, from};
}

}  // namespace

Result<Joining> joining(const Document& doc, const Document& other)
{
    if (other.scene->size() == 0) return Error{"there is nothing in it", {}};
    if (!doc.carried->gltf && *doc.carried != Carried{})
        return Error{"what the document carries is of an old project: save it anew first", {}};
    Joining out{{}, other, {}};
    tellOfClips(other, out.diagnostics);
    const Diagnostics behind = leftBehind(other, other.playback.clip, false);
    out.diagnostics.insert(out.diagnostics.end(), behind.begin(), behind.end());
    CarriedForm form = gltf::carriedForm(doc).value_or(emptyForm());
    Package package;
    package.onto = placeOf(doc);
    std::map<std::uint64_t, std::uint64_t> ids;
    Document counter = doc;
    std::vector<Node> renamed;
    UniqueNames taken;
    for (const Node& node : doc.scene->nodes()) taken.make(node.name);
    for (const Node& node : other.scene->nodes()) {
        Node next = node;
        next.name = taken.make(node.name);
        renamed.push_back(next);
        moveSources(next, form);
        if (auto* bone = std::get_if<BonePart>(&next.part)) bone->limit = {};
        const NodeId id = newNodeId(counter);
        ids[static_cast<std::uint64_t>(node.id)] = static_cast<std::uint64_t>(id);
        package.nodes.push_back(std::move(next));
    }
    for (Skin skin : other.scene->skins()) {
        for (NodeId& joint : skin.joints) joint = NodeId(ids.at(static_cast<std::uint64_t>(joint)));
        package.skins.push_back(std::move(skin));
    }
    package.gltf = doc.carried->gltf;
    package.json = doc.carried->json;
    if (std::optional<CarriedForm> theirs = gltf::carriedForm(other)) {
        const std::size_t at = (doc.carried->data.size() + 7) / 8 * 8;
        package.data.assign(at - doc.carried->data.size(), 0);
        const ShownClips clips = clipsOf(doc, other, *theirs, form, package);
        joinForms(form, *std::move(theirs), clips, ids, other.carried->data, at, package.data,
                  out.diagnostics);
        package.gltf = true;
        package.json = form.text();
    }
    out.edit.content = textOf(package);
    if (Result<Scene> scene = Scene::make(std::move(renamed), other.scene->skins()))
        out.other.scene = *std::move(scene);
    return out;
}

}  // namespace posewright::io
