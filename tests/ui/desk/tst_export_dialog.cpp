#include "core/edit/edit.h"
#include "core/io/placing.h"
#include "core/io/save.h"
#include "tests/support/figures.h"
#include "tests/support/made_captures.h"
#include "tests/support/program.h"
#include "tests/ui/desk/answers.h"
#include "tests/ui/desk/dialog_fields.h"
#include "tests/ui/desk/export_answer.h"
#include "tests/ui/desk/window_test.h"
#include "ui/actions/samples.h"
#include "ui/desk/export_panel.h"
#include "ui/desk/notice_bar.h"
#include "ui/desk/plurals.h"
#include "ui/files/export_dialog.h"
#include "ui/files/export_words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTextBrowser>
#include <nlohmann/json.hpp>

using namespace posewright;
using namespace posewright::ui;
using test::choose;
using test::field;

/// File > Export: what it asks, what it says, and what it tells afterwards.
class TestExportDialog : public test::WindowTest {
    Q_OBJECT

    Plurals plurals_;

    static QString words(QDialog& dialog) { return field<QLabel>(dialog, "exportWords")->text(); }
    std::string in(const char* name) const { return folder_.filePath(name).toStdString(); }

    std::unique_ptr<ExportDialog> opened()
    {
        return std::make_unique<ExportDialog>(*session_, exportChoices(*session_), window_.get());
    }
    void save(const char* name)
    {
        QSignalSpy saved(&session_->file(), &DocumentFile::saved);
        session_->file().saveAs(in(name));
        QTRY_COMPARE(saved.count(), 1);
    }

private slots:
    void initTestCase()
    {
        test::startAsNew();
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        qApp->installTranslator(&plurals_);
    }
    void init()
    {
        openFresh();
        openSample(*window_, "walk");
    }
    void cleanup() { close(); }

    void aFigureOfBonesStandsBesideABox()
    {
        const auto says = [this] {
            const auto dialog = opened();
            choose(*dialog, "exportPreset", 1);
            return words(*dialog).contains("A figure of simple bones is added");
        };
        QVERIFY(says());
        QVERIFY(session_->commit(edit::AddBox{"Box", {0.1, 0.1, 0.1}, {1, 0, 0}}));
        QVERIFY(says());
        session_->history().setClean();
        openSample(*window_, "mannequin");  // which is skinned
        QVERIFY(!says());
    }

    void theFirstOneSuitsAnEngine()
    {
        const auto dialog = opened();
        QCOMPARE(field<QComboBox>(*dialog, "exportPreset")->currentText(),
                 QString("Game engine or Blender"));
        QVERIFY(!dialog->choices().options.targets);
        QVERIFY2(words(*dialog).contains(
                     "The 4 targets are left out: the joints that they move have keys."),
                 qPrintable(words(*dialog)));
    }

    void leavingOutHiddenMeshesIsRemembered()
    {
        save("walk.glb");
        ExportChoices choices = exportChoices(*session_);
        QVERIFY(!choices.leavesOutHidden);
        choices.path = folder_.filePath("other.glb");
        choices.leavesOutHidden = true;
        rememberExport(*session_, choices);
        QVERIFY(exportChoices(*session_).leavesOutHidden);
    }

    void theSentenceSaysHowManyFramesHaveProblems()
    {
        const exports::Options options = exports::findPreset("engine")->options;
        QCOMPARE(viewWords({}, options), QString());
        QCOMPARE(viewWords({{}, 1}, options),
                 QString(" This clip has 1 problem frame, and so has the file: N goes there."));
        QCOMPARE(viewWords({{}, 20}, options),
                 QString(" This clip has 20 problem frames, and so has the file: N goes there."));
    }

    void theSentenceSaysHowAProjectDiffersFromSave()
    {
        const auto dialog = opened();
        choose(*dialog, "exportPreset", 0);
        QVERIFY(dialog->choices().options.targets);
        QVERIFY2(words(*dialog).startsWith("A project, as Save writes it"),
                 qPrintable(words(*dialog)));
        QVERIFY(words(*dialog).contains("Save goes on writing its own file"));
    }

    void theSentenceSaysWhatABvhLacks()
    {
        openSample(*window_, "mannequin");
        const auto dialog = opened();
        choose(*dialog, "exportFormat", field<QComboBox>(*dialog, "exportFormat")->findData("bvh"));
        QVERIFY2(words(*dialog).contains("Meshes and textures are not in a BVH file"),
                 qPrintable(words(*dialog)));
        QVERIFY2(words(*dialog).startsWith("One BVH file"), qPrintable(words(*dialog)));
        QVERIFY2(words(*dialog).contains("Of 2 clips it holds the one that is shown"),
                 qPrintable(words(*dialog)));
        choose(*dialog, "exportClips", 0);
        QVERIFY2(words(*dialog).startsWith("2 BVH files, one for each clip"),
                 qPrintable(words(*dialog)));
    }

    void presetsFillTheChoicesAndChoicesLeaveThem()
    {
        const auto dialog = opened();
        auto* preset = field<QComboBox>(*dialog, "exportPreset");
        for (int row = 0; row < std::ssize(exports::presets()); ++row) {
            choose(*dialog, "exportPreset", row);
            QCOMPARE(preset->currentIndex(), row);
            QVERIFY(exports::presetOf(dialog->choices().options) == &exports::presets()[row]);
            QVERIFY(dialog->choices().path.endsWith(
                QString::fromStdString('.' + exports::presets()[row].options.ending)));
        }
        choose(*dialog, "exportPreset", 1);
        field<QCheckBox>(*dialog, "exportEnds")->click();
        QCOMPARE(preset->currentText(), QString("My own choices"));
        field<QCheckBox>(*dialog, "exportEnds")->click();
        QCOMPARE(preset->currentText(), QString("Game engine or Blender"));
    }

    void onlyWhatAFormatHasIsAsked()
    {
        const auto dialog = opened();
        dialog->show();
        const auto seen = [&](const char* name) {
            return dialog->findChild<QWidget*>(name)->isVisibleTo(dialog.get());
        };
        QVERIFY(!seen("exportMeshes"));  // there are none
        QVERIFY(seen("exportTargets") && seen("exportKeys") && !seen("exportOrder"));
        QVERIFY(!seen("exportPortable") && !seen("exportTolerance"));
        choose(*dialog, "exportKeys", 2);
        QVERIFY(seen("exportTolerance"));
        choose(*dialog, "exportPreset", 2);
        QVERIFY(!seen("exportTargets") && !seen("exportKeys") && !seen("exportTolerance"));
        QVERIFY(seen("exportOrder") && seen("exportPortable"));
    }

    void theEndingThatIsTypedIsTheFormat()
    {
        const auto dialog = opened();
        auto* path = field<QLineEdit>(*dialog, "exportPath");
        path->selectAll();
        QTest::keyClicks(path, folder_.filePath("typed.bvh"));
        QCOMPARE(field<QComboBox>(*dialog, "exportFormat")->currentData().toString(),
                 QString("bvh"));
        path->selectAll();
        QTest::keyClicks(path, folder_.filePath("nothing"));
        QCOMPARE(dialog->choices().path, folder_.filePath("nothing.bvh"));
    }

    void choicesAreKeptForEachDocument()
    {
        save("one.glb");
        {
            const test::ExportAnswer answer(folder_.filePath("kept.bvh"), [](QDialog& dialog) {
                choose(dialog, "exportPreset", 2);
                field<QCheckBox>(dialog, "exportPart")->click();
                field<QDoubleSpinBox>(dialog, "exportStart")->setValue(6);
                field<QDoubleSpinBox>(dialog, "exportEnd")->setValue(18);
                choose(dialog, "exportOrder", 2);
            });
            QSignalSpy exported(&session_->file(), &DocumentFile::exported);
            window_->files().askExport();
            QTRY_COMPARE(exported.count(), 1);
        }
        QVERIFY(!session_->isModified());
        exports::Options kept = opened()->choices().options;
        QCOMPARE(kept.ending, std::string("bvh"));
        QVERIFY(kept.frames == std::optional(Range{6, 18}));
        QVERIFY(kept.eulerOrder == std::optional(std::array{0, 2, 1}));
        QCOMPARE(opened()->choices().path, folder_.filePath("kept.bvh"));
        // Another document begins with the same, but with its whole range.
        save("two.glb");
        kept = opened()->choices().options;
        QVERIFY(!kept.frames && kept.ending == "bvh");
        QCOMPARE(opened()->choices().path, folder_.filePath("two-export.bvh"));
    }

    /// A new clip is 48 frames long, whatever is keyed in it: one press leaves out the rest.
    void framesAfterTheLastKeyAreSaidAndLeftOut()
    {
        session_->startNew(test::chainDocument(3, 0.5, 48), "still");
        const auto keyed = [&](double frame, const Vec3& place) {
            edit::SetTargetKey key;
            key.target = session_->document().rig->constraints.front().id;
            key.frame = frame;
            key.position = place;
            QVERIFY(session_->commit(key));
        };
        keyed(0, {0.5, 0.5, 0});
        keyed(24, {0.4, 0.6, 0});
        {
            const auto dialog = opened();
            QVERIFY2(
                words(*dialog).contains("49 frames at 24 a second (0 to 48, still from 24 on)"),
                qPrintable(words(*dialog)));
            auto* upTo = field<QPushButton>(*dialog, "exportToStill");
            QVERIFY(upTo->text().contains("24"));
            upTo->click();
            QVERIFY(dialog->choices().options.frames == std::optional(Range{0, 24}));
            QVERIFY2(words(*dialog).contains("25 frames at 24 a second") &&
                         !words(*dialog).contains("still"),
                     qPrintable(words(*dialog)));
        }
        keyed(48, {0.5, 0.5, 0});
        const auto dialog = opened();
        QVERIFY(!dialog->findChild<QPushButton*>("exportToStill"));
        QVERIFY(!words(*dialog).contains("still"));
        session_->history().setClean();
    }

    void whatIsThereAlreadyIsNotSuggested()
    {
        save("one.glb");
        QCOMPARE(opened()->choices().path, folder_.filePath("one-export.glb"));
        QVERIFY(io::writeWhole(in("one-export.glb"), "something"));
        QCOMPARE(opened()->choices().path, folder_.filePath("one-export2.glb"));
        // What was never saved goes where projects went last, and never where the program was
        // started.
        openSample(*window_, "walk");
        QSettings().remove("folders");
        QSettings().setValue("folders/save", folder_.path());
        QCOMPARE(opened()->choices().path, folder_.filePath("Walk.glb"));
        QSettings().remove("folders");
        QVERIFY(QFileInfo(opened()->choices().path).isAbsolute());
        QVERIFY(QFileInfo(opened()->choices().path).absolutePath() != QDir::currentPath());
    }

    void theProjectItselfIsNotWrittenOver()
    {
        save("own.glb");
        const Result<std::string> before = io::readWhole(in("own.glb"));
        const auto dialog = opened();
        auto* path = field<QLineEdit>(*dialog, "exportPath");
        path->selectAll();
        QTest::keyClicks(path, folder_.filePath("own.glb"));
        test::Answers answers({test::Answers::Answer{"exportOverProject", "OK"}});
        dialog->accept();
        QCOMPARE(answers.given(), 1);
        QCOMPARE(dialog->result(), int(QDialog::Rejected));
        QVERIFY(*io::readWhole(in("own.glb")) == *before);
    }

    void whatIsThereIsReplacedWhenAskedTo()
    {
        QVERIFY(io::writeWhole(in("there.glb"), "something"));
        const auto dialog = opened();
        auto* path = field<QLineEdit>(*dialog, "exportPath");
        path->selectAll();
        QTest::keyClicks(path, folder_.filePath("there.glb"));
        {
            test::Answers answers({test::Answers::Answer{"exportReplaces", "Cancel"}});
            dialog->accept();
            QCOMPARE(answers.given(), 1);
            QCOMPARE(dialog->result(), int(QDialog::Rejected));
        }
        test::Answers answers({test::Answers::Answer{"exportReplaces", "Replace"}});
        dialog->accept();
        QCOMPARE(dialog->result(), int(QDialog::Accepted));
    }

    void theReportIsShownAndKept()
    {
        auto* dock = window_->findChild<QDockWidget*>("exportDock");
        QVERIFY(dock && !dock->isVisible());
        const QString path = folder_.filePath("told.glb");
        const test::ExportAnswer answer(path);
        QSignalSpy exported(&session_->file(), &DocumentFile::exported);
        window_->files().askExport();
        QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 30000);
        QVERIFY(dock->isVisible());
        auto* panel = dock->findChild<ExportPanel*>();
        const QString text = panel->findChild<QTextBrowser*>("exportReport")->toPlainText();
        for (const char* word : {"told.glb", "Largest error", "Left foot", "< 0.0001 mm"})
            QVERIFY2(text.contains(word), qPrintable(text));
        QVERIFY(panel->save(folder_.filePath("told.json")));
        const nlohmann::json json = nlohmann::json::parse(*io::readWhole(in("told.json")));
        QCOMPARE(json["files"][0]["file"].get<std::string>(), path.toStdString());
        QVERIFY(panel->save(folder_.filePath("told.html")));
        QVERIFY(io::readWhole(in("told.html"))->starts_with("<!DOCTYPE html>"));
        // Of another document there is nothing to tell.
        openSample(*window_, "arm");
        QVERIFY(panel->findChild<QTextBrowser*>("exportReport")->toPlainText().isEmpty());
        QVERIFY(!panel->findChild<QPushButton*>("saveReport")->isEnabled());
    }

    void warningsSpeakOfTheDialogAndNotOfTheCommandLine()
    {
        // As a file that was read from BVH with names that three.js trips over.
        const QByteArray text =
            "HIERARCHY\r\nROOT Hips\r\n{\r\n\tOFFSET 0 1 0\r\n\tCHANNELS 6 Xposition Yposition "
            "Zposition Zrotation Xrotation Yrotation\r\n\tEnd Site\r\n\t{\r\n\t\tOFFSET 0 1 "
            "0\r\n\t}\r\n}\r\nMOTION\r\nFrames: 1\r\nFrame Time: 0.04\r\n0 0 0 0 0 0\r\n";
        QVERIFY(io::writeWhole(in("crlf.bvh"), std::string(text.constData(), text.size())));
        QSignalSpy opened(&session_->file(), &DocumentFile::opened);
        session_->file().open(in("crlf.bvh"));
        QTRY_COMPARE(opened.count(), 1);
        const test::ExportAnswer answer(folder_.filePath("crlf-out.bvh"), [](QDialog& dialog) {
            choose(dialog, "exportPreset", 2);
            field<QCheckBox>(dialog, "exportPortable")->setChecked(false);
        });
        QSignalSpy exported(&session_->file(), &DocumentFile::exported);
        window_->files().askExport();
        QTRY_COMPARE(exported.count(), 1);
        auto* notice = window_->findChild<NoticeBar*>();
        QVERIFY2(notice->weight() == NoticeBar::Weight::News, "it was written");
        const QString told = notice->findChild<QLabel*>("noticeText")->text();
        QVERIFY2(told.contains("\"For all readers\" in the export dialog writes LF"),
                 qPrintable(told));
        QVERIFY2(!told.contains("--"), qPrintable(told));
    }

    void wordsFitTheirCounts()
    {
        exports::Options options = exports::findPreset("engine")->options;
        const QString one = exportWords(test::chainDocument(3, 0.5, 0), options, "x.glb");
        QVERIFY2(one.contains("1 frame at") && one.contains("The target is left out"),
                 qPrintable(one));
        options.ending = "bvh";
        QVERIFY(exportWords(emptyDocument(), options, "x.bvh").contains("nothing to export"));
        const Result<Document> box = edit::apply(emptyDocument(), edit::AddBox{"Box"});
        QVERIFY(box);
        QVERIFY(exportWords(*box, options, "x.bvh").contains("There is no bone"));
    }

    /// Of a format that the program does not have.
    void theWordsAskTheRowOfTheFormat()
    {
        static constexpr std::array kEndings = {io::Ending{"bones", "BONES", "skeletons alone"}};
        QCOMPARE(endingWords(kEndings[0]), QString("BONES: skeletons alone"));
        io::Format row;
        row.endings = kEndings;
        const Document doc = test::chainDocument(3, 0.5, 0);
        exports::Options options;
        options.ending = "bones";
        const QString still = exportWords(doc, options, "x.bones", row);
        QVERIFY2(still.startsWith("One BONES file: ") && still.contains(" at rest, without motion"),
                 qPrintable(still));
        QVERIFY2(!still.contains("project") && !still.contains("About"), qPrintable(still));
        row.abilities.motion = io::Motion::Keys;
        row.bytes = [](const Document&, const io::Outline&) { return 5e6; };
        const QString keyed = exportWords(doc, options, "x.bones", row);
        QVERIFY2(keyed.startsWith("One BONES file for other programs: ") &&
                     keyed.contains("left out: the joints that ") && keyed.contains(" About 5"),
                 qPrintable(keyed));
        QVERIFY2(!keyed.contains("A figure of simple bones"), qPrintable(keyed));
        row.abilities.motion = io::Motion::Frames;
        const QString rows = exportWords(doc, options, "x.bones", row);
        QVERIFY2(rows.contains("and their motion, ") &&
                     rows.contains("Targets are not in a BONES file"),
                 qPrintable(rows));
    }
};

POSEWRIGHT_TEST(TestExportDialog, posewright::test::runWithoutScreen);
#include "tst_export_dialog.moc"
