#include "core/io/save.h"
#include "tests/support/in_child.h"
#include "tests/support/program.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fstream>
#include <sched.h>
#include <sstream>
#include <sys/inotify.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace posewright;
using namespace posewright::io;
namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path)
{
    std::ifstream in(path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

void put(const fs::path& path, const std::string& bytes)
{
    std::ofstream(path, std::ios::binary) << bytes;
}

int filesIn(const fs::path& folder)
{
    return static_cast<int>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

class TestSave : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        QVERIFY(dir_.isValid());
        root_ = fs::path(dir_.path().toStdString()) / QTest::currentTestFunction();
        fs::create_directories(root_);
    }

    void writesAndReadsEveryByte()
    {
        std::string bytes;
        for (int i = 0; i < 300'000; ++i) bytes += static_cast<char>(i * 7);
        const fs::path path = root_ / "a.bin";
        QVERIFY(writeWhole(path, bytes));
        const auto back = readWhole(path);
        QVERIFY(back);
        QVERIFY(*back == bytes);
        QCOMPARE(filesIn(root_), 1);
    }

    void replacesWhatWasThere()
    {
        const fs::path path = root_ / "a.txt";
        put(path, "old and rather longer");
        QVERIFY(writeWhole(path, "new"));
        QCOMPARE(contents(path), std::string("new"));
        QCOMPARE(filesIn(root_), 1);
    }

    void aNewFileGetsTheUsualPermissions()
    {
        const mode_t before = ::umask(027);
        QVERIFY(writeWhole(root_ / "a.txt", "x"));
        ::umask(before);
        struct stat state {};
        QCOMPARE(::stat((root_ / "a.txt").c_str(), &state), 0);
        QCOMPARE(int(state.st_mode & 0777), 0640);
    }

    void permissionsAreKept()
    {
        const fs::path path = root_ / "a.txt";
        put(path, "old");
        QCOMPARE(::chmod(path.c_str(), 0604), 0);
        QVERIFY(writeWhole(path, "new"));
        struct stat state {};
        QCOMPARE(::stat(path.c_str(), &state), 0);
        QCOMPARE(int(state.st_mode & 07777), 0604);
    }

    void symbolicLinksAreFollowed()
    {
        fs::create_directories(root_ / "deep");
        put(root_ / "deep" / "real.txt", "old");
        fs::create_symlink("deep/real.txt", root_ / "one");
        fs::create_symlink("one", root_ / "two");
        QVERIFY(writeWhole(root_ / "two", "new"));
        QVERIFY(fs::is_symlink(root_ / "two"));
        QVERIFY(fs::is_symlink(root_ / "one"));
        QCOMPARE(contents(root_ / "deep" / "real.txt"), std::string("new"));
    }

    void aLinkToNothingMakesWhatItNames()
    {
        fs::create_symlink("not_yet.txt", root_ / "link");
        QVERIFY(writeWhole(root_ / "link", "new"));
        QVERIFY(fs::is_symlink(root_ / "link"));
        QCOMPARE(contents(root_ / "not_yet.txt"), std::string("new"));
    }

    void linksInACircleAreRefused()
    {
        fs::create_symlink("b", root_ / "a");
        fs::create_symlink("a", root_ / "b");
        const auto result = writeWhole(root_ / "a", "new");
        QVERIFY(!result);
        QCOMPARE(result.error().kind, ErrorKind::Machine);
    }

    void aNameOf255BytesIsWritten()
    {
        const fs::path path = root_ / QByteArray(251, 'n').append(".bvh").toStdString();
        QVERIFY(writeWhole(path, "one"));
        QVERIFY(saveWithBackup(path, "two"));
        QCOMPARE(contents(path), std::string("two"));
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("words");
        QTest::newRow("missing folder") << "nowhere/a.txt"
                                        << "there is no folder \"";
        QTest::newRow("folder as target") << "folder"
                                          << "Is a directory";
        QTest::newRow("file as folder") << "file/a.txt"
                                        << "Not a directory";
        QTest::newRow("pipe") << "pipe"
                              << "not a regular file";
        QTest::newRow("name too long") << QString(300, 'x') << "File name too long";
    }
    void refusals()
    {
        QFETCH(QString, path);
        QFETCH(QString, words);
        fs::create_directories(root_ / "folder");
        put(root_ / "file", "x");
        ::mkfifo((root_ / "pipe").c_str(), 0600);
        const int before = filesIn(root_);
        const fs::path target = root_ / path.toStdString();
        const auto result = writeWhole(target, "new");
        QVERIFY(!result);
        QCOMPARE(result.error().kind, ErrorKind::Machine);
        QVERIFY2(QString::fromStdString(result.error().message).contains(words),
                 result.error().message.c_str());
        QCOMPARE(result.error().where, target.string());
        QCOMPARE(filesIn(root_), before);
        QCOMPARE(contents(root_ / "file"), std::string("x"));
    }

    void aReadOnlyFolderLeavesTheFile()
    {
        const fs::path path = root_ / "a.txt";
        put(path, "old");
        QCOMPARE(::chmod(root_.c_str(), 0555), 0);
        ::chmod(path.c_str(), 0666);
        QCOMPARE(::chmod(dir_.path().toUtf8().constData(), 0755), 0);
        const int answer = test::inChild([&] {
            // Permissions mean nothing to root.
            if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) return 2;
            const auto result = writeWhole(path, "new");
            return !result && result.error().kind == ErrorKind::Machine ? 0 : 1;
        });
        ::chmod(root_.c_str(), 0755);
        QCOMPARE(answer, 0);
        QCOMPARE(contents(path), std::string("old"));
        QCOMPARE(filesIn(root_), 1);
    }

    void aReadOnlyFileIsNotReplaced()
    {
        const fs::path path = root_ / "a.txt";
        put(path, "old");
        QCOMPARE(::chmod(path.c_str(), 0444), 0);
        QCOMPARE(::chmod(root_.c_str(), 0777), 0);
        QCOMPARE(::chmod(dir_.path().toUtf8().constData(), 0755), 0);
        const int answer = test::inChild([&] {
            if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) return 2;
            return writeWhole(path, "new") ? 1 : 0;
        });
        QCOMPARE(answer, 0);
        QCOMPARE(contents(path), std::string("old"));
    }

    void aFullDiskLeavesTheFile()
    {
        const fs::path path = root_ / "a.txt";
        put(path, "old");
        const int answer = test::inChild([&] {
            // A tiny file system where this process may mount one, else a limit on file sizes.
            const bool mounted =
                ::unshare(CLONE_NEWNS) == 0 &&
                ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                ::mount("tmpfs", root_.c_str(), "tmpfs", 0, "size=64k") == 0;
            if (mounted) {
                put(path, "old");
            } else {
                ::signal(SIGXFSZ, SIG_IGN);
                const rlimit limit{65536, 65536};
                if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 3;
            }
            const auto result = saveWithBackup(path, std::string(300'000, 'x'));
            int verdict = !result && result.error().kind == ErrorKind::Machine ? 0 : 1;
            if (contents(path) != "old") verdict = 2;
            if (filesIn(root_) > 1) verdict = 4;
            if (mounted && verdict == 0) verdict = 100;
            return verdict;
        });
        qInfo("%s", answer == 100 ? "on a tmpfs of 64 KiB" : "with RLIMIT_FSIZE");
        QVERIFY2(answer == 0 || answer == 100, qPrintable(QString::number(answer)));
        QCOMPARE(contents(path), std::string("old"));
    }

    void theFileOfBeforeIsKept()
    {
        const fs::path path = root_ / "a.glb";
        QVERIFY(saveWithBackup(path, "one"));
        QVERIFY(!fs::exists(root_ / "a.glb~"));
        QVERIFY(saveWithBackup(path, "two"));
        QCOMPARE(contents(root_ / "a.glb~"), std::string("one"));
        QVERIFY(saveWithBackup(path, "three"));
        QCOMPARE(contents(path), std::string("three"));
        QCOMPARE(contents(root_ / "a.glb~"), std::string("two"));
        QCOMPARE(filesIn(root_), 2);
    }

    void aSaveThatFailsLeavesTheBackupOfBefore()
    {
        const fs::path path = root_ / "a.glb";
        QVERIFY(saveWithBackup(path, "one"));
        QVERIFY(saveWithBackup(path, "two"));
        const int answer = test::inChild([&] {
            ::signal(SIGXFSZ, SIG_IGN);
            const rlimit limit{1000, 1000};
            if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 3;
            return saveWithBackup(path, std::string(5000, 'x')) ? 1 : 0;
        });
        QCOMPARE(answer, 0);
        QCOMPARE(contents(path), std::string("two"));
        QCOMPARE(contents(root_ / "a.glb~"), std::string("one"));
        QCOMPARE(filesIn(root_), 2);
    }

    void aBackupThatCannotBeKeptLeavesTheFile()
    {
        const fs::path path = root_ / "a.glb";
        put(path, "one");
        fs::create_directory(root_ / "a.glb~");
        const auto result = saveWithBackup(path, "two");
        QVERIFY(!result);
        QCOMPARE(result.error().kind, ErrorKind::Machine);
        QCOMPARE(contents(path), std::string("one"));
        QCOMPARE(filesIn(root_), 2);
    }

    void aBackupInterruptedBeforeTheSaveIsNoTrap()
    {
        const fs::path path = root_ / "a.glb";
        put(path, "one");
        fs::create_hard_link(path, root_ / "a.glb~");  // where a kill would have left it
        QVERIFY(saveWithBackup(path, "two"));
        QCOMPARE(contents(path), std::string("two"));
        QCOMPARE(contents(root_ / "a.glb~"), std::string("one"));
        QCOMPARE(filesIn(root_), 2);
    }

    void aKillAtAnyMomentLeavesOldOrNew()
    {
        const fs::path path = root_ / "a.glb";
        const std::string old(100'000, 'o');
        const std::string now(200'000, 'n');
        for (int i = 0; i < 60; ++i) {
            QVERIFY(writeWhole(path, old));
            const pid_t pid = ::fork();
            if (pid == 0) {
                for (;;) (void)saveWithBackup(path, now);
            }
            ::usleep(200 + i * 150);
            ::kill(pid, SIGKILL);
            ::waitpid(pid, nullptr, 0);
            const std::string left = contents(path);
            QVERIFY(left == old || left == now);
        }
    }

    void readingRefuses_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("kind");
        QTest::newRow("missing") << "nothing.bvh" << int(ErrorKind::Refused);
        QTest::newRow("folder") << "folder" << int(ErrorKind::Refused);
        QTest::newRow("pipe without a writer") << "pipe" << int(ErrorKind::Refused);
        QTest::newRow("too large") << "large" << int(ErrorKind::Refused);
    }
    void readingRefuses()
    {
        QFETCH(QString, path);
        QFETCH(int, kind);
        fs::create_directories(root_ / "folder");
        ::mkfifo((root_ / "pipe").c_str(), 0600);
        put(root_ / "large", std::string(2000, 'x'));
        const auto result = readWhole(root_ / path.toStdString(), 1000);
        QVERIFY(!result);
        QCOMPARE(int(result.error().kind), kind);
        QVERIFY(!result.error().where.empty());
    }

    /// A pipe, a device and a socket are told from files without being opened.
    void whatIsNoFileIsNotOpened()
    {
        const fs::path pipe = root_ / "pipe";
        ::mkfifo(pipe.c_str(), 0600);
        const fs::path file = root_ / "file";
        put(file, "words");
        const int watch = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
        for (const fs::path& one : {pipe, fs::path("/dev/null"), file})
            QVERIFY(::inotify_add_watch(watch, one.c_str(), IN_OPEN) > 0);
        const auto opened = [&] {
            char events[4096];
            return ::read(watch, events, sizeof events) > 0;
        };
        QVERIFY(!readWhole(pipe, 1000));
        QVERIFY(!readWhole("/dev/null", 1000));
        QVERIFY(!opened());
        QCOMPARE(*readWhole(file, 1000), std::string("words"));
        QVERIFY(opened());
        ::close(watch);
    }

private:
    QTemporaryDir dir_;
    fs::path root_;
};

POSEWRIGHT_TEST(TestSave, posewright::test::runWithEvents);
#include "tst_save.moc"
