#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "tests/support/program.h"
#include "tests/ui/desk/bring_in_hand.h"
#include "tests/ui/desk/in_dialog.h"
#include "tests/ui/desk/window_test.h"
#include "ui/files/files.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QStyleOptionComboBox>
#include <QTableWidget>
#include <QToolButton>

using namespace posewright;
using namespace posewright::ui;

/// What the dialog for motions of other figures lets choose.
class TestBringInChoices : public test::WindowTest {
    Q_OBJECT

    /// What is done while the dialog is open and shows its first choice.
    void inDialog(const Document& motion, const std::function<void(BringInDialog&)>& act)
    {
        const QString path = folder_.filePath("motion.bvh");
        if (!io::write(motion, path.toStdString())) qFatal("cannot write a test file");
        test::whileOpen<BringInDialog>(
            [&] { window_->files().bringIn(path); }, act,
            [](BringInDialog& dialog) { return test::bringButton(dialog)->isEnabled(); });
    }
    static Document dance()
    {
        plain::Dice dice(41);
        const test::MadeBody body = test::madeBody();
        return test::documentOf(body, test::madeMotion(body, 40, dice), 30);
    }
    double heightOf(const char* bone)
    {
        return evaluate(doc(), 0).world[doc().scene->find(std::string_view(bone))].position.y();
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

    /// Names of bones as captures have them are seen whole, those of chains, too.
    void namesOfBonesAreSeenWhole()
    {
        using retarget::Role;
        Document motion = dance();
        std::vector<Node> nodes = motion.scene->nodes();
        for (Node& node : nodes)
            if (node.name == "LeftHand" || node.name == "Spine") node.name += "Thumb1";
        motion.scene = *Scene::make(nodes);
        inDialog(motion, [&](BringInDialog& dialog) {
            auto* map = dialog.findChild<QTableWidget*>("broughtBones");
            dialog.show();
            for (QComboBox* box : map->findChildren<QComboBox*>()) {
                if (box->currentIndex() < 0) continue;
                QStyleOptionComboBox option;
                option.initFrom(box);
                const QRect room = box->style()->subControlRect(QStyle::CC_ComboBox, &option,
                                                                QStyle::SC_ComboBoxEditField, box);
                QVERIFY2(box->fontMetrics().horizontalAdvance(box->currentText()) <= room.width(),
                         qPrintable(box->currentText()));
                QVERIFY(!box->isEnabled() || !box->toolTip().isEmpty());
            }
            QVERIFY(map->horizontalHeader()->length() <= map->viewport()->width());
        });
    }

    /// A spine of three bones here and of two there: rows of chains have a first bone and a last.
    void aChainIsChosenByItsEnds()
    {
        using retarget::Role;
        inDialog(dance(), [&](BringInDialog& dialog) {
            QComboBox* first = test::bonesOf(dialog, Role::Spine, 2);
            QComboBox* last = test::lastBoneOf(dialog, Role::Spine, 2);
            QCOMPARE(first->currentText(), QString("Spine"));
            QCOMPARE(last->currentText(), QString("Spine2"));
            QCOMPARE(first->toolTip(), QString("Spine, Spine1, Spine2"));
            const auto spine = [&] {
                return originOf(doc(), doc().clip().name)->how.there.at("spine");
            };
            using Names = std::vector<std::string>;
            QCOMPARE(spine(), (Names{"Spine", "Spine1", "Spine2"}));
            test::choose(last, "Spine1");
            QTRY_VERIFY(test::bringButton(dialog)->isEnabled());
            QCOMPARE(spine(), (Names{"Spine", "Spine1"}));
            test::choose(first, "Spine1");
            QTRY_VERIFY(test::bringButton(dialog)->isEnabled());
            QCOMPARE(spine(), (Names{"Spine1"}));
            QCOMPARE(last->currentText(), QString("Spine1"));
            // What is taken from another role leaves it.
            test::choose(last, "Neck");
            QTRY_VERIFY(test::bringButton(dialog)->isEnabled());
            QCOMPARE(spine(), (Names{"Spine1", "Spine2", "Neck"}));
            QCOMPARE(test::bonesOf(dialog, Role::Neck, 2)->currentText(), QString("none"));
            QVERIFY(!test::lastBoneOf(dialog, Role::Neck, 2)->isEnabled());
            // Only what hangs below the first bone can be the last.
            QVERIFY(last->findText("Spine1") >= 0 && last->findText("Spine") < 0);
            dialog.reject();
        });
    }

    /// What stays in the air is said in the dialog's words, and put down as they say.
    void theFloorIsChosen()
    {
        inDialog(test::standingMotion(0.5), [&](BringInDialog& dialog) {
            QVERIFY2(test::saidIn(dialog).contains("stay in the air") &&
                         test::saidIn(dialog).contains("where its feet come down") &&
                         !test::saidIn(dialog).contains("--"),
                     qPrintable(test::saidIn(dialog)));
            const double high = heightOf("LeftToeBase");
            QVERIFY2(high > 0.3, qPrintable(QString::number(high)));
            test::choose(dialog.findChild<QComboBox*>("broughtGround"), "where its feet come down");
            QTRY_VERIFY(test::bringButton(dialog)->isEnabled());
            QVERIFY2(std::abs(heightOf("LeftToeBase")) < 1e-6,
                     qPrintable(QString::number(heightOf("LeftToeBase"))));
            QVERIFY2(!test::saidIn(dialog).contains("stay in the air"),
                     qPrintable(test::saidIn(dialog)));
            dialog.accept();
        });
        // It is known later.
        BringInDialog again(*session_, window_.get());
        QCOMPARE(again.findChild<QComboBox*>("broughtGround")->currentText(),
                 QString("where its feet come down"));
        again.reject();
    }

    /// What the dialog warned of stays on the notice when it is closed.
    void itsWarningsStayOnTheNotice()
    {
        const auto written = [this] {
            if (auto* more = window_->findChild<QToolButton*>("noticeMore"); more->isVisible())
                more->click();
            auto* text = window_->findChild<QLabel*>("noticeText");
            return text->isVisible() ? text->text() : QString();
        };
        QStringList warned;
        inDialog(test::standingMotion(0.5), [&](BringInDialog& dialog) {
            warned = dialog.warnings();
            QVERIFY(warned.join(' ').contains("stay in the air"));
            dialog.accept();
        });
        for (const QString& line : warned)
            QVERIFY2(written().contains(line), qPrintable(written()));
        // The notice leads back to where it is mended.
        const double high = heightOf("LeftFoot");
        auto* offer = window_->findChild<QToolButton*>("noticeOffer");
        QVERIFY(offer->isVisible());
        test::whileOpen<BringInDialog>([&] { offer->click(); },
                                       [&](BringInDialog& dialog) {
                                           test::choose(
                                               dialog.findChild<QComboBox*>("broughtGround"),
                                               "where its feet come down");
                                           QTRY_VERIFY(test::bringButton(dialog)->isEnabled());
                                           dialog.accept();
                                       });
        QVERIFY2(heightOf("LeftFoot") < high - 0.1, qPrintable(QString::number(high)));
        QVERIFY2(!written().contains("stay in the air"), qPrintable(written()));
        // Where that was chosen away, it is not said.
        inDialog(test::standingMotion(0.5), [&](BringInDialog& dialog) {
            test::choose(dialog.findChild<QComboBox*>("broughtGround"), "where its feet come down");
            QTRY_VERIFY(test::bringButton(dialog)->isEnabled());
            dialog.accept();
        });
        QVERIFY2(!written().contains("stay in the air"), qPrintable(written()));
    }

    /// A motion with its back to the view is said to be so, and turned as the words say.
    void theFrontIsChosen()
    {
        Document motion = test::standingMotion(0);
        const NodeId hips = (*motion.scene)[motion.scene->find("Hips")].id;
        Track track = *motion.clip().track(hips);
        const Quat back(Eigen::AngleAxisd(std::numbers::pi, Vec3::UnitY()));
        std::vector<RotationKey> keys;
        for (RotationKey key : track.rotation->keys()) {
            key.value = back * key.value;
            keys.push_back(key);
        }
        track.rotation = RotationTrack::fromKeys(std::move(keys));
        motion.clips[0] = motion.clips[0].with([&](Clip& clip) { setTrack(clip, track); });
        const auto heading = [&] {
            const NodeIndex row = doc().scene->find("Hips");
            return (evaluate(doc(), 0).world[row].rotation * Vec3::UnitZ()).z();
        };
        inDialog(motion, [&](BringInDialog& dialog) {
            QVERIFY2(test::saidIn(dialog).contains("180 degrees turned from the front") &&
                         test::saidIn(dialog).contains("the front at its first frame") &&
                         !test::saidIn(dialog).contains("--"),
                     qPrintable(test::saidIn(dialog)));
            QCOMPARE_LT(heading(), -0.99);
            test::choose(dialog.findChild<QComboBox*>("broughtFacing"),
                         "the front at its first frame");
            QTRY_VERIFY(test::bringButton(dialog)->isEnabled());
            QVERIFY(!test::saidIn(dialog).contains("turned from the front"));
            QCOMPARE_LT(0.99, heading());
            test::choose(dialog.findChild<QComboBox*>("broughtFacing"), "turned to its left by");
            dialog.findChild<QDoubleSpinBox*>("broughtFacingNumber")->setValue(90);
            QTRY_VERIFY(test::bringButton(dialog)->isEnabled());
            QCOMPARE_LT(std::abs(heading()), 0.01);
            dialog.accept();
        });
        QCOMPARE(originOf(doc(), doc().clip().name)->how.facing.degrees, 90.0);
    }

    /// The character's pose can be a frame of its own clip.
    void theReferencePoseHereTakesAFrame()
    {
        const NodeId head = (*doc().scene)[doc().scene->find("Head")].id;
        edit::SetJointKey key;
        key.joint = head;
        key.frame = 5;
        key.rotation = Quat(Eigen::AngleAxisd(0.5, Vec3::UnitY()));
        QVERIFY(session_->commit(key));
        key.frame = 0;
        key.rotation = Quat::Identity();
        QVERIFY(session_->commit(key));
        const auto turn = [&] {
            const RotationKey& at = doc().clip().track(head)->rotation->keys().front();
            return at.value.angularDistance(Quat::Identity());
        };
        inDialog(test::standingMotion(0), [&](BringInDialog& dialog) {
            auto* frame = dialog.findChild<QDoubleSpinBox*>("broughtHereReferenceNumber");
            QVERIFY(!frame->isVisible());
            QVERIFY(!dialog.findChild<QWidget*>("broughtReferenceNumber")->isVisible());
            QCOMPARE_LT(turn(), 1e-9);
            test::choose(dialog.findChild<QComboBox*>("broughtHereReference"),
                         "frame of the clip here");
            QVERIFY(frame->isVisible());
            QCOMPARE(frame->value(), 0.0);
            frame->setValue(5);
            QTRY_VERIFY(test::bringButton(dialog)->isEnabled());
            QCOMPARE_LT(std::abs(turn() - 0.5), 1e-9);
            dialog.accept();
        });
        QCOMPARE(originOf(doc(), doc().clip().name)->how.hereReference.frame, 5.0);
    }

    /// Everything that it may show at once leaves the buttons on a screen of 1280 x 720, below a
    /// title of 40; and the picture of it is not cut.
    void itFitsWithAllThatItShows()
    {
        inDialog(test::standingMotion(0.5), [](BringInDialog& dialog) {
            test::choose(dialog.findChild<QComboBox*>("broughtReference"), "frame of each clip");
            test::choose(dialog.findChild<QComboBox*>("broughtHereReference"),
                         "frame of the clip here");
            QTRY_VERIFY(test::bringButton(dialog)->isEnabled());
            dialog.resize(dialog.width(), 680);
            const QString folder = qEnvironmentVariable("POSEWRIGHT_PICTURES");
            if (!folder.isEmpty()) dialog.grab().save(folder + "/bring-in.png");
            const int least = dialog.layout()->totalMinimumHeightForWidth(dialog.width());
            qInfo("%d x %d", dialog.width(), least);
            QVERIFY2(least < 680, qPrintable(QString::number(least)));
            QVERIFY2(dialog.minimumSizeHint().width() < 1280,
                     qPrintable(QString::number(dialog.minimumSizeHint().width())));
        });
    }
};

POSEWRIGHT_TEST(TestBringInChoices, posewright::test::runWithoutScreen);
#include "tst_bring_in_choices.moc"
