#include "ui/desk/pose_picture.h"

#include "core/retarget/figure.h"

#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <vector>

namespace posewright::ui {

namespace {

struct Stick {
    QLineF line;
    double depth = 0;  ///< towards the eye
    double width = 0;  ///< relative to its length
};

/// Turns the figure's front to the eye, and then a little aside.
Quat frontOf(const retarget::Figure& figure, const std::vector<WorldTransform>& world)
{
    using retarget::Role;
    constexpr double kAside = -0.5;  // [rad]
    const NodeIndex left = figure.first(Role::LeftUpperLeg);
    const NodeIndex right = figure.first(Role::RightUpperLeg);
    double turn = kAside;
    if (left != kNoNode && right != kNoNode) {
        const Vec3 side = world[left].position - world[right].position;
        turn += std::atan2(side.z(), side.x());
    }
    return Quat(Eigen::AngleAxisd(turn, Vec3::UnitY()));
}

/// The bones of the body; all bones if few are recognised. Control bones of rigs stand wherever
/// there was room and are left out.
std::vector<char> drawnOf(const retarget::Figure& figure, std::size_t bones)
{
    constexpr int kBody = 8;  // fewest recognised roles
    std::vector<char> drawn(bones, figure.size() < kBody);
    for (const retarget::Role role : retarget::allRoles())
        for (const NodeIndex row : figure.bones(role)) drawn[row] = 1;
    return drawn;
}

std::vector<Stick> sticksOf(const operate::Pose& pose)
{
    const Result<Document> doc = operate::documentOf(pose);
    if (!doc) return {};
    const std::vector<WorldTransform> world = evaluate(*doc, 0).world;
    const retarget::Figure figure = retarget::figureOf(*doc->scene);
    const Quat turn = frontOf(figure, world);
    std::vector<Stick> out;
    const auto add = [&](const Vec3& from, const Vec3& to) {
        const Vec3 a = turn * from, b = turn * to;
        out.push_back({{a.x(), -a.y(), b.x(), -b.y()}, (a.z() + b.z()) / 2, (b - a).norm()});
    };
    const std::vector<char> drawn = drawnOf(figure, pose.bones.size());
    std::vector<char> carries(pose.bones.size(), 0);
    for (std::size_t i = 0; i < pose.bones.size(); ++i) {
        if (!drawn[i]) continue;
        int above = pose.bones[i].parent;
        while (above >= 0 && !drawn[above]) above = pose.bones[above].parent;
        if (above < 0) continue;
        carries[above] = 1;
        add(world[above].position, world[i].position);
    }
    for (std::size_t i = 0; i < pose.bones.size(); ++i)
        if (drawn[i] && !carries[i]) add(world[i].position, world[i] * pose.bones[i].tip);
    return out;
}

}  // namespace

QPixmap posePicture(const operate::Pose& pose, const QSize& size, double pixelRatio,
                    const QColor& color)
{
    QPixmap picture(size * pixelRatio);
    picture.setDevicePixelRatio(pixelRatio);
    picture.fill(Qt::transparent);
    std::vector<Stick> sticks = sticksOf(pose);
    if (sticks.empty()) return picture;
    QRectF box(sticks.front().line.p1(), QSizeF(0, 0));
    double near = sticks.front().depth, far = near;
    for (const Stick& stick : sticks) {
        for (const QPointF& p : {stick.line.p1(), stick.line.p2()}) {
            box.setLeft(std::min(box.left(), p.x()));
            box.setRight(std::max(box.right(), p.x()));
            box.setTop(std::min(box.top(), p.y()));
            box.setBottom(std::max(box.bottom(), p.y()));
        }
        near = std::max(near, stick.depth);
        far = std::min(far, stick.depth);
    }
    std::stable_sort(sticks.begin(), sticks.end(),
                     [](const Stick& a, const Stick& b) { return a.depth < b.depth; });
    constexpr double kMargin = 8;  // [px]
    const double scale = std::min((size.width() - 2 * kMargin) / std::max(box.width(), 1e-9),
                                  (size.height() - 2 * kMargin) / std::max(box.height(), 1e-9));
    const QPointF middle(size.width() / 2.0, size.height() / 2.0);
    const auto at = [&](const QPointF& p) { return (p - box.center()) * scale + middle; };
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Stick& stick : sticks) {
        // Farther bones are paler.
        const double depth = near > far ? (stick.depth - far) / (near - far) : 1;
        QColor ink = color;
        ink.setAlphaF(static_cast<float>(0.45 + 0.55 * depth));
        const double width = std::clamp(0.22 * stick.width * scale, 1.5, 7.0);
        painter.setPen(QPen(ink, width, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(at(stick.line.p1()), at(stick.line.p2()));
    }
    return picture;
}

}  // namespace posewright::ui
