#include "ui/files/figures_view.h"

#include "core/retarget/keep.h"
#include "core/retarget/reference_pose.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QPainter>

#include <cmath>
#include <set>

namespace posewright::ui {

namespace {

constexpr double kYaw = 0.6;            ///< [rad] figures are seen partly from the side
constexpr double kFigureMargin = 0.06;  ///< around a figure, relative to its height
const QColor kLeft(224, 122, 60), kRight(70, 140, 220), kMiddle(150, 150, 150);

/// One of the two figures, in its own left, up and forward axes.
class Drawn {
public:
    Drawn(const Document& doc, const retarget::Figure& figure, std::shared_ptr<KeyMemo> memo) :
        scene_(doc.scene), figure_(figure), prepared_(prepare(doc, std::move(memo)))
    {
        if (!figure.has(retarget::Role::Hips)) return;
        const retarget::ReferencePose reference =
            retarget::referencePoseOf(*scene_, figure, retarget::standingPose(doc, figure));
        turn_ = Eigen::AngleAxisd(kYaw, Vec3::UnitY()) * reference.body.transpose();
        double low = 0, high = 0;
        for (const retarget::Role role : retarget::allRoles())
            for (const NodeIndex row : figure.bones(role)) {
                const double y = seen(reference.world[row], reference.world[hips()]).y();
                low = std::min(low, y);
                high = std::max(high, y);
            }
        middle_ = (low + high) / 2;
        height_ = std::max(high - low, 1e-9);
    }

    void paint(QPainter& painter, const QRectF& place, double frame,
               std::optional<retarget::Role> strong) const
    {
        if (!figure_.has(retarget::Role::Hips)) return;
        const Evaluation shown = evaluate(*prepared_, frame);
        const double scale = place.height() * (1 - 4 * kFigureMargin) / height_;
        const auto at = [&](NodeIndex row) {
            const Vec3 p = seen(shown.world[row], shown.world[hips()]);
            return QPointF(place.center().x() + scale * p.x(),
                           place.center().y() - scale * (p.y() - middle_));
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
    Vec3 seen(const WorldTransform& place, const WorldTransform& hips) const
    {
        return turn_ * (place.position - hips.position);
    }

    Shared<Scene> scene_;
    retarget::Figure figure_;
    std::shared_ptr<const Prepared> prepared_;
    Mat3 turn_ = Mat3::Identity();
    double middle_ = 0, height_ = 1;
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
            Shown{Drawn(motion, retarget::figureThere(origin->how, *motion.scene), nullptr),
                  Drawn(doc, retarget::figureHere(origin->how, *doc.scene), session_.memo()),
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
