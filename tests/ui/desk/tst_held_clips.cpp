#include "core/io/format.h"
#include "core/operate/bring_in_clips.h"
#include "tests/support/biped.h"
#include "tests/support/made_body.h"
#include "tests/support/planted_walk.h"
#include "tests/support/program.h"
#include "tests/ui/desk/bring_in_hand.h"
#include "tests/ui/desk/in_dialog.h"
#include "tests/ui/desk/window_test.h"
#include "ui/files/bring_in_dialog.h"
#include "ui/files/files.h"
#include "ui/files/held_clips.h"
#include "ui/models/feet_words.h"

#include <QCheckBox>
#include <QMenu>
#include <QStatusBar>

using namespace posewright;
using namespace posewright::ui;

/// Feet are held in some of several clips, and the next step is told where they are not.
class TestHeldClips : public test::WindowTest {
    Q_OBJECT

    /// Two clips of one figure that walks.
    QString walks()
    {
        plain::Dice dice(42);
        const test::MadeBody body = test::madeBody();
        const test::PlantedWalk walk = test::plantedWalk(body, 6, 16, 1, dice);
        Document doc = test::documentOf(body, walk.motion, 30);
        Clip second = doc.clip();
        second.name = "Second";
        doc.clips.emplace_back(std::move(second));
        const QString path = folder_.filePath("walks.glb");
        if (!io::write(doc, path.toStdString())) qFatal("cannot write a test file");
        return path;
    }
    void inDialog(const std::function<void(BringInDialog&)>& act)
    {
        test::whileOpen<BringInDialog>(
            [&] { window_->files().bringIn(walks()); }, act,
            [](BringInDialog& dialog) { return test::bringButton(dialog)->isEnabled(); });
    }
    int clipsWithContacts()
    {
        return static_cast<int>(
            std::count_if(doc().clips.begin(), doc().clips.end(),
                          [](const Shared<Clip>& clip) { return operate::holdsAnything(*clip); }));
    }

private slots:
    void initTestCase() { test::startAsNew(); }
    void init()
    {
        open();
        session_->startNew(test::documentOf(test::madeBody({.legs = 0.8, .spine = 2}), {}, 24),
                           "hero");
    }
    void cleanup() { close(); }

    void feetAreHeldInTheClipsThatAreTicked()
    {
        inDialog([&](BringInDialog& dialog) {
            auto* held = dialog.findChild<HeldClips*>("broughtHeldClips");
            QVERIFY(held && held->isVisible() && !held->isEnabled());
            QCOMPARE(held->text(), QString("in all of them"));
            dialog.findChild<QCheckBox*>("broughtContacts")->setChecked(true);
            QVERIFY(held->isEnabled());
            QTRY_COMPARE_WITH_TIMEOUT(clipsWithContacts(), 2, 60000);
            QVERIFY(QMetaObject::invokeMethod(held->menu(), "aboutToShow"));
            QCOMPARE(held->menu()->actions().size(), 2);
            held->menu()->actions().back()->setChecked(false);
            QCOMPARE(held->text(), QString("in 1 of 2 clips"));
            QTRY_COMPARE_WITH_TIMEOUT(clipsWithContacts(), 1, 60000);
            QTRY_VERIFY_WITH_TIMEOUT(test::bringButton(dialog)->isEnabled(), 60000);
            dialog.accept();
        });
        QCOMPARE(int(doc().clips.size()), 3);
        QCOMPARE(clipsWithContacts(), 1);
        QVERIFY(!operate::holdsAnything(*doc().clips[2]));
        QVERIFY(operate::holdsAnything(*doc().clips[1]));
    }

    void theNextStepIsToldWhereTheyAreNot()
    {
        inDialog([](BringInDialog& dialog) { dialog.accept(); });
        QCOMPARE(clipsWithContacts(), 0);
        QVERIFY2(window_->statusBar()->currentMessage().contains("Find Contacts holds its feet"),
                 qPrintable(window_->statusBar()->currentMessage()));
    }

    void soIsItAfterSteppingFeet()
    {
        const auto key = [](const Document& on, const char* target, double frame, double z) {
            edit::SetTargetKey set;
            set.target = findConstraint(on, target)->id;
            set.frame = frame;
            set.position = Vec3(target[0] == 'L' ? 0.1 : -0.1, 0.09, z);
            return set;
        };
        const Document start =
            test::edited(test::biped(false), {test::addTarget("L", "LeftFoot", "LeftUpLeg"),
                                              test::addTarget("R", "RightFoot", "RightUpLeg")});
        std::vector<edit::Edit> edits{key(start, "L", 0, 0), key(start, "R", 0, 0),
                                      key(start, "L", 12, 0.3)};
        const auto wordsAfter = [&] {
            const Result<Document> now = edit::applyEach(start, edits);
            return now ? feetWords(*now, {edits.back()}) : QString("refused");
        };
        QCOMPARE(wordsAfter(), QString());
        edits.emplace_back(key(start, "R", 24, 0.6));
        QVERIFY2(wordsAfter().contains("select two keys of R"), qPrintable(wordsAfter()));
        // One that is held already needs no advice.
        edit::SetSpan contact;
        contact.target = findConstraint(start, "L")->id;
        contact.start = 12;
        contact.end = 20;
        contact.kind = SpanKind::Contact;
        edits.insert(edits.begin() + 3, contact);
        QCOMPARE(wordsAfter(), QString());
    }
};

POSEWRIGHT_TEST(TestHeldClips, posewright::test::runWithoutScreen);
#include "tst_held_clips.moc"
