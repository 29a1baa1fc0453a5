#include "core/io/format.h"
#include "core/io/save.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"
#include "tests/support/written_file.h"
#include "tests/ui/desk/answers.h"
#include "tests/ui/desk/export_answer.h"
#include "tests/ui/run.h"
#include "ui/desk/main_window.h"
#include "ui/desk/plurals.h"
#include "ui/files/recovery.h"

#include <QDateTime>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QProgressBar>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using namespace posewright::ui;
using test::Answers;

namespace {

edit::SetJointKey turned(const Document& doc)
{
    edit::SetJointKey key;
    key.joint = (*doc.scene)[doc.scene->find("joint1")].id;
    key.frame = 3;
    key.rotation = Quat(Eigen::AngleAxisd(0.5, Vec3::UnitX()));
    return key;
}

}  // namespace

/// What the program asks when files and work are not as it left them.
class TestQuestions : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    Plurals plurals_;

    std::filesystem::path projectChangedElsewhere()
    {
        const std::filesystem::path path = folder_.filePath("shared.gltf").toStdString();
        if (!io::write(test::chainDocument(3, 0.5, 10), path)) return {};
        auto json = nlohmann::json::parse(*io::readWhole(path));
        json["animations"][0]["channels"].erase(0);
        return io::writeWhole(path, json.dump()) ? path : std::filesystem::path();
    }

    /// A journal whose process died with a step in it.
    void leaveWork(const std::filesystem::path& root)
    {
        std::filesystem::remove_all(root);
        {
            Session session(root);
            session.startNew(test::chainDocument(3, 0.5, 10), "arm");
            QVERIFY(session.commit(turned(session.document())));
        }
        for (const auto& entry : std::filesystem::directory_iterator(root))
            std::filesystem::remove(entry.path() / "lock");
        QCOMPARE(int(io::findRecoverable(root).size()), 1);
    }

    /// Where the file dialog that is about to open begins; it is closed again.
    void watchDialog(QString& folder, QString* name = nullptr)
    {
        auto* timer = new QTimer(this);
        connect(timer, &QTimer::timeout, this, [timer, &folder, name] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog) return;
            timer->deleteLater();
            folder = dialog->directory().absolutePath();
            if (name) *name = dialog->findChild<QLineEdit*>("fileNameEdit")->text();
            dialog->reject();
        });
        timer->start(10);
    }

    /// The name that the export dialog which is about to open offers; it is closed again.
    void watchExport(QString& offered)
    {
        auto* timer = new QTimer(this);
        connect(timer, &QTimer::timeout, this, [timer, &offered] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (!dialog || dialog->objectName() != "exportDialog") return;
            timer->stop();
            timer->deleteLater();
            offered = dialog->findChild<QLineEdit*>("exportPath")->text();
            dialog->reject();
        });
        timer->start(10);
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QCoreApplication::setOrganizationName("posewright-test-questions");
        QSettings().clear();
        qApp->installTranslator(&plurals_);
    }

    void aProjectChangedElsewhereIsOnePersonsChoice_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<bool>("mine");
        QTest::newRow("mine") << "Keep mine" << true;
        QTest::newRow("theirs") << "Take the other" << false;
    }
    void aProjectChangedElsewhereIsOnePersonsChoice()
    {
        QFETCH(QString, answer);
        QFETCH(bool, mine);
        const std::filesystem::path path = projectChangedElsewhere();
        QVERIFY(!path.empty());
        const std::string before = *io::readWhole(path);
        Session session;
        MainWindow window(session);
        window.show();
        const Answers answers(std::vector<Answers::Answer>{{"whichMotion", answer}});
        QSignalSpy opened(&session.file(), &DocumentFile::opened);
        window.files().open(QString::fromStdString(path.string()));
        QTRY_COMPARE(opened.count(), mine ? 1 : 2);
        QTRY_COMPARE(answers.given(), 1);
        QTRY_VERIFY(!session.job().running());
        QCOMPARE(session.file().isProject(), mine);
        QVERIFY(*io::readWhole(path) == before);
    }

    void lostWorkIsRecovered()
    {
        const std::filesystem::path root = folder_.filePath("journal").toStdString();
        leaveWork(root);
        Session session(root);
        MainWindow window(session);
        window.show();
        const Answers answers(std::vector<Answers::Answer>{{"recover", "Recover"}});
        QSignalSpy recovered(&session.file(), &DocumentFile::recovered);
        QVERIFY(Recovery::offer(session, root, &window));
        QTRY_COMPARE(recovered.count(), 1);
        QCOMPARE(answers.given(), 1);
        QVERIFY2(answers.said()[0].startsWith("Posewright stopped before this was saved:\n"
                                              "arm\n1 step, the last one "),
                 qPrintable(answers.said()[0]));
        QVERIFY(session.isModified());
        const Document& doc = session.document();
        const Track* track = doc.clip().track((*doc.scene)[doc.scene->find("joint1")].id);
        QVERIFY(track && track->rotation->find(3));
        session.file().discardJournal();
    }

    void aFileThatAnotherSavedMeanwhileIsNotOverwrittenUnasked_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<bool>("overwritten");
        QTest::newRow("cancel") << "Cancel" << false;
        QTest::newRow("save") << "Save Anyway" << true;
    }
    void aFileThatAnotherSavedMeanwhileIsNotOverwrittenUnasked()
    {
        QFETCH(QString, answer);
        QFETCH(bool, overwritten);
        const std::filesystem::path path = folder_.filePath("both.glb").toStdString();
        QVERIFY(io::write(test::chainDocument(3, 0.5, 10), path));
        Session session;
        MainWindow window(session);
        window.show();
        QSignalSpy opened(&session.file(), &DocumentFile::opened);
        window.files().open(QString::fromStdString(path.string()));
        QTRY_COMPARE(opened.count(), 1);
        QVERIFY(session.commit(turned(session.document())));
        QVERIFY(!session.file().changedOnDisk());
        QVERIFY(io::write(test::chainDocument(4, 0.5, 12), path));
        QVERIFY(session.file().changedOnDisk());
        const std::string theirs = *io::readWhole(path);
        const Answers answers(std::vector<Answers::Answer>{{"changedOnDisk", answer}});
        window.files().save();
        QTRY_VERIFY(!session.job().running());
        QCOMPARE(answers.given(), 1);
        QCOMPARE(*io::readWhole(path) != theirs, overwritten);
        QCOMPARE(session.isModified(), !overwritten);
        QCOMPARE(session.file().changedOnDisk(), !overwritten);
        session.file().discardJournal();
    }

    void theQuestionNamesTheFileAndHowMuchIsAtStake()
    {
        const std::filesystem::path root = folder_.filePath("journal").toStdString();
        const std::filesystem::path file = folder_.filePath("wave <b>.glb").toStdString();
        std::filesystem::remove_all(root);
        QVERIFY(io::write(test::chainDocument(3, 0.5, 10), file));
        {
            Session session(root);
            QSignalSpy opened(&session.file(), &DocumentFile::opened);
            session.file().open(file);
            QTRY_COMPARE(opened.count(), 1);
            for (const double frame : {2.0, 3.0}) {
                edit::SetJointKey key = turned(session.document());
                key.frame = frame;
                QVERIFY(session.commit(key));
            }
        }
        for (const auto& entry : std::filesystem::directory_iterator(root))
            std::filesystem::remove(entry.path() / "lock");
        Session session(root);
        const Answers answers(std::vector<Answers::Answer>{{"recover", "Remove for good"},
                                                           {"removeForGood", "Remove for good"}});
        QVERIFY(!Recovery::offer(session, root, nullptr));
        QCOMPARE(answers.given(), 2);
        const QString path = QString::fromStdString(file.string());
        QVERIFY2(answers.said()[0].startsWith("Posewright stopped before this was saved:\n" + path +
                                              "\n2 steps, the last one today at "),
                 qPrintable(answers.said()[0]));
        QCOMPARE(answers.said()[1],
                 "Remove the unsaved work on " + path + " for good?\nThis cannot be taken back.");
    }

    void anErrorIsShownWhenTheBusyBarIsGone()
    {
        const QString path = folder_.filePath("broken.bvh");
        test::writtenBrokenBvh(path);
        Session session;
        MainWindow window(session);
        window.show();
        auto* bar = window.findChild<QProgressBar*>();
        auto* cancel = window.findChild<QWidget*>("cancelJob");
        bool wasBusy = false, busyMeanwhile = true;
        connect(&session.job(), &Job::started, this, [&] { wasBusy = bar->isVisible(); });
        QTimer look;
        connect(&look, &QTimer::timeout, this, [&] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box) return;
            look.stop();
            busyMeanwhile = bar->isVisible() || cancel->isVisible() || session.job().running();
            box->accept();
        });
        look.start(10);
        window.files().open(path);
        QTRY_VERIFY(!look.isActive());
        QVERIFY(wasBusy);
        QVERIFY(!busyMeanwhile);
    }

    void dialogsBeginWhereTheFilesAre()
    {
        QVERIFY(QDir(folder_.path()).mkpath("captures"));
        QVERIFY(QDir(folder_.path()).mkpath("projects"));
        const QString captures = folder_.filePath("captures"),
                      projects = folder_.filePath("projects");
        const QString capture = captures + "/walk.bvh";
        QVERIFY(io::write(test::chainDocument(3, 0.5, 10), capture.toStdString()));
        QSettings().clear();
        Session session;
        MainWindow window(session);
        window.show();
        QSignalSpy opened(&session.file(), &DocumentFile::opened),
            saved(&session.file(), &DocumentFile::saved);
        window.files().open(capture);
        QTRY_COMPARE(opened.count(), 1);
        QString folder;
        watchDialog(folder);
        window.files().askSaveAs();
        QCOMPARE(folder, captures);
        watchDialog(folder);
        window.files().askOpen();
        QCOMPARE(folder, captures);
        session.file().saveAs((projects + "/walk.glb").toStdString());
        QTRY_COMPARE(saved.count(), 1);
        for (const bool opens : {true, false}) {
            folder.clear();
            watchDialog(folder);
            if (opens)
                window.files().askOpen();
            else
                window.files().askSaveAs();
            QCOMPARE(folder, projects);
        }
    }

    /// The name that is proposed is not that of the file that was read.
    void aFileThatWasReadIsNotProposedToBeWrittenOver()
    {
        const QString path = folder_.filePath("figure.glb");
        QVERIFY(QFile::copy(":/samples/mannequin.glb", path));
        Session session;
        MainWindow window(session);
        window.show();
        QSignalSpy opened(&session.file(), &DocumentFile::opened);
        window.files().open(path);
        QTRY_COMPARE(opened.count(), 1);
        QVERIFY(!session.file().isProject());
        QString folder, name;
        watchDialog(folder, &name);
        window.files().askSaveAs();
        QCOMPARE(name, QString("figure-project.glb"));
    }

    void aDocumentIsFirstExportedBesideItself()
    {
        QSettings().clear();
        const QString here = folder_.filePath("here"), there = folder_.filePath("there");
        QVERIFY(QDir().mkpath(here) && QDir().mkpath(there));
        Session session;
        MainWindow window(session);
        session.startNew(test::chainDocument(3, 0.5, 10), "arm");
        QSignalSpy saved(&session.file(), &DocumentFile::saved);
        session.file().saveAs((here + "/arm.glb").toStdString());
        QTRY_COMPARE(saved.count(), 1);
        // Another document was exported elsewhere.
        QSettings().setValue("folders/export", there);
        QString offered;
        watchExport(offered);
        window.files().askExport();
        QCOMPARE(QFileInfo(offered).path(), here);
        QCOMPARE(QFileInfo(offered).completeBaseName(), QString("arm-export"));
        // This one goes where it went before.
        const QString name = there + "/arm.bvh";
        QSignalSpy exported(&session.file(), &DocumentFile::exported);
        {
            const test::ExportAnswer answer(name);
            window.files().askExport();
        }
        QTRY_COMPARE(exported.count(), 1);
        QVERIFY(QFileInfo::exists(name));
        offered.clear();
        watchExport(offered);
        window.files().askExport();
        QCOMPARE(offered, name);
    }

    void theQuestionSaysWhatIsNewerAndWhatIsDamaged()
    {
        const auto iso = [](const QDateTime& when) {
            return when.toUTC().toString(Qt::ISODate).toStdString();
        };
        const QDateTime now = QDateTime::currentDateTime();
        io::Recoverable work;
        work.folder = "/state/journal/journal-1";
        work.original = "/home/walk.glb";
        work.when = iso(now.addSecs(-60));
        work.steps = 2;
        work.file = io::FileState::Older;
        work.fileWhen = iso(now.addSecs(-7200));
        QVERIFY(
            Recovery::words(work).contains("\nThey are newer than the file, which was written "));
        work.file = io::FileState::Newer;
        QVERIFY(Recovery::words(work).contains("\nThe file is newer than all of them: "));
        work.file = io::FileState::Gone;
        QVERIFY(Recovery::words(work).endsWith("\nThe file is no longer there."));
        work.damaged = 1;
        QVERIFY(Recovery::words(work).endsWith("/state/journal/damaged-journal-1."));
        work = {};
        QCOMPARE(Recovery::words(work), QString("0 steps."));
    }

    void lostWorkIsOnlyRemovedWhenSaidTwice()
    {
        const std::filesystem::path root = folder_.filePath("journal").toStdString();
        leaveWork(root);
        Session session(root);
        {
            const Answers answers(std::vector<Answers::Answer>{{"recover", "Remove for good"},
                                                               {"removeForGood", "Keep"}});
            QVERIFY(!Recovery::offer(session, root, nullptr));
            QCOMPARE(answers.given(), 2);
            QCOMPARE(int(io::findRecoverable(root).size()), 1);
        }
        {
            const Answers answers(std::vector<Answers::Answer>{{"recover", "Decide later"}});
            QVERIFY(!Recovery::offer(session, root, nullptr));
            QCOMPARE(answers.given(), 1);
            QCOMPARE(int(io::findRecoverable(root).size()), 1);
        }
        const Answers answers(std::vector<Answers::Answer>{{"recover", "Remove for good"},
                                                           {"removeForGood", "Remove for good"}});
        QVERIFY(!Recovery::offer(session, root, nullptr));
        QCOMPARE(answers.given(), 2);
        QVERIFY(io::findRecoverable(root).empty());
    }
};

POSEWRIGHT_TEST(TestQuestions, posewright::test::runWithWidgets);
#include "tst_questions.moc"
