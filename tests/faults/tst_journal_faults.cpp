#include "core/io/journal.h"
#include "tests/faults/tally.h"
#include "tests/support/journal_reader.h"
#include "tests/support/journal_work.h"
#include "tests/support/program.h"
#include "tests/support/tools.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <random>
#include <sys/wait.h>
#include <unistd.h>

using namespace posewright;
using test::JournalWork;
namespace fs = std::filesystem;

namespace {

/// The call that fails, how many after it do, and with which errno.
struct Fault {
    int at = 0;
    int count = 1;
    int error = 0;
};

}  // namespace

/// The journal under faults: kills at random and at every call, every call failing, damaged bytes
/// and cut files. Judged by a reader that shares nothing with it, and by documents that were made
/// without it. POSEWRIGHT_FAULT_ROUNDS says how many random rounds (25), POSEWRIGHT_FAULT_SEED
/// which (random; printed).
class TestJournalFaults : public QObject {
    Q_OBJECT

    static constexpr int kRows = 20;

    struct Run {
        int begun = 0;
        int safe = 0;
        int saved = 0;
        bool clean = false;
        int status = 0;
    };

    /// The worker below `root`; killed after a while where `killAfter` [us] is not negative.
    Run work(const fs::path& root, const Fault& fault = {}, int killAfter = -1,
             const std::string& file = {})
    {
        std::array<int, 2> ends{};
        if (::pipe(ends.data()) != 0) qFatal("no pipe");
        const std::string program = test::journalWorker();
        const std::string rows = std::to_string(kRows);
        std::map<std::string, std::string> variables;
        if (fault.at > 0)
            variables = {{"LD_PRELOAD", test::failingCalls()},
                         {"ASAN_OPTIONS", "verify_asan_link_order=0"},
                         {"FAIL_AT", std::to_string(fault.at)},
                         {"FAIL_FOR", std::to_string(fault.count)},
                         {"FAIL_ERRNO", std::to_string(fault.error)},
                         {"FAIL_BELOW", root.parent_path().string()},
                         {"FAIL_FIRED", fired().string()}};
        const pid_t pid = ::fork();
        if (pid == 0) {
            ::dup2(ends[1], STDOUT_FILENO);
            ::close(ends[0]);
            for (const auto& [name, value] : variables) ::setenv(name.c_str(), value.c_str(), 1);
            ::execl(program.c_str(), program.c_str(), root.c_str(), rows.c_str(),
                    file.empty() ? nullptr : file.c_str(), nullptr);
            ::_exit(127);
        }
        ::close(ends[1]);
        if (killAfter >= 0) {
            ::usleep(static_cast<unsigned>(killAfter));
            ::kill(pid, SIGKILL);
        }
        std::string said;
        std::array<char, 4096> piece{};
        ssize_t got = 0;
        while ((got = ::read(ends[0], piece.data(), piece.size())) > 0)
            said.append(piece.data(), static_cast<std::size_t>(got));
        ::close(ends[0]);
        Run run;
        ::waitpid(pid, &run.status, 0);
        std::istringstream lines(said);
        std::string word;
        int row = 0;
        while (lines >> word >> row) {
            if (word == "begin") run.begun = row;
            if (word == "safe") run.safe = row;
            if (word == "saved") run.saved = row;
            if (word == "clean") run.clean = true;
        }
        return run;
    }

    fs::path fired() const { return fs::path(dir_.path().toStdString()) / "fired"; }

    /// Whatever was reported is there, in whole steps; nothing else is left once it is removed.
    void judge(const fs::path& root, const Run& run, int least)
    {
        ++tally_.rounds;
        io::tidyJournals(root);
        const std::vector<io::Recoverable> found = io::findRecoverable(root);
        if (least == 0 && found.empty()) {
            QVERIFY2(test::entriesOf(root).empty(), "a stray");
            return;
        }
        QCOMPARE(int(found.size()), 1);
        QCOMPARE(found[0].damaged, 0);
        const test::SeenJournal seen =
            test::seeLog(test::bytesOf(test::newestLog(found[0].folder)));
        QCOMPARE(seen.broken, 0);
        QVERIFY(std::ssize(seen.records) >= least);
        const auto back = io::recover(found[0]);
        QVERIFY2(back, back ? "" : back.error().message.c_str());
        QVERIFY(back->complete);
        const auto row = std::find(documents_.begin(), documents_.end(), back->document);
        QVERIFY2(row != documents_.end(), "half a step");
        // A redo leads to a document that was there before.
        bool fits = false;
        for (int i = least; i <= run.begun; ++i) fits = fits || documents_[i] == back->document;
        QVERIFY2(fits, qPrintable(QString("%1 rows were safe, the document is that of %2")
                                      .arg(least)
                                      .arg(row - documents_.begin())));
        QCOMPARE(back->steps.size(), seen.done().size());
        QVERIFY(io::discard(found[0]));
        QVERIFY2(test::entriesOf(root).empty(), "a stray");
    }

private slots:
    void initTestCase()
    {
        documents_ = JournalWork::documents(kRows);
        const QByteArray seed = qgetenv("POSEWRIGHT_FAULT_SEED");
        seed_ = seed.isEmpty() ? std::random_device{}() : seed.toUInt();
        qInfo("POSEWRIGHT_FAULT_SEED=%u", seed_);
        if (!qEnvironmentVariableIsEmpty("POSEWRIGHT_FAULT_ROUNDS"))
            rounds_ = qEnvironmentVariableIntValue("POSEWRIGHT_FAULT_ROUNDS");
    }
    void init()
    {
        root_ = fs::path(dir_.path().toStdString()) / QTest::currentTestFunction() / "journal";
    }

    /// What went wrong ends the test, so that the numbers told are of what went well.
    void cleanup()
    {
        if (tally_.rounds > 0 && !QTest::currentTestFailed())
            tally_.tell(qPrintable(QString("journal, ") + QTest::currentTestFunction()));
        tally_ = {};
    }

    void withoutFaultsAllIsThere()
    {
        const Run run = work(root_);
        QCOMPARE(run.safe, kRows);
        QVERIFY(run.clean);
        judge(root_, run, kRows);
    }

    void aKillAtAnyMomentLosesNothingThatWasReported()
    {
        std::mt19937 random(seed_);
        QElapsedTimer timer;
        timer.start();
        work(root_ / "once");
        const auto whole = static_cast<int>(timer.nsecsElapsed() / 1000);
        for (int round = 0; round < rounds_; ++round) {
            const fs::path root = root_ / std::to_string(round);
            const int after = std::uniform_int_distribution<int>(0, whole)(random);
            const Run run = work(root, {}, after);
            judge(root, run, run.safe);
            if (QTest::currentTestFailed()) qFatal("seed %u, round %d", seed_, round);
        }
    }

    void aKillAtEveryCallLosesNothingThatWasReported()
    {
        int at = 1;
        for (;; ++at) {
            fs::remove(fired());
            const fs::path root = root_ / std::to_string(at);
            const Run run = work(root, {at, 1, 0});
            if (!fs::exists(fired())) break;
            QVERIFY(WIFSIGNALED(run.status));
            judge(root, run, run.safe);
            if (QTest::currentTestFailed()) qFatal("killed at call %d", at);
        }
        QVERIFY2(at > 50, "the preloaded library saw the calls");
        qInfo("%d calls", at - 1);
    }

    void aCallThatFailsOnceLosesNothing_data()
    {
        QTest::addColumn<int>("error");
        QTest::addColumn<int>("count");
        QTest::newRow("no space") << ENOSPC << 1;
        QTest::newRow("input/output error") << EIO << 1;
        QTest::newRow("no space for a while") << ENOSPC << 7;
    }
    void aCallThatFailsOnceLosesNothing()
    {
        QFETCH(int, error);
        QFETCH(int, count);
        for (int at = 1;; ++at) {
            fs::remove(fired());
            const fs::path root = root_ / QTest::currentDataTag() / std::to_string(at);
            const Run run = work(root, {at, count, error});
            if (!fs::exists(fired())) break;
            QVERIFY2(run.clean, qPrintable(QString("call %1: later steps are kept").arg(at)));
            judge(root, run, kRows);
            if (QTest::currentTestFailed()) qFatal("call %d failed", at);
        }
    }

    void aDiskThatStaysFullKeepsWhatWasSafe()
    {
        for (int at = 1;; ++at) {
            fs::remove(fired());
            const fs::path root = root_ / std::to_string(at);
            const Run run = work(root, {at, 0, ENOSPC});
            if (!fs::exists(fired())) break;
            judge(root, run, run.safe);
            if (QTest::currentTestFailed()) qFatal("full from call %d on", at);
        }
    }

    /// From each call on, while the file itself lies on another disk.
    void nothingOlderThanASavedFileIsOfferedWithoutAWord()
    {
        const std::string file = dir_.filePath("saved.glb").toStdString();
        for (int at = 1;; ++at) {
            fs::remove(fired());
            const fs::path root = root_ / std::to_string(at);
            const Run run = work(root, {at, 0, EIO}, -1, file);
            if (!fs::exists(fired())) break;
            io::tidyJournals(root);
            for (const io::Recoverable& found : io::findRecoverable(root)) {
                const auto back = io::recover(found);
                QVERIFY2(back, back ? "" : back.error().message.c_str());
                int row = run.begun;
                while (row > 0 && !(documents_[row] == back->document)) --row;
                QVERIFY2(run.saved == 0 || row >= run.saved || found.file == io::FileState::Newer,
                         qPrintable(QString("call %1: row %2 is offered, %3 was saved")
                                        .arg(at)
                                        .arg(row)
                                        .arg(run.saved)));
            }
        }
    }

    /// Of 3 steps of one key each, so that every byte can be tried.
    void noDamagedByteTakesWorkAwayUnasked()
    {
        const fs::path folder = leaveSteps();
        const fs::path log = test::newestLog(folder);
        const std::string whole = test::bytesOf(log);
        const std::vector<Document> documents = JournalWork::documents(3, 1);
        int more = 0;
        for (std::size_t i = 0; i < whole.size(); ++i) {
            std::string bytes = whole;
            bytes[i] = static_cast<char>(bytes[i] ^ (1 << (i % 8)));
            if (bytes[i] == whole[i]) continue;
            put(log, bytes);
            ++tally_.rounds;
            io::tidyJournals(root_);
            const auto found = io::findRecoverable(root_);
            QCOMPARE(int(found.size()), 1);
            const test::SeenJournal seen = test::seeLog(bytes);
            // Upper and lower case mean the same in a checksum.
            if (found[0].damaged == 0) {
                QVERIFY(io::recover(found[0])->document == documents[3]);
                continue;
            }
            const auto back = io::recover(found[0]);
            QVERIFY2(back, back ? "" : back.error().message.c_str());
            QVERIFY(!back->complete && !back->diagnostics.empty());
            QVERIFY2(back->steps.size() >= seen.records.size(), "what is whole is offered");
            if (back->steps.size() == 3) QVERIFY(back->document == documents[3]);
            more += static_cast<int>(back->steps.size());
        }
        qInfo("%zu bytes, %.2f of 3 steps on average", whole.size(),
              double(more) / double(whole.size()));
    }

    void aLogCutAnywhereIsOffered()
    {
        const fs::path folder = leaveSteps();
        const fs::path log = test::newestLog(folder);
        const std::string whole = test::bytesOf(log);
        const std::vector<Document> documents = JournalWork::documents(3, 1);
        for (std::size_t size = 0; size < whole.size(); ++size) {
            put(log, whole.substr(0, size));
            ++tally_.rounds;
            io::tidyJournals(root_);
            const auto found = io::findRecoverable(root_);
            QCOMPARE(int(found.size()), 1);
            const auto back = io::recover(found[0]);
            QVERIFY2(back, back ? "" : back.error().message.c_str());
            const std::size_t records = test::seeLog(whole.substr(0, size)).records.size();
            QVERIFY(back->steps.size() >= records && back->steps.size() <= records + 1);
            QVERIFY(back->document == documents[back->steps.size()]);
        }
    }

    void aDamagedJournalIsSetAsideAndTheWorkGoesOn()
    {
        const fs::path folder = leaveSteps();
        const fs::path log = test::newestLog(folder);
        std::string bytes = test::bytesOf(log);
        bytes[bytes.size() - 20] = static_cast<char>(bytes[bytes.size() - 20] ^ 1);
        put(log, bytes);
        auto found = io::findRecoverable(root_);
        QCOMPARE(int(found.size()), 1);
        QCOMPARE(found[0].damaged, 1);
        const auto back = io::recover(found[0]);
        QVERIFY(back);
        QCOMPARE(int(back->steps.size()), 2);
        auto journal = io::Journal::takeOver(found[0], *back);
        QVERIFY2(journal, journal ? "" : journal.error().message.c_str());
        QVERIFY(journal->append(JournalWork::step(5, 1)));
        QVERIFY(!fs::exists(folder));
        QVERIFY(test::bytesOf(test::newestLog(io::setAside(folder))) == bytes);
        fs::remove(journal->folder() / "lock");  // as if its process had died
        found = io::findRecoverable(root_);
        QCOMPARE(int(found.size()), 1);
        const auto again = io::recover(found[0]);
        QVERIFY(again && again->complete);
        QVERIFY(again->document ==
                *edit::apply(JournalWork::documents(2, 1).back(), JournalWork::step(5, 1)[0]));
    }

    void whatStandsOnAMissingStepIsMadeAgainWithoutIt()
    {
        const fs::path folder = leaveSteps();
        const fs::path log = test::newestLog(folder);
        std::string bytes = test::bytesOf(log);
        // In the second of three records.
        const std::size_t third = bytes.rfind('\n', bytes.size() - 2);
        bytes[third - 30] = static_cast<char>(bytes[third - 30] ^ 2);
        put(log, bytes);
        const auto found = io::findRecoverable(root_);
        const auto back = io::recover(found.at(0));
        QVERIFY(back && !back->complete);
        Document expected = JournalWork::start();
        for (const int row : {0, 2})
            expected = *edit::apply(expected, JournalWork::step(row, 1)[0]);
        expected.nextId = back->document.nextId;
        QVERIFY(back->document == expected);
    }

private:
    /// The folder of a journal with three steps of one key each.
    fs::path leaveSteps()
    {
        io::Journal journal(root_, {JournalWork::start(), {}, "arm", {}, true});
        for (int row = 0; row < 3; ++row)
            if (!journal.append(JournalWork::step(row, 1))) qFatal("no journal");
        const fs::path folder = journal.folder();
        fs::remove(folder / "lock");  // as if its process had died
        return folder;
    }
    static void put(const fs::path& path, const std::string& bytes)
    {
        std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    }

    QTemporaryDir dir_;
    fs::path root_;
    faults::Tally tally_;
    std::vector<Document> documents_;
    unsigned seed_ = 0;
    int rounds_ = 25;
};

POSEWRIGHT_TEST(TestJournalFaults, posewright::test::runWithEvents);
#include "tst_journal_faults.moc"
