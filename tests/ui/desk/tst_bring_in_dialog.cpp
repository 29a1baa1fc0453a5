#include "core/io/format.h"
#include "tests/support/made_body.h"
#include "tests/support/planted_walk.h"
#include "tests/support/program.h"
#include "tests/ui/desk/bring_in_hand.h"
#include "tests/ui/desk/in_dialog.h"
#include "tests/ui/desk/window_test.h"
#include "ui/files/bring_in_dialog.h"
#include "ui/files/files.h"

#include <QCheckBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QLayout>
#include <QListWidget>
#include <QStatusBar>

using namespace posewright;
using namespace posewright::ui;

/// The motion of another figure comes onto the one that is open.
class TestBringInDialog : public test::WindowTest {
    Q_OBJECT

    QString dance()
    {
        plain::Dice dice(41);
        test::MadeBody body = test::madeBody();
        const Document made = test::documentOf(body, test::madeMotion(body, 40, dice), 30);
        const QString path = folder_.filePath("dance.bvh");
        if (!io::write(made, path.toStdString())) qFatal("cannot write a test file");
        return path;
    }
    QString walk()
    {
        plain::Dice dice(42);
        const test::MadeBody body = test::madeBody();
        const test::PlantedWalk walk = test::plantedWalk(body, 6, 16, 1, dice);
        const QString path = folder_.filePath("walk.bvh");
        if (!io::write(test::documentOf(body, walk.motion, 30), path.toStdString()))
            qFatal("cannot write a test file");
        return path;
    }
    /// What is done while the dialog is open and shows its first choice.
    void inDialog(const QString& path, const std::function<void(BringInDialog&)>& act)
    {
        test::whileOpen<BringInDialog>(
            [&] { window_->files().bringIn(path); }, act,
            [](BringInDialog& dialog) { return test::bringButton(dialog)->isEnabled(); });
    }
    double rightElbowBend()
    {
        const Track* track =
            doc().clip().track((*doc().scene)[doc().scene->find("RightForeArm")].id);
        return track ? track->rotation->keys().front().value.angularDistance(
                           track->rotation->keys().back().value)
                     : 0;
    }

private slots:
    void initTestCase() { test::startAsNew(); }

    void init()
    {
        open();
        Document hero = test::documentOf(test::madeBody({.legs = 0.8, .spine = 2}), {}, 24);
        hero.playback.end = 48;
        session_->startNew(hero, "hero");
    }
    void cleanup() { close(); }

    /// A screen of 1280 x 720 shows its buttons, below a title of 40.
    void itFitsOnASmallScreen()
    {
        inDialog(dance(), [](BringInDialog& dialog) {
            const int least = dialog.layout()->totalMinimumHeightForWidth(dialog.width());
            QVERIFY2(least < 680, qPrintable(QString::number(least)));
            QVERIFY(dialog.height() <= dialog.screen()->availableGeometry().height());
        });
    }

    void itIsShownAtOnceAndBroughtInAsOneStep()
    {
        const Document before = doc();
        inDialog(dance(), [&](BringInDialog& dialog) {
            QCOMPARE(int(doc().clips.size()), 2);
            QCOMPARE(doc().clip().name, std::string("dance"));
            QCOMPARE(doc().clip().rate, 30.0);
            QCOMPARE(dialog.findChild<QLabel*>("broughtJoints")->text(),
                     QString("Every part of the body that one has the other has, too."));
            dialog.accept();
        });
        QCOMPARE(int(doc().clips.size()), 2);
        QVERIFY(session_->isModified());
        session_->undo();
        QVERIFY(doc() == before);
    }

    void theStatusBarTellsOfNothingThatIsOver()
    {
        inDialog(dance(), [&](BringInDialog& dialog) {
            QVERIFY2(window_->statusBar()->currentMessage().isEmpty(),
                     qPrintable(window_->statusBar()->currentMessage()));
            QVERIFY(window_->evaluator().strip().size() <= 1);  // of the clip before
            dialog.reject();
        });
    }

    void namesInTheDialogAreWhole()
    {
        inDialog(dance(), [&](BringInDialog& dialog) {
            for (const QLabel* label : dialog.findChildren<QLabel*>())
                QVERIFY2(!label->text().contains('&') || label->buddy(), qPrintable(label->text()));
            for (const retarget::Role role : retarget::allRoles())
                for (const int column : {1, 2}) {
                    const QComboBox* combo = test::bonesOf(dialog, role, column);
                    const QComboBox* last = test::lastBoneOf(dialog, role, column);
                    QCOMPARE(last != nullptr, retarget::isChain(role));
                    if (last && last->isEnabled() && combo->currentText() != last->currentText())
                        QVERIFY(combo->toolTip().startsWith(combo->currentText() + ", ") &&
                                combo->toolTip().endsWith(", " + last->currentText()));
                    else
                        QCOMPARE(combo->toolTip(), combo->currentText());
                }
            dialog.reject();
        });
    }

    void cancelTakesItBack()
    {
        const Document before = doc();
        inDialog(dance(), [](BringInDialog& dialog) { dialog.reject(); });
        QVERIFY(doc() == before);
        QVERIFY(!session_->isModified());
    }

    void oneSideOfTheMapSaysTheOther()
    {
        using retarget::Role;
        inDialog(dance(), [&](BringInDialog& dialog) {
            QVERIFY(rightElbowBend() > 0.01);
            QCOMPARE(test::bonesOf(dialog, Role::RightLowerArm, 2)->currentText(),
                     QString("RightForeArm"));
            // What is taken for the hand is the forearm no more.
            test::choose(test::bonesOf(dialog, Role::LeftHand, 2), "LeftForeArm");
            QCOMPARE(test::bonesOf(dialog, Role::RightHand, 2)->currentText(),
                     QString("RightForeArm"));
            QCOMPARE(test::bonesOf(dialog, Role::RightLowerArm, 2)->currentText(), QString("none"));
            QTRY_VERIFY(test::bringButton(dialog)->isEnabled());
            QTRY_COMPARE(rightElbowBend(), 0.0);
            QCOMPARE(
                dialog.findChild<QLabel*>("broughtJoints")->text(),
                QString("Here only, left in the rest pose: Left forearm (LeftForeArm), "
                        "Right forearm (RightForeArm).\n"
                        "Other bones of the motion, which are not used: LeftHand, RightHand."));
        });
    }

    void noneAndAsFoundAreSaidOfBothSides()
    {
        using retarget::Role;
        inDialog(dance(), [&](BringInDialog& dialog) {
            test::choose(test::bonesOf(dialog, Role::LeftLowerArm, 2), "none");
            QCOMPARE(test::bonesOf(dialog, Role::RightLowerArm, 2)->currentText(), QString("none"));
            test::choose(test::bonesOf(dialog, Role::LeftLowerArm, 2), "LeftForeArm");
            QCOMPARE(test::bonesOf(dialog, Role::RightLowerArm, 2)->currentText(),
                     QString("RightForeArm"));
            dialog.findChild<QListWidget*>("broughtClips")->item(0)->setCheckState(Qt::Unchecked);
            QTRY_COMPARE(dialog.findChild<QLabel*>("broughtJoints")->text(),
                         QString("No clip is chosen."));
            QVERIFY(!test::bringButton(dialog)->isEnabled());
        });
    }

    void whatCameInIsChangedLater()
    {
        using retarget::Role;
        inDialog(dance(), [&](BringInDialog& dialog) {
            test::choose(test::bonesOf(dialog, Role::LeftHand, 2), "none");
            QTRY_VERIFY(test::bringButton(dialog)->isEnabled());
            dialog.accept();
        });
        const std::string clip = doc().clip().name;
        const NodeId head = (*doc().scene)[doc().scene->find("Head")].id;
        QVERIFY(session_->commit(edit::AddLayer{"on top", {}, {}}));
        QVERIFY(
            session_->commit(edit::SetLayerKey{"on top", head, 5, Quat(0.8, 0.6, 0, 0), {}, {}}));
        const Document before = doc();
        const auto changeIt = [&](BringInDialog& dialog) {
            QPushButton* change = nullptr;
            for (QPushButton* button : dialog.findChildren<QPushButton*>())
                if (button->text() == "&Change") change = button;
            QVERIFY(change && !change->isEnabled());
            // It is as it was left.
            QCOMPARE(test::bonesOf(dialog, Role::LeftHand, 2)->currentText(), QString("none"));
            QCOMPARE(test::bonesOf(dialog, Role::LeftUpperArm, 2)->currentText(),
                     QString("LeftArm"));
            QVERIFY(doc() == before);
            QElapsedTimer clock;
            clock.start();
            test::choose(test::bonesOf(dialog, Role::LeftUpperArm, 2), "none");
            QTRY_VERIFY_WITH_TIMEOUT(!(doc() == before), 5000);
            qInfo("a changed row is shown in %d ms", int(clock.elapsed()));
            QTRY_VERIFY(change->isEnabled());
            dialog.accept();
        };
        test::whileOpen<BringInDialog>([&] { window_->files().askBringInAnew(); }, changeIt);
        QVERIFY(!doc().clip().track((*doc().scene)[doc().scene->find("LeftArm")].id));
        QVERIFY(doc().clip().layers == before.clip().layers);
        QCOMPARE(doc().clip().name, clip);
        session_->undo();
        QVERIFY(doc() == before);
    }

    /// Until a long motion is carried over, what comes of a choice is shown at the playhead; and
    /// nothing of that look stays.
    void aLongMotionIsShownAtThePlayheadFirst()
    {
        using retarget::Role;
        plain::Dice dice(43);
        const test::MadeBody body = test::madeBody({.fingers = true});
        const QString path = folder_.filePath("long.bvh");
        QVERIFY(io::write(test::documentOf(body, test::madeMotion(body, 4000, dice), 60),
                          path.toStdString()));
        inDialog(path, [&](BringInDialog& dialog) {
            session_->playhead().setFrame(1234);
            const NodeId arm = (*doc().scene)[doc().scene->find("LeftArm")].id,
                         hand = (*doc().scene)[doc().scene->find("LeftHand")].id;
            const auto keys = [&](NodeId node) {
                const Track* track = doc().clip().track(node);
                return track ? track->rotation->keys() : std::vector<RotationKey>{};
            };
            QCOMPARE(keys(arm).size(), std::size_t(4000));
            const auto pose = keys(hand)[1234];
            QElapsedTimer clock;
            clock.start();
            test::choose(test::bonesOf(dialog, Role::LeftUpperArm, 2), "none");
            qInfo("a changed row of 4,000 frames is shown in %d ms", int(clock.elapsed()));
            QVERIFY(keys(arm).empty());
            QCOMPARE(keys(hand).size(), std::size_t(1));
            QCOMPARE(keys(hand).front().frame, 1234.0);
            QVERIFY(!test::bringButton(dialog)->isEnabled());
            // Again before it is done: the last choice counts.
            test::choose(test::bonesOf(dialog, Role::LeftUpperArm, 2), "LeftArm");
            QCOMPARE(keys(arm).size(), std::size_t(1));
            QVERIFY(keys(hand).front().value.angularDistance(pose.value) < 0.05);
            QTRY_VERIFY_WITH_TIMEOUT(test::bringButton(dialog)->isEnabled(), 60000);
            QCOMPARE(keys(arm).size(), std::size_t(4000));
            QVERIFY(keys(hand)[1234].value.coeffs() == pose.value.coeffs());
        });
    }

    void feetAreHeldInTheSameStep()
    {
        const Document before = doc();
        inDialog(walk(), [&](BringInDialog& dialog) {
            dialog.findChild<QCheckBox*>("broughtContacts")->setChecked(true);
            QTRY_VERIFY(!doc().rig->constraints.empty());
            QTRY_VERIFY(test::bringButton(dialog)->isEnabled());
            QVERIFY(dialog.findChild<QWidget*>("broughtFigures")->isVisible());
            dialog.accept();
        });
        QVERIFY(!doc().rig->constraints.empty());
        // Changed later, they are held again.
        {
            BringInDialog again(*session_, window_.get());
            QVERIFY(again.findChild<QCheckBox*>("broughtContacts")->isChecked());
            again.reject();
        }
        session_->undo();
        QVERIFY(doc() == before);
        inDialog(walk(), [&](BringInDialog& dialog) {
            QVERIFY(!dialog.findChild<QCheckBox*>("broughtContacts")->isChecked());
        });
    }

    void withoutHipsNothingMovesAndItSaysWhy()
    {
        const Document before = doc();
        inDialog(dance(), [&](BringInDialog& dialog) {
            test::choose(test::bonesOf(dialog, retarget::Role::Hips, 1), "none");
            QTRY_VERIFY(doc() == before);
            QVERIFY(!test::bringButton(dialog)->isEnabled());
            QVERIFY(dialog.findChild<QLabel*>("broughtJoints")->text().contains("hips"));
        });
    }
};

POSEWRIGHT_TEST(TestBringInDialog, posewright::test::runWithoutScreen);
#include "tst_bring_in_dialog.moc"
