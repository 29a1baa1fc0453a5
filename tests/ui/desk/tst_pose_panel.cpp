#include "core/evaluate/evaluate.h"
#include "core/io/save.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/ui/desk/in_dialog.h"
#include "tests/ui/desk/window_test.h"
#include "ui/actions/actions.h"
#include "ui/desk/pose_panel.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QDockWidget>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QSlider>

using namespace posewright;
using namespace posewright::ui;

/// The panel of poses: what is kept, looked at, and applied.
class TestPosePanel : public test::WindowTest {
    Q_OBJECT

    template <class T>
    T* part(const char* name)
    {
        auto* found = window_->findChild<T*>(name);
        if (!found) qFatal("no %s", name);
        return found;
    }
    QListWidget& list() { return *part<QListWidget>("poses"); }
    QAction& action(const char* id)
    {
        QAction* found = window_->actions()[id];
        if (!found) qFatal("no action %s", id);
        return *found;
    }
    void start(const Document& doc)
    {
        open();
        session_->startNew(doc, "test");
    }
    Vec3 place(const char* name) { return world(test::nodeNamed(doc(), name)); }
    /// The biped with an arm that is raised at frame 12.
    static Document waving()
    {
        return test::edited(test::biped(false), {{{"edit", "setJointKey"},
                                                  {"joint", "LeftArm"},
                                                  {"frame", 0},
                                                  {"rotation", {0, 0, 0, 1}}},
                                                 {{"edit", "setJointKey"},
                                                  {"joint", "LeftArm"},
                                                  {"frame", 12},
                                                  {"rotation", {0.6, 0, 0, 0.8}}}});
    }
    /// Keeps the pose shown by way of the menu, and gives it a name.
    void keepAs(const QString& name)
    {
        action("pose.keep").trigger();
        QTRY_VERIFY(list().currentItem());
        list().currentItem()->setText(name);
        QTRY_COMPARE(list().currentItem() ? list().currentItem()->text() : QString(), name);
        QTest::qWait(20);
    }

private slots:
    void init()
    {
        state_ = std::make_unique<QTemporaryDir>();
        qputenv("POSEWRIGHT_STATE", state_->path().toLocal8Bit());
    }
    void cleanup()
    {
        close();
        qunsetenv("POSEWRIGHT_STATE");
    }

    void aPoseIsKeptAndAppliedElsewhere()
    {
        start(waving());
        session_->playhead().setFrame(12);
        const double raised = (place("LeftHand") - place("Chest")).norm();
        keepAs("Wave");
        QVERIFY(!session_->isModified());
        close();

        start(test::biped(false));
        action("pose.keep");  // the table is there
        window_->findChild<QDockWidget*>("posesDock")->show();
        window_->findChild<QDockWidget*>("posesDock")->raise();
        QTRY_COMPARE(list().count(), 1);
        QCOMPARE(list().item(0)->text(), "Wave");
        const Document before = doc();
        const double hanging = (place("LeftHand") - place("Chest")).norm();
        QVERIFY(std::abs(hanging - raised) > 0.01);
        list().setCurrentRow(0);
        QTest::keyClick(&list(), Qt::Key_Return);
        QCOMPARE(session_->history().count(), 1);
        QVERIFY(std::abs((place("LeftHand") - place("Chest")).norm() - raised) < 1e-6);
        session_->undo();
        QVERIFY(doc() == before);
    }

    void theSliderIsOneStep()
    {
        start(waving());
        session_->playhead().setFrame(12);
        keepAs("Wave");
        session_->playhead().setFrame(0);
        const Document before = doc();
        auto* amount = part<QSlider>("poseAmount");
        QVERIFY(amount->isEnabled());
        amount->setSliderDown(true);
        for (const int percent : {80, 60, 50}) amount->setValue(percent);
        amount->setSliderDown(false);
        QCOMPARE(session_->history().count(), 1);
        const NodeIndex arm = doc().scene->find(std::string_view("LeftArm"));
        const auto turnAt = [&](const Document& in, double frame) {
            return evaluate(in, frame).local[arm].rotation;
        };
        const double whole = turnAt(before, 0).angularDistance(turnAt(before, 12));
        QVERIFY(std::abs(turnAt(before, 0).angularDistance(turnAt(doc(), 0)) - whole / 2) < 1e-6);
        session_->undo();
        QVERIFY(doc() == before);
        amount->setValue(30);
        QVERIFY2(doc() == before, "a slider that nobody holds changes nothing");
    }

    void theTweenSliderLeadsToTheKeysBeside()
    {
        start(waving());
        window_->findChild<QDockWidget*>("posesDock")->show();
        session_->playhead().setFrame(6);
        auto* tween = part<QSlider>("tween");
        const NodeIndex arm = doc().scene->find(std::string_view("LeftArm"));
        const Quat last = evaluate(doc(), 12).local[arm].rotation;
        const Quat first = evaluate(doc(), 0).local[arm].rotation;
        tween->setSliderDown(true);
        tween->setValue(40);
        tween->setValue(100);
        QVERIFY(evaluate(doc(), 6).local[arm].rotation.angularDistance(last) < 1e-9);
        tween->setValue(-100);
        QVERIFY(evaluate(doc(), 6).local[arm].rotation.angularDistance(first) < 1e-9);
        tween->setSliderDown(false);
        QCOMPARE(tween->value(), 0);
        QCOMPARE(session_->history().count(), 1);
        QVERIFY(evaluate(doc(), 6).local[arm].rotation.angularDistance(first) < 1e-9);
    }

    void onlyWhatIsSelectedTakesIt()
    {
        start(waving());
        session_->playhead().setFrame(12);
        keepAs("Wave");
        session_->playhead().setFrame(0);
        part<QCheckBox>("poseSelected")->setChecked(true);
        session_->selection().setNodes({test::nodeNamed(doc(), "RightArm")});
        const Document before = doc();
        QTest::keyClick(&list(), Qt::Key_Return);
        QVERIFY2(doc() == before, "the arm that is not selected stays");
        session_->selection().setNodes({test::nodeNamed(doc(), "LeftArm")});
        QTest::keyClick(&list(), Qt::Key_Return);
        QVERIFY(!(doc() == before));
    }

    void namesAreChangedAndPosesGo()
    {
        start(waving());
        keepAs("Stand");
        session_->playhead().setFrame(12);
        keepAs("Wave");
        QCOMPARE(list().count(), 2);
        // A name that is taken is refused, and the old one comes back.
        list().currentItem()->setText("Stand");
        QTRY_COMPARE(list().currentItem() ? list().currentItem()->text() : QString(), "Wave");
        const test::InDialog answer("deletePose", [](QDialog& box) {
            for (QAbstractButton* button : static_cast<QMessageBox&>(box).buttons())
                if (button->text() == "Delete") button->click();
        });
        QTest::keyClick(&list(), Qt::Key_Delete);
        QVERIFY(answer.done());
        QTRY_COMPARE(list().count(), 1);
        QCOMPARE(list().item(0)->text(), "Stand");
        QCOMPARE(keptPoses(poseFolder()).poses.size(), std::size_t{1});
    }

    void aFileThatIsNoPoseIsTold()
    {
        std::filesystem::create_directories(poseFolder());
        QVERIFY(io::writeWhole(poseFolder() / "bad.json", "{}"));
        const KeptPoses kept = keptPoses(poseFolder());
        QVERIFY(kept.poses.empty());
        QCOMPARE(kept.unreadable.size(), std::size_t{1});
        start(waving());
        keepAs("Wave");
        QCOMPARE(list().count(), 1);
    }

private:
    std::unique_ptr<QTemporaryDir> state_;
};

POSEWRIGHT_TEST(TestPosePanel, posewright::test::runWithoutScreen);
#include "tst_pose_panel.moc"
