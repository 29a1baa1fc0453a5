#include "tests/support/figures.h"
#include "tests/support/program.h"
#include "tests/ui/desk/dialog_fields.h"
#include "tests/ui/desk/export_answer.h"
#include "tests/ui/desk/window_test.h"
#include "ui/actions/samples.h"
#include "ui/desk/plurals.h"
#include "ui/files/export_dialog.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QSettings>
#include <QSignalSpy>

using namespace posewright;
using namespace posewright::ui;
using test::choose;
using test::field;

/// What the export dialog begins with.
class TestExportDefaults : public test::WindowTest {
    Q_OBJECT

    Plurals plurals_;

    static QString words(QDialog& dialog) { return field<QLabel>(dialog, "exportWords")->text(); }
    std::unique_ptr<ExportDialog> opened()
    {
        return std::make_unique<ExportDialog>(*session_, exportChoices(*session_), window_.get());
    }
    void save(const char* name)
    {
        QSignalSpy saved(&session_->file(), &DocumentFile::saved);
        session_->file().saveAs(folder_.filePath(name).toStdString());
        QTRY_COMPARE(saved.count(), 1);
    }

private slots:
    void initTestCase()
    {
        test::startAsNew();
        qApp->installTranslator(&plurals_);
    }
    void init() { openFresh(); }
    void cleanup() { close(); }

    /// What somebody put together here is exported as a whole.
    void clipsThatWereMadeHereAreAllOffered()
    {
        session_->startNew(test::chainDocument(3, 0.5, 24), "own");
        ExportChoices first = opened()->choices();
        first.options.ending = "bvh";
        rememberExport(*session_, first);
        QVERIFY(!exportChoices(*session_).options.allClips);
        for (const char* name : {"Run", "Jump"}) {
            edit::AddClip add;
            add.name = name;
            QVERIFY(session_->commit(add));
        }
        const auto dialog = opened();
        QVERIFY(dialog->choices().options.allClips);
        QCOMPARE(field<QComboBox>(*dialog, "exportClips")->currentText(), QString("All 3 clips"));
        // Saved and exported with one clip, and then a clip is added.
        save("grown.glb");
        ExportChoices one = exportChoices(*session_);
        one.options.allClips = false;
        rememberExport(*session_, one);
        QVERIFY(!exportChoices(*session_).options.allClips);
        edit::AddClip more;
        more.name = "Fall";
        QVERIFY(session_->commit(more));
        QVERIFY(exportChoices(*session_).options.allClips);
    }

    /// Whoever brings one motion to a character with dozens of clips wants that motion.
    void oneThatWasMadeIsOfferedAlone()
    {
        openSample(*window_, "mannequin");
        QVERIFY(exportChoices(*session_).options.allClips);
        edit::AddClip add;
        add.name = "Wave";
        QVERIFY(session_->commit({add, edit::SetActiveClip{"Wave"}}, "wave"));
        {
            const auto dialog = opened();
            QCOMPARE(field<QComboBox>(*dialog, "exportClips")->currentText(),
                     QString("Only Wave, which is shown"));
            choose(*dialog, "exportPreset", 2);
            QVERIFY(!dialog->choices().options.allClips);
            choose(*dialog, "exportPreset", 0);  // a project
            QVERIFY(dialog->choices().options.allClips);
        }
        add.name = "Jump";
        QVERIFY(session_->commit(add));
        QVERIFY(exportChoices(*session_).options.allClips);
    }

    /// What was chosen for the clips is kept until another document is opened, saved or not,
    /// however many clips come; what was only left as it was is not.
    void clipsChosenByHandStayForThisDocument()
    {
        openSample(*window_, "mannequin");
        const auto begins = [&](int choice) {
            int begun = -1;
            QSignalSpy exported(&session_->file(), &DocumentFile::exported);
            const test::ExportAnswer answer(folder_.filePath("chosen.glb"), [&](QDialog& dialog) {
                begun = field<QComboBox>(dialog, "exportClips")->currentIndex();
                QFile::remove(folder_.filePath("chosen.glb"));
                if (choice >= 0) choose(dialog, "exportClips", choice);
            });
            window_->actions()["file.export"]->trigger();
            if (exported.isEmpty()) exported.wait(20000);
            return begun;
        };
        QCOMPARE(begins(-1), 0);
        QCOMPARE(begins(1), 0);
        for (const char* name : {"Run", "Jump"}) {
            edit::AddClip add;
            add.name = name;
            QVERIFY(session_->commit(add));
            QCOMPARE(begins(-1), 1);
        }
        session_->startNew(Document(doc()), "another");
        QCOMPARE(begins(-1), 0);
    }

    /// A file that holds all clips gets them; one that holds one gets the one that is shown.
    void theClipsThatAFileHoldsAreOfferedWhateverWasChosenForAnother()
    {
        openSample(*window_, "mannequin");
        QVERIFY(session_->document().clips.size() > 1);
        {
            const auto dialog = opened();
            QVERIFY(dialog->choices().options.allClips);
            QCOMPARE(field<QComboBox>(*dialog, "exportPreset")->currentText(),
                     QString("Game engine or Blender"));
            QVERIFY2(words(*dialog).contains(", 2 clips; "), qPrintable(words(*dialog)));
            choose(*dialog, "exportPreset", 2);
            QVERIFY(!dialog->choices().options.allClips);
            choose(*dialog, "exportPreset", 1);
            QVERIFY(dialog->choices().options.allClips);
            choose(*dialog, "exportFormat",
                   field<QComboBox>(*dialog, "exportFormat")->findData("bvh"));
            QVERIFY(!dialog->choices().options.allClips);
        }
        {
            // What is chosen by hand is left, but for a project, which has all of them.
            const auto dialog = opened();
            choose(*dialog, "exportClips", 1);
            QVERIFY2(words(*dialog).contains("Of 2 clips it holds the one that is shown"),
                     qPrintable(words(*dialog)));
            choose(*dialog, "exportPreset", 2);
            QVERIFY(!dialog->choices().options.allClips);
            choose(*dialog, "exportPreset", 0);
            QVERIFY(dialog->choices().options.allClips);
        }

        save("one.glb");
        ExportChoices one = exportChoices(*session_);
        QVERIFY(one.options.allClips);
        one.options.allClips = false;
        rememberExport(*session_, one);
        QVERIFY(!exportChoices(*session_).options.allClips);
        save("two.glb");
        QVERIFY(exportChoices(*session_).options.allClips);
    }

    /// Not into the folder that a sample or a capture was opened from.
    void theFolderIsThatOfTheLastExport()
    {
        const QString out = folder_.filePath("out"), from = folder_.filePath("captures");
        QVERIFY(QDir().mkpath(out) && QDir().mkpath(from));
        QSettings().setValue("folders/open", from);
        openSample(*window_, "mannequin");
        QVERIFY(!opened()->choices().path.startsWith(from));
        QSettings().setValue("folders/export", out);
        QCOMPARE(QFileInfo(opened()->choices().path).path(), out);
    }
};

POSEWRIGHT_TEST(TestExportDefaults, posewright::test::runWithoutScreen);
#include "tst_export_defaults.moc"
