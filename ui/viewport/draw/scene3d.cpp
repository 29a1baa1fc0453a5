#include "ui/viewport/draw/scene3d.h"

#include "core/math/rotation.h"

#include <QMatrix4x4>
#include <Qt3DCore/QTransform>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QMaterial>

#include <algorithm>

namespace posewright::ui {

Scene3d::Scene3d(Qt3DCore::QEntity& root, Qt3DRender::QLayer& over, double lineStrength,
                 MovedBy surfaces) :
    things_(new Qt3DCore::QEntity(&root)),
    over_(over), paints_(things_, lineStrength), surfaces_(surfaces)
{
}

Scene3d::~Scene3d()
{
    delete things_;
}

Thing Scene3d::make(ShapeMaker maker, Depth depth)
{
    return make(shape(maker), depth);
}

Thing Scene3d::make(Qt3DRender::QGeometryRenderer* shape, Depth depth)
{
    Thing thing;
    thing.entity = new Qt3DCore::QEntity(things_);
    thing.transform = new Qt3DCore::QTransform(thing.entity);
    thing.entity->addComponent(thing.transform);
    thing.entity->addComponent(shape);
    setDepth(thing, depth);
    return thing;
}

void Scene3d::setDepth(Thing& thing, Depth depth)
{
    if (thing.depth == depth) return;
    if (depth == Depth::Over)
        thing.entity->addComponent(&over_);
    else
        thing.entity->removeComponent(&over_);
    thing.depth = depth;
}

void Scene3d::paint(Thing& thing, const Paint& paint)
{
    Qt3DRender::QMaterial* material = paints_[paint];
    if (thing.material == material) return;
    if (thing.material) thing.entity->removeComponent(thing.material);
    thing.entity->addComponent(material);
    thing.material = material;
}

Qt3DRender::QGeometryRenderer* Scene3d::shape(ShapeMaker maker)
{
    const auto found = std::find_if(shapes_.begin(), shapes_.end(),
                                    [&](const auto& made) { return made.first == maker; });
    if (found != shapes_.end()) return found->second;
    shapes_.emplace_back(maker, maker(things_));
    return shapes_.back().second;
}

void place(const Thing& thing, const Affine& placement)
{
    const Eigen::Matrix4f m = placement.matrix().cast<float>();
    // Eigen stores columns, QMatrix4x4 reads rows.
    thing.transform->setMatrix(QMatrix4x4(m.data()).transposed());
}

void placeBall(const Thing& thing, const Vec3& at, double radius)
{
    place(thing, Eigen::Translation3d(at) * Affine(Eigen::Scaling(radius)));
}

void placeStick(const Thing& thing, const Vec3& a, const Vec3& b, double radius)
{
    const Vec3 d = b - a;
    const double length = d.norm();
    Affine m = Affine::Identity();
    m.translation() = a;
    constexpr double kUnseen = 1e-9;  // not 0, since normals are divided by it
    if (!(length > 0))
        m.linear() *= kUnseen;
    else
        m.linear() = leastArc(Vec3::UnitY(), d / length).toRotationMatrix() *
                     Vec3(radius, length, radius).asDiagonal().toDenseMatrix();
    place(thing, m);
}

void Things::begin()
{
    before_.merge(now_);
    now_.clear();
}

Thing* Things::get(NodeId node, int part, ShapeMaker shape, Depth depth)
{
    const Key key{node, part};
    if (const auto asked = now_.find(key); asked != now_.end()) return &asked->second;
    if (auto old = before_.extract(key)) return &now_.insert(std::move(old)).position->second;
    return &now_.emplace(key, scene_.make(shape, depth)).first->second;
}

void Things::end()
{
    for (const auto& [key, gone] : before_) delete gone.entity;
    before_.clear();
}

}  // namespace posewright::ui
