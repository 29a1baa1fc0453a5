#include "core/io/journal.h"
#include "tests/support/journal_reader.h"
#include "tests/support/program.h"
#include "tests/ui/session/session_test.h"
#include "ui/session/step_text.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

using namespace posewright;
using test::arm;
using test::keyAt;

/// Work that was not saved when the program ended.
class TestRecovery : public QObject {
    Q_OBJECT

    /// What is offered once the process that worked below `root` has died.
    static std::vector<io::Recoverable> lost(const std::filesystem::path& root)
    {
        for (const auto& entry : std::filesystem::directory_iterator(root))
            std::filesystem::remove(entry.path() / "lock");
        return io::findRecoverable(root);
    }

private slots:
    void theJournalReplaysToTheDocumentOnScreen()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        Document shown;
        {
            ui::Session session(root);
            session.startNew(arm(), "arm");
            QVERIFY(session.commit(keyAt(1, {0.2, 0.5, 0})));
            const int drag = session.beginGesture();
            for (int i = 0; i < 10; ++i)
                QVERIFY(session.commit({keyAt(8, {0.05 * i, 0.5, 0.1})}, {}, drag));
            session.finishGesture(drag);
            QVERIFY(session.commit({keyAt(12, {0, 0.5, 0}), keyAt(14, {0, 0.6, 0})}, "Two"));
            session.undo();
            session.undo();
            session.redo();
            QVERIFY(session.commit(keyAt(20, {0.3, 0.3, 0.3})));
            session.file().flushJournal();
            shown = session.document();
        }  // the process would have died here: nothing was discarded
        // findRecoverable leaves alone what a living process owns, and that is this one.
        const QStringList folders =
            QDir(folder.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(folders.size(), 1);
        io::Recoverable work;
        work.folder = root / folders[0].toStdString();
        const Result<io::Recovered> recovered = io::recover(work);
        QVERIFY2(recovered, recovered ? "" : recovered.error().message.c_str());
        QVERIFY(diff(recovered->document, shown).none());
    }

    void recoveredWorkIsUnsavedUntilItIsSaved()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString() + "/journal";
        {
            ui::Session session(root);
            session.startNew(arm(), "arm");
            QVERIFY(session.commit(keyAt(1, {0.2, 0.5, 0})));
        }
        const QStringList folders =
            QDir(folder.filePath("journal")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(folders.size(), 1);
        io::Recoverable work;
        work.folder = root / folders[0].toStdString();
        QVERIFY(std::filesystem::remove(work.folder / "lock"));  // as if its process had died
        QCOMPARE(int(io::findRecoverable(root).size()), 1);
        ui::Session session(root);
        QSignalSpy recovered(&session.file(), &ui::DocumentFile::recovered);
        session.file().recover(work);
        QTRY_COMPARE(recovered.count(), 1);
        QVERIFY(session.isModified());
        QVERIFY(!session.file().isProject());
        QVERIFY(std::filesystem::exists(work.folder));
        QSignalSpy saved(&session.file(), &ui::DocumentFile::saved);
        session.file().saveAs(folder.filePath("saved.glb").toStdString());
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 30000);
        QVERIFY(!session.isModified());
        QVERIFY(session.file().isProject());
        session.file().flushJournal();
        QVERIFY(io::findRecoverable(root).empty());
    }

    void recoveredWorkKeepsItsHistoryAndItsOneJournal()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString() + "/journal";
        const Document start = arm();
        Document shown;
        {
            ui::Session session(root);
            session.startNew(start, "arm");
            QVERIFY(session.commit(keyAt(1, {0.2, 0.5, 0})));
            QVERIFY(session.commit({keyAt(2, {0.3, 0.4, 0}), keyAt(3, {0.4, 0.3, 0})}, "Two"));
            shown = session.document();
        }
        std::vector<io::Recoverable> found = lost(root);
        QCOMPARE(int(found.size()), 1);
        QCOMPARE(found[0].edits, 2);
        {
            ui::Session session(root);
            QSignalSpy recovered(&session.file(), &ui::DocumentFile::recovered);
            session.file().recover(found[0]);
            QTRY_COMPARE(recovered.count(), 1);
            session.file().flushJournal();
            QVERIFY2(io::findRecoverable(root).empty(), "the journal has an owner again");
            QVERIFY(diff(session.document(), shown).none());
            QCOMPARE(session.history().count(), 2);
            session.undo();
            session.undo();
            QVERIFY(diff(session.document(), start).none());
            QVERIFY2(session.isModified(), "nothing of it is saved");
            session.redo();
            session.redo();
            QVERIFY(session.commit(keyAt(4, {0.2, 0.2, 0})));
            shown = session.document();
        }
        found = lost(root);
        QCOMPARE(int(found.size()), 1);
        QCOMPARE(found[0].edits, 2 + 2 + 2 + 1);  // steps; undone; made again; one more
        {
            ui::Session session(root);
            QSignalSpy recovered(&session.file(), &ui::DocumentFile::recovered);
            session.file().recover(found[0]);
            QTRY_COMPARE(recovered.count(), 1);
            QVERIFY(diff(session.document(), shown).none());
            QCOMPARE(session.history().count(), 3);
            QSignalSpy saved(&session.file(), &ui::DocumentFile::saved);
            session.file().saveAs(folder.filePath("saved.glb").toStdString());
            QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 30000);
            session.file().flushJournal();
            QVERIFY2(lost(root).empty(), "what was saved is not offered again");
        }
        QVERIFY(QDir(folder.filePath("journal")).isEmpty());
    }

    /// Steps are called what they were called, whoever named them.
    void recoveredStepsKeepTheirWords()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString() + "/journal";
        QStringList words;
        const auto wordsOf = [](ui::Session& session) {
            QStringList all;
            for (int i = 0; i < session.history().count(); ++i) all << session.history().text(i);
            return all;
        };
        {
            ui::Session session(root);
            session.startNew(arm(), "arm");
            QVERIFY(session.commit(keyAt(1, {0.2, 0.5, 0})));
            QVERIFY(session.commit({keyAt(2, {0.3, 0.4, 0}), keyAt(3, {0.4, 0.3, 0})},
                                   QString::fromUtf8("Paste 2 keys \u2013 \"so\"")));
            const int drag = session.beginGesture();
            QVERIFY(
                session.commit({keyAt(8, {0.1, 0.5, 0.1}), keyAt(9, {0.1, 0.5, 0})}, "Drag", drag));
            session.finishGesture(drag);
            session.undo();
            session.redo();
            words = wordsOf(session);
            QCOMPARE(int(words.size()), 3);
        }
        const auto found = lost(root);
        QCOMPARE(int(found.size()), 1);
        ui::Session session(root);
        QSignalSpy recovered(&session.file(), &ui::DocumentFile::recovered);
        session.file().recover(found[0]);
        QTRY_COMPARE(recovered.count(), 1);
        QCOMPARE(wordsOf(session), words);
    }

    /// A journal that was written before steps had words.
    void stepsWithoutWordsAreCalledByWhatTheyDo()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString() + "/journal";
        io::Journal journal(root, {arm(), {}, {}, {}, true});
        QVERIFY(journal.append(keyAt(1, {0.2, 0.5, 0})));
        const auto found = lost(root);
        QCOMPARE(int(found.size()), 1);
        const Result<io::Recovered> back = io::recover(found[0]);
        QVERIFY(back && back->complete);
        QCOMPARE(back->steps[0].text, std::string());
        ui::Session session;
        session.file().adoptRecovered(*back, found[0]);
        QCOMPARE(session.history().text(0), ui::stepText(back->steps[0].edits, back->start));
        QVERIFY(session.history().text(0).contains("hand"));
    }

    void undoBeyondTheLastSaveCanBeRecovered()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString() + "/journal";
        Document shown;
        {
            ui::Session session(root);
            session.startNew(arm(), "arm");
            QVERIFY(session.commit(keyAt(1, {0.2, 0.5, 0})));
            QSignalSpy saved(&session.file(), &ui::DocumentFile::saved);
            session.file().saveAs(folder.filePath("arm.glb").toStdString());
            QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 30000);
            session.undo();
            session.file().flushJournal();
            shown = session.document();
        }
        const QStringList folders =
            QDir(folder.filePath("journal")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(folders.size(), 1);
        const std::filesystem::path kept = root / folders[0].toStdString();
        QVERIFY(std::filesystem::remove(kept / "lock"));  // as if its process had died
        const std::vector<io::Recoverable> found = io::findRecoverable(root);
        QCOMPARE(int(found.size()), 1);
        Result<io::Recovered> recovered = io::recover(found[0]);
        QVERIFY(recovered);
        QVERIFY(recovered->document.clip() == shown.clip());
        ui::Session session;
        session.file().adoptRecovered(*std::move(recovered), found[0]);
        QVERIFY2(!session.file().isProject(), "the user names where recovered work is saved");
    }

    void whatCannotBeWrittenIsTriedUntilItCan()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString() + "/journal";
        std::ofstream(root) << "in the way";
        Document shown;
        {
            ui::Session session(root);
            QSignalSpy unprotected(&session.file(), &ui::DocumentFile::unprotected);
            QSignalSpy again(&session.file(), &ui::DocumentFile::protectedAgain);
            QSignalSpy failed(&session, &ui::Session::failed);
            session.startNew(arm(), "arm");
            for (const double frame : {1.0, 2.0, 3.0})
                QVERIFY(session.commit(keyAt(frame, {0.2, 0.5, 0})));
            session.undo();
            QTRY_COMPARE(unprotected.count(), 1);
            std::filesystem::remove(root);
            QTRY_COMPARE_WITH_TIMEOUT(again.count(), 1, 20000);
            QCOMPARE(unprotected.count(), 1);
            QVERIFY2(failed.isEmpty(), "no box is in the way of work");
            shown = session.document();
        }
        const auto found = lost(root);
        QCOMPARE(int(found.size()), 1);
        QCOMPARE(found[0].steps, 2);
        const auto back = io::recover(found[0]);
        QVERIFY(back && back->complete);
        QVERIFY(diff(back->document, shown).none());
    }

    void aSavedFileRetiresWhatIsOlderThanIt()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString() + "/journal";
        Document shown;
        {
            ui::Session session(root);
            QSignalSpy unprotected(&session.file(), &ui::DocumentFile::unprotected);
            QSignalSpy again(&session.file(), &ui::DocumentFile::protectedAgain);
            QSignalSpy saved(&session.file(), &ui::DocumentFile::saved);
            session.startNew(arm(), "arm");
            QVERIFY(session.commit(keyAt(1, {0.2, 0.5, 0})));
            session.file().flushJournal();
            std::filesystem::remove_all(root);
            std::ofstream(root) << "in the way";
            QVERIFY(session.commit(keyAt(2, {0.2, 0.5, 0})));
            QTRY_COMPARE(unprotected.count(), 1);
            session.file().saveAs(folder.filePath("arm.glb").toStdString());
            QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 30000);
            QTRY_COMPARE(again.count(), 1);
            std::filesystem::remove(root);
            QVERIFY(session.commit(keyAt(3, {0.2, 0.5, 0})));
            session.file().flushJournal();
            shown = session.document();
        }
        const auto found = lost(root);
        QCOMPARE(int(found.size()), 1);
        QCOMPARE(found[0].steps, 1);
        QCOMPARE(found[0].file, io::FileState::Older);
        const auto back = io::recover(found[0]);
        QVERIFY(back && back->complete);
        QVERIFY(diff(back->document, shown).none());
    }

    void stepsThatASavedFileHoldsAreNotCountedAgain()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString() + "/journal";
        const std::filesystem::path file = folder.filePath("arm.glb").toStdString();
        {
            ui::Session session(root);
            QSignalSpy saved(&session.file(), &ui::DocumentFile::saved);
            session.startNew(arm(), "arm");
            for (const double frame : {1.0, 2.0, 3.0})
                QVERIFY(session.commit(keyAt(frame, {0.2, 0.5, 0})));
            session.file().saveAs(file);
            QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 30000);
            QVERIFY(session.commit(keyAt(4, {0.2, 0.5, 0})));
        }
        const auto found = lost(root);
        QCOMPARE(int(found.size()), 1);
        QCOMPARE(found[0].steps, 1);
        QCOMPARE(found[0].original, file);
        QCOMPARE(found[0].file, io::FileState::Older);
        // Another program, or a copy of this one, writes the file later.
        std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() +
                                                   std::chrono::seconds(5));
        QCOMPARE(io::findRecoverable(root).at(0).file, io::FileState::Newer);
        std::filesystem::remove(file);
        QCOMPARE(io::findRecoverable(root).at(0).file, io::FileState::Gone);
    }

    void aGestureOfManyEditsIsOneRecord()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString() + "/journal";
        {
            ui::Session session(root);
            session.startNew(arm(), "arm");
            QVERIFY(session.commit({keyAt(1, {0.2, 0.5, 0}), keyAt(2, {0.2, 0.4, 0}),
                                    keyAt(3, {0.2, 0.3, 0}), keyAt(4, {0.2, 0.2, 0})},
                                   "Key all"));
        }
        const auto found = lost(root);
        QCOMPARE(int(found.size()), 1);
        const test::SeenJournal seen =
            test::seeLog(test::bytesOf(test::newestLog(found[0].folder)));
        QCOMPARE(int(seen.records.size()), 1);
        QCOMPARE(int(seen.records[0]["do"].size()), 4);
    }

    void whatTheUserLetsGoLeavesNoJournal()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        ui::Session session(root);
        session.startNew(arm(), "arm");
        QVERIFY(session.commit(keyAt(1, {0.2, 0.5, 0})));
        session.file().discardJournal();
        session.file().flushJournal();
        QVERIFY(QDir(folder.path()).isEmpty());
    }
};

POSEWRIGHT_TEST(TestRecovery, posewright::test::runWithEvents);
#include "tst_recovery.moc"
