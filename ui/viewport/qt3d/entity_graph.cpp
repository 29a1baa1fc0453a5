#include "ui/viewport/qt3d/entity_graph.h"

#include "core/math/rotation.h"
#include "ui/models/status_text.h"
#include "ui/viewport/qt3d/shapes.h"

#include <Qt3DCore/QEntity>
#include <Qt3DCore/QTransform>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QMaterial>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace posewright::ui {

namespace {

QMatrix4x4 toQt(const Eigen::Matrix4f& m)
{
    return QMatrix4x4(m.data()).transposed();  // Eigen keeps columns, QMatrix4x4 reads rows
}

/// Places the unit stick from `a` to `b`.
Eigen::Matrix4f stick(const Vec3& a, const Vec3& b, double radius)
{
    const Vec3 d = b - a;
    const double length = d.norm();
    Affine m = Affine::Identity();
    m.translation() = a;
    if (length > 0)
        m.linear() = leastArc(Vec3::UnitY(), d / length).toRotationMatrix() *
                     Vec3(radius, length, radius).asDiagonal().toDenseMatrix();
    return m.matrix().cast<float>();
}

}  // namespace

EntityGraph::EntityGraph(Qt3DCore::QEntity& root, Qt3DRender::QLayer& overlay,
                         double lineStrength) :
    root_(&root),
    shapes_(new Qt3DCore::QEntity(&root)), overlay_(overlay), paints_(shapes_, lineStrength),
    veils_(shapes_, lineStrength, 0.45), bone_(makeBoneShape(shapes_)),
    ball_(makeBallShape(shapes_)), target_(makeTargetShape(shapes_)), line_(makeLineShape(shapes_))
{
}

EntityGraph::~EntityGraph()
{
    if (!root_) return;
    for (const Row& row : rows_) delete row.entity;
    delete ground_;
    delete shapes_;
}

EntityGraph::Row EntityGraph::make(Kind kind, NodeId node)
{
    // What exists is kept: no flicker, nothing sent to the graphics card again.
    const auto old = std::find_if(rows_.begin(), rows_.end(),
                                  [&](const Row& r) { return r.kind == kind && r.node == node; });
    if (old != rows_.end()) {
        Row kept = *old;
        rows_.erase(old);
        return kept;
    }
    Row row;
    row.kind = kind;
    row.node = node;
    row.entity = new Qt3DCore::QEntity(root_);
    row.transform = new Qt3DCore::QTransform(row.entity);
    row.entity->addComponent(row.transform);
    switch (kind) {
    case Kind::Bone: row.entity->addComponent(bone_); break;
    case Kind::Joint:
    case Kind::Root:
    case Kind::Leaf:
    case Kind::Pole: row.entity->addComponent(ball_); break;
    case Kind::Target: row.entity->addComponent(target_); break;
    case Kind::Link:
    case Kind::Thread: row.entity->addComponent(line_); break;
    }
    if (kind == Kind::Target || kind == Kind::Pole || kind == Kind::Thread)
        row.entity->addComponent(&overlay_);
    return row;
}

void EntityGraph::sync(const Document& doc, const Stage& stage)
{
    const Scene& scene = *doc.scene;
    const Rig& rig = *doc.rig;
    stage_ = stage;
    std::vector<Row> rows;
    const std::vector<WorldTransform> rest = worldTransforms(scene, restPose(scene));

    std::vector<bool> inChain(scene.size(), false);
    for (const Constraint& c : rig.constraints)
        for (const NodeIndex i : scene.path(scene.find(c.root), scene.find(c.effector)))
            inChain[i] = true;

    std::vector<bool> hasBoneBelow(scene.size(), false);
    for (int i = 0; i < scene.size(); ++i)
        if (scene[i].bone() && scene[i].parent != kNoNode) hasBoneBelow[scene[i].parent] = true;

    for (int i = 0; i < scene.size(); ++i) {
        const BonePart* bone = scene[i].bone();
        if (!bone) continue;
        // In the world: what the bones hang on may scale them.
        const bool point = !(worldLength(rest[i], bone->tip) * stage.scale > stage.noLength());
        const auto add = [&](Kind kind) {
            Row row = make(kind, scene[i].id);
            row.from = i;
            row.inChain = inChain[i];
            row.tip = bone->tip;
            row.entity->setEnabled(style_ != BoneStyle::Line);
            rows.push_back(row);
            return row.entity;
        };
        add(point ? Kind::Joint : Kind::Bone)->setObjectName(QString::fromStdString(scene[i].name));
        // Where a figure begins and where it ends are marked by balls.
        const NodeIndex parent = scene[i].parent;
        if (parent == kNoNode || !scene[parent].bone()) add(Kind::Root);
        if (!point && !hasBoneBelow[i]) add(Kind::Leaf);

        const BonePart* above = parent == kNoNode ? nullptr : scene[parent].bone();
        if (above &&
            worldLength(rest[parent], scene[i].rest.translation - above->tip) * stage.scale >
                stage.noGap()) {
            Row link = make(Kind::Link, scene[i].id);
            link.from = parent;
            link.to = i;
            rows.push_back(link);
        }
    }
    for (int c = 0; c < std::ssize(rig.constraints); ++c) {
        const Constraint& constraint = rig.constraints[c];
        const NodeIndex target = scene.find(constraint.target);
        const NodeIndex effector = scene.find(constraint.effector);
        if (target == kNoNode || effector == kNoNode) continue;
        Row row = make(Kind::Target, constraint.target);
        row.from = target;
        row.constraint = c;
        row.radius = stage.targetRadius();
        row.entity->setObjectName(QString::fromStdString(scene[target].name));
        rows.push_back(row);

        Row thread = make(Kind::Thread, constraint.target);
        thread.from = target;
        thread.to = effector;
        rows.push_back(thread);

        if (const NodeIndex pole = scene.find(constraint.pole); pole != kNoNode) {
            Row ball = make(Kind::Pole, constraint.pole);
            ball.from = pole;
            ball.radius = stage.poleRadius();
            ball.entity->setObjectName(QString::fromStdString(scene[pole].name));
            rows.push_back(ball);
        }
    }
    for (const Row& gone : rows_) delete gone.entity;
    rows_ = std::move(rows);
    statuses_.assign(rig.constraints.size(), ik::Status::Inactive);
    buildGround(stage);
    paint(emphasis_);
}

void EntityGraph::place(const Evaluation& evaluation)
{
    for (Row& row : rows_) {
        assert(row.from < std::ssize(evaluation.world));
        const WorldTransform& from = evaluation.world[row.from];
        const auto ball = [&](const Vec3& at, double radius) {
            const Affine m = Eigen::Translation3d(at) * Affine(Eigen::Scaling(radius));
            row.transform->setMatrix(toQt(m.matrix().cast<float>()));
        };
        const double length = worldLength(from, row.tip);
        const bool point = !(length > stage_.noLength());
        const double thick = point ? stage_.jointRadius() : boneRadius(stage_, length);
        switch (row.kind) {
        case Kind::Bone: {
            const Affine m = point ? Affine(Eigen::Translation3d(from.position) *
                                            Affine(Eigen::Scaling(stage_.noLength())))
                                   : bonePlacement(from, row.tip, thick);
            row.transform->setMatrix(toQt(m.matrix().cast<float>()));
            break;
        }
        case Kind::Joint: ball(from.position, stage_.jointRadius()); break;
        case Kind::Root:
            ball(from.position, std::max(stage_.jointRadius() * 1.5, thick * 0.9));
            break;
        case Kind::Leaf: ball(from * row.tip, thick * 0.45); break;
        case Kind::Target:
        case Kind::Pole: {
            // Neither the scale nor the shear of what the target hangs on deforms its sign.
            Affine m =
                Eigen::Translation3d(from.position) * from.rotation * Eigen::Scaling(row.radius);
            row.transform->setMatrix(toQt(m.matrix().cast<float>()));
            break;
        }
        case Kind::Link:
        case Kind::Thread: {
            const Vec3& a = from.position;
            const Vec3& b = evaluation.world[row.to].position;
            row.transform->setMatrix(toQt(stick(a, b, 1)));
            if (row.kind == Kind::Thread)
                row.entity->setEnabled((b - a).norm() > stage_.threadFrom());
            break;
        }
        }
    }
    bool moods = false;
    for (std::size_t i = 0; i < statuses_.size() && i < evaluation.targets.size(); ++i) {
        moods |= statuses_[i] != evaluation.targets[i].status;
        statuses_[i] = evaluation.targets[i].status;
    }
    if (moods) paint(emphasis_);
}

void EntityGraph::paint(const Emphasis& emphasis)
{
    emphasis_ = emphasis;
    for (Row& row : rows_) setPaint(row, paintOf(row));
}

Paint EntityGraph::paintOf(const Row& row) const
{
    const bool hovered = row.node == emphasis_.hovered;
    const bool selected = std::find(emphasis_.selected.begin(), emphasis_.selected.end(),
                                    row.node) != emphasis_.selected.end();
    switch (row.kind) {
    case Kind::Bone:
    case Kind::Joint:
        if (selected) return Paint::BoneSelected;
        if (hovered) return Paint::BoneHovered;
        return row.inChain ? Paint::BoneInChain : Paint::Bone;
    case Kind::Root:
        if (selected) return Paint::BoneSelected;
        return hovered ? Paint::BoneHovered : Paint::RootEnd;
    case Kind::Leaf:
        if (selected) return Paint::BoneSelected;
        return hovered ? Paint::BoneHovered : Paint::LeafEnd;
    case Kind::Link: return Paint::Link;
    case Kind::Thread: return Paint::Thread;
    case Kind::Pole: return hovered && !selected ? Paint::PoleHovered : Paint::Pole;
    case Kind::Target:
        // What is selected has an outline in the overlay: its colour still says how it fares.
        if (hovered && !selected) return Paint::TargetHovered;
        switch (moodOf(statuses_[row.constraint])) {
        case Mood::Quiet: return Paint::TargetQuiet;
        case Mood::Good: return Paint::TargetGood;
        case Mood::Warn: return Paint::TargetWarn;
        case Mood::Bad: return Paint::TargetBad;
        }
    }
    return Paint::Bone;
}

bool EntityGraph::isBone(const Row& row) const
{
    return row.kind == Kind::Bone || row.kind == Kind::Joint || row.kind == Kind::Root ||
           row.kind == Kind::Leaf;
}

void EntityGraph::setPaint(Row& row, Paint paint)
{
    const bool veiled = style_ == BoneStyle::XRay && isBone(row);
    Qt3DRender::QMaterial* material = veiled ? veils_[paint] : paints_[paint];
    if (row.material == material) return;
    if (row.material) row.entity->removeComponent(row.material);
    row.entity->addComponent(material);
    row.material = material;
}

void EntityGraph::setStyle(BoneStyle style)
{
    if (style == style_) return;
    style_ = style;
    for (Row& row : rows_)
        if (isBone(row)) row.entity->setEnabled(style != BoneStyle::Line);
    paint(emphasis_);
}

void EntityGraph::setGrid(bool shown)
{
    grid_ = shown;
    if (ground_) ground_->setEnabled(shown);
}

void EntityGraph::buildGround(const Stage& stage)
{
    if (ground_ && gridStep_ == stage.gridStep() && gridReach_ == stage.gridReach()) return;
    gridStep_ = stage.gridStep();
    gridReach_ = stage.gridReach();
    delete ground_;
    ground_ = new Qt3DCore::QEntity(root_);
    ground_->setEnabled(grid_);
    auto* scale = new Qt3DCore::QTransform(ground_);
    scale->setScale(static_cast<float>(gridStep_));
    ground_->addComponent(scale);

    const int cells = static_cast<int>(std::lround(gridReach_ / gridStep_));
    const auto add = [&](Qt3DRender::QGeometryRenderer* shape, Paint paint, const QMatrix4x4& m) {
        auto* entity = new Qt3DCore::QEntity(ground_);
        auto* transform = new Qt3DCore::QTransform(entity);
        transform->setMatrix(m);
        entity->addComponent(transform);
        entity->addComponent(shape);
        entity->addComponent(paints_[paint]);
    };
    add(makeGridShape(cells, 5, false, ground_), Paint::GridMinor, {});
    add(makeGridShape(cells, 5, true, ground_), Paint::GridMajor, {});
    const Vec3 x(cells, 0, 0), z(0, 0, cells);
    add(line_, Paint::AxisX, toQt(stick(-x, x, 1)));
    add(line_, Paint::AxisZ, toQt(stick(-z, z, 1)));
    add(line_, Paint::AxisY, toQt(stick(Vec3::Zero(), Vec3::UnitY(), 1)));
}

const Qt3DCore::QTransform* EntityGraph::placement(NodeId node) const
{
    for (const Row& row : rows_)
        if (row.node == node && (row.kind == Kind::Bone || row.kind == Kind::Joint ||
                                 row.kind == Kind::Target || row.kind == Kind::Pole))
            return row.transform;
    return nullptr;
}

}  // namespace posewright::ui
