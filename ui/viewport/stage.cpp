#include "ui/viewport/stage.h"

#include "core/evaluate/figure_size.h"
#include "core/math/rotation.h"
#include "core/skinning/surface.h"

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

std::vector<bool> moversIn(const Document& doc)
{
    std::vector<bool> out = skinning::movers(*doc.scene);
    for (const Constraint& constraint : doc.rig->constraints)
        for (const NodeIndex row : jointsOf(*doc.scene, constraint)) out[row] = true;
    return out;
}

/// Surfaces, and heads and tips of the bones among these rows.
std::vector<Vec3> bodyIn(const Document& doc, const std::vector<bool>& rows,
                         const std::vector<WorldTransform>& world,
                         const std::vector<MorphWeights>& morphs)
{
    const Scene& scene = *doc.scene;
    std::vector<Vec3> points = skinning::surfacePoints(scene, world, morphs, kSurfacePoints);
    const auto add = [&](const Vec3& point) {
        if (point.allFinite()) points.push_back(point);
    };
    for (int row = 0; row < scene.size(); ++row) {
        const BonePart* bone = scene[row].bone();
        if (!bone || !rows[row]) continue;
        add(world[row].position);
        add(world[row] * bone->tip);
    }
    return points;
}

}  // namespace

double Stage::gridStep() const
{
    constexpr double kLeastCells = 3;  // along the figure
    const double most = std::max(figure, 1e-9) / kLeastCells * (1 + 1e-9);
    const double power = std::pow(10, std::floor(std::log10(most)));
    for (const double factor : {5.0, 2.0})
        if (power * factor <= most) return power * factor;
    return power;
}

double Stage::gridReach() const
{
    double away = figure * 1.5;
    if (!motion.empty())
        for (const Vec3& corner : {motion.lowest, motion.highest})
            away = std::max({away, std::abs(corner.x()) + figure, std::abs(corner.z()) + figure});
    const double step = gridStep();
    // Limit the grid for motions that travel far.
    return std::min(std::ceil(away / step), 60.0) * step;
}

double Stage::sceneSize() const
{
    return std::max({figure, motion.diagonal(), gridReach()});
}

Stage stageOf(const Document& doc)
{
    Stage stage;
    stage.unit = doc.unit;
    stage.movers = moversIn(doc);
    std::vector<double> lengths;
    for (const double frame : framesToMeasure(doc.playback)) {
        const std::vector<WorldTransform> world = worldTransforms(*doc.scene, basePose(doc, frame));
        for (int row = 0; row < doc.scene->size(); ++row) {
            const BonePart* bone = (*doc.scene)[row].bone();
            if (!world[row].position.allFinite() || (bone && !stage.movers[row])) continue;
            stage.motion.include(world[row].position);
            if (bone && bone->tip.allFinite()) stage.motion.include(world[row] * bone->tip);
        }
        for (const Vec3& point :
             skinning::surfacePoints(*doc.scene, world, morphsAt(doc, frame), kSurfacePoints))
            stage.motion.include(point);
        lengths.push_back(lengthOfBones(*doc.scene, world));
    }
    const FigureSize size = figureSize(*doc.scene, std::move(lengths));
    stage.scale = size.scale;
    stage.figure = size.length;
    return stage;
}

double boneRadius(const Stage& stage, double length)
{
    return std::clamp(length * 0.11, stage.figure * 0.003, stage.figure * 0.028);
}

Affine bonePlacement(const WorldTransform& node, const Vec3& tip, double radius)
{
    const Vec3 whole = node.linear * tip;
    const Vec3 along = whole.normalized();
    // Keep the side perpendicular to the bone, whatever the shear.
    Vec3 side = node.rotation * (leastArc(Vec3::UnitY(), tip.normalized()) * Vec3::UnitX());
    side -= along * along.dot(side);
    if (side.norm() < 1e-6) side = leastArc(Vec3::UnitY(), along) * Vec3::UnitX();
    side.normalize();
    Affine m = Affine::Identity();
    m.translation() = node.position;
    m.linear().col(0) = side * radius;
    m.linear().col(1) = whole;
    m.linear().col(2) = side.cross(along) * radius;
    return m;
}

bool isSight(const Node& node)
{
    return std::holds_alternative<CameraPart>(node.part) ||
           std::holds_alternative<LightPart>(node.part);
}

std::vector<Pickable> pickables(const Document& doc, const Stage& stage,
                                const Evaluation& evaluation, bool helpers)
{
    const Scene& scene = *doc.scene;
    std::vector<Pickable> things;
    if (std::ssize(evaluation.world) != scene.size()) return things;
    things.reserve(scene.size());
    for (int row = 0; row < scene.size(); ++row) {
        const BonePart* bone = scene[row].bone();
        if (!bone || (!helpers && isHelper(stage, row))) continue;
        const Vec3 head = evaluation.world[row].position;
        const Vec3 tip = evaluation.world[row] * bone->tip;
        const double length = (tip - head).norm();
        // A joint of no length, like many wrists of captures, is a small thing where bones meet.
        const bool point = !(length > stage.noLength());
        const double radius = point ? stage.jointRadius() : boneRadius(stage, length) * 0.7;
        things.push_back({scene[row].id, head, tip, radius, point ? 2 : 3});
    }
    for (int row = 0; row < scene.size(); ++row) {
        if (!isSight(scene[row])) continue;
        const Vec3 at = evaluation.world[row].position;
        things.push_back({scene[row].id, at, at, 1.5 * stage.targetRadius(), 2});
    }
    for (const Constraint& constraint : doc.rig->constraints) {
        const NodeIndex target = scene.find(constraint.target);
        const NodeIndex pole = scene.find(constraint.pole);
        if (target != kNoNode) {
            const Vec3 at = evaluation.world[target].position;
            things.push_back({constraint.target, at, at, stage.targetRadius(), 0, kMostOfTarget});
        }
        if (pole != kNoNode) {
            const Vec3 at = evaluation.world[pole].position;
            things.push_back({constraint.pole, at, at, stage.poleRadius(), 1, kMostOfPole});
        }
    }
    return things;
}

Box boxAround(const Document& doc, const Evaluation& evaluation, const std::vector<NodeId>& nodes)
{
    Box box;
    if (std::ssize(evaluation.world) != doc.scene->size()) return box;
    for (const NodeId node : nodes) {
        const NodeIndex row = doc.scene->find(node);
        if (row == kNoNode) continue;
        box.include(evaluation.world[row].position);
        if (const BonePart* bone = (*doc.scene)[row].bone())
            box.include(evaluation.world[row] * bone->tip);
    }
    return box;
}

std::vector<Vec3> motionPoints(const Document& doc)
{
    const std::vector<bool> movers = moversIn(doc);
    std::vector<Vec3> points;
    for (const double frame : framesToMeasure(doc.playback)) {
        const std::vector<Vec3> body = bodyIn(
            doc, movers, worldTransforms(*doc.scene, basePose(doc, frame)), morphsAt(doc, frame));
        points.insert(points.end(), body.begin(), body.end());
    }
    return points;
}

std::vector<Vec3> figurePoints(const Document& doc, const Evaluation& evaluation)
{
    const Scene& scene = *doc.scene;
    if (std::ssize(evaluation.world) != scene.size()) return {};
    const std::vector<bool> shown = moversIn(doc);
    std::vector<Vec3> points = bodyIn(doc, shown, evaluation.world, evaluation.morphs), others;
    for (int row = 0; row < scene.size(); ++row)
        if (const Vec3& at = evaluation.world[row].position;
            !(scene[row].bone() && shown[row]) && at.allFinite())
            others.push_back(at);
    for (const Constraint& constraint : doc.rig->constraints)
        for (const NodeId node : {constraint.target, constraint.pole})
            if (const NodeIndex row = scene.find(node); row != kNoNode)
                if (const Vec3& at = evaluation.world[row].position; at.allFinite())
                    points.push_back(at);
    return points.empty() ? others : points;
}

Camera defaultDirection(const Stage& stage)
{
    Camera camera;
    // View motions along Z more from the side.
    const Vec3 travel = stage.motion.highest - stage.motion.lowest;
    camera.yaw = !stage.motion.empty() && travel.z() > 1.2 * travel.x() ? 1.05 : 0.6;
    camera.pitch = 0.22;
    return camera;
}

Camera defaultCamera(const Stage& stage, const ViewSize& size)
{
    Box box = stage.motion;
    if (box.empty() || box.diagonal() < stage.figure * 0.1) {
        const Vec3 middle = box.center(), around = Vec3::Constant(stage.figure);
        box.include(middle - around);
        box.include(middle + around);
    }
    return withClipPlanes(framing(defaultDirection(stage), size, box), stage.sceneSize());
}

}  // namespace posewright::ui
