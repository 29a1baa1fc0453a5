#include "core/io/journal.h"
#include "core/io/save.h"
#include "core/io/temporary.h"
#include "tests/faults/folder.h"
#include "tests/faults/loop_disk.h"
#include "tests/faults/tally.h"
#include "tests/support/cases.h"
#include "tests/support/journal_work.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <random>
#include <system_error>
#include <vector>

using namespace posewright;
using namespace posewright::faults;
namespace fs = std::filesystem;

namespace {

/// Long enough to lie in several blocks, and to end in the middle of one.
std::string contentOf(int version)
{
    const std::string word = "version " + std::to_string(version) + '\n';
    std::string out;
    while (out.size() < 30000) out += word;
    return out;
}

/// 0: there is no file; -1: it is not whole.
int versionOf(const std::string& bytes)
{
    if (bytes.empty()) return 0;
    const int version = std::atoi(bytes.c_str() + sizeof "version" - 1);
    return version > 0 && bytes == contentOf(version) ? version : -1;
}

/// Rows of work, each told once the journal said that it is on disk.
void keepJournal(const fs::path& root, int rows, int* said)
{
    using test::JournalWork;
    io::Journal journal(root, {JournalWork::start(), {}, "arm", {}, true});
    for (int row = 0; row < rows; ++row) {
        const Result<void> done =
            JournalWork::kind(row) == JournalWork::Kind::Do ? journal.append(JournalWork::step(row))
            : JournalWork::kind(row) == JournalWork::Kind::Undo ? journal.appendUndo()
                                                                : journal.appendRedo();
        if (!done) return;
        *said = row + 1;
    }
}

}  // namespace

/// The power is cut under a disk that is saved to, again and again.
class TestPowerCuts : public QObject {
    Q_OBJECT

private slots:
    void savesStand_data()
    {
        test::cases<QString>(
            "options",
            {{"ext4", "defaults"}, {"ext4 without its own care for renames", "noauto_da_alloc"}});
    }
    void savesStand()
    {
        QFETCH(QString, options);
        const long rounds = roundsWanted("POSEWRIGHT_FAULT_CUTS", 6) / 2;
        QTemporaryDir dir;
        LoopDisk disk(fs::path(dir.path().toStdString()), options.toStdString());
        if (!disk.why().empty())
            QSKIP(("no power can be cut here: " + disk.why() +
                   "; tst_save_faults plays cuts through on a model of a disk")
                      .c_str());
        std::mt19937 random(test::printedSeed(std::random_device()()));
        Tally tally;
        int* const said = shared();
        for (long i = 0; i < rounds; ++i) {
            const fs::path file = "a-" + std::to_string(i);
            *said = 0;
            const pid_t pid = ::fork();
            if (pid == 0)
                for (int version = 1;; ++version) {
                    if (!io::saveWithBackup(disk.live() / file, contentOf(version))) ::_exit(1);
                    *said = version;
                }
            ::usleep(static_cast<useconds_t>(1000 + random() % 60000));
            const int promised = *said;
            QVERIFY(disk.cut());
            const int begun = *said + 1;
            QCOMPARE(::kill(pid, SIGKILL), 0);
            int status = 0;
            ::waitpid(pid, &status, 0);
            QVERIFY2(WIFSIGNALED(status), "the disk of the test is full");
            QVERIFY(disk.restart());
            ++tally.rounds;
            const int now = versionOf(bytesOf(disk.after() / file));
            const int before = versionOf(bytesOf(disk.after() / (file.string() + '~')));
            if (now < 0 || before < 0) ++tally.torn;
            if (now >= 0 && (now < promised || now > begun)) ++tally.lost;
            io::sweepTemporaries(disk.after());
            for (const auto& [name, bytes] : filesIn(disk.after()))
                tally.strays += name.starts_with(".posewright-") ? 1 : 0;
            fs::remove(disk.live() / file);
            fs::remove(disk.live() / (file.string() + '~'));
            io::sweepTemporaries(disk.live());
        }
        tally.tell(qPrintable("power cut, " + options));
        QCOMPARE(tally.torn, 0L);
        QCOMPARE(tally.lost, 0L);
        QCOMPARE(tally.strays, 0L);
    }

    /// Steps of several keys each, some undone and made again.
    void journalsStand()
    {
        constexpr int kRows = 60;
        const long rounds = roundsWanted("POSEWRIGHT_FAULT_CUTS", 6) / 2;
        const std::vector<Document> documents = test::JournalWork::documents(kRows);
        QTemporaryDir dir;
        LoopDisk disk(fs::path(dir.path().toStdString()), "defaults");
        if (!disk.why().empty())
            QSKIP(("no power can be cut under a journal here: " + disk.why()).c_str());
        std::mt19937 random(test::printedSeed(std::random_device()()));
        Tally tally;
        int* const said = shared();
        for (long i = 0; i < rounds; ++i) {
            const fs::path name = "journals-" + std::to_string(i);
            *said = 0;
            const pid_t pid = ::fork();
            if (pid == 0) {
                keepJournal(disk.live() / name, kRows, said);
                ::pause();
            }
            ::usleep(static_cast<useconds_t>(1000 + random() % 150000));
            const int promised = *said;
            QVERIFY(disk.cut());
            const int begun = std::min(*said + 1, kRows);
            QCOMPARE(::kill(pid, SIGKILL), 0);
            ::waitpid(pid, nullptr, 0);
            QVERIFY(disk.restart());
            ++tally.rounds;
            io::tidyJournals(disk.after() / name);
            const auto found = io::findRecoverable(disk.after() / name);
            int now = 0;
            if (!found.empty()) {
                const auto back = io::recover(found[0]);
                const auto is = [&](int row) { return back && back->document == documents[row]; };
                if (!back || std::none_of(documents.begin(), documents.end(),
                                          [&](const auto& d) { return d == back->document; }))
                    ++tally.half;
                // A redo leads to a document that was there before.
                now = begun;
                while (now >= promised && !is(now)) --now;
                QVERIFY(io::discard(found[0]));
            }
            if (now < promised || found.size() > 1) ++tally.lost;
            std::error_code none;
            for (const auto& entry : fs::directory_iterator(disk.after() / name, none)) {
                ++tally.strays;
                qInfo("left: %s", entry.path().c_str());
            }
            fs::remove_all(disk.live() / name);
        }
        tally.tell("power cut, journal");
        QCOMPARE(tally.lost, 0L);
        QCOMPARE(tally.half, 0L);
        QCOMPARE(tally.strays, 0L);
    }

    /// What saves without a sync lose here, so that the disk is known to forget.
    void theDiskForgetsWhatIsNotSynced()
    {
        QTemporaryDir dir;
        LoopDisk disk(fs::path(dir.path().toStdString()), "defaults");
        if (!disk.why().empty()) QSKIP(("no power can be cut here: " + disk.why()).c_str());
        std::ofstream(disk.live() / "a", std::ios::binary) << contentOf(1);
        QVERIFY(disk.cut() && disk.restart());
        QVERIFY(versionOf(bytesOf(disk.after() / "a")) != 1);
    }
};

POSEWRIGHT_TEST(TestPowerCuts, posewright::test::runPlain);
#include "tst_power_cuts.moc"
