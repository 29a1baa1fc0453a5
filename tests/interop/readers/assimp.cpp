// Where assimp sees the nodes and vertices of a glTF file. assimp REQUEST, a text file whose lines
// are
//   file PATH | out PATH | clip NAME | time SECONDS | look SECONDS   (a time at which vertices are
//   told, too)
#include <algorithm>
#include <assimp/Importer.hpp>
#include <assimp/scene.h>
#include <assimp/version.h>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Clip {
    std::string name;
    std::vector<std::pair<double, bool>> times;  // [s], and whether vertices are told
};

template <class Key>
const Key* before(const Key* keys, unsigned count, double tick)
{
    const Key* after = std::upper_bound(keys, keys + count, tick,
                                        [](double t, const Key& key) { return t < key.mTime; });
    return after == keys ? nullptr : after - 1;
}

template <class Key>
double share(const Key& a, const Key& b, double tick)
{
    return (tick - a.mTime) / (b.mTime - a.mTime);
}

aiVector3D at(const aiVectorKey* keys, unsigned count, double tick)
{
    const aiVectorKey* a = before(keys, count, tick);
    if (!a) return keys[0].mValue;
    if (a + 1 == keys + count) return a->mValue;
    return a->mValue + (a[1].mValue - a->mValue) * static_cast<ai_real>(share(*a, a[1], tick));
}

aiQuaternion at(const aiQuatKey* keys, unsigned count, double tick)
{
    const aiQuatKey* a = before(keys, count, tick);
    if (!a) return keys[0].mValue;
    if (a + 1 == keys + count) return a->mValue;
    aiQuaternion out;
    aiQuaternion::Interpolate(out, a->mValue, a[1].mValue,
                              static_cast<ai_real>(share(*a, a[1], tick)));
    return out.Normalize();
}

using Matrices = std::map<const aiNode*, aiMatrix4x4>;

void place(const aiNode* node, const aiMatrix4x4& parent, const aiAnimation* clip, double tick,
           Matrices& out)
{
    aiMatrix4x4 local = node->mTransformation;
    for (unsigned i = 0; clip && i < clip->mNumChannels; ++i) {
        const aiNodeAnim& channel = *clip->mChannels[i];
        if (channel.mNodeName != node->mName) continue;
        aiVector3D scale;
        aiVector3D position;
        aiQuaternion rotation;
        local.Decompose(scale, rotation, position);
        if (channel.mNumScalingKeys)
            scale = at(channel.mScalingKeys, channel.mNumScalingKeys, tick);
        if (channel.mNumPositionKeys)
            position = at(channel.mPositionKeys, channel.mNumPositionKeys, tick);
        if (channel.mNumRotationKeys)
            rotation = at(channel.mRotationKeys, channel.mNumRotationKeys, tick);
        local = aiMatrix4x4(scale, rotation, position);
    }
    out[node] = parent * local;
    for (unsigned i = 0; i < node->mNumChildren; ++i)
        place(node->mChildren[i], out[node], clip, tick, out);
}

std::vector<aiVector3D> shaped(const aiNode* node, const aiMesh& mesh, const aiAnimation* clip,
                               double tick)
{
    std::vector<aiVector3D> out(mesh.mVertices, mesh.mVertices + mesh.mNumVertices);
    std::vector<double> weights(mesh.mNumAnimMeshes);
    for (unsigned i = 0; i < mesh.mNumAnimMeshes; ++i) weights[i] = mesh.mAnimMeshes[i]->mWeight;
    for (unsigned c = 0; clip && c < clip->mNumMorphMeshChannels; ++c) {
        const aiMeshMorphAnim& channel = *clip->mMorphMeshChannels[c];
        const aiMeshMorphKey* a =
            channel.mName == node->mName ? before(channel.mKeys, channel.mNumKeys, tick) : nullptr;
        if (!a) continue;
        const aiMeshMorphKey* b = a + 1 < channel.mKeys + channel.mNumKeys ? a + 1 : a;
        const double between = a == b ? 0 : share(*a, *b, tick);
        for (unsigned i = 0; i < a->mNumValuesAndWeights; ++i)
            if (a->mValues[i] < weights.size())
                weights[a->mValues[i]] = (1 - between) * a->mWeights[i] + between * b->mWeights[i];
    }
    for (unsigned i = 0; i < mesh.mNumAnimMeshes; ++i)
        for (unsigned v = 0; mesh.mAnimMeshes[i]->mVertices && v < mesh.mNumVertices; ++v)
            out[v] += (mesh.mAnimMeshes[i]->mVertices[v] - mesh.mVertices[v]) *
                      static_cast<ai_real>(weights[i]);
    return out;
}

std::vector<aiVector3D> skinned(const aiScene& scene, const aiNode* node, const aiMesh& mesh,
                                std::vector<aiVector3D> rest, const Matrices& world)
{
    if (mesh.mNumBones == 0) {
        for (aiVector3D& v : rest) v = world.at(node) * v;
        return rest;
    }
    std::vector<aiVector3D> out(rest.size());
    std::vector<ai_real> total(rest.size());
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
        const aiBone& bone = *mesh.mBones[b];
        const aiNode* joint = scene.mRootNode->FindNode(bone.mName);
        const aiMatrix4x4 matrix = joint ? world.at(joint) * bone.mOffsetMatrix : aiMatrix4x4();
        for (unsigned i = 0; i < bone.mNumWeights; ++i) {
            const aiVertexWeight& weight = bone.mWeights[i];
            out[weight.mVertexId] += (matrix * rest[weight.mVertexId]) * weight.mWeight;
            total[weight.mVertexId] += weight.mWeight;
        }
    }
    for (std::size_t i = 0; i < out.size(); ++i)
        if (total[i] > 0) out[i] /= total[i];
    return out;
}

/// As JSON; what is no number as Python reads it.
void print(std::ostream& out, const char* before, const aiVector3D& v)
{
    for (const ai_real x : {v.x, v.y, v.z}) {
        out << before;
        if (std::isfinite(x))
            out << x;
        else
            out << "NaN";
        before = ",";
    }
}

using Told = std::map<std::string, std::vector<std::string>>;

void print(std::ostream& out, const Told& told)
{
    const char* between = "{";
    for (const auto& [name, values] : told) {
        out << between << '"' << name << "\":[";
        for (std::size_t i = 0; i < values.size(); ++i) out << (i ? "," : "") << values[i];
        out << ']';
        between = ",";
    }
    out << (told.empty() ? "{}" : "}");
}

void tell(std::ostream& out, const aiScene& scene, const Clip& clip)
{
    const aiAnimation* animation = nullptr;
    for (unsigned i = 0; i < scene.mNumAnimations; ++i)
        if (clip.name == scene.mAnimations[i]->mName.C_Str()) animation = scene.mAnimations[i];
    Told joints;
    Told vertices;
    for (const auto& [time, look] : clip.times) {
        const double rate =
            animation && animation->mTicksPerSecond > 0 ? animation->mTicksPerSecond : 1000;
        Matrices world;
        place(scene.mRootNode, {}, animation, time * rate, world);
        for (const auto& [node, matrix] : world) {
            std::ostringstream text;
            text.precision(9);
            print(text, "[", {matrix.a4, matrix.b4, matrix.c4});
            text << ']';
            joints[node->mName.C_Str()].push_back(text.str());
            for (unsigned m = 0; look && m < node->mNumMeshes; ++m) {
                const aiMesh& mesh = *scene.mMeshes[node->mMeshes[m]];
                std::ostringstream all;
                all.precision(9);
                const char* between = "[";
                for (const aiVector3D& v : skinned(
                         scene, node, mesh, shaped(node, mesh, animation, time * rate), world)) {
                    print(all, between, v);
                    between = ",";
                }
                vertices[std::string(node->mName.C_Str()) + '/' + std::to_string(m)].push_back(
                    all.str() + ']');
            }
        }
    }
    out << "{\"joints\":";
    print(out, joints);
    out << ",\"vertices\":";
    print(out, vertices);
    out << '}';
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc != 2) return 2;
    std::ifstream request(argv[1]);
    std::string word;
    std::string rest;
    std::string file;
    std::string to;
    std::vector<Clip> clips;
    while (request >> word && request.get() && std::getline(request, rest)) {
        if (word == "file") file = rest;
        if (word == "out") to = rest;
        if (word == "clip") clips.push_back({rest, {}});
        if (word == "time" || word == "look")
            clips.back().times.emplace_back(std::stod(rest), word == "look");
    }
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile(file, 0);
    if (!scene || !scene->mRootNode) {
        std::fprintf(stderr, "%s\n", importer.GetErrorString());
        return 1;
    }
    std::ofstream out(to);
    out << "{\"reader\":\"assimp " << aiGetVersionMajor() << '.' << aiGetVersionMinor() << '.'
        << aiGetVersionPatch() << "\",\"clips\":[";
    for (std::size_t i = 0; i < clips.size(); ++i) {
        out << (i ? "," : "");
        tell(out, *scene, clips[i]);
    }
    out << "]}\n";
    return out ? 0 : 1;
}
