#include "app/import/unsaid.h"

#include "app/import/fbx_outline.h"
#include "app/import/producers.h"
#include "core/motion/rates.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace posewright::import {

namespace {

struct Left {
    std::string_view kind;
    std::string_view subclass;  ///< empty: any
    const char* what;
};
constexpr std::array kLeft = {
    Left{"Constraint", {}, "constraints are left out"},
    Left{"Geometry", "NurbsCurve", "curves and NURBS are left out"},
    Left{"Geometry", "NurbsSurface", "curves and NURBS are left out"},
    Left{"Geometry", "TrimNurbsSurface", "curves and NURBS are left out"},
    Left{"Geometry", "Patch", "curves and NURBS are left out"},
    Left{"Deformer", "VertexCacheDeformer", "meshes that change from frame to frame are left out"},
    Left{"Audio", {}, "sounds are left out"},
};

void tellLeft(const FbxOutline& outline, Lost& lost)
{
    int stacks = 0, layers = 0;
    for (const FbxObject& object : outline.objects) {
        for (const Left& left : kLeft)
            if (object.kind == left.kind &&
                (left.subclass.empty() || object.subclass == left.subclass))
                lost.add(left.what, object.name);
        if (object.projection == 1.0 && !isProducer(object.name))
            lost.add(kLevelCameras, object.name);
        if (object.kind == "AnimationLayer" && object.muted)
            lost.add(
                "layers of animation that are switched off in the file (muted) are read as if they "
                "were on",
                object.name);
        stacks += object.kind == "AnimationStack";
        layers += object.kind == "AnimationLayer";
    }
    if (layers > stacks)
        lost.add(
            "takes have more than one layer of animation, which are not added up: merge them in "
            "the program that made the file");
}

/// A channel has a weight and shapes, of which assimp makes a morph each.
std::map<std::string, float> weightsOf(const FbxOutline& outline, Lost& lost)
{
    std::map<std::int64_t, const FbxObject*> channels, shapes;
    for (const FbxObject& object : outline.objects) {
        if (object.subclass == "BlendShapeChannel") channels.emplace(object.id, &object);
        if (object.kind == "Geometry" && object.subclass == "Shape")
            shapes.emplace(object.id, &object);
    }
    std::map<std::string, float> weights;
    std::map<std::int64_t, int> counts;
    for (const auto& [part, whole] : outline.links) {
        const auto shape = shapes.find(part);
        const auto channel = channels.find(whole);
        if (shape == shapes.end() || channel == channels.end()) continue;
        if (++counts[whole] == 2)
            lost.add("the steps of a morph are morphs of their own", channel->second->name);
        const auto weight = static_cast<float>(channel->second->percent.value_or(0) / 100);
        const auto [known, isNew] = weights.try_emplace(shape->second->name, weight);
        if (isNew || known->second == weight) continue;
        known->second = 0;
        lost.add("morphs with equal names begin at 0", known->first);
    }
    return weights;
}

aiMatrix4x4 matrixOf(const std::vector<double>& columns)
{
    aiMatrix4x4 out;
    for (unsigned c = 0; c < 4; ++c)
        for (unsigned r = 0; r < 4; ++r) out[r][c] = static_cast<ai_real>(columns[4 * c + r]);
    return out;
}

/// How many models have each name: what the file says of a name that two have is of neither.
std::map<std::string, int> modelsByName(const FbxOutline& outline)
{
    std::map<std::string, int> called;
    for (const FbxObject& object : outline.objects)
        if (object.kind == "Model") ++called[object.name];
    return called;
}

/// Follows the links from bones to clusters, and from those by skins and geometries to meshes.
void addBinds(const FbxOutline& outline, Unsaid& to)
{
    std::map<std::int64_t, const FbxObject*> objects;
    std::multimap<std::int64_t, std::int64_t> wholes;
    std::map<std::string, int> called = modelsByName(outline);
    for (const FbxObject& object : outline.objects) objects.emplace(object.id, &object);
    for (const auto& [part, whole] : outline.links) wholes.emplace(part, whole);
    const auto above = [&](std::int64_t part, std::string_view kind, std::string_view subclass) {
        std::vector<const FbxObject*> out;
        const auto [first, last] = wholes.equal_range(part);
        for (auto link = first; link != last; ++link)
            if (const auto whole = objects.find(link->second); whole != objects.end())
                if (whole->second->kind == kind &&
                    (subclass.empty() || whole->second->subclass == subclass))
                    out.push_back(whole->second);
        return out;
    };
    for (const FbxObject& bone : outline.objects) {
        if (bone.kind != "Model" || called[bone.name] > 1) continue;
        for (const FbxObject* cluster : above(bone.id, "Deformer", "Cluster"))
            for (const FbxObject* skin : above(cluster->id, "Deformer", "Skin"))
                for (const FbxObject* geometry : above(skin->id, "Geometry", "Mesh"))
                    for (const FbxObject* mesh : above(geometry->id, "Model", {}))
                        if (cluster->transform.size() == 16 && called[mesh->name] == 1)
                            to.binds.emplace(std::pair(mesh->name, bone.name),
                                             matrixOf(cluster->transform));
    }
}

/// Of models whose names are theirs alone.
void addPostTurns(const FbxOutline& outline, Unsaid& to)
{
    std::map<std::string, int> called = modelsByName(outline);
    const auto turn = [](const aiVector3D& axis, double degrees) {
        return aiQuaternion(axis, static_cast<ai_real>(degrees * std::numbers::pi / 180));
    };
    for (const FbxObject& model : outline.objects) {
        const std::vector<double>& by = model.postRotation;
        if (model.kind != "Model" || by.size() != 3 || called[model.name] > 1) continue;
        to.postTurns.emplace(model.name, turn({0, 0, 1}, by[2]) * turn({0, 1, 0}, by[1]) *
                                             turn({1, 0, 0}, by[0]));
    }
}

/// How the keys of each node lead on (FBX SDK, FbxAnimCurveDef::EInterpolationType).
void addLeads(const FbxOutline& outline, Unsaid& to)
{
    constexpr std::uint32_t kHeld = 2, kStraight = 4, kCurved = 8;
    std::map<std::int64_t, const FbxObject*> objects;
    std::map<std::int64_t, const FbxDrive*> ofPart;
    for (const FbxObject& object : outline.objects) objects.emplace(object.id, &object);
    for (const FbxDrive& drive : outline.drives) ofPart.emplace(drive.part, &drive);
    for (const FbxDrive& drive : outline.drives) {
        const auto curve = objects.find(drive.part);
        const auto node = ofPart.find(drive.whole);
        if (curve == objects.end() || node == ofPart.end()) continue;
        const auto model = objects.find(node->second->whole);
        if (model == objects.end() || model->second->kind != "Model") continue;
        static const std::map<std::string_view, Path> kPaths{{"Lcl Translation", Path::Translation},
                                                             {"Lcl Rotation", Path::Rotation},
                                                             {"Lcl Scaling", Path::Scale}};
        const auto path = kPaths.find(node->second->property);
        if (path == kPaths.end()) continue;
        Leads& leads = to.leads[{model->second->name, path->second}];
        for (const double written : curve->second->keyFlags) {
            const auto flags = static_cast<std::uint32_t>(static_cast<std::int64_t>(written));
            leads.held |= (flags & kHeld) != 0;
            leads.straight |= (flags & kStraight) != 0;
            leads.curved |= (flags & kCurved) != 0;
        }
    }
}

/// Frames per second (FBX SDK, FbxTime::EMode); 0: not said.
double rateOf(const FbxOutline& outline)
{
    constexpr double kSlower = 1000.0 / 1001;  // television
    constexpr std::array kRates = {0.0,  120.0, 100.0,        60.0,         50.0,
                                   48.0, 30.0,  30.0,         30 * kSlower, 30 * kSlower,
                                   25.0, 24.0,  1000.0,       24 * kSlower, 0.0,
                                   96.0, 72.0,  60 * kSlower, 120 * kSlower};
    constexpr double kCustom = 14;
    const double mode = outline.timeMode.value_or(0);
    const double rate = outline.customRate.value_or(0);
    if (mode == kCustom) return usualRate(rate);
    return mode >= 0 && mode < double(kRates.size()) ? kRates[static_cast<std::size_t>(mode)] : 0;
}

/// A joint has a model of the subclass of limbs, or of what a tree of limbs begins with.
Joints jointsOf(const FbxOutline& outline)
{
    Joints out;
    for (const FbxObject& object : outline.objects)
        if (object.kind == "Model")
            out.add(object.name, object.subclass == "LimbNode" || object.subclass == "Limb" ||
                                     object.subclass == "Root");
    return out;
}

}  // namespace

double usualRate(double written)
{
    constexpr double kDigits = 5e-5;  // 23.976 for 24000 / 1001
    for (const double rate : kUsualRates)
        if (std::abs(written - rate) < kDigits * rate) return rate;
    return std::isfinite(written) && written > 0 ? written : 0;
}

Unsaid unsaidOfFbx(std::string_view bytes)
{
    const FbxOutline outline = outlineOf(bytes);
    Unsaid out;
    tellLeft(outline, out.lost);
    out.weights = weightsOf(outline, out.lost);
    addBinds(outline, out);
    addPostTurns(outline, out);
    addLeads(outline, out);
    out.joints = jointsOf(outline);
    out.about = outline.about;
    out.rate = rateOf(outline);
    return out;
}

}  // namespace posewright::import
