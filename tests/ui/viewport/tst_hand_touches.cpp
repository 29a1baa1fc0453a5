#include "core/operate/operate.h"
#include "core/retarget/figure.h"
#include "tests/support/biped.h"
#include "tests/support/figure_file.h"
#include "tests/support/hand_measure.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"
#include "tests/ui/run.h"
#include "tests/ui/viewport/view_hand.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace posewright;
using namespace posewright::ui;

namespace {

constexpr int kTrials = 32;
constexpr double kHandTall = 1.7;    ///< [m] the bars are those of a figure of this size
constexpr double kDeepest = 1e-3;    ///< [m]
constexpr double kNearest = 5e-3;    ///< [m]
constexpr double kTouching = 0.8;    ///< share of the places in reach
constexpr double kEasedAway = 0.03;  ///< of the arm, where the reach is eased

class HandDice {
public:
    explicit HandDice(std::uint32_t seed) : random_(seed) {}
    double between(double low, double high)
    {
        return std::uniform_real_distribution<>(low, high)(random_);
    }
    Vec3 direction()
    {
        Vec3 way;
        do way = Vec3(between(-1, 1), between(-1, 1), between(-1, 1));
        while (way.norm() > 1 || way.norm() < 0.1);
        return way.normalized();
    }

private:
    std::mt19937 random_;
};

/// A figure of a file with targets for its hands; flesh for its bones, if asked for.
Document figureWithHands(const QString& file, const QString& flesh, bool targets)
{
    Document doc = test::figureFrom(file);
    if (!flesh.isEmpty()) {
        operate::AddFlesh add;
        add.shape = flesh == "box" ? edit::Solid::Box : edit::Solid::Capsule;
        doc = *edit::applyEach(doc, *operate::edits(doc, add));
    }
    if (targets && doc.rig->constraints.empty())
        doc = *edit::applyEach(doc, *operate::edits(doc, operate::TargetsForBody{}));
    return doc;
}

/// Where an arm begins and ends.
struct Arm {
    NodeId shoulder = NodeId::None, hand = NodeId::None;
    double length = 0;
};

Arm armOf(const Document& doc, bool left)
{
    using retarget::Role;
    const Scene& scene = *doc.scene;
    const retarget::Figure figure = retarget::figureOf(scene);
    const NodeIndex top = figure.first(left ? Role::LeftUpperArm : Role::RightUpperArm);
    const NodeIndex end = figure.first(left ? Role::LeftHand : Role::RightHand);
    if (top == kNoNode || end == kNoNode) return {};
    Arm arm{scene[top].id, scene[end].id, 0};
    const Evaluation shown = evaluate(doc, doc.playback.start);
    for (NodeIndex row = end; row != top; row = scene[row].parent)
        arm.length += (shown.world[row].position - shown.world[scene[row].parent].position).norm();
    return arm;
}

/// A box of any size and turn within reach of an arm.
Document withBox(const Document& doc, const Arm& arm, HandDice& dice)
{
    const Evaluation shown = evaluate(doc, doc.playback.start);
    const Vec3 shoulder = shown.world[doc.scene->find(arm.shoulder)].position;
    const Vec3 hand = shown.world[doc.scene->find(arm.hand)].position;
    Vec3 way = ((hand - shoulder).normalized() + 0.8 * dice.direction()).normalized();
    const double x = dice.between(0.2, 0.6), y = dice.between(0.2, 0.6);
    const Vec3 sides = arm.length * Vec3(x, y, dice.between(0.2, 0.6));
    const Vec3 middle = shoulder + (dice.between(0.5, 0.75) * arm.length + sides.norm() / 2) * way;
    const Quat turn(Eigen::AngleAxisd(dice.between(-0.7, 0.7), dice.direction()));
    edit::AddBox box;
    box.name = "Box";
    box.size = sides;
    box.position = middle;
    const Document out = *edit::apply(doc, box);
    edit::SetRest rest;
    rest.node = test::nodeNamed(out, "Box");
    rest.translation = middle - turn * Vec3(0, sides.y() / 2, 0);
    rest.rotation = turn;
    return *edit::apply(out, rest);
}

/// What a trial has found.
struct Touch {
    bool counts = false;  ///< the box was touched, and the place is in reach
    bool eased = false;
    double deepest = 0;
    double nearest = 0;
};

Touch touchedBy(const Document& doc, const Arm& arm, HandDice& dice)
{
    test::ViewHand hand(doc);
    const Constraint* target = nullptr;
    for (const Constraint& c : doc.rig->constraints)
        if (c.effector == arm.hand) target = &c;
    const NodeId dragged = target ? target->target : arm.hand;
    const NodeId box = test::nodeNamed(doc, "Box");
    const test::BlockShown block(doc, *hand.evaluator.current(), box);
    Camera camera = hand.view->camera();
    camera.pivot = block.middle();
    camera.distance = 1.6 * hand.view->stage().figure;
    const Vec3 inwards = hand.place(arm.shoulder) - block.middle();
    const Vec3 sight = inwards.normalized() + 1.5 * dice.direction();
    camera.yaw = std::atan2(sight.x(), sight.z());
    camera.pitch = std::asin(sight.normalized().y());
    hand.view->setCamera(camera);
    const QPointF from = hand.seen(hand.place(dragged));
    const QPointF to = hand.seen(
        block.within({dice.between(-0.6, 0.6), dice.between(-0.6, 0.6), dice.between(-0.6, 0.6)}));
    hand.press(from);
    hand.moveTo(from, to);
    if (!hand.interaction->dragging() || !hand.interaction->key(Qt::Key_T)) return {};
    Touch out;
    const QStringList said = hand.interaction->overlay().readout;
    hand.release(to);
    if (!said.contains(QString::fromUtf8("on “Box”"))) return {};
    const Evaluation& shown = *hand.evaluator.current();
    const Document& now = hand.session.document();
    const Vec3 end = hand.place(arm.hand), place = hand.place(dragged);
    const double off = (end - place).norm();
    for (const TargetStatus& status : shown.targets) {
        if (!target || status.constraint != target->id) continue;
        if (isProblem(status.status)) return {};
        out.eased = off > 1e-4 * arm.length;
    }
    // A hand without a target is dragged as far as its arm reaches.
    out.counts = target || (end - hand.place(arm.shoulder)).norm() < 0.98 * arm.length;
    const test::BlockShown there(now, shown, box);
    out.nearest = 1e9;
    for (const Vec3& at : test::handShown(now, shown, arm.hand, 0.02 * arm.length)) {
        out.deepest = std::max(out.deepest, there.depthOf(at));
        out.nearest = std::min(out.nearest, there.distanceTo(at));
    }
    return out;
}

}  // namespace

/// T during a drag: what is seen of the hand lies on the surface, and not in it.
class TestHandTouches : public QObject {
    Q_OBJECT

private slots:
    void onBoxesOfAllKinds_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("flesh");
        QTest::addColumn<bool>("targets");
        QTest::newRow("biped, bones") << "biped.json"
                                      << "" << true;
        QTest::newRow("biped, boxes") << "biped.json"
                                      << "box" << true;
        QTest::newRow("biped, capsules") << "biped.json"
                                         << "capsule" << true;
        QTest::newRow("Mixamo, bones") << "bvh/bvhpython_freebvh.bvh"
                                       << "" << true;
        QTest::newRow("Mixamo, no targets") << "bvh/bvhpython_freebvh.bvh"
                                            << "" << false;
        QTest::newRow("Knight, no targets") << "gltf/kaykit_Knight.glb"
                                            << "" << false;
        QTest::newRow("Knight") << "gltf/kaykit_Knight.glb"
                                << "" << true;
        QTest::newRow("CesiumMan") << "gltf/khronos/cesium_man.gltf"
                                   << "" << true;
        QTest::newRow("Barbarian") << "gltf/kaykit_Barbarian.glb"
                                   << "" << true;
    }

    void onBoxesOfAllKinds()
    {
        QFETCH(QString, file);
        QFETCH(QString, flesh);
        QFETCH(bool, targets);
        if (!file.endsWith(".json")) POSEWRIGHT_NEEDS_SHARED("corpus");
        const Document doc = figureWithHands(file, flesh, targets);
        HandDice dice(test::printedSeed(20261128U));
        const double size = ui::stageOf(doc).figure;
        int count = 0, eased = 0, near = 0;
        double deepest = 0, nearest = 0, easedAway = 0;
        for (int trial = 0; trial < kTrials; ++trial) {
            const Arm arm = armOf(doc, trial % 2 == 0);
            QVERIFY(arm.length > 0);
            const Touch touch = touchedBy(withBox(doc, arm, dice), arm, dice);
            if (!touch.counts) continue;
            if (touch.deepest * kHandTall / size > kDeepest)
                qInfo("trial %d: %g deep, %g away", trial, touch.deepest, touch.nearest);
            if (!touch.eased && touch.nearest * kHandTall / size <= kNearest) ++near;
            ++(touch.eased ? eased : count);
            double& away = touch.eased ? easedAway : nearest;
            away = std::max(away, touch.eased ? touch.nearest / arm.length : touch.nearest);
            if (!touch.eased) deepest = std::max(deepest, touch.deepest);
        }
        qInfo("%d of %d in reach, %d of them touch, %d more where the reach is eased; "
              "deepest %.3g mm, farthest from the surface %.3g mm, at 1.7 m; eased %.2g %% of the "
              "arm",
              count, kTrials, near, eased, 1000 * deepest * kHandTall / size,
              1000 * nearest * kHandTall / size, 100 * easedAway);
        QVERIFY(count >= (targets ? kTrials / 8 : 1));
        QVERIFY(deepest * kHandTall / size <= kDeepest);
        // Hands as long as the arm's bones may have no place where they touch right there.
        QVERIFY(near >= kTouching * count);
        QVERIFY(easedAway <= kEasedAway);
    }
};

POSEWRIGHT_TEST(TestHandTouches, posewright::test::runWithWidgets);
#include "tst_hand_touches.moc"
