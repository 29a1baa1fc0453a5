#include "core/io/format.h"
#include "core/io/save.h"
#include "core/io/temporary.h"
#include "tests/faults/folder.h"
#include "tests/faults/interpose.h"
#include "tests/faults/record.h"
#include "tests/faults/tally.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <functional>
#include <random>
#include <set>
#include <vector>

using namespace posewright;
using namespace posewright::faults;
namespace fs = std::filesystem;

namespace {

/// A way to save, and the name of the file that people know.
struct Saving {
    const char* name;
    const char* file;
    std::function<Result<void>(const fs::path& path, int version)> save;
    int before;  ///< saves that went well before the one that is disturbed
};

/// Another motion, and other keys, for each version.
Document documentOf(int version)
{
    return test::chainDocument(3, 0.2 + 0.1 * version, 6 + version);
}

Result<void> writeDocument(const fs::path& path, int version)
{
    const auto written = io::write(documentOf(version), path);
    return written ? Result<void>() : Result<void>(written.error());
}

std::string bytesOfVersion(int version)
{
    return std::string(5000 + 1000 * version, static_cast<char>('a' + version));
}

const std::vector<Saving>& savings()
{
    const auto plain = [](const fs::path& path, int v) {
        return io::writeWhole(path, bytesOfVersion(v));
    };
    const auto kept = [](const fs::path& path, int v) {
        return io::saveWithBackup(path, bytesOfVersion(v));
    };
    static const std::vector<Saving> kAll{
        {"a new file", "a.txt", plain, 0},           {"over a file", "a.txt", plain, 1},
        {"the first backup", "a.txt", kept, 1},      {"over a backup", "a.txt", kept, 2},
        {"a new binary", "a.glb", writeDocument, 0}, {"a binary", "a.glb", writeDocument, 2},
        {"a new pair", "a.gltf", writeDocument, 0},  {"a pair", "a.gltf", writeDocument, 2},
        {"motion", "a.bvh", writeDocument, 1}};
    return kAll;
}

const char* const kWords[] = {"count", "fail", "stay", "kill", "short"};

/// The binary that the text of a .gltf names, found without a reader.
std::string binaryNamed(const std::string& text)
{
    const std::size_t end = text.find(".bin\"");
    const std::size_t start = text.rfind('"', end);
    return end == std::string::npos ? std::string() : text.substr(start + 1, end + 3 - start);
}

/// A file with all that it needs, as one string.
std::string whole(const Files& files, const std::string& name)
{
    const auto file = files.find(name);
    if (file == files.end()) return "nothing";
    const std::string binary =
        name.find(".gltf") != std::string::npos ? binaryNamed(file->second) : std::string();
    if (binary.empty()) return file->second;
    const auto found = files.find(binary);
    return file->second + (found == files.end() ? "torn" : found->second);
}

/// Names that the file and its backup do not account for.
std::set<std::string> strays(const Files& files, const std::string& name)
{
    std::set<std::string> out;
    for (const auto& [other, bytes] : files) out.insert(other);
    for (const std::string& mine : {name, name + '~'}) {
        out.erase(mine);
        if (const auto file = files.find(mine); file != files.end())
            out.erase(binaryNamed(file->second));
    }
    return out;
}

}  // namespace

/// What a disturbed save leaves, judged by names and bytes.
class TestSaveFaults : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(dir_.isValid()); }

    void eachFailingCall_data()
    {
        QTest::addColumn<int>("row");
        QTest::addColumn<int>("what");
        QTest::addColumn<int>("error");
        for (int row = 0; row < std::ssize(savings()); ++row)
            for (const auto& [what, error] :
                 {std::pair(Do::Fail, EIO), std::pair(Do::Fail, ENOSPC),
                  std::pair(Do::Short, ENOSPC), std::pair(Do::Stay, EROFS), std::pair(Do::Kill, 0)})
                QTest::addRow("%s, %s %d", savings()[row].name, kWords[int(what)], error)
                    << row << int(what) << error;
    }
    void eachFailingCall()
    {
        QFETCH(int, row);
        QFETCH(int, what);
        QFETCH(int, error);
        const Saving& saving = savings()[row];
        const fs::path folder = fs::path(dir_.path().toStdString()) / "n";
        const fs::path path = folder / saving.file;
        Files before;
        prepare(saving, before);
        long calls = 0;
        Files after;
        {
            const long total = disturb(saving, path, {});
            QVERIFY(total > 0);
            calls = total;
            after = filesIn(folder);
            QVERIFY(strays(after, saving.file).empty());
        }
        const std::string oldFile = whole(before, saving.file);
        const std::string newFile = whole(after, saving.file);
        const std::string backup = std::string(saving.file) + '~';
        QVERIFY(oldFile != newFile);
        Tally tally;
        for (long at = 0; at < calls; ++at) {
            putFiles(folder, before);
            Plan plan;
            plan.what = Do(what);
            plan.at = at;
            plan.error = error;
            const long exit = disturb(saving, path, plan);
            const Files left = filesIn(folder);
            const std::string now = whole(left, saving.file);
            const QByteArray place = QByteArray("call ") + QByteArray::number(qlonglong(at));
            ++tally.rounds;
            const bool killed = exit == 1000 + SIGKILL;
            QVERIFY2(killed == (what == int(Do::Kill)),
                     place + ", exit " + QByteArray::number(qlonglong(exit)));
            QVERIFY2(now == oldFile || now == newFile, place + ": torn");
            if (!killed) {
                QVERIFY2(exit == 0 || exit == 3,
                         place + ", exit " + QByteArray::number(qlonglong(exit)));
                if (exit == 0) QVERIFY2(now == newFile, place + ": not saved, but said so");
                // Where nothing can be written any more, names cannot be given back either.
                if (exit == 3 && what != int(Do::Stay)) {
                    QVERIFY2(now == oldFile, place + ": it failed, and the old file is gone");
                    QVERIFY2(whole(left, backup) == whole(before, backup), place + ": backup");
                }
            }
            // A backup is of the file before, or of the one before that.
            const std::string kept = whole(left, backup);
            QVERIFY2(kept == whole(before, backup) || kept == whole(after, backup),
                     place + ": the backup is torn");
            io::sweepTemporaries(folder);
            const Files swept = filesIn(folder);
            for (const std::string& stray : strays(swept, saving.file))
                QVERIFY2(false, (place + ": " + stray.c_str()).constData());
            QVERIFY2(whole(swept, saving.file) == now && whole(swept, backup) == kept,
                     place + ": swept too much");
        }
        tally.tell(kWords[what]);
    }

    /// A cut may come after any call, with any of the names changed since the last sync on the disk
    /// or not, and with as much of what was not synced.
    void eachPowerCut_data()
    {
        QTest::addColumn<int>("row");
        for (int row = 0; row < std::ssize(savings()); ++row)
            QTest::addRow("%s", savings()[row].name) << row;
    }
    void eachPowerCut()
    {
        QFETCH(int, row);
        const Saving& saving = savings()[row];
        const fs::path folder = fs::path(dir_.path().toStdString()) / "n";
        Files before;
        prepare(saving, before);
        const std::string record = dir_.filePath("record").toStdString();
        Plan plan;
        plan.record = record.c_str();
        QVERIFY(disturb(saving, folder / saving.file, plan) > 0);
        const Files after = filesIn(folder);
        const std::string oldFile = whole(before, saving.file);
        const std::string newFile = whole(after, saving.file);
        const std::string backup = std::string(saving.file) + '~';
        Tally tally;
        eachCut(bytesOf(record), folder.string(), before, [&](const Cut& cut) {
            ++tally.rounds;
            const std::string now = whole(cut.files, saving.file);
            if (now != newFile && (now != oldFile || cut.promised))
                ++(cut.promised ? tally.lost : tally.torn);
            const std::string kept = whole(cut.files, backup);
            if (kept != whole(before, backup) && kept != whole(after, backup)) ++tally.torn;
        });
        tally.tell("cut");
        QCOMPARE(tally.torn, 0L);
        QCOMPARE(tally.lost, 0L);
        QVERIFY(tally.rounds > 20);
    }

    /// The model of the disk sees what a save without syncs would do.
    void aSaveThatDoesNotSyncIsSeen()
    {
        const fs::path folder = fs::path(dir_.path().toStdString()) / "n";
        const Files before{{"a.txt", "old"}};
        putFiles(folder, before);
        const std::string record = dir_.filePath("record").toStdString();
        Plan plan;
        plan.record = record.c_str();
        const std::string root = folder.string();
        plan.root = root.c_str();
        QCOMPARE(inChild([&] {
                     faultsBegin(&plan);
                     const std::string fresh = root + "/fresh";
                     const int fd = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0600);
                     if (::write(fd, "new", 3) != 3) return 1;
                     ::close(fd);
                     if (::rename(fresh.c_str(), (root + "/a.txt").c_str()) != 0) return 1;
                     faultsMark("done");
                     return 0;
                 }),
                 0);
        std::set<std::string> seen;
        eachCut(bytesOf(record), root, before, [&](const Cut& cut) {
            const auto file = cut.files.find("a.txt");
            seen.insert(file == cut.files.end() ? "nothing" : file->second);
        });
        QVERIFY(seen == std::set<std::string>({"", "n", "new", "old"}));
    }

    void killsAtAnyMoment()
    {
        const long rounds = roundsWanted("POSEWRIGHT_FAULT_KILLS", 100);
        std::mt19937 random(test::printedSeed(std::random_device()()));
        Tally tally;
        for (long i = 0; i < rounds; ++i) {
            const Saving& saving = savings()[random() % savings().size()];
            const fs::path folder = fs::path(dir_.path().toStdString()) / "n";
            const fs::path path = folder / saving.file;
            Files before;
            prepare(saving, before);
            int* const said = shared();
            *said = saving.before;
            const pid_t pid = ::fork();
            if (pid == 0) {
                for (int version = saving.before + 1;; ++version) {
                    if (!saving.save(path, version % 20)) ::_exit(1);
                    *said = version;
                }
            }
            ::usleep(static_cast<useconds_t>(random() % 40000));
            ::kill(pid, SIGKILL);
            ::waitpid(pid, nullptr, 0);
            ++tally.rounds;
            const Files left = filesIn(folder);
            const std::string now = whole(left, saving.file);
            if (!isVersion(saving, now, *said) && !isVersion(saving, now, *said + 1))
                ++(now == "nothing" || now.find("torn") != std::string::npos ? tally.torn
                                                                             : tally.lost);
            io::sweepTemporaries(folder);
            tally.strays += std::ssize(strays(filesIn(folder), saving.file));
        }
        tally.tell("kill at any moment");
        QCOMPARE(tally.torn, 0L);
        QCOMPARE(tally.lost, 0L);
        QCOMPARE(tally.strays, 0L);
    }

private:
    /// The folder as it is before the save that is disturbed.
    void prepare(const Saving& saving, Files& before)
    {
        const fs::path folder = fs::path(dir_.path().toStdString()) / "n";
        Files& files = prepared_[saving.name];
        if (files.empty()) {
            putFiles(folder, {});
            QCOMPARE(inChild([&] {
                         for (int version = 1; version <= saving.before; ++version)
                             if (!saving.save(folder / saving.file, version)) return 1;
                         return 0;
                     }),
                     0);
            files = filesIn(folder);
        }
        putFiles(folder, files);
        before = files;
    }

    /// Saves under the plan; its exit status, or the number of calls where nothing is disturbed.
    long disturb(const Saving& saving, const fs::path& path, Plan plan)
    {
        const std::string root = path.parent_path().string();
        plan.root = root.c_str();
        int* const calls = shared();
        *calls = 0;
        const int exit = inChild([&] {
            faultsBegin(&plan);
            const auto saved = saving.save(path, saving.before + 1);
            faultsMark("done");
            *calls = static_cast<int>(faultsEnd());
            return saved ? 0 : saved.error().kind == ErrorKind::Machine ? 3 : 1;
        });
        if (plan.what == Do::Count) return exit == 0 ? *calls : -1;
        return exit;
    }

    bool isVersion(const Saving& saving, const std::string& now, int version)
    {
        if (version == 0) return now == "nothing";
        std::string& bytes = versions_[{saving.name, version % 20}];
        if (bytes.empty()) {
            const fs::path folder = fs::path(dir_.path().toStdString()) / "v";
            putFiles(folder, {});
            inChild([&] { return saving.save(folder / saving.file, version % 20) ? 0 : 1; });
            bytes = whole(filesIn(folder), saving.file);
        }
        return now == bytes;
    }

    QTemporaryDir dir_;
    std::map<std::string, Files> prepared_;
    std::map<std::pair<std::string, int>, std::string> versions_;
};

POSEWRIGHT_TEST(TestSaveFaults, posewright::test::runPlain);
#include "tst_save_faults.moc"
