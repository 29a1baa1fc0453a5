#include "core/base/crc32.h"
#include "core/edit/edit.h"
#include "core/io/journal.h"
#include "core/io/journal_log.h"
#include "core/io/save.h"
#include "tests/core/io/killed_work.h"
#include "tests/support/program.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fstream>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

using namespace posewright;
using namespace posewright::io;
using namespace posewright::test::killed;
namespace fs = std::filesystem;

class TestJournal : public QObject {
    Q_OBJECT

private slots:
    void init() { root_ = fs::path(dir_.path().toStdString()) / QTest::currentTestFunction(); }

    void aLogEndsWhereItIsTorn()
    {
        const std::string whole = logLine("one") + logLine("") + logLine("{\"three\": 3}");
        for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
            const Log log = readLog(std::string_view(whole).substr(0, cut));
            QVERIFY(log.whole <= cut);
            QCOMPARE(readLog(std::string_view(whole).substr(0, log.whole)).entries.size(),
                     log.entries.size());
        }
        QCOMPARE(readLog(whole).entries.size(), std::size_t(3));
        for (std::size_t i = 0; i < whole.size(); ++i) {
            std::string damaged = whole;
            damaged[i] = static_cast<char>(damaged[i] ^ 4);
            QVERIFY(readLog(damaged).damaged > 0);
            QVERIFY2(readLog(damaged).entries.size() >= 2, "a damaged line hides no other");
        }
        Crc32 sum;
        sum.add("123456789");
        QCOMPARE(sum.value(), 0xCBF43926U);
    }

    void workComesBackAfterAKill()
    {
        Document last;
        const Document start = arm();
        last = start;
        for (int i = 0; i < 20; ++i) last = *edit::apply(last, keyAt(start, i, 0.1 * i));
        inKilledProcess([&] {
            Journal journal(root_, {start, "/elsewhere/arm.glb", {}, {}, true});
            Document doc = start;
            for (int i = 0; i < 20; ++i) {
                const edit::Edit edit = keyAt(start, i, 0.1 * i);
                if (!journal.append(edit)) return;
            }
            ::kill(::getpid(), SIGKILL);
        });
        const auto found = findRecoverable(root_);
        QCOMPARE(int(found.size()), 1);
        QCOMPARE(found[0].edits, 20);
        QCOMPARE(found[0].original, fs::path("/elsewhere/arm.glb"));
        QCOMPARE(found[0].when.size(), std::size_t(20));
        const auto work = recover(found[0]);
        QVERIFY2(work, work ? "" : work.error().message.c_str());
        QVERIFY(work->diagnostics.empty());
        QVERIFY(work->document == last);
        // Declined, or lost again: it is still there.
        QCOMPARE(int(findRecoverable(root_).size()), 1);
        QVERIFY(discard(found[0]));
        QVERIFY(findRecoverable(root_).empty());
        QVERIFY(!fs::exists(found[0].folder));
    }

    void theNameAndTheStepsAreKnownBeforeAnythingIsReplayed()
    {
        const Document start = arm();
        inKilledProcess([&] {
            Journal journal(root_, {start, {}, "Figure", {}, true});
            // Three steps, the last one of which is undone, made again and undone again.
            for (int i = 0; i < 3; ++i)
                if (!journal.append(keyAt(start, i, 0.1))) return;
            (void)journal.appendUndo();
            (void)journal.appendRedo();
            (void)journal.appendUndo();
            ::kill(::getpid(), SIGKILL);
        });
        const auto found = findRecoverable(root_);
        QCOMPARE(int(found.size()), 1);
        QCOMPARE(found[0].title, std::string("Figure"));
        QCOMPARE(found[0].steps, 2);
        QCOMPARE(found[0].edits, 6);
        QVERIFY(discard(found[0]));
    }

    void undoAndRedoAreReplayed()
    {
        const Document start = arm();
        inKilledProcess([&] {
            Journal journal(root_, {start, {}, {}, {}, true});
            (void)journal.append(keyAt(start, 0, 1));
            (void)journal.append(keyAt(start, 5, 2));
            (void)journal.append(keyAt(start, 9, 3));
            (void)journal.appendUndo();
            (void)journal.appendUndo();
            (void)journal.appendRedo();
            (void)journal.appendUndo();
            (void)journal.append(keyAt(start, 7, 0.5));
            ::kill(::getpid(), SIGKILL);
        });
        const auto found = findRecoverable(root_);
        QCOMPARE(int(found.size()), 1);
        QCOMPARE(found[0].edits, 8);
        QVERIFY(found[0].original.empty());
        const auto work = recover(found[0]);
        QVERIFY(work);
        const Document one = *edit::apply(start, keyAt(start, 0, 1));
        QVERIFY(work->document == *edit::apply(one, keyAt(start, 7, 0.5)));
    }

    void aTornLastEntryIsIgnored()
    {
        const Document start = arm();
        inKilledProcess([&] {
            Journal journal(root_, {start, {}, {}, {}, true});
            for (int i = 0; i < 3; ++i) (void)journal.append(keyAt(start, i, i));
            ::kill(::getpid(), SIGKILL);
        });
        auto found = findRecoverable(root_);
        QCOMPARE(int(found.size()), 1);
        const fs::path log = logOf(found[0].folder);
        const std::string whole = *readWhole(log);
        Document two = *edit::apply(start, keyAt(start, 0, 0));
        two = *edit::apply(two, keyAt(start, 1, 1));
        for (const std::size_t less : {std::size_t(2), std::size_t(20), std::size_t(100)}) {
            std::ofstream(log, std::ios::binary | std::ios::trunc)
                << whole.substr(0, whole.size() - less);
            found = findRecoverable(root_);
            QCOMPARE(found[0].edits, 2);
            const auto work = recover(found[0]);
            QVERIFY(work);
            QCOMPARE(int(work->diagnostics.size()), 1);
            QVERIFY(work->document == two);
        }
    }

    void anEntryThatCannotBeReplayedStopsThere()
    {
        const Document start = arm();
        inKilledProcess([&] {
            Journal journal(root_, {start, {}, {}, {}, true});
            (void)journal.append(keyAt(start, 0, 1));
            edit::SetJointKey wrong;
            wrong.joint = NodeId(99);
            wrong.rotation = Quat::Identity();
            (void)journal.append(wrong);
            (void)journal.append(keyAt(start, 5, 1));
            ::kill(::getpid(), SIGKILL);
        });
        const auto found = findRecoverable(root_);
        const auto work = recover(found.at(0));
        QVERIFY(work);
        QCOMPARE(int(work->diagnostics.size()), 1);
        QVERIFY(work->document == *edit::apply(start, keyAt(start, 0, 1)));
    }

    void theLivingKeepTheirJournals()
    {
        Journal journal(root_, {arm(), {}, {}, {}, true});
        QVERIFY(journal.append(keyAt(arm(), 0, 1)));
        QVERIFY(findRecoverable(root_).empty());
        Recoverable living;
        living.folder = journal.folder();
        QVERIFY(!discard(living));
        QVERIFY(fs::exists(journal.folder()));
        journal.discard();
        QVERIFY(fs::is_empty(root_));
    }

    void aReusedProcessNumberIsNoOwner()
    {
        Journal journal(root_, {arm(), {}, {}, {}, true});
        QVERIFY(journal.append(keyAt(arm(), 0, 1)));
        // This very number, but a process that began at another time.
        std::ofstream(journal.folder() / "lock") << ::getpid() << " 12345\n";
        QCOMPARE(int(findRecoverable(root_).size()), 1);
        journal.discard();
    }

    void anEndedProcessThatNobodyAskedAboutIsNoOwner()
    {
        const Document start = arm();
        const pid_t pid = ::fork();
        if (pid == 0) {
            Journal journal(root_, {start, {}, {}, {}, true});
            (void)journal.append(keyAt(start, 0, 1));
            ::kill(::getpid(), SIGKILL);
        }
        siginfo_t info;
        QCOMPARE(::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT), 0);
        const auto found = findRecoverable(root_);
        ::waitpid(pid, nullptr, 0);
        QCOMPARE(int(found.size()), 1);
    }

    void aJournalThatWasTakenOverGoesOn()
    {
        const Document start = arm();
        inKilledProcess([&] {
            Journal journal(root_, {start, "/elsewhere/arm.glb", {}, {}, true});
            (void)journal.append(keyAt(start, 0, 1));
            (void)journal.append(std::vector{keyAt(start, 5, 2), keyAt(start, 6, 2)});
            ::kill(::getpid(), SIGKILL);
        });
        auto found = findRecoverable(root_);
        QCOMPARE(int(found.size()), 1);
        std::ofstream(logOf(found[0].folder), std::ios::app) << "half a li";
        auto work = recover(found[0]);
        QVERIFY(work && work->complete);
        QCOMPARE(int(work->steps.size()), 2);
        QCOMPARE(int(work->steps[1].edits.size()), 2);
        QVERIFY(work->start == start);
        QVERIFY(work->steps[1].after == work->document);
        {
            auto journal = Journal::takeOver(found[0], *work);
            QVERIFY2(journal, journal ? "" : journal.error().message.c_str());
            QVERIFY(findRecoverable(root_).empty());
            QVERIFY2(!Journal::takeOver(found[0], *work), "one owner");
            QVERIFY(journal->appendUndo());
            QVERIFY(journal->append(keyAt(start, 7, 0.5)));
        }
        fs::remove(found[0].folder / "lock");
        found = findRecoverable(root_);
        QCOMPARE(int(found.size()), 1);
        QCOMPARE(found[0].edits, 4);
        work = recover(found[0]);
        QVERIFY(work && work->diagnostics.empty());
        Document expected = start;
        for (const edit::Edit& edit : {keyAt(start, 0, 1), keyAt(start, 7, 0.5)})
            expected = *edit::apply(expected, edit);
        QVERIFY(work->document == expected);
    }

    void whatAStoppedProgramLeavesOfSavedWorkIsTidiedAway()
    {
        const Document start = arm();
        inKilledProcess([&] {
            Journal saved(root_, {start, {}, {}, {}, true});
            Journal unsaved(root_, {start, {}, {}, {}, true});
            (void)saved.append(keyAt(start, 0, 1));
            (void)saved.saved(start, "/elsewhere/arm.glb", "arm");
            (void)unsaved.append(keyAt(start, 0, 1));
            ::kill(::getpid(), SIGKILL);
        });
        QCOMPARE(std::distance(fs::directory_iterator(root_), {}), std::ptrdiff_t(2));
        tidyJournals(root_);
        QCOMPARE(std::distance(fs::directory_iterator(root_), {}), std::ptrdiff_t(1));
        QCOMPARE(int(findRecoverable(root_).size()), 1);
    }

    void nothingIsLeftOfWorkThatWasSaved()
    {
        {
            Journal journal(root_, {arm(), {}, {}, {}, true});
            QVERIFY(journal.append(keyAt(arm(), 0, 1)));
            QVERIFY(journal.saved(*edit::apply(arm(), keyAt(arm(), 0, 1)), "a.glb", "a"));
        }
        QVERIFY(fs::is_empty(root_));
    }

    void workAfterASaveIsReplayedOnTheSave()
    {
        const Document start = arm();
        const Document saved = killedAfterSave(
            start, [&](Journal& journal) { (void)journal.append(keyAt(start, 4, 2)); });
        const auto found = findRecoverable(root_);
        QCOMPARE(int(found.size()), 1);
        QCOMPARE(found[0].edits, 1);
        QCOMPARE(found[0].original, fs::path("saved.glb"));
        const auto work = recover(found[0]);
        QVERIFY(work);
        QVERIFY(work->document == *edit::apply(saved, keyAt(start, 4, 2)));
    }

    void undoBeyondTheSaveComesBack()
    {
        const Document start = arm();
        const Document saved =
            killedAfterSave(start, [](Journal& journal) { (void)journal.appendUndo(); });
        const auto found = findRecoverable(root_);
        QCOMPARE(int(found.size()), 1);
        QCOMPARE(found[0].edits, 1);
        QCOMPARE(found[0].steps, 0);
        const auto work = recover(found[0]);
        QVERIFY(work);
        QVERIFY(work->document == start);
    }

    void aKillAtAnyMomentLosesAtMostOneStep()
    {
        const Document start = arm();
        for (int round = 0; round < 25; ++round) {
            const fs::path root = root_ / std::to_string(round);
            int ends[2];
            QCOMPARE(::pipe(ends), 0);
            const pid_t pid = ::fork();
            if (pid == 0) {
                Journal journal(root, {start, {}, {}, {}, true});
                Document doc = start;
                for (int i = 0;; ++i) {
                    const edit::Edit edit = keyAt(start, i, 0.01 * i);
                    doc = *edit::apply(doc, edit);
                    if (!journal.append(edit)) ::_exit(1);
                    if (i % 7 == 6 && !journal.startOver(doc)) ::_exit(2);
                    if (::write(ends[1], "x", 1) != 1) ::_exit(3);
                }
            }
            ::close(ends[1]);
            ::usleep(20'000 + round * 3'000);
            ::kill(pid, SIGKILL);
            ::waitpid(pid, nullptr, 0);
            int reported = 0;
            char byte = 0;
            while (::read(ends[0], &byte, 1) == 1) ++reported;
            ::close(ends[0]);
            const auto found = findRecoverable(root);
            if (reported == 0 && found.empty()) continue;
            QCOMPARE(int(found.size()), 1);
            const auto work = recover(found[0]);
            QVERIFY2(work, work ? "" : work.error().message.c_str());
            const Track* track = work->document.clip().track((*start.scene)[1].id);
            const int keys = track ? int(track->rotation->keys().size()) : 0;
            QVERIFY2(keys == reported || keys == reported + 1,
                     qPrintable(QString("%1 of %2").arg(keys).arg(reported)));
        }
    }

    void anEntryCostsMilliseconds()
    {
        Journal journal(root_, {arm(), {}, {}, {}, true});
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 50; ++i) QVERIFY(journal.append(keyAt(arm(), i, 1)));
        qInfo("%.2f ms an entry", double(timer.nsecsElapsed()) / 50e6);
        journal.discard();
    }

private:
    /// Keys, saves, and is killed after `then`. What was saved.
    Document killedAfterSave(const Document& start, const std::function<void(Journal&)>& then)
    {
        const Document saved = *edit::apply(start, keyAt(start, 3, 1));
        inKilledProcess([&] {
            Journal journal(root_, {start, {}, {}, {}, true});
            (void)journal.append(keyAt(start, 3, 1));
            (void)journal.saved(saved, "saved.glb", "saved");
            then(journal);
            ::kill(::getpid(), SIGKILL);
        });
        return saved;
    }

    QTemporaryDir dir_;
    fs::path root_;
};

POSEWRIGHT_TEST(TestJournal, posewright::test::runWithEvents);
#include "tst_journal.moc"
