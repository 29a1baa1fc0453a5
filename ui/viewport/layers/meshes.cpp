#include "ui/viewport/draw/scene3d.h"
#include "ui/viewport/draw/surface.h"
#include "ui/viewport/layers/drawn_mesh.h"
#include "ui/viewport/layers/layer.h"

#include <QDebug>
#include <Qt3DCore/QEntity>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

namespace posewright::ui {

namespace {

/// The scene's lights for surfaces: the first ones, not the brightest.
std::vector<SurfaceLight> lightsOf(const Scene& scene, const std::vector<WorldTransform>& world)
{
    std::vector<SurfaceLight> out;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const auto* light = std::get_if<LightPart>(&scene[row].part);
        if (!light || out.size() >= SurfaceBox::kLights) continue;
        const Eigen::Vector3f back = (world[row].linear * Vec3::UnitZ()).normalized().cast<float>();
        SurfaceLight one;
        if (light->kind == LightKind::Directional)
            one.place << back, 0;
        else
            one.place << world[row].position.cast<float>(), 1;
        for (int c = 0; c < 3; ++c) one.color[c] = light->color[c] * light->intensity;
        one.aim = -back;
        if (light->kind == LightKind::Spot) one.cone = std::cos(light->outerCone);
        out.push_back(one);
    }
    return out;
}

class Meshes {
public:
    explicit Meshes(Scene3d& scene) : root_(scene.root()), by_(scene.surfaces()), surfaces_(&root_)
    {
        surfaces_.whenRefused([this] { leaveToProcessor(); });
    }

    void build(const Document& doc)
    {
        scene_ = doc.scene;
        build();
    }

    void place(const Evaluation& evaluation)
    {
        world_ = evaluation.world;
        morphs_ = evaluation.morphs;
        place();
    }

    void paint(const Emphasis& emphasis)
    {
        const bool other = !seen_ || seen_->view.sceneLights != emphasis.view.sceneLights;
        seen_ = emphasis;
        if (other) shine();
        surfaces_.expose(emphasis.view.exposure);
        for (const auto& mesh : drawn_) mesh->paint(*scene_, emphasis, lit_);
    }

private:
    void build()
    {
        std::vector<std::unique_ptr<DrawnMesh>> before = std::move(drawn_);
        drawn_.clear();
        bool kept = false;
        for (const Node& node : scene_->nodes()) {
            const auto* part = std::get_if<MeshPart>(&node.part);
            if (!part || part->mesh->indices.empty()) continue;
            const auto same = std::find_if(before.begin(), before.end(), [&](const auto& old) {
                return old && old->shows(*scene_, node, *part, by_);
            });
            kept |= same != before.end();
            if (same != before.end()) (*same)->forgetTints();
            drawn_.push_back(
                same != before.end()
                    ? std::move(*same)
                    : std::make_unique<DrawnMesh>(root_, surfaces_, *scene_, node, *part, by_));
        }
        before.clear();
        if (!kept) surfaces_.clear();
    }

    void place()
    {
        for (const auto& mesh : drawn_) mesh->place(*scene_, world_, morphs_);
        shine();
        if (seen_) paint(*seen_);
    }

    /// The card does not do what its version of OpenGL promises.
    void leaveToProcessor()
    {
        if (by_ == MovedBy::Processor) return;
        qWarning("The graphics card does not move surfaces, so the processor does.");
        by_ = MovedBy::Processor;
        build();
        if (std::ssize(world_) == scene_->size()) place();
    }

    void shine()
    {
        const bool theirs =
            seen_ && seen_->view.sceneLights && std::ssize(world_) == scene_->size();
        std::vector<SurfaceLight> lights;
        if (theirs) lights = lightsOf(*scene_, world_);
        surfaces_.light(lights);
        lit_ = !lights.empty();
    }

    Qt3DCore::QEntity& root_;
    MovedBy by_;
    SurfaceBox surfaces_;
    Shared<Scene> scene_;
    std::vector<std::unique_ptr<DrawnMesh>> drawn_;
    std::vector<WorldTransform> world_;
    std::vector<MorphWeights> morphs_;
    std::optional<Emphasis> seen_;
    bool lit_ = false;  ///< by lights of the scene
};

}  // namespace

/// Characters and props: meshes as their skins move them, in their own colours.
Layer makeMeshes(Scene3d& scene)
{
    const auto meshes = std::make_shared<Meshes>(scene);
    Layer layer;
    layer.documentChanged = [meshes](const Document& doc, const Stage&) { meshes->build(doc); };
    layer.frameChanged = [meshes](const Evaluation& evaluation) { meshes->place(evaluation); };
    layer.emphasisChanged = [meshes](const Emphasis& emphasis) { meshes->paint(emphasis); };
    return layer;
}

}  // namespace posewright::ui
