#include "app/import/sights.h"

#include "app/import/producers.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <set>
#include <string>

namespace posewright::import {

namespace {

using io::gltf::Json;

constexpr const char* kLights = "KHR_lights_punctual";
constexpr double kWidest = std::numbers::pi / 2;  ///< half angle of a spot

/// What looks or shines like glTF's cameras and lights, in the node's space.
aiMatrix4x4 facing(aiVector3D place, aiVector3D along, aiVector3D up)
{
    aiVector3D back = -along;
    if (!(back.Length() > 0)) back = {0, 0, 1};
    back.Normalize();
    aiVector3D right = up ^ back;
    if (!(right.Length() > 1e-4F)) right = aiVector3D(0, 0, 1) ^ back;
    if (!(right.Length() > 1e-4F)) right = {1, 0, 0};
    right.Normalize();
    const aiVector3D top = back ^ right;
    return {right.x, top.x, back.x, place.x, right.y, top.y, back.y, place.y,
            right.z, top.z, back.z, place.z, 0,       0,     0,      1};
}

aiMatrix4x4 facingOf(const aiCamera& camera)
{
    return facing(camera.mPosition, camera.mLookAt, camera.mUp);
}

aiMatrix4x4 facingOf(const aiLight& light)
{
    if (light.mType == aiLightSource_POINT) return facing(light.mPosition, {0, 0, -1}, {0, 1, 0});
    return facing(light.mPosition, light.mDirection, {0, 0, -1});
}

bool known(const aiLight& light)
{
    return light.mType == aiLightSource_DIRECTIONAL || light.mType == aiLightSource_POINT ||
           light.mType == aiLightSource_SPOT;
}

/// Has the node of a row nothing but its sight?
class Alone {
public:
    explicit Alone(const Draft& draft) : draft_(draft)
    {
        for (unsigned i = 0; i < draft.scene.mNumMeshes; ++i)
            for (unsigned b = 0; b < draft.scene.mMeshes[i]->mNumBones; ++b)
                bones_.insert(draft.scene.mMeshes[i]->mBones[b]->mName.C_Str());
    }
    bool operator()(int row) const
    {
        const aiNode& node = *draft_.nodes[row].node();
        return node.mNumChildren == 0 && node.mNumMeshes == 0 &&
               !bones_.contains(node.mName.C_Str());
    }

private:
    const Draft& draft_;
    std::set<std::string> bones_;
};

/// The row that gets a camera or light of the file's node `row`.
int seatOf(Draft& draft, int row, const aiMatrix4x4& faces, const char* what)
{
    const auto& turns = draft.turns;
    const auto turned = turns.find(row);
    if (turned != turns.end() && turned->second.Equal(faces)) return row;
    if (turned == turns.end() && faces.IsIdentity()) return row;
    aiMatrix4x4 below = faces;
    if (turned != turns.end()) below = aiMatrix4x4(turned->second).Inverse() * faces;
    const Decomposed place = inWorld(draft.world, decomposed(below), false);
    return draft.addNode({{"name", draft.nodes[row].name + ' ' + what},
                          {"translation", place.translation},
                          {"rotation", place.rotation}},
                         row);
}

/// The lengths of the file's cameras in metres.
double metresOf(const Draft& draft)
{
    aiVector3D scale, place;
    aiQuaternion turn;
    draft.scene.mRootNode->mTransformation.Decompose(scale, turn, place);
    return draft.world.metres * std::abs(scale.x);
}

void writeCamera(Draft& draft, const aiCamera& camera)
{
    const int row = draft.row(camera.mName.C_Str());
    if (row < 0 && isProducer(camera.mName.C_Str())) return;
    if (row < 0) return draft.lost.add("cameras without a node are left out", camera.mName.C_Str());
    const double across = std::clamp<double>(camera.mHorizontalFOV, 1e-3, 3.1);
    const double aspect = camera.mAspect > 0 ? camera.mAspect : 1;
    const double metres = metresOf(draft);
    const double near = camera.mClipPlaneNear > 0 ? camera.mClipPlaneNear * metres : 0.1;
    Json view = {{"yfov", 2 * std::atan(std::tan(across / 2) / aspect)}, {"znear", near}};
    if (camera.mAspect > 0) view["aspectRatio"] = aspect;
    if (const double far = camera.mClipPlaneFar * metres; far > near) view["zfar"] = far;
    draft.json["cameras"].push_back({{"type", "perspective"}, {"perspective", std::move(view)}});
    const int seat = seatOf(draft, row, facingOf(camera), "camera");
    draft.json["nodes"][seat]["camera"] = draft.json["cameras"].size() - 1;
}

/// Half angles of a spot. FBX and COLLADA have whole ones; assimp gives COLLADA's as the inner one
/// and makes up the outer one.
Json coneOf(const Draft& draft, const aiLight& light)
{
    const double whole = draft.fbx ? light.mAngleOuterCone : light.mAngleInnerCone;
    const double outer = std::clamp(whole / 2, 1e-3, kWidest);
    const double inner = draft.fbx ? light.mAngleInnerCone / 2 : 0;
    return {{"outerConeAngle", outer}, {"innerConeAngle", std::clamp(inner, 0.0, 0.999 * outer)}};
}

aiMatrix4x4 inScene(const aiNode& node)
{
    aiMatrix4x4 out = node.mTransformation;
    for (const aiNode* up = node.mParent; up; up = up->mParent) out = up->mTransformation * out;
    return out;
}

struct Bounds {
    aiVector3D least{1e30F}, most{-1e30F};

    bool empty() const { return least.x > most.x; }
    void add(const aiVector3D& at)
    {
        for (unsigned i = 0; i < 3; ++i) {
            least[i] = std::min(least[i], at[i]);
            most[i] = std::max(most[i], at[i]);
        }
    }
};

void addMeshes(const aiScene& scene, const aiNode& node, Bounds& to)
{
    const aiMatrix4x4 place = inScene(node);
    for (unsigned m = 0; m < node.mNumMeshes; ++m) {
        const aiMesh& mesh = *scene.mMeshes[node.mMeshes[m]];
        for (unsigned v = 0; v < mesh.mNumVertices; ++v) to.add(place * mesh.mVertices[v]);
    }
    for (unsigned i = 0; i < node.mNumChildren; ++i) addMeshes(scene, *node.mChildren[i], to);
}

/// How far a light is from what it shines on: the middle of all meshes; inside a figure, its
/// surface. In the scene's unit; no value: there are no meshes.
std::optional<double> awayFrom(const Draft& draft, const aiLight& light, int row)
{
    Bounds meshes;
    addMeshes(draft.scene, *draft.scene.mRootNode, meshes);
    if (meshes.empty()) return std::nullopt;
    const aiVector3D middle = (meshes.least + meshes.most) * 0.5F;
    const aiVector3D from = inScene(*draft.nodes[row].node()) * aiVector3D(light.mPosition);
    return std::max((from - middle).Length(), 0.5F * (meshes.most - meshes.least).Length());
}

/// How bright a light of glTF must be, which fades with the square of the distance, to be at the
/// middle of the meshes what this one is there; 1: as it is. Those of FBX that fade are taken to do
/// so with the square.
double asBright(Draft& draft, const aiLight& light, int row)
{
    const double constant = light.mAttenuationConstant, linear = light.mAttenuationLinear,
                 square = light.mAttenuationQuadratic;
    const bool fades = linear != 0 || square != 0;
    if (draft.byBlender || light.mType == aiLightSource_DIRECTIONAL || (draft.fbx && fades))
        return 1;
    if (constant == 0 && linear == 0 && square > 0) return 1 / square;
    const std::optional<double> away = awayFrom(draft, light, row);
    const std::string how = fades ? "lights that fade other than with the square of the distance "
                                    "fade with it in glTF"
                                  : "lights that do not fade with distance do in glTF";
    draft.lost.add(how + (away ? ": they are as bright as they were at the middle of the meshes"
                               : ", where nothing says how far they shine"),
                   light.mName.C_Str());
    if (!away) return 1;
    aiVector3D scale, place;
    aiQuaternion turn;
    draft.scene.mRootNode->mTransformation.Decompose(scale, turn, place);
    const double length = std::abs(scale.x) > 0 ? *away / std::abs(scale.x) : *away;
    const double dims = draft.fbx ? 1 : constant + linear * length + square * length * length;
    const double metres = *away * draft.world.metres;
    // White of Lambert's law is 1 / pi in glTF (appendix B), and 1 where such lights come from.
    return std::numbers::pi * metres * metres / (dims > 0 ? dims : 1);
}

void writeLight(Draft& draft, const aiLight& light)
{
    const int row = draft.row(light.mName.C_Str());
    if (row < 0) return draft.lost.add("lights without a node are left out", light.mName.C_Str());
    if (!known(light))
        return draft.lost.add(light.mType == aiLightSource_AMBIENT
                                  ? "light from everywhere (ambient), which glTF does not have, is "
                                    "left out"
                                  : "lights that glTF does not have, such as areas, are left out",
                              light.mName.C_Str());
    const aiColor3D& c = light.mColorDiffuse;
    double bright = std::max({c.r, c.g, c.b, 0.0F});
    Json color = {1, 1, 1};
    if (bright > 0)
        color = {std::max(0.0, c.r / bright), std::max(0.0, c.g / bright),
                 std::max(0.0, c.b / bright)};
    const bool directional = light.mType == aiLightSource_DIRECTIONAL;
    // Blender has watts in all directions here, as its own glTF files do without units.
    if (draft.byBlender && !directional) bright /= 4 * std::numbers::pi;
    bright *= asBright(draft, light, row);
    Json out = {{"name", draft.nodes[row].name},
                {"type", directional                          ? "directional"
                         : light.mType == aiLightSource_POINT ? "point"
                                                              : "spot"},
                {"color", std::move(color)},
                {"intensity", std::isfinite(bright) ? bright : 1}};
    if (light.mType == aiLightSource_SPOT) out["spot"] = coneOf(draft, light);
    draft.uses(kLights);
    Json& lights = draft.json["extensions"][kLights]["lights"];
    lights.push_back(std::move(out));
    const std::size_t number = lights.size() - 1;
    const int seat = seatOf(draft, row, facingOf(light), "light");
    draft.json["nodes"][seat]["extensions"][kLights]["light"] = number;
}

}  // namespace

void turnToSights(Draft& draft)
{
    const Alone alone(draft);
    const auto add = [&](const char* name, const aiMatrix4x4& faces) {
        const int row = draft.row(name);
        if (row >= 0 && alone(row)) draft.turns.emplace(row, faces);
    };
    for (unsigned i = 0; i < draft.scene.mNumCameras; ++i)
        add(draft.scene.mCameras[i]->mName.C_Str(), facingOf(*draft.scene.mCameras[i]));
    for (unsigned i = 0; i < draft.scene.mNumLights; ++i)
        if (known(*draft.scene.mLights[i]))
            add(draft.scene.mLights[i]->mName.C_Str(), facingOf(*draft.scene.mLights[i]));
}

void writeSights(Draft& draft)
{
    for (unsigned i = 0; i < draft.scene.mNumCameras; ++i)
        writeCamera(draft, *draft.scene.mCameras[i]);
    for (unsigned i = 0; i < draft.scene.mNumLights; ++i)
        writeLight(draft, *draft.scene.mLights[i]);
}

}  // namespace posewright::import
