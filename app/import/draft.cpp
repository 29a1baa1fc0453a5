#include "app/import/draft.h"

namespace posewright::import {

namespace {

std::string textOf(const aiMetadata* data, const char* key)
{
    aiString value;
    return data && data->Get(key, value) ? value.C_Str() : std::string();
}

std::set<std::string> sightsIn(const aiScene& scene)
{
    std::set<std::string> out;
    for (unsigned i = 0; i < scene.mNumCameras; ++i) out.insert(scene.mCameras[i]->mName.C_Str());
    for (unsigned i = 0; i < scene.mNumLights; ++i) out.insert(scene.mLights[i]->mName.C_Str());
    return out;
}

}  // namespace

Draft::Draft(const aiScene& from) :
    scene(from), world(worldOf(from)), nodes(skeletonOf(*from.mRootNode, sightsIn(from)))
{
    for (std::size_t row = 0; row < nodes.size(); ++row)
        rowOf.emplace(nodes[row].node()->mName.C_Str(), static_cast<int>(row));
    byBlender = textOf(from.mMetaData, "SourceAsset_Generator").starts_with("Blender");
    fbx = textOf(from.mMetaData, "SourceAsset_Format").find("FBX") != std::string::npos;
}

int Draft::addNode(io::gltf::Json node, int parent)
{
    const int row = static_cast<int>(parents.size());
    parents.push_back(parent);
    if (parent >= 0) json["nodes"][parent]["children"].push_back(row);
    json["nodes"].push_back(std::move(node));
    return row;
}

Decomposed Draft::placed(int row, const aiMatrix4x4& local)
{
    const auto turned = turns.find(row);
    const Decomposed out = decomposed(turned == turns.end() ? local : local * turned->second);
    if (out.sheared && slanted.insert(row).second)
        lost.add(
            "parts that an uneven scale above them slants (shear) are straight here: apply the "
            "scale in the program that made the file",
            nodes[row].name);
    return inWorld(world, out, nodes[row].parent < 0);
}

int Draft::row(const char* name) const
{
    const auto found = rowOf.find(name);
    return found == rowOf.end() ? -1 : found->second;
}

bool Draft::isJoint(int row) const
{
    const aiNode& node = *nodes[row].node();
    return unsaid.joints.has(node.mName.C_Str(), node.mNumMeshes > 0);
}

void Draft::uses(const char* extension)
{
    io::gltf::Json& used = json["extensionsUsed"];
    for (const io::gltf::Json& one : used)
        if (one == extension) return;
    used.push_back(extension);
}

}  // namespace posewright::import
