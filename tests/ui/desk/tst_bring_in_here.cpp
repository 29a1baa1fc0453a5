#include "core/operate/operate.h"
#include "tests/support/program.h"
#include "tests/ui/desk/bring_in_hand.h"
#include "tests/ui/desk/in_dialog.h"
#include "tests/ui/desk/window_test.h"
#include "ui/files/files.h"
#include "ui/session/selection.h"

#include <QInputDialog>
#include <QListWidget>
#include <nlohmann/json.hpp>

using namespace posewright;
using namespace posewright::ui;

/// The motion of one figure of the document comes onto another of it.
class TestBringInHere : public test::WindowTest {
    Q_OBJECT

    void inDialog(const std::function<void(BringInDialog&)>& act)
    {
        test::whileOpen<BringInDialog>(
            [&] { window_->files().askBringInHere(); }, act,
            [](BringInDialog& dialog) { return test::bringButton(dialog)->isEnabled(); });
    }

private slots:
    void initTestCase() { test::startAsNew(); }
    void init()
    {
        open();
        plain::Dice dice(8);
        const test::MadeBody body = test::madeBody();
        const nlohmann::json biped{{"operation", "insertSkeleton"}, {"skeleton", "biped"}};
        const Result<Document> both =
            operate::applyAll(test::documentOf(body, test::madeMotion(body, 30, dice), 30),
                              nlohmann::json::array({biped}));
        QVERIFY(both);
        session_->startNew(*both, "two");
    }
    void cleanup() { close(); }

    void itIsBroughtInAsOneStep()
    {
        const Document before = doc();
        const std::string clip = before.clip().name;
        inDialog([&](BringInDialog& dialog) {
            QCOMPARE(doc().clip().name, clip + " 2");
            auto* clips = dialog.findChild<QListWidget*>("broughtClips");
            QCOMPARE(clips->count(), 1);
            for (const QLabel* label : dialog.findChildren<QLabel*>())
                QVERIFY2(!label->text().contains(" file"), qPrintable(label->text()));
            dialog.accept();
        });
        QCOMPARE(int(doc().clips.size()), 2);
        // As the operation does it.
        const nlohmann::json asked{{"operation", "retargetClip"}, {"clip", clip}, {"to", "Hips2"}};
        const Result<Document> operated = operate::applyAll(before, nlohmann::json::array({asked}));
        QVERIFY2(operated, operated ? "" : operated.error().message.c_str());
        QVERIFY(doc().clip() == operated->clip());
        QVERIFY(originOf(doc(), clip + " 2")->how == originOf(*operated, clip + " 2")->how);
        session_->undo();
        QVERIFY(doc() == before);
    }

    /// Of three figures, one is asked for; the one that moves most is proposed.
    void theFigureIsAskedForAmongSeveral()
    {
        const nlohmann::json third{{"operation", "insertSkeleton"}, {"skeleton", "biped"}};
        const Result<Document> three = operate::applyAll(doc(), nlohmann::json::array({third}));
        QVERIFY(three);
        session_->startNew(*three, "three");
        for (const bool other : {false, true}) {
            QStringList offered;
            const test::InDialog asked(
                [](QDialog& dialog) { return qobject_cast<QInputDialog*>(&dialog) != nullptr; },
                [&](QDialog& dialog) {
                    auto& input = static_cast<QInputDialog&>(dialog);
                    offered = input.comboBoxItems();
                    if (other) input.setTextValue(offered.back());
                    input.accept();
                });
            session_->selection().setNodes({(*doc().scene)[doc().scene->find("Hips3")].id});
            test::whileOpen<BringInDialog>(
                [&] { window_->files().askBringInHere(); },
                [&](BringInDialog& dialog) {
                    const auto shown = [&](int column) {
                        return test::bonesOf(dialog, retarget::Role::Hips, column)->currentText();
                    };
                    QCOMPARE(shown(1), QString("Hips3"));
                    QCOMPARE(shown(2), QString(other ? "Hips2" : "Hips"));
                    dialog.reject();
                });
            QVERIFY(asked.done());
            QCOMPARE(offered, (QStringList{"Hips", "Hips2"}));
        }
    }

    void theSelectedFigureGetsIt()
    {
        session_->selection().setNodes({(*doc().scene)[doc().scene->find("LeftHand")].id});
        test::whileOpen<BringInDialog>(
            [&] { window_->files().askBringInHere(); },
            [&](BringInDialog& dialog) {
                const auto shown = [&](int column) {
                    return test::bonesOf(dialog, retarget::Role::Hips, column)->currentText();
                };
                QCOMPARE(shown(1), QString("Hips"));
                QCOMPARE(shown(2), QString("Hips2"));
                dialog.reject();
            });
    }
};

POSEWRIGHT_TEST(TestBringInHere, posewright::test::runWithoutScreen);
#include "tst_bring_in_here.moc"
