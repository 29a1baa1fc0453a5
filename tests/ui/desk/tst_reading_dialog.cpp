#include "core/evaluate/evaluate.h"
#include "tests/support/made_characters.h"
#include "tests/support/program.h"
#include "tests/ui/desk/in_dialog.h"
#include "tests/ui/desk/plurals_test.h"
#include "ui/actions/actions.h"
#include "ui/actions/samples.h"
#include "ui/files/contents_words.h"
#include "ui/files/files.h"
#include "ui/files/reading_dialog.h"

#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>

#include <fstream>

using namespace posewright;
using namespace posewright::ui;

/// A file whose figure lies on the floor as it is written, and how its user has it.
class TestReadingDialog : public test::PluralsTest {
    Q_OBJECT

    /// A figure 170 tall whose up axis is Z.
    QString lying()
    {
        const QString path = folder_.filePath("lying.bvh");
        std::ofstream file(path.toStdString(), std::ios::binary);
        file << "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition "
                "Zrotation Xrotation Yrotation\nJOINT Head\n{\nOFFSET 0 0 60\nCHANNELS 3 Zrotation "
                "Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 0 15\n}\n}\nJOINT Foot\n{\nOFFSET 0 0 "
                "-90\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -12 "
                "-5\n}\n}\n}\nMOTION\nFrames: 10\nFrame Time: 0.04\n";
        for (int i = 0; i < 10; ++i) file << "0 0 95 0 0 " << i << " 0 0 0 0 0 0\n";
        return path;
    }
    void openFile(const QString& path)
    {
        QSignalSpy opened(&session_->file(), &DocumentFile::opened);
        window_->files().open(path);
        QTRY_COMPARE(opened.count(), 1);
        QTRY_VERIFY(!session_->job().running());
    }
    double headHeight() { return evaluate(doc(), 0).world[doc().scene->find("Head")].position.y(); }
    Vec3 headAt(int clip, double seconds)
    {
        Document shown = doc();
        shown.playback.clip = clip;
        return evaluate(shown, seconds * shown.clip().rate)
            .world[doc().scene->find("Head")]
            .position;
    }
    QAction* action() { return window_->actions()["file.reading"]; }
    /// What is done while the dialog is open.
    void inDialog(const std::function<void(QDialog&)>& act)
    {
        const auto is = [](QDialog& dialog) { return qobject_cast<ReadingDialog*>(&dialog); };
        const test::InDialog answer(is, [&](QDialog& dialog) {
            act(dialog);
            if (dialog.isVisible()) dialog.accept();  // a check in it failed
        });
        action()->trigger();
        QVERIFY(answer.done());
        QTRY_VERIFY(!session_->job().running());
    }
    void choose(QDialog& dialog, const char* box, int row)
    {
        auto* combo = dialog.findChild<QComboBox*>(box);
        QVERIFY(combo);
        combo->setCurrentIndex(row);
        QTRY_VERIFY(!session_->job().running());
        QTRY_VERIFY(combo->isEnabled());
    }

private slots:
    void init() { openFresh(); }
    void cleanup() { close(); }

    void aFigureThatLiesIsRaisedAndTheBarSaysSo()
    {
        openFile(lying());
        QVERIFY(std::abs(headHeight() - 155) < 1e-6);
        const auto* text = window_->findChild<QLabel*>("noticeText");
        QVERIFY(text->isVisible());
        QVERIFY2(text->text().contains(
                     "Up is Z in the file, so it was turned upright: the head is 150 from the "
                     "feet along z."),
                 qPrintable(text->text()));
        QVERIFY(window_->findChild<QToolButton*>("noticeOffer")->isVisible());
        QVERIFY(!session_->isModified());
    }

    /// A document always has a clip; a file that moves nothing has none.
    void aFileWithoutMotionHasNoClip()
    {
        Document still = doc();
        while (still.clips.size() > 1) still.clips.pop_back();
        still.clips[0] = still.clips[0].with([](Clip& clip) {
            clip.tracks.clear();
            clip.layers.clear();
        });
        const QString words = contentsWords(still);
        QVERIFY2(words.endsWith("0 clips"), qPrintable(words));
    }

    void eachChoiceIsShownAtOnceAndCancelTakesItBack()
    {
        openFile(lying());
        inDialog([&](QDialog& dialog) {
            QCOMPARE(dialog.findChild<QComboBox*>("upAxis")->currentText(), QString("Z"));
            QCOMPARE(dialog.findChild<QLabel*>("readContents")->text(),
                     QString("3 bones, 1 clip, 10 frames, 25 a second"));
            QVERIFY(
                dialog.findChild<QLabel*>("unitReason")->text().startsWith("The figure is 170"));
            choose(dialog, "upAxis", 0);
            QVERIFY(doc().scene->find("Up axis") == kNoNode);
            QVERIFY(std::abs(headHeight()) < 1e-6);
            choose(dialog, "lengthUnit", 2);
            QCOMPARE(doc().unit, LengthUnit::Metre);
            dialog.reject();
        });
        QVERIFY(std::abs(headHeight() - 155) < 1e-6);
        QCOMPARE(doc().unit, LengthUnit::Unknown);
        inDialog([&](QDialog& dialog) {
            choose(dialog, "lengthUnit", 2);
            dialog.accept();
        });
        QVERIFY(std::abs(headHeight() - 1.55) < 1e-8);
        QCOMPARE(doc().unit, LengthUnit::Metre);
    }

    void whatWasDoneToItIsNotLostWithoutAQuestion()
    {
        openFile(lying());
        QVERIFY(session_->commit({edit::AddMarker{3, "here"}}));
        const Document worked = doc();
        inDialog([&](QDialog& dialog) {
            QVERIFY(dialog.findChild<QLabel*>("readLater"));
            choose(dialog, "lengthUnit", 2);
            QVERIFY(doc() == worked);
            dialog.reject();
        });
        QVERIFY(doc() == worked && session_->history().canUndo());
        for (const auto answer : {QMessageBox::Cancel, QMessageBox::Discard}) {
            bool asked = false;
            QTimer box;
            connect(&box, &QTimer::timeout, this, [&] {
                auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
                if (!question || asked) return;
                asked = true;
                QVERIFY(question->informativeText().contains("read again"));
                question->button(answer)->click();
            });
            box.start(10);
            inDialog([&](QDialog& dialog) {
                choose(dialog, "lengthUnit", 2);
                dialog.accept();
            });
            QVERIFY(asked);
            QCOMPARE(doc() == worked, answer == QMessageBox::Cancel);
        }
        QCOMPARE(doc().unit, LengthUnit::Metre);
        QVERIFY(doc().clip().markers.empty());
    }

    void aClipAndARateAreChosenWhileItIsOpened()
    {
        test::MadeCharacter body = test::madeBody("many");
        for (int clip = 0; clip < 3; ++clip)
            body.clips.push_back(
                test::madeMotion(body, test::MadeChannel::Between::Linear, 31, 1.0 / 30, clip));
        openFile(test::writeCharacter(body, QDir(folder_.path())));
        QCOMPARE(int(doc().clips.size()), 3);
        const std::string second = doc().clips[1]->name;
        const Vec3 before = headAt(1, 0.5);
        inDialog([&](QDialog& dialog) {
            QVERIFY(!dialog.findChild<QComboBox*>("upAxis")->isEnabled());
            QCOMPARE(dialog.findChild<QComboBox*>("clipsRead")->currentText(), QString("all 3"));
            choose(dialog, "clipsRead", 2);
            QCOMPARE(int(doc().clips.size()), 1);
            QCOMPARE(doc().clip().name, second);
            auto* rate = dialog.findChild<QComboBox*>("rateRead");
            choose(dialog, "rateRead", rate->findData(60.0));
            dialog.accept();
        });
        QCOMPARE(doc().clip().rate, 60.0);
        QCOMPARE(doc().playback.end, 60.0);
        QVERIFY((before - headAt(0, 0.5)).norm() < 1e-9);
        QVERIFY(!session_->isModified());
        inDialog([&](QDialog& dialog) {
            QVERIFY2(dialog.findChild<QComboBox*>("clipsRead")->currentIndex() == 2,
                     "the dialog has what was chosen before, and all that the file has");
            choose(dialog, "clipsRead", 0);
            QCOMPARE(int(doc().clips.size()), 3);
            dialog.reject();
        });
        QCOMPARE(int(doc().clips.size()), 1);
    }

    void aFileOfAnOddSizeIsToldOf()
    {
        test::MadeCharacter body = test::madeBody("tall");
        for (test::MadeNode& node : body.nodes)
            for (double& x : node.at) x *= 100;
        openFile(test::writeCharacter(body, QDir(folder_.path())));
        const auto* text = window_->findChild<QLabel*>("noticeText");
        QVERIFY2(text->text().contains("Its lengths look like centimetres and not like metres"),
                 qPrintable(text->text()));
        QVERIFY(window_->findChild<QToolButton*>("noticeOffer")->isVisible());
        const double high = headHeight();
        inDialog([&](QDialog& dialog) {
            auto* unit = dialog.findChild<QComboBox*>("lengthUnit");
            choose(dialog, "lengthUnit", unit->findText("centimetres"));
            dialog.accept();
        });
        QVERIFY(std::abs(headHeight() - high / 100) < 1e-6 * high);
        QVERIFY(!text->isVisible());
    }

    /// A capture says nothing of units: what its lengths look like stays in view, with the way
    /// there.
    void aCaptureInCentimetresIsToldOf()
    {
        openFile(lying());
        const auto* text = window_->findChild<QLabel*>("noticeText");
        QVERIFY2(
            text->text().contains(" units tall, so its lengths look like centimetres. Up, Unit "
                                  "and Clips reads them so."),
            qPrintable(text->text()));
        QVERIFY(window_->findChild<QToolButton*>("noticeOffer")->isVisible());
        emit window_->files().done("Saved it", {});
        QVERIFY(text->isVisible());
    }

    /// Neither metres nor another usual unit make a person of it: told with its height, and the
    /// dialog has a row that does.
    void aFigureOfNoUsualUnitIsToldWithItsHeight()
    {
        test::MadeCharacter body = test::madeBody("toy");
        for (test::MadeNode& node : body.nodes)
            for (double& x : node.at) x *= 0.09;
        openFile(test::writeCharacter(body, QDir(folder_.path())));
        double low = HUGE_VAL, high = -HUGE_VAL;
        const auto measure = [&] {
            low = HUGE_VAL, high = -HUGE_VAL;
            const Evaluation rest = evaluate(doc(), 0);
            for (NodeIndex row = 0; row < doc().scene->size(); ++row)
                if ((*doc().scene)[row].bone()) {
                    low = std::min(low, rest.world[row].position.y());
                    high = std::max(high, rest.world[row].position.y());
                }
            return high - low;
        };
        const double toy = measure();
        QVERIFY2(toy > 0.1 && toy < 0.2, qPrintable(QString::number(toy)));
        const auto* text = window_->findChild<QLabel*>("noticeText");
        const QRegularExpression told("The figure is ([\\d.]+) cm tall");
        const auto found = told.match(text->text());
        QVERIFY2(found.hasMatch(), qPrintable(text->text()));
        const double said = found.captured(1).toDouble() / 100;
        QVERIFY2(std::abs(said - toy) < 0.2 * toy, qPrintable(text->text()));
        QVERIFY(window_->findChild<QToolButton*>("noticeOffer")->isVisible());
        inDialog([&](QDialog& dialog) {
            auto* unit = dialog.findChild<QComboBox*>("lengthUnit");
            const int row = unit->findText("such that the figure is 1.7 m tall");
            QVERIFY(row > 0);
            choose(dialog, "lengthUnit", row);
            dialog.accept();
        });
        QVERIFY2(std::abs(measure() / toy - 1.7 / said) < 0.01 * 1.7 / said,
                 qPrintable(QString::number(measure())));
        QVERIFY(!text->isVisible());
        // The dialog shows that choice when it is opened again.
        inDialog([&](QDialog& dialog) {
            QVERIFY(dialog.findChild<QComboBox*>("lengthUnit")->currentIndex() > 0);
            dialog.reject();
        });
        QVERIFY(std::abs(measure() / toy - 1.7 / said) < 0.01 * 1.7 / said);
    }

    void whatSaysItselfWhichWayIsUpHasNoDialog()
    {
        openFile(lying());
        QVERIFY(action()->isEnabled());
        QSignalSpy saved(&session_->file(), &DocumentFile::saved);
        session_->file().saveAs(folder_.filePath("project.glb").toStdString());
        QTRY_COMPARE(saved.count(), 1);
        QTRY_VERIFY2(!action()->isEnabled(), "what was saved is the project, not the capture");
        openSample(*window_, "mannequin");
        QVERIFY(!action()->isEnabled());
    }
};

POSEWRIGHT_TEST(TestReadingDialog, posewright::test::runWithoutScreen);
#include "tst_reading_dialog.moc"
