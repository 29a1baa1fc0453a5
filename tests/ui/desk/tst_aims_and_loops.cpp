#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "ui/actions/samples.h"

#include <QComboBox>
#include <QSettings>

using namespace posewright;
using namespace posewright::ui;

/// Bones that look, and limbs that meet, made by hand.
class TestAimsAndLoops : public QObject {
    Q_OBJECT

    std::unique_ptr<test::Desktop> desk_;

    std::vector<WorldTransform> poseAt(double frame)
    {
        std::vector<WorldTransform> bones;
        const auto shown = desk_->window.evaluator().at(frame);
        for (NodeIndex row = 0; row < desk_->doc().scene->size(); ++row)
            if ((*desk_->doc().scene)[row].bone()) bones.push_back(shown->world[row]);
        return bones;
    }
    static double apart(const std::vector<WorldTransform>& a, const std::vector<WorldTransform>& b)
    {
        double most = a.size() == b.size() ? 0 : 1e9;
        for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
            most = std::max({most, (a[i].position - b[i].position).norm(),
                             a[i].rotation.angularDistance(b[i].rotation)});
        return most;
    }
    Vec3 place(NodeId node)
    {
        const auto shown = desk_->window.evaluator().at(desk_->session.playhead().frame());
        return shown->world[desk_->doc().scene->find(node)].position;
    }
    bool isSeen(const Vec3& point)
    {
        const QPoint at = desk_->seen(point);
        return desk_->canvas()
            ->geometry()
            .adjusted(20, 20, -20, -20)
            .translated(-desk_->canvas()->geometry().topLeft())
            .contains(at);
    }
    int steps() { return desk_->session.history().count(); }

private slots:
    void init()
    {
        QCoreApplication::setOrganizationName("posewright-test-aims");
        QSettings().clear();
        desk_ = std::make_unique<test::Desktop>();
        if (!desk_->window.viewport().draws()) QSKIP("no OpenGL");
        QVERIFY(QTest::qWaitForWindowExposed(&desk_->window));
        desk_->activate();
        openSample(desk_->window, "figure");
        QTRY_VERIFY(desk_->canvas()->isExposed());
        QTest::qWait(50);
    }
    void cleanup() { desk_.reset(); }

    void aNewAimIsInViewAndMovesNothing_data()
    {
        QTest::addColumn<QString>("bone");
        for (const char* bone : {"Head", "LeftHand", "RightToe", "Hips", "Chest", "LeftUpLeg"})
            QTest::newRow(bone) << bone;
    }
    void aNewAimIsInViewAndMovesNothing()
    {
        QFETCH(QString, bone);
        desk_->session.playhead().setFrame(11);
        const auto before = poseAt(11);
        desk_->select({bone.toLatin1().constData()});
        desk_->trigger("target.aim");
        QCOMPARE(steps(), 1);
        QVERIFY2(apart(before, poseAt(11)) == 0, "a new target moves no pose");
        const NodeId star = desk_->session.selection().active();
        const Constraint& aim = *constraintOfTarget(*desk_->doc().rig, star);
        QVERIFY(aim.axis());
        const WorldTransform eye =
            desk_->window.evaluator().at(11)->world[desk_->doc().scene->find(aim.effector)];
        const Vec3 sight = place(star) - eye.position;
        const double figure = desk_->view().stage().figure;
        QVERIFY2(sight.norm() > 0.1 * figure && sight.norm() < 0.7 * figure,
                 qPrintable(QString::number(sight.norm())));
        QVERIFY((sight.normalized() - eye.rotation * *aim.axis()).norm() < 1e-9);
        QVERIFY2(isSeen(place(star)), "the star is in view");
        // Its first key moves nothing either.
        desk_->trigger("time.setKey");
        QVERIFY(apart(before, poseAt(11)) < 1e-9);
        QCOMPARE(steps(), 2);
    }

    void aStarOutOfViewIsBroughtIntoIt()
    {
        Camera near = desk_->view().camera();
        near.pivot = place(desk_->node("Head"));
        near.distance *= 0.15;
        desk_->view().setCamera(near);
        QVERIFY(desk_->view().camera().pivot.isApprox(near.pivot));
        desk_->select({"Head"});
        desk_->trigger("target.aim");
        const Vec3 star = place(desk_->session.selection().active());
        QVERIFY(isSeen(star));
        QVERIFY2(desk_->view().camera().distance > near.distance, "by going back");
        QVERIFY2(desk_->view().camera().pivot.isApprox(near.pivot), "and not aside");
        const Camera now = desk_->view().camera();
        desk_->view().reveal(star);
        QVERIFY2(desk_->view().camera() == now, "what is in view moves no camera");
    }

    void anotherSideBringsTheStarAlong()
    {
        desk_->select({"Head"});
        desk_->trigger("target.aim");
        const auto before = poseAt(0);
        const Document made = desk_->doc();
        const NodeId star = desk_->session.selection().active();
        const NodeId head = desk_->node("Head");
        const double away = (place(star) - place(head)).norm();
        auto* along = desk_->window.findChild<QComboBox*>("inspectorAlong");
        along->setFocus();
        const int row = along->findText("its Z axis");
        QVERIFY(row > 0);
        while (along->currentIndex() != row) QTest::keyClick(along, Qt::Key_Down);
        const WorldTransform eye =
            desk_->window.evaluator().at(0)->world[desk_->doc().scene->find(head)];
        QVERIFY((place(star) - (eye.position + away * (eye.rotation * Vec3::UnitZ()))).norm() <
                1e-9);
        QVERIFY(apart(before, poseAt(0)) == 0);
        while (steps() > 1) {
            const Document now = desk_->doc();
            desk_->session.undo();
            QVERIFY2(!(desk_->doc().scene == now.scene) && !(desk_->doc().rig == now.rig),
                     "side and star go back in one step");
            if (desk_->session.history().index() == 1) break;
        }
        QVERIFY(desk_->doc().scene == made.scene && desk_->doc().rig == made.rig);
    }

    void anAimThatIsKeyedKeepsItsStar()
    {
        desk_->select({"Head"});
        desk_->trigger("target.aim");
        desk_->trigger("time.setKey");
        const NodeId star = desk_->session.selection().active();
        const Vec3 before = place(star);
        auto* along = desk_->window.findChild<QComboBox*>("inspectorAlong");
        along->setFocus();
        QTest::keyClick(along, Qt::Key_Down);
        QVERIFY(place(star) == before);
        QVERIFY(along->toolTip().contains("the bone turns to it"));
    }

    void makingAndPlacingAreAStepEach()
    {
        desk_->select({"Head"});
        desk_->trigger("target.aim");
        const NodeId star = desk_->session.selection().active();
        QTest::qWait(100);
        const QPoint from = desk_->seen(place(star));
        desk_->dragInView(from, from + QPoint(-90, 60));
        QCOMPARE(steps(), 2);
        QVERIFY(desk_->doc().clip().track(star));
        const NodeIndex head = desk_->doc().scene->find("Head");
        const WorldTransform eye = desk_->window.evaluator().at(0)->world[head];
        const Vec3 looks = eye.rotation * *constraintOfTarget(*desk_->doc().rig, star)->axis();
        QVERIFY2(looks.dot((place(star) - eye.position).normalized()) > 1 - 1e-9, "it looks there");
        desk_->session.undo();
        QVERIFY(!desk_->doc().clip().track(star));
        desk_->session.undo();
        QVERIFY(!constraintOfTarget(*desk_->doc().rig, star));
    }

    void aLoopTakesTwoTargetsAndNamesThoseThatPull()
    {
        desk_->select({"Left hand", "Right hand"});
        const auto before = poseAt(0);
        desk_->trigger("target.loop");
        QCOMPARE(steps(), 1);
        // But for what the keys of the hands are rounded by: they go along with the spine now,
        // since the loop moves the chest.
        QVERIFY2(apart(before, poseAt(0)) < 1e-7,
                 qPrintable(QString::number(apart(before, poseAt(0)))));
        const Constraint& loop =
            *constraintOfTarget(*desk_->doc().rig, desk_->session.selection().active());
        QVERIFY(loop.effector == desk_->node("LeftHand") &&
                loop.meets() == desk_->node("RightHand"));
        QVERIFY2(desk_->said().contains("Left hand and Right hand pull the two apart"),
                 qPrintable(desk_->said()));
        // With one of them off, the other leads.
        desk_->session.undo();
        edit::SetSpan off;
        off.target = desk_->target("Right hand").id;
        off.start = 0;
        off.end = 48;
        off.kind = SpanKind::Off;
        QVERIFY(desk_->session.commit(off));
        desk_->select({"LeftHand", "Right hand"});
        desk_->trigger("target.loop");
        QVERIFY2(!desk_->said().contains("apart"), qPrintable(desk_->said()));
    }
};

POSEWRIGHT_TEST(TestAimsAndLoops, posewright::test::runOnScreen);
#include "tst_aims_and_loops.moc"
