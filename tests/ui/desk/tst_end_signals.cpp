#include "core/io/journal.h"
#include "tests/support/cases.h"
#include "tests/support/program.h"
#include "tests/support/send_signal.h"
#include "tests/ui/run.h"
#include "tests/ui/session/session_test.h"
#include "ui/desk/end_signals.h"
#include "ui/desk/run_editor.h"

#include <QAbstractButton>
#include <QMessageBox>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>

#include <array>
#include <csignal>
#include <fstream>

using namespace posewright;
using test::arm;
using test::keyAt;

namespace {

/// Answers what the editor asks when it starts.
void recoverWhenAsked()
{
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, [timer] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!box || box->objectName() != QLatin1String("recover")) return;
        for (QAbstractButton* button : box->buttons())
            if (button->text().remove('&') == QLatin1String("Recover")) button->click();
        timer->stop();
    });
    timer->start(10);
}

/// The test, or the editor itself, on which the test lets signals unkeyed.
template <class Test>
int runOrBeTheEditor(int argc, char** argv)
{
    if (argc < 2 || std::string_view(argv[1]) != "--editor")
        return test::runWithoutScreen<Test>(argc, argv);
    qAddPreRoutine(recoverWhenAsked);
    int one = 1;
    return ui::runEditor(one, argv, {});
}

}  // namespace

/// The system ends the program.
class TestEndSignals : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::filesystem::path root() const { return folder_.filePath("state/journal").toStdString(); }
    /// Journals whose process has died, with one step each.
    void leaveWork()
    {
        std::filesystem::remove_all(root());
        {
            ui::Session session(root());
            session.startNew(arm(), "arm");
            QVERIFY(session.commit(keyAt(1, {0.2, 0.5, 0})));
        }
        for (const auto& entry : std::filesystem::directory_iterator(root()))
            std::filesystem::remove(entry.path() / "lock");
    }
    bool isTakenBy(qint64 process) const
    {
        for (const auto& entry : std::filesystem::directory_iterator(root())) {
            std::ifstream lock(entry.path() / "lock");
            qint64 owner = 0;
            if (lock >> owner && owner == process) return true;
        }
        return false;
    }

private slots:
    void aSignalIsToldInsideTheLoop()
    {
        for (const int signal : {SIGTERM, SIGHUP}) {
            const ui::EndSignals ends;
            QSignalSpy asked(&ends, &ui::EndSignals::asked);
            std::raise(signal);
            QTRY_COMPARE(asked.count(), 1);
            QCOMPARE(asked[0][0].toInt(), signal);
        }
    }

    void whatIsHalfDoneIsKept()
    {
        QTemporaryDir folder;
        const std::filesystem::path journal = folder.path().toStdString();
        Document shown;
        {
            ui::Session session(journal);
            session.startNew(arm(), "arm");
            const int drag = session.beginGesture();
            QVERIFY(session.commit({keyAt(8, {0.1, 0.5, 0.1})}, {}, drag));
            session.file().keepForLater();
            shown = session.document();
        }
        for (const auto& entry : std::filesystem::directory_iterator(journal))
            std::filesystem::remove(entry.path() / "lock");
        const auto found = io::findRecoverable(journal);
        QCOMPARE(int(found.size()), 1);
        const auto back = io::recover(found[0]);
        QVERIFY(back && diff(back->document, shown).none());
    }

    void theWindowEndsWithItsJournalKeptAndOffered_data()
    {
        test::cases<int>("signal", {{"SIGTERM", SIGTERM}, {"SIGHUP", SIGHUP}, {"SIGINT", SIGINT}});
    }
    void theWindowEndsWithItsJournalKeptAndOffered()
    {
        QFETCH(int, signal);
        leaveWork();
        auto found = io::findRecoverable(root());
        QCOMPARE(int(found.size()), 1);
        const Document shown = io::recover(found[0])->document;
        QProcess editor;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("POSEWRIGHT_STATE", folder_.filePath("state"));
        environment.insert("XDG_CONFIG_HOME", folder_.filePath("settings"));
        editor.setProcessEnvironment(environment);
        editor.start(QCoreApplication::applicationFilePath(), {"tst_end_signals", "--editor"});
        QVERIFY(editor.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(isTakenBy(editor.processId()), 60000);
        QVERIFY2(io::findRecoverable(root()).empty(), "it works on it");
        QVERIFY(test::sendSignal(editor, signal));
        QVERIFY(editor.waitForFinished(30000));
        QCOMPARE(editor.exitStatus(), QProcess::NormalExit);
        QCOMPARE(editor.exitCode(), 128 + signal);
        found = io::findRecoverable(root());
        QCOMPARE(int(found.size()), 1);
        const auto back = io::recover(found[0]);
        QVERIFY(back && back->complete);
        QVERIFY(diff(back->document, shown).none());
    }
};

POSEWRIGHT_TEST(TestEndSignals, runOrBeTheEditor);
#include "tst_end_signals.moc"
