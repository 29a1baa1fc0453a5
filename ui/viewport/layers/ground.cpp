#include "ui/viewport/draw/scene3d.h"
#include "ui/viewport/draw/shapes.h"
#include "ui/viewport/layers/layer.h"

#include <Qt3DCore/QTransform>
#include <Qt3DRender/QGeometryRenderer>

#include <cmath>
#include <memory>
#include <vector>

namespace posewright::ui {

namespace {

const Paint kGridMinor{QColor(0x42, 0x46, 0x4e), false};
const Paint kGridMajor{QColor(0x58, 0x5e, 0x68), false};
const Paint kAxisX{QColor(0xb5, 0x52, 0x5c), false};
const Paint kAxisY{QColor(0x6f, 0xa5, 0x4e), false};
const Paint kAxisZ{QColor(0x4f, 0x7f, 0xc4), false};

class Ground {
public:
    explicit Ground(Scene3d& scene) : scene_(scene) {}

    void build(const Stage& stage)
    {
        if (!things_.empty() && step_ == stage.gridStep() && reach_ == stage.gridReach()) return;
        step_ = stage.gridStep();
        reach_ = stage.gridReach();
        for (const Painted& gone : things_) delete gone.thing.entity;
        for (Qt3DRender::QGeometryRenderer* gone : grids_) delete gone;
        things_.clear();
        grids_.clear();

        constexpr int kEvery = 5;
        const int cells = static_cast<int>(std::lround(reach_ / step_));
        for (const bool major : {false, true}) {
            grids_.push_back(makeGridShape(cells, kEvery, major, &scene_.root()));
            Thing grid = scene_.make(grids_.back());
            place(grid, Affine(Eigen::Scaling(step_)));
            things_.push_back({grid, major ? kGridMajor : kGridMinor});
        }
        const double end = cells * step_;
        addAxis({-end, 0, 0}, {end, 0, 0}, kAxisX);
        addAxis({0, 0, -end}, {0, 0, end}, kAxisZ);
        addAxis(Vec3::Zero(), {0, step_, 0}, kAxisY);
        paint();
    }

    /// Seen from below, the ground would be drawn over the figure.
    void lookFrom(const Vec3& eye)
    {
        const bool below = eye.y() < 0;
        if (below == below_) return;
        below_ = below;
        paint();
    }

    void show(bool shown)
    {
        for (const Painted& painted : things_) painted.thing.entity->setEnabled(shown);
    }

private:
    struct Painted {
        Thing thing;
        Paint paint;  ///< for views from above
    };

    void addAxis(const Vec3& from, const Vec3& to, const Paint& paint)
    {
        Thing line = scene_.make(makeLineShape);
        placeStick(line, from, to);
        things_.push_back({line, paint});
    }

    void paint()
    {
        for (Painted& painted : things_) {
            Paint paint = painted.paint;
            paint.behind = below_;
            scene_.paint(painted.thing, paint);
        }
    }

    Scene3d& scene_;
    std::vector<Painted> things_;
    std::vector<Qt3DRender::QGeometryRenderer*> grids_;
    double step_ = 0;
    double reach_ = 0;
    bool below_ = false;
};

}  // namespace

/// A grid at height 0 and the three axes of the world through it. Looked at from below it is behind
/// everything.
Layer makeGround(Scene3d& scene)
{
    const auto ground = std::make_shared<Ground>(scene);
    Layer layer;
    layer.documentChanged = [ground](const Document&, const Stage& stage) { ground->build(stage); };
    layer.emphasisChanged = [ground](const Emphasis& emphasis) {
        ground->show(emphasis.view.grid);
    };
    layer.viewChanged = [ground](const Camera& camera, const ViewSize&) {
        ground->lookFrom(eye(camera));
    };
    return layer;
}

}  // namespace posewright::ui
