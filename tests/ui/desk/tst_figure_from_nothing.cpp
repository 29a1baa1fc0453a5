#include "core/io/format.h"
#include "tests/support/program.h"
#include "tests/ui/desk/desktop_test.h"

#include <QComboBox>
#include <QCommandLinkButton>

#include <algorithm>

using namespace posewright;
using namespace posewright::ui;

namespace {

constexpr int kNothingGestures = 25;

}  // namespace

/// From an empty scene to a figure that waves, by pointer and keys on a real window.
class TestFigureFromNothing : public test::DesktopTest {
    Q_OBJECT

    int gestures_ = 0;

    void key(Qt::Key key)
    {
        QTest::keyClick(desk_->canvas(), key);
        QTest::qWait(1);
        ++gestures_;
    }
    void click(const Vec3& at)
    {
        const QPoint p = desk_->seen(at);
        QTest::mouseMove(desk_->canvas(), p);
        QTest::mouseClick(desk_->canvas(), Qt::LeftButton, {}, p);
        QTest::qWait(1);
        ++gestures_;
    }

private slots:
    // Long: one job from the start page to a figure that moves.
    void fifteenBonesAreDrawnLimitedAndWave()
    {
        test::Desktop& desk = *desk_;
        QTest::mouseClick(desk.window.findChild<QCommandLinkButton*>("start.empty"),
                          Qt::LeftButton);
        ++gestures_;
        QTRY_VERIFY(desk.canvas()->isExposed());
        QTRY_VERIFY(desk.window.evaluator().current());
        QTest::qWait(300);
        key(Qt::Key_1);  // from the front
        QTest::qWait(300);
        key(Qt::Key_B);

        // A unit that all of the figure fits into the view with.
        const double u = 0.25 * desk.view().camera().distance * 0.33;
        const auto at = [&](double x, double y) { return Vec3(x * u, y * u, 0); };
        click(at(0, 1.6));  // hips, spine, head
        click(at(0, 2.1));
        click(at(0, 2.7));
        click(at(0, 3.2));
        key(Qt::Key_Escape);
        key(Qt::Key_X);
        click(at(0, 2.7));  // arms
        click(at(0.5, 2.6));
        click(at(1.0, 2.15));
        click(at(1.5, 2.3));
        key(Qt::Key_Escape);
        click(at(0, 1.6));  // legs
        click(at(0.35, 1.4));
        click(at(0.4, 0.8));
        click(at(0.38, 0.2));
        key(Qt::Key_Q);
        QCOMPARE(int(desk.doc().scene->size()), 15);

        // What is selected last is a shin: its knee is limited, and the hand gets a target.
        auto* kind = desk.window.findChild<QComboBox*>("inspectorLimitKind");
        QVERIFY(kind);
        kind->setFocus();
        QTest::keyClick(kind, Qt::Key_H);  // hinge
        ++gestures_;
        const bool limited = std::ranges::any_of(desk.doc().scene->nodes(), [](const Node& node) {
            return node.bone() && node.bone()->limit.index() != 0;
        });
        QVERIFY(limited);
        const std::string hand = [&] {
            double farthest = 0;
            std::string name;
            for (const Node& node : desk.doc().scene->nodes())
                if (const double x = desk.world(node.id).x(); x > farthest) {
                    farthest = x;
                    name = node.name;
                }
            return name;
        }();
        const Vec3 wrist = desk.world(desk.node(hand.c_str()));
        click(wrist + 0.4 * (at(1.5, 2.3) - wrist));
        QCOMPARE(desk.session.selection().active(), desk.node(hand.c_str()));
        key(Qt::Key_T);
        QCOMPARE(int(desk.doc().rig->constraints.size()), 1);
        const Constraint arm = desk.doc().rig->constraints[0];
        const NodeId target = arm.target;
        // The first of the three bones that were drawn leads from the spine to the shoulder: an arm
        // is the other two, to where the last one ends.
        QVERIFY((desk.world(arm.root) - at(0.5, 2.6)).norm() < 0.05 * u);
        QVERIFY((desk.world(arm.effector) - at(1.5, 2.3)).norm() < 0.05 * u);
        key(Qt::Key_S);
        desk.clickRuler(12);
        ++gestures_;
        const Vec3 from = desk.world(target);
        desk.dragInView(desk.seen(from), desk.seen(from + at(-0.2, 0.6)));
        ++gestures_;
        qInfo("%d gestures from an empty scene to a figure that waves (bar %d)", gestures_,
              kNothingGestures);
        QVERIFY(gestures_ <= kNothingGestures);

        const auto wristAt = [&](double frame) -> Vec3 {
            return evaluate(desk.doc(), frame).world[desk.doc().scene->find(arm.effector)].position;
        };
        QVERIFY((wristAt(12) - wristAt(0)).norm() > 0.3 * u);
        QCOMPARE(int(keyFrames(*desk.doc().clip().track(target)).size()), 2);
    }
};

POSEWRIGHT_TEST(TestFigureFromNothing, posewright::test::runOnScreen);
#include "tst_figure_from_nothing.moc"
