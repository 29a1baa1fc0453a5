#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "tests/ui/desk/in_dialog.h"
#include "ui/models/fault_text.h"
#include "ui/session/text.h"

#include <QLabel>
#include <QRegularExpression>
#include <QSettings>
#include <QTreeWidget>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// A hand goes farther than the arm is long, at frame 12, and comes back: by 25 cm, or by a fifth
/// of the arm where it is 34 cm ahead.
Document reachingTooFar(double ahead = 0.55)
{
    const nlohmann::json far = test::targetKey("hand", 12, {0.7, 1.42, ahead});
    return test::edited(test::biped(false), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                             test::targetKey("hand", 0, {0.5, 1.2, 0.2}),
                                             test::targetKey("hand", 8, {0.5, 1.2, 0.2}), far,
                                             test::targetKey("hand", 16, {0.5, 1.2, 0.2}),
                                             test::targetKey("hand", 24, {0.5, 1.2, 0.2})});
}

/// The wrist goes past the pole of its arm, 2 cm away.
Document pastThePole()
{
    return test::edited(
        test::biped(false),
        {test::addTarget("hand", "LeftHand", "LeftArm"),
         test::targetKey("hand", 0, {0.55, 1.1, 0.2}),
         test::targetKey("hand", 24, {0.55, 1.75, 0.2}),
         {{"edit", "addPole"}, {"target", "hand"}, {"position", {0.55, 1.425, 0.22}}},
         {{"edit", "setJointKey"},
          {"joint", "hand pole"},
          {"frame", 0},
          {"translation", {0.55, 1.425, 0.22}}}});
}

}  // namespace

/// The reach doctor tells what its remedies do beyond the frames that they are for.
class TestReachDoctor : public QObject {
    Q_OBJECT

    std::unique_ptr<test::Desktop> desk_;

    void fill()
    {
        const Evaluator& evaluator = desk_->window.evaluator();
        QTRY_VERIFY_WITH_TIMEOUT(evaluator.filled() >= 1 && evaluator.strip().size() == 25, 20000);
    }
    static bool isJudged(QDialog& dialog)
    {
        auto* list = dialog.findChild<QTreeWidget*>("curesList");
        if (!test::hasRemedies(dialog)) return false;
        for (int row = 0; row < list->topLevelItemCount(); ++row)
            if (list->topLevelItem(row)->text(2).startsWith("being judged")) return false;
        return true;
    }

private slots:
    void init()
    {
        QCoreApplication::setOrganizationName("posewright-test-doctor");
        QSettings().clear();
        desk_ = std::make_unique<test::Desktop>();
        QVERIFY(QTest::qWaitForWindowExposed(&desk_->window));
    }
    void cleanup() { desk_.reset(); }

    void eachRemedySaysWhatItDoesInTheWholeMotion()
    {
        desk_->session.startNew(reachingTooFar(), "far");
        fill();
        desk_->session.playhead().setFrame(12);
        QTRY_VERIFY(desk_->window.actions()["target.cure"]->isEnabled());
        QStringList told, what;
        bool badIsLast = true;
        const test::InDialog looks(isJudged, [&](QDialog& dialog) {
            auto* list = dialog.findChild<QTreeWidget*>("curesList");
            bool bad = false;
            for (int row = 0; row < list->topLevelItemCount(); ++row) {
                what << list->topLevelItem(row)->text(0);
                told << list->topLevelItem(row)->text(2);
                badIsLast = badIsLast && (!bad || told.back().startsWith("Makes it worse"));
                bad = told.back().startsWith("Makes it worse");
            }
            list->setCurrentItem(list->topLevelItem(0));
            dialog.reject();
        });
        desk_->trigger("target.cure");
        QVERIFY(looks.done());
        for (int i = 0; i < told.size(); ++i)
            qInfo("%s => %s", qPrintable(what[i]), qPrintable(told[i]));
        QVERIFY(badIsLast);
        // Those that leave fewer problem frames come first; letting go comes last.
        const QRegularExpression counts("^leaves (no|[0-9]+)");
        int most = 0, judged = 0;
        for (int i = 0; i < told.size(); ++i) {
            const auto count = counts.match(told[i]);
            if (!count.hasMatch() || what[i].startsWith("Let go")) continue;
            QVERIFY2(count.captured(1).toInt() >= most, qPrintable(told.join('|')));
            most = count.captured(1).toInt();
            ++judged;
        }
        QVERIFY(judged >= 2);
        const auto body = what.indexOf(QRegularExpression("^Let .Hips. go along.*"));
        QVERIFY(body >= 0);
        QVERIFY2(told[body].contains(QRegularExpression(
                     "^leaves no problem; moves .Hips. by up to [0-9.]+ cm at frames [0-9]+ to")),
                 qPrintable(told[body]));
        QVERIFY(desk_->doc() == reachingTooFar());
        QCOMPARE(desk_->session.history().count(), 0);
    }

    void longerBonesComeAfterWhatDoesAsWell()
    {
        desk_->session.startNew(reachingTooFar(0.34), "far");
        fill();
        desk_->session.playhead().setFrame(12);
        QTRY_VERIFY(desk_->window.actions()["target.cure"]->isEnabled());
        QStringList told, what;
        const test::InDialog looks(isJudged, [&](QDialog& dialog) {
            auto* list = dialog.findChild<QTreeWidget*>("curesList");
            for (int row = 0; row < list->topLevelItemCount(); ++row) {
                what << list->topLevelItem(row)->text(0);
                told << list->topLevelItem(row)->text(2).section(';', 0, 0);
            }
            dialog.reject();
        });
        desk_->trigger("target.cure");
        QVERIFY(looks.done());
        const auto longer = what.indexOf(QRegularExpression("Let the bones become.*"));
        QVERIFY2(longer > 0, qPrintable(what.join('|')));
        for (auto i = longer + 1; i < what.size(); ++i)
            QVERIFY2(told[i] != told[longer] || what[i].startsWith("Let go"),
                     qPrintable(what.join('|')));
    }

    /// Where nothing is wrong, the doctor goes to the frame that the status bar counts.
    void theDoctorGoesToTheFrameThatIsCounted()
    {
        desk_->session.startNew(reachingTooFar(), "far");
        fill();
        desk_->session.playhead().setFrame(0);
        QTRY_VERIFY(desk_->window.actions()["target.cure"]->isEnabled());
        double at = 0;
        QString first;
        const test::InDialog looks(isJudged, [&](QDialog& dialog) {
            at = desk_->session.playhead().frame();
            auto* list = dialog.findChild<QTreeWidget*>("curesList");
            if (list->currentItem()) first = list->currentItem()->text(2);
            dialog.reject();
        });
        desk_->trigger("target.cure");
        QTRY_VERIFY(looks.done());
        QVERIFY2(at > 8 && at < 16, qPrintable(QString::number(at)));
        QVERIFY2(!first.startsWith("Makes it worse"), qPrintable(first));
    }

    void aPoleInTheWayIsNamedAndMoved()
    {
        desk_->session.startNew(pastThePole(), "pole");
        fill();
        const MotionWatch::Faults& faults = desk_->window.evaluator().faults();
        const auto at = std::find_if(faults.begin(), faults.end(), [](const auto& one) {
            return !one.second.pops.empty() && !one.second.poles.empty();
        });
        QVERIFY(at != faults.end());
        const QStringList lines = faultLines(desk_->doc(), at->second);
        QVERIFY2(lines.front().contains(QRegularExpression(
                     ", because .hand pole. is [0-9.]+ (cm|mm) from the line from .LeftArm. to "
                     ".LeftHand.$")),
                 qPrintable(lines.join('|')));
        desk_->session.playhead().setFrame(at->first);
        QTRY_VERIFY(desk_->window.actions()["target.cure"]->isEnabled());
        QString why, first, told;
        const test::InDialog takes(isJudged, [&](QDialog& dialog) {
            auto* list = dialog.findChild<QTreeWidget*>("curesList");
            why = dialog.findChild<QLabel*>("curesWhy")->text();
            list->setCurrentItem(list->topLevelItem(0));
            first = list->topLevelItem(0)->text(0);
            told = list->topLevelItem(0)->text(2);
            dialog.accept();
        });
        desk_->trigger("target.cure");
        QVERIFY(takes.done());
        qInfo("%s | %s | %s", qPrintable(why), qPrintable(first), qPrintable(told));
        QVERIFY2(why.contains("hand pole"), qPrintable(why));
        QVERIFY2(first.startsWith("Move \u201chand pole\u201d by "), qPrintable(first));
        // The hand is out of reach at five frames, before as after.
        QVERIFY2(told.startsWith("leaves 5 of 7 problem frames"), qPrintable(told));
        fill();
        for (const auto& [frame, fault] : desk_->window.evaluator().faults())
            QVERIFY(fault.pops.empty());
        QCOMPARE(desk_->session.history().count(), 1);
    }

    void aNewPoleIsSelectedAndInView()
    {
        desk_->session.startNew(reachingTooFar(), "far");
        desk_->select({"hand"});
        // Close to the elbow, so that a pole behind it would be out of view.
        Camera camera = desk_->view().camera();
        camera.distance *= 0.25;
        desk_->view().setCamera(camera);
        desk_->trigger("target.pole");
        const Constraint& hand = desk_->target("hand");
        QVERIFY(desk_->session.selection().nodes() == std::vector<NodeId>{hand.pole});
        const auto shown = desk_->window.evaluator().at(0);
        const auto placeOf = [&](NodeId node) {
            return shown->world[desk_->doc().scene->find(node)].position;
        };
        const Vec3 pole = placeOf(hand.pole);
        const double limb = 0.2717 + 0.2518;
        const double away = (pole - placeOf(desk_->node("LeftForeArm"))).norm();
        QVERIFY2(away > 0.5 * limb && away < limb, qPrintable(QString::number(away)));
        const ViewSize size = desk_->view().viewSize();
        const auto seen = project(desk_->view().camera(), size, pole);
        QVERIFY(seen && seen->pixel.x() > 0 && seen->pixel.x() < size.width);
        QVERIFY(seen->pixel.y() > 0 && seen->pixel.y() < size.height);
    }

    void theBendTurnsOverInOneStep()
    {
        desk_->session.startNew(reachingTooFar(), "far");
        desk_->session.playhead().setFrame(8);
        desk_->select({"hand"});
        const auto elbow = [&] {
            return desk_->window.evaluator()
                .at(8)
                ->world[desk_->doc().scene->find(desk_->node("LeftForeArm"))]
                .position;
        };
        const Vec3 before = elbow();
        QVERIFY(desk_->window.actions()["target.bendOver"]->isEnabled());
        desk_->trigger("target.bendOver");
        QVERIFY((elbow() - before).norm() > 0.1);
        QCOMPARE(desk_->session.history().count(), 1);
        QCOMPARE(desk_->session.history().undoText(), QString("Bend the other way"));
        desk_->session.undo();
        QVERIFY(desk_->doc() == reachingTooFar());
        desk_->select({"Head"});
        QVERIFY(!desk_->window.actions()["target.bendOver"]->isEnabled());
    }
};

POSEWRIGHT_TEST(TestReachDoctor, posewright::test::runOnScreen);
#include "tst_reach_doctor.moc"
