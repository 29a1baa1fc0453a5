#include "ui/models/status_text.h"
#include "ui/session/seen_status.h"
#include "ui/viewport/draw/scene3d.h"
#include "ui/viewport/draw/shapes.h"
#include "ui/viewport/layers/kind_marks.h"
#include "ui/viewport/layers/layer.h"
#include "ui/viewport/layers/places.h"

#include <Qt3DCore/QEntity>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace posewright::ui {

namespace {

const QColor kTargetQuiet(0x9a, 0xa2, 0xad);
const QColor kTargetHovered(0xff, 0xff, 0xff);
const QColor kPoleColor(0xb0, 0x8c, 0xe0);
const QColor kUnknown(0xc3, 0xc8, 0xd0);
const Paint kThread{QColor(0xff, 0xe0, 0x82), false};

class Targets {
public:
    explicit Targets(Scene3d& scene) : scene_(scene), things_(scene) {}

    void build(const Document& doc, const Stage& stage);
    void place(const Evaluation& evaluation);
    void lookFrom(const Camera& camera, const ViewSize& size);
    void paint(const Emphasis& emphasis);
    /// What is dragged is faint.
    void hold(ConstraintId dragged);

private:
    enum Part { Star, Pole, Thread };
    struct Row {
        Part part = Star;
        NodeId node = NodeId::None;
        NodeIndex from = kNoNode;  ///< row of the node
        NodeIndex to = kNoNode;    ///< other end of a thread
        int constraint = -1;       ///< row of Rig::constraints
        Thing* thing = nullptr;    ///< in things_
        WorldTransform at = {};    ///< of the node, for symbols
    };

    void placeSymbol(const Row& row) const;

    QColor colorOf(const Row& row) const;

    Scene3d& scene_;
    Things things_;
    std::vector<Row> rows_;
    Document doc_;                      ///< of which scene and rig are up to date
    std::vector<ik::Status> statuses_;  ///< as seenStatus says
    Emphasis emphasis_;
    Stage stage_;
    Camera camera_;
    std::optional<ViewSize> size_;  ///< nullopt: not drawn yet
    ConstraintId dragged_ = ConstraintId::None;
    std::vector<ConstraintId> ids_;  ///< of Rig::constraints
};

void Targets::build(const Document& doc, const Stage& stage)
{
    stage_ = stage;
    doc_ = doc;
    const Scene& scene = *doc.scene;
    const std::vector<Constraint>& constraints = doc.rig->constraints;
    rows_.clear();
    things_.begin();
    for (int c = 0; c < std::ssize(constraints); ++c) {
        const NodeIndex target = scene.find(constraints[c].target);
        const NodeIndex effector = scene.find(constraints[c].effector);
        if (target == kNoNode || effector == kNoNode) continue;
        const auto add = [&](Part part, NodeIndex from, NodeIndex to, ShapeMaker shape) {
            const NodeId node = scene[from].id;
            Thing* thing = things_.get(node, part, shape, Depth::Over);
            if (part != Thread)
                thing->entity->setObjectName(QString::fromStdString(scene[from].name));
            rows_.push_back({part, node, from, to, c, thing});
        };
        add(Star, target, kNoNode, makeTargetShape);
        add(Thread, target, effector, makeLineShape);
        const NodeIndex pole = scene.find(constraints[c].pole);
        if (pole != kNoNode) add(Pole, pole, kNoNode, makeBallShape);
    }
    things_.end();
    statuses_.assign(constraints.size(), ik::Status::Inactive);
    ids_.clear();
    for (const Constraint& c : constraints) ids_.push_back(c.id);
}

/// A symbol ignores the scale and shear of its parents, and symbols stop growing when zoomed in.
void Targets::placeSymbol(const Row& row) const
{
    double radius = row.part == Star ? stage_.targetRadius() : stage_.poleRadius();
    if (size_)
        if (const std::optional<Seen> seen = project(camera_, *size_, row.at.position))
            radius = std::min(radius, (row.part == Star ? kMostOfTarget : kMostOfPole) *
                                          unitsPerPixel(camera_, *size_, seen->depth));
    ui::place(*row.thing,
              Eigen::Translation3d(row.at.position) * row.at.rotation * Eigen::Scaling(radius));
}

void Targets::lookFrom(const Camera& camera, const ViewSize& size)
{
    if (size_ && camera == camera_ && size.width == size_->width && size.height == size_->height)
        return;
    camera_ = camera;
    size_ = size;
    for (const Row& row : rows_)
        if (row.part != Thread) placeSymbol(row);
}

void Targets::place(const Evaluation& evaluation)
{
    for (Row& row : rows_) {
        const WorldTransform& from = evaluation.world[row.from];
        if (row.part == Thread) {
            const Vec3 to = evaluation.world[row.to].position;
            placeStick(*row.thing, from.position, to);
            row.thing->entity->setEnabled((to - from.position).norm() > stage_.threadFrom());
            continue;
        }
        row.at = from;
        placeSymbol(row);
    }
    bool others = false;
    for (std::size_t i = 0; i < statuses_.size() && i < evaluation.targets.size(); ++i) {
        const ik::Status seen = seenStatus(doc_, evaluation.targets[i]);
        others |= std::exchange(statuses_[i], seen) != seen;
    }
    if (others) paint(emphasis_);
}

void Targets::paint(const Emphasis& emphasis)
{
    emphasis_ = emphasis;
    for (const Row& row : rows_) {
        const bool faint = dragged_ != ConstraintId::None && ids_[row.constraint] == dragged_;
        scene_.paint(*row.thing, row.part == Thread
                                     ? kThread
                                     : Paint{colorOf(row), true, faint ? kHeldStrength : 1});
    }
}

void Targets::hold(ConstraintId dragged)
{
    if (std::exchange(dragged_, dragged) != dragged) paint(emphasis_);
}

QColor Targets::colorOf(const Row& row) const
{
    // Selected targets have an outline, so their colour can still show the status.
    const bool hovered = row.node == emphasis_.hovered && !emphasis_.isSelected(row.node);
    if (hovered) return kTargetHovered;
    const bool acts = statuses_[row.constraint] != ik::Status::Inactive;
    if (row.part == Pole) return acts ? kPoleColor : kTargetQuiet;
    const Mood mood = moodOf(statuses_[row.constraint]);
    return mood == Mood::Quiet ? kTargetQuiet : ui::colorOf(mood);
}

/// From the target to the effector.
void paintThreads(Canvas& canvas, const OverlayScene& scene)
{
    const Scene& nodes = *scene.doc.scene;
    for (std::size_t i = 0; i < scene.doc.rig->constraints.size(); ++i) {
        const Constraint& c = scene.doc.rig->constraints[i];
        const NodeIndex target = nodes.find(c.target), effector = nodes.find(c.effector);
        if (target == kNoNode || effector == kNoNode) continue;
        const Vec3 a = places::ofRow(scene, target), b = places::ofRow(scene, effector);
        if ((a - b).norm() <= scene.stage.threadFrom()) continue;
        const auto from = places::seen(scene, a), to = places::seen(scene, b);
        const QColor color = i < scene.shown->targets.size()
                                 ? colorOf(moodOf(seenStatus(scene.doc, scene.shown->targets[i])))
                                 : kUnknown;
        if (from && to) canvas.dashes(*from, *to, 2, 5, color);
    }
}

/// Marks of the kinds of selected targets.
void paintKinds(Canvas& canvas, const OverlayScene& scene)
{
    for (const Constraint& c : scene.doc.rig->constraints)
        if (scene.emphasis.isSelected(c.target) || scene.emphasis.isSelected(c.effector))
            paintKind(canvas, scene, c);
}

/// For the selection, where it acts: the plane that a limb bends in, and the pole that it bends
/// towards.
void paintBendPlane(Canvas& canvas, const OverlayScene& scene)
{
    const Scene& nodes = *scene.doc.scene;
    const std::vector<Constraint>& all = scene.doc.rig->constraints;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Constraint& c = all[i];
        const NodeIndex pole = nodes.find(c.pole);
        if (pole == kNoNode) continue;
        if (i < scene.shown->targets.size() &&
            scene.shown->targets[i].status == ik::Status::Inactive)
            continue;
        if (!scene.emphasis.isSelected(c.pole) && !scene.emphasis.isSelected(c.target)) continue;
        const std::vector<NodeIndex> chain = nodes.path(nodes.find(c.root), nodes.find(c.effector));
        if (chain.size() < 3) continue;
        const auto root = places::seen(scene, places::ofRow(scene, chain.front()));
        const auto middle = places::seen(scene, places::ofRow(scene, chain[chain.size() / 2]));
        const auto end = places::seen(scene, places::ofRow(scene, chain.back()));
        const auto at = places::seen(scene, places::ofRow(scene, pole));
        if (!root || !middle || !end || !at) continue;
        QColor veil = kPoleColor;
        veil.setAlphaF(0.16F);
        const Pixel corners[] = {*root, *at, *end};
        canvas.polygon(corners, veil);
        canvas.dashes(*middle, *at, 1.5, 4, kPoleColor);
    }
}

void paintMarks(Canvas& canvas, const OverlayScene& scene)
{
    if (!scene.hasPose()) return;
    paintThreads(canvas, scene);
    paintKinds(canvas, scene);
    paintBendPlane(canvas, scene);
}

}  // namespace

/// Targets as stars in the colour of their status, poles, grey where they do not act, and threads
/// from targets to effectors. For selected ones also the line of an aim and the bend plane of a
/// limb.
Layer makeTargets(Scene3d& scene)
{
    const auto targets = std::make_shared<Targets>(scene);
    Layer layer = layerOf(targets);
    layer.emphasisChanged = [targets](const Emphasis& emphasis) { targets->paint(emphasis); };
    layer.viewChanged = [targets](const Camera& camera, const ViewSize& size) {
        targets->lookFrom(camera, size);
    };
    layer.paint = [targets](Canvas& canvas, const OverlayScene& shown) {
        targets->hold(shown.tool && shown.tool->held ? shown.tool->reach : ConstraintId::None);
        paintMarks(canvas, shown);
    };
    return layer;
}

}  // namespace posewright::ui
