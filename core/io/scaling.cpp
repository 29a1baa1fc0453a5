#include "core/io/scaling.h"

#include "core/base/number.h"
#include "core/io/gltf/carried_scale.h"
#include "core/motion/turned.h"

namespace posewright::io {

namespace {

void scalePart(Part& part, double factor)
{
    if (auto* bone = std::get_if<BonePart>(&part)) {
        bone->tip *= factor;
        if (auto* slide = std::get_if<PrismaticLimit>(&bone->limit)) {
            slide->travel.min *= factor;
            slide->travel.max *= factor;
        }
    } else if (auto* mesh = std::get_if<MeshPart>(&part)) {
        mesh->mesh = mesh->mesh.with([factor](Mesh& m) {
            for (Eigen::Vector3f& v : m.positions) v *= static_cast<float>(factor);
            for (Morph& morph : m.morphs)
                for (Eigen::Vector3f& v : morph.positions) v *= static_cast<float>(factor);
        });
    } else if (auto* camera = std::get_if<CameraPart>(&part)) {
        if (!(camera->verticalFov > 0)) camera->halfHeight *= factor;
        camera->nearPlane *= factor;
        if (camera->farPlane < kEndless) camera->farPlane *= factor;
    }
}

Result<Scene> scaledScene(const Scene& scene, double factor)
{
    std::vector<Node> nodes = scene.nodes();
    for (Node& node : nodes) {
        node.rest.translation *= factor;
        scalePart(node.part, factor);
    }
    std::vector<Skin> skins = scene.skins();
    for (Skin& skin : skins)
        for (Eigen::Matrix4f& m : skin.inverseBind)
            m.block<3, 1>(0, 3) *= static_cast<float>(factor);
    return Scene::make(std::move(nodes), std::move(skins));
}

}  // namespace

Result<Document> scaled(const Document& doc, double factor, Diagnostics& told)
{
    if (factor == 1) return doc;
    Result<Scene> scene = scaledScene(*doc.scene, factor);
    if (!scene)
        return Error{"it cannot be scaled by " + toText(factor) + ": " + scene.error().message,
                     scene.error().where};
    Document out = doc;
    out.unit = LengthUnit::Metre;
    out.scene = *std::move(scene);
    for (Shared<Clip>& shared : out.clips)
        shared = shared.with([factor](Clip& clip) {
            const auto scaleTrack = [factor](Shared<Track>& track) {
                track = track.with([factor](Track& t) {
                    for (Shared<Curve>& curve : t.translation)
                        if (!curve->empty()) curve = sized(*curve, factor);
                    for (KeyHint& hint : t.hints) {
                        hint.root *= factor;
                        for (KeyHint::Joint& joint : hint.joints) joint.travel *= factor;
                    }
                });
            };
            for (Shared<Track>& track : clip.tracks) scaleTrack(track);
            for (Shared<Layer>& layer : clip.layers)
                layer = layer.with([&](Layer& l) {
                    for (Shared<Track>& track : l.tracks) scaleTrack(track);
                });
            for (SpanRow& row : clip.spans)
                for (Span& span : row.spans) span.anchor.translation *= factor;
        });
    gltf::scaleCarriedOf(out, doc, factor, told);
    return out;
}

}  // namespace posewright::io
