#include "ui/files/figures_view.h"

#include "core/retarget/keep.h"
#include "core/retarget/reference_pose.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <set>

namespace posewright::ui {

namespace {

constexpr double kYaw = 0.6;            ///< [rad] figures are seen partly from the side
constexpr double kFigureMargin = 0.06;  ///< around a figure, relative to its height
constexpr int kFittedFrames = 32;       ///< at which it is to be inside
constexpr double kLevelEnough = 0.2;    ///< level part of a unit vector that has a heading
const QColor kLeft(224, 122, 60), kRight(70, 140, 220), kMiddle(150, 150, 150);

/// One of the two figures, in its own left, up and forward axes.
class Drawn {
public:
    /// @param start, end  of the motion [frame]
    Drawn(const Document& doc, const retarget::Figure& figure, double start, double end,
          std::shared_ptr<KeyMemo> memo) :
        scene_(doc.scene),
        figure_(figure), prepared_(prepare(doc, std::move(memo)))
    {
        if (!figure.has(retarget::Role::Hips)) return;
        const retarget::ReferencePose reference =
            retarget::referencePoseOf(*scene_, figure, retarget::standingPose(doc, figure));
        // Both figures may face elsewhere than at rest, each by another angle.
        const Quat turned = evaluate(*prepared_, start).world[hips()].rotation *
                            reference.world[hips()].rotation.conjugate();
        const Vec3 ahead = reference.body.transpose() * (turned * reference.body.col(2));
        const double level = std::hypot(ahead.x(), ahead.z());
        const double heading = level < kLevelEnough ? 0 : std::atan2(ahead.x(), ahead.z());
        turn_ = Eigen::AngleAxisd(kYaw - heading, Vec3::UnitY()) * reference.body.transpose();
        fit(reference.world);
        for (int i = 0; i <= kFittedFrames; ++i)
            fit(evaluate(*prepared_, start + (end - start) * i / kFittedFrames).world);
    }

    void paint(QPainter& painter, const QRectF& place, double frame,
               std::optional<retarget::Role> strong) const
    {
        if (!figure_.has(retarget::Role::Hips)) return;
        const Evaluation shown = evaluate(*prepared_, frame);
        const double scale =
            (1 - 4 * kFigureMargin) * std::min(place.height() / std::max(box_.height(), 1e-9),
                                               place.width() / std::max(box_.width(), 1e-9));
        const auto at = [&](NodeIndex row) {
            const QPointF p = seen(shown.world[row], shown.world[hips()]) - box_.center();
            return place.center() + scale * QPointF(p.x(), -p.y());
        };
        const auto line = [&](NodeIndex from, NodeIndex to, const QColor& color, double width) {
            painter.setPen(QPen(color, width, Qt::SolidLine, Qt::RoundCap));
            painter.drawLine(at(from), at(to));
        };
        std::set<NodeIndex> known;
        for (const retarget::Role role : retarget::allRoles())
            known.insert(figure_.bones(role).begin(), figure_.bones(role).end());
        for (const NodeIndex row : known)
            for (NodeIndex above = (*scene_)[row].parent; above != kNoNode;
                 above = (*scene_)[above].parent)
                if (known.contains(above)) {
                    line(above, row, kMiddle, 1);
                    break;
                }
        for (const retarget::Role role : retarget::allRoles())
            for (const NodeIndex row : figure_.bones(role)) {
                painter.setPen(Qt::NoPen);
                painter.setBrush(colorOf(role));
                const double size = strong == role ? 5 : 2.2;
                painter.drawEllipse(at(row), size, size);
            }
    }

private:
    static QColor colorOf(retarget::Role role)
    {
        switch (retarget::sideOf(role)) {
        case retarget::BodySide::Left: return kLeft;
        case retarget::BodySide::Right: return kRight;
        default: return kMiddle;
        }
    }
    NodeIndex hips() const { return figure_.first(retarget::Role::Hips); }
    /// To the right and up, from the hips. [m]
    QPointF seen(const WorldTransform& place, const WorldTransform& hips) const
    {
        const Vec3 p = turn_ * (place.position - hips.position);
        return {p.x(), p.y()};
    }
    /// Makes the box hold this pose.
    void fit(const std::vector<WorldTransform>& world)
    {
        for (const retarget::Role role : retarget::allRoles())
            for (const NodeIndex row : figure_.bones(role)) {
                const QPointF at = seen(world[row], world[hips()]);
                box_.setLeft(std::min(box_.left(), at.x()));
                box_.setRight(std::max(box_.right(), at.x()));
                box_.setTop(std::min(box_.top(), at.y()));
                box_.setBottom(std::max(box_.bottom(), at.y()));
            }
    }

    Shared<Scene> scene_;
    retarget::Figure figure_;
    std::shared_ptr<const Prepared> prepared_;
    Mat3 turn_ = Mat3::Identity();
    QRectF box_;  ///< of all poses, as seen; y points up
};

}  // namespace

struct FiguresView::Shown {
    Drawn there;
    Drawn here;
    double start = 0;  ///< [frame] of the motion
    double pace = 1;   ///< frames of the motion per frame of the clip
};

FiguresView::FiguresView(Session& session, QWidget* parent) : QWidget(parent), session_(session)
{
    setObjectName(QStringLiteral("broughtFigures"));
    setAccessibleName(tr("Both figures at the playhead"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    connect(&session, &Session::changed, this, &FiguresView::take);
    connect(&session.playhead(), &Playhead::moved, this, qOverload<>(&QWidget::update));
    take();
}

void FiguresView::point(std::optional<retarget::Role> role)
{
    if (role == role_) return;
    role_ = role;
    update();
}

QSize FiguresView::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 60, fontMetrics().height() * 6};
}

QSize FiguresView::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 60, fontMetrics().height() * 9};
}

void FiguresView::take()
{
    const Document& doc = session_.document();
    const Origin* origin = originOf(doc, doc.clip().name);
    shown_ = nullptr;
    if (origin) {
        const Document& motion = *origin->motion;
        shown_ = std::make_shared<const Shown>(
            Shown{Drawn(motion, retarget::figureThere(origin->how, *motion.scene),
                        motion.playback.start, motion.playback.end, nullptr),
                  Drawn(doc, retarget::figureHere(origin->how, *doc.scene), doc.playback.start,
                        doc.playback.end, session_.memo()),
                  motion.playback.start, motion.clip().rate / doc.clip().rate});
    }
    update();
}

void FiguresView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().base());
    if (!shown_) return;
    const double frame = session_.playhead().frame();
    const QRectF left(0, 0, width() / 2.0, height()),
        right(width() / 2.0, 0, width() / 2.0, height());
    shown_->there.paint(painter, left, shown_->start + frame * shown_->pace, role_);
    shown_->here.paint(painter, right, frame, role_);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(left.adjusted(6, 4, -6, -4), Qt::AlignLeft | Qt::AlignTop, tr("The motion"));
    painter.drawText(right.adjusted(6, 4, -6, -4), Qt::AlignLeft | Qt::AlignTop, tr("Here"));
}

}  // namespace posewright::ui
