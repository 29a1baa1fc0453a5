#include "core/skinning/surface.h"
#include "ui/viewport/draw/scene3d.h"
#include "ui/viewport/draw/shapes.h"
#include "ui/viewport/draw/technique.h"
#include "ui/viewport/layers/layer.h"

#include <QVector4D>
#include <Qt3DCore/QEntity>
#include <Qt3DRender/QEffect>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QParameter>
#include <Qt3DRender/QRenderPass>

#include <algorithm>
#include <memory>

namespace posewright::ui {

namespace {

constexpr int kSpots = 8;
constexpr double kNearGround = 0.22;  ///< relative to the figure: higher points cast no spot
constexpr double kApart = 0.035;      ///< relative to the figure: closer spots are merged
constexpr double kWide = 0.34;        ///< relative to the figure: radius of the whole body's spot
constexpr double kBelow = 0.1;        ///< relative to the figure: lower points are on no ground

constexpr const char* kShadowVertex = R"(
in vec3 vertexPosition;
out vec2 place;
uniform mat4 modelMatrix;
uniform mat4 mvp;
void main()
{
    place = (modelMatrix * vec4(vertexPosition, 1.0)).xz;
    gl_Position = mvp * vec4(vertexPosition, 1.0);
}
)";

/// Each spot is x, z, radius, strength.
QByteArray shadowCode()
{
    QByteArray out = "in vec2 place;\nout vec4 color;\n";
    for (int i = 0; i < kSpots; ++i) out += "uniform vec4 spot" + QByteArray::number(i) + ";\n";
    out += R"(
float open(vec4 spot)
{
    float away = length(place - spot.xy) / max(spot.z, 1e-9);
    float soft = clamp(1.0 - away, 0.0, 1.0);
    return 1.0 - spot.w * soft * soft * (3.0 - 2.0 * soft);
}
void main()
{
    float light = 1.0;
)";
    for (int i = 0; i < kSpots; ++i)
        out += "    light *= open(spot" + QByteArray::number(i) + ");\n";
    return out + "    color = vec4(0.0, 0.0, 0.0, 1.0 - light);\n}\n";
}

class Shadow {
public:
    explicit Shadow(Scene3d& scene) : thing_(scene.make(makeGroundShape))
    {
        thing_.entity->setEnabled(false);
        auto* effect = new Qt3DRender::QEffect(thing_.entity);
        const QByteArray fragment = shadowCode();
        for (Qt3DRender::QRenderPass* pass :
             addTechniques(*effect, kShadowVertex, fragment.constData())) {
            letThrough(*pass);
            drawBothSides(*pass);
        }
        auto* material = new Qt3DRender::QMaterial(thing_.entity);
        material->setEffect(effect);
        for (int i = 0; i < kSpots; ++i) {
            spots_.push_back(
                new Qt3DRender::QParameter("spot" + QString::number(i), QVector4D(), material));
            material->addParameter(spots_.back());
        }
        thing_.entity->addComponent(material);
    }

    void build(const Document& doc, const Stage& stage)
    {
        scene_ = doc.scene;
        stage_ = stage;
        onGround_ = stage.motion.lowest.y() > -kBelow * stage.figure;
        show();
    }

    void place(const Evaluation& evaluation)
    {
        if (!onGround_) return;
        std::vector<Vec3> points;
        for (NodeIndex row = 0; row < scene_->size(); ++row) {
            const BonePart* bone = (*scene_)[row].bone();
            if (!bone || isHelper(stage_, row)) continue;
            for (const Vec3& at :
                 {evaluation.world[row].position, Vec3(evaluation.world[row] * bone->tip)})
                if (at.allFinite()) points.push_back(at);
        }
        if (points.empty()) return thing_.entity->setEnabled(false);
        std::sort(points.begin(), points.end(),
                  [](const Vec3& a, const Vec3& b) { return a.y() < b.y(); });
        cast(points);
    }

    void show(const ViewState& view)
    {
        view_ = view;
        show();
    }

private:
    void show()
    {
        thing_.entity->setEnabled(onGround_ && view_.meshes != MeshStyle::Hidden &&
                                  skinning::hasSurface(*scene_, view_.hidden));
    }

    /// @param points  lowest first, at least one
    void cast(const std::vector<Vec3>& points)
    {
        const double size = stage_.figure;
        Vec3 middle = Vec3::Zero();
        for (const Vec3& point : points) middle += point / static_cast<double>(points.size());
        const double off = std::clamp(1 - points.front().y() / size, 0.0, 1.0);
        std::vector<Vec3> spots{middle};
        Box box;
        const auto set = [&](std::size_t row, const Vec3& at, double radius, double strength) {
            spots_[row]->setValue(QVector4D(static_cast<float>(at.x()), static_cast<float>(at.z()),
                                            static_cast<float>(radius),
                                            static_cast<float>(strength)));
            box.include(at - Vec3(radius, 0, radius));
            box.include(at + Vec3(radius, 0, radius));
        };
        set(0, middle, kWide * size, 0.38 * off);
        for (const Vec3& point : points) {
            const double height = std::max(point.y(), 0.0) / size;
            if (spots.size() >= kSpots || height > kNearGround) break;
            const bool taken = std::any_of(spots.begin() + 1, spots.end(), [&](const Vec3& other) {
                const Vec3 gap = other - point;
                return std::hypot(gap.x(), gap.z()) < kApart * size;
            });
            if (taken) continue;
            set(spots.size(), point, (0.055 + 0.5 * height) * size,
                0.42 * (1 - height / kNearGround) * (1 - height / kNearGround));
            spots.push_back(point);
        }
        for (std::size_t row = spots.size(); row < kSpots; ++row)
            spots_[row]->setValue(QVector4D());
        const Vec3 half = (box.highest - box.lowest) / 2;
        // Slightly above the lines of the ground, to avoid z-fighting.
        const Vec3 at(box.center().x(), 2e-4 * size, box.center().z());
        ui::place(thing_,
                  Eigen::Translation3d(at) * Affine(Eigen::Scaling(half.x(), 1.0, half.z())));
    }

    Thing thing_;
    std::vector<Qt3DRender::QParameter*> spots_;
    Shared<Scene> scene_;
    Stage stage_;
    ViewState view_;
    bool onGround_ = false;
};

}  // namespace

/// Contact shadows: soft spots on the ground under a character's lowest parts, to show whether feet
/// stand. Figures without meshes have none.
Layer makeShadow(Scene3d& scene)
{
    const auto shadow = std::make_shared<Shadow>(scene);
    Layer layer = layerOf(shadow);
    layer.emphasisChanged = [shadow](const Emphasis& emphasis) { shadow->show(emphasis.view); };
    return layer;
}

}  // namespace posewright::ui
