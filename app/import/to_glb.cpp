#include "app/import/to_glb.h"

#include "app/import/about.h"
#include "app/import/draft.h"
#include "app/import/extras.h"
#include "app/import/materials.h"
#include "app/import/meshes.h"
#include "app/import/sights.h"
#include "app/import/takes.h"
#include "core/io/gltf/gltf_file.h"

namespace posewright::import {

namespace {

using io::gltf::Json;

/// Has a node a camera or light?
bool isSight(const aiScene& scene, const aiNode& node)
{
    for (unsigned i = 0; i < scene.mNumCameras; ++i)
        if (scene.mCameras[i]->mName == node.mName) return true;
    for (unsigned i = 0; i < scene.mNumLights; ++i)
        if (scene.mLights[i]->mName == node.mName) return true;
    return false;
}

void writeNodes(Draft& draft)
{
    const Placing rest(draft.nodes, nullptr);
    for (std::size_t row = 0; row < draft.nodes.size(); ++row) {
        const int at = static_cast<int>(row);
        const Decomposed place = draft.placed(at, rest.local(at, 0));
        draft.rest.push_back(place);
        const std::string& name = draft.nodes[row].name;
        const auto title = draft.unsaid.titles.find(name);
        Json made = {{"name", title == draft.unsaid.titles.end() ? name : title->second},
                     {"translation", place.translation},
                     {"rotation", place.rotation},
                     {"scale", place.scale}};
        const aiNode& node = *draft.nodes[row].node();
        if (Json extras = extrasOf(node, isSight(draft.scene, node)); !extras.is_null())
            made["extras"] = std::move(extras);
        draft.addNode(std::move(made), draft.nodes[row].parent);
    }
}

/// Where assimp 5.2 gives the whole turn of a keyed node, it turns it by PostRotation, which is to
/// turn it back (FBX SDK, "Computing transformation matrices").
void mendPostTurns(Draft& draft)
{
    for (SkeletonNode& node : draft.nodes) {
        const auto post = draft.unsaid.postTurns.find(node.name);
        if (!draft.fbx || post == draft.unsaid.postTurns.end()) continue;
        aiQuaternion back = post->second;
        back.Conjugate();
        node.mend = back * back;
    }
}

void writeScene(Draft& draft)
{
    Json roots = Json::array();
    for (std::size_t row = 0; row < draft.parents.size(); ++row)
        if (draft.parents[row] < 0) roots.push_back(row);
    draft.json["scene"] = 0;
    draft.json["scenes"] = {Json::object()};
    if (!roots.empty()) draft.json["scenes"][0]["nodes"] = std::move(roots);
}

}  // namespace

Glb toGlb(const aiScene& scene, const Unsaid& unsaid)
{
    Draft draft(scene);
    draft.lost = unsaid.lost;
    draft.unsaid = unsaid;
    mendPostTurns(draft);
    Glb out;
    draft.json["asset"] = aboutFile(scene, unsaid);
    out.namesPictures = writeMaterials(draft);
    turnToSights(draft);
    writeNodes(draft);
    for (std::size_t row = 0; row < draft.nodes.size(); ++row)
        writeMeshes(draft, static_cast<int>(row));
    writeSights(draft);
    writeTakes(draft);
    writeScene(draft);
    const std::string bin = draft.buffers.finish(draft.json);
    out.bytes =
        io::gltf::glbBytes(draft.json.dump(-1, ' ', false, Json::error_handler_t::replace), bin);
    out.warnings = draft.lost.warnings();
    for (std::size_t row = 0; row < draft.nodes.size(); ++row)
        if (draft.isJoint(static_cast<int>(row))) out.joints.push_back(static_cast<int>(row));
    return out;
}

}  // namespace posewright::import
