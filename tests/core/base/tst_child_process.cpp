#include "core/base/child_process.h"
#include "tests/support/program.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace posewright;
using namespace std::chrono_literals;
using Cause = ChildEnd::Cause;

namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

ChildCommand shell(const std::string& script)
{
    return {.program = "sh", .arguments = {"-c", script}};
}

ChildEnd ended(ChildCommand command, std::string_view input = {})
{
    const Result<ChildEnd> out = runChild(std::move(command), input);
    if (!out) qFatal("%s", out.error().message.c_str());
    return *out;
}

/// It is no process any more, not even one that waits to be forgotten.
bool isGone(const std::string& pid)
{
    return ::kill(std::atoi(pid.c_str()), 0) != 0 && errno == ESRCH;
}

/// This process has no children, not even dead ones.
bool hasNoChildren()
{
    return ::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD;
}

std::string firstLine(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

}  // namespace

class TestChildProcess : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { QVERIFY(hasNoChildren()); }

    void whatItWritesIsCollected()
    {
        const ChildEnd end = ended(shell("echo out; echo wrong >&2"));
        QVERIFY(end.well());
        QCOMPARE(end.output, std::string("out\n"));
        QCOMPARE(end.errors, std::string("wrong\n"));
    }

    void noShellReadsItsArguments()
    {
        const ChildEnd end =
            ended({.program = "printf", .arguments = {"%s|", "$HOME", "a b", "; exit 3", "*", ""}});
        QVERIFY(end.well());
        QCOMPARE(end.output, std::string("$HOME|a b|; exit 3|*||"));
    }

    void itsExitStatusIsTold()
    {
        for (const int status : {1, 7, 255}) {
            const ChildEnd end = ended(shell("exit " + std::to_string(status)));
            QVERIFY(end.cause == Cause::Exit);
            QCOMPARE(end.status, status);
            QVERIFY(!end.well());
        }
    }

    void theSignalThatEndsItIsTold()
    {
        for (const int number : {SIGTERM, SIGKILL, SIGABRT}) {
            const ChildEnd end = ended(shell("kill -" + std::to_string(number) + " $$"));
            QVERIFY(end.cause == Cause::Signal);
            QCOMPARE(end.status, number);
        }
    }

    void aProgramThatIsNotThereIsAnError()
    {
        const Result<ChildEnd> end = runChild({.program = "posewright-has-no-such-program"});
        QVERIFY(!end);
        QVERIFY(end.error().kind == ErrorKind::Machine);
        QCOMPARE(end.error().message, std::string("the program posewright-has-no-such-program "
                                                  "cannot be run: No such file or directory"));
    }

    void whatIsFedComesBackWhole()
    {
        std::string bytes;
        for (std::size_t i = 0; bytes.size() < 5 * kMegabyte; ++i) bytes += std::to_string(i) + ' ';
        const ChildEnd end = ended({.program = "cat", .keep = 2 * bytes.size()}, bytes);
        QVERIFY(end.well());
        QVERIFY(end.output == bytes);
    }

    void itIsFedPieceByPiece()
    {
        Result<ChildProcess> child = ChildProcess::start({.program = "wc", .arguments = {"-c"}});
        QVERIFY(bool(child));
        for (int i = 0; i < 100; ++i) QVERIFY(child->feed(std::string(10000, 'x')));
        QCOMPARE(firstLine(child->finish().output), std::string("1000000"));
    }

    void oneThatTakesNoMoreIsNoSignalToUs()
    {
        Result<ChildProcess> child = ChildProcess::start(shell("exit 4"));
        QVERIFY(bool(child));
        QVERIFY(!child->feed(std::string(20 * kMegabyte, 'x')));
        QCOMPARE(child->finish().status, 4);
    }

    void oneThatClosesItsInputAndGoesOnIsWaitedFor()
    {
        const ChildEnd end =
            ended(shell("exec <&-; sleep 0.2; echo done"), std::string(kMegabyte, 'x'));
        QVERIFY(end.well());
        QCOMPARE(end.output, std::string("done\n"));
    }

    void writingALotOnBothLinesDoesNotBlock()
    {
        // Before it reads a byte, with the two taking turns, and each more than a line holds.
        ChildCommand command = shell("for i in 1 2 3; do head -c 3000000 /dev/zero; "
                                     "head -c 3000000 /dev/zero >&2; done; wc -c >&2");
        command.keep = 20 * kMegabyte;
        const ChildEnd end = ended(command, std::string(3 * kMegabyte, 'x'));
        QVERIFY(end.well());
        QCOMPARE(end.output.size(), std::size_t{9000000});
        QCOMPARE(end.errors.substr(9000000), std::string("3145728\n"));
    }

    void onlySoMuchIsKept()
    {
        ChildCommand command = shell("printf abcdef; head -c 9000000 /dev/zero; printf ghi >&2");
        command.keep = 4;
        const ChildEnd end = ended(command);
        QVERIFY(end.well());
        QCOMPARE(end.output, std::string("abcd"));
        QCOMPARE(end.errors, std::string("ghi"));
    }

    void oneThatHangsIsEndedInTime()
    {
        // It reads nothing, writes nothing, and takes no hint.
        ChildCommand command = shell("trap '' TERM INT HUP; while :; do sleep 60; done");
        command.time = 300ms;
        QElapsedTimer clock;
        clock.start();
        const ChildEnd end = ended(command, std::string(kMegabyte, 'x'));
        QVERIFY(end.cause == Cause::TimeLimit);
        QCOMPARE(end.status, SIGKILL);
        QVERIFY(clock.elapsed() >= 300);
        QVERIFY2(clock.elapsed() < 10000, qPrintable(QString::number(clock.elapsed())));
    }

    void oneThatWritesForEverIsEndedInTime()
    {
        const ChildEnd end = ended({.program = "yes", .time = 300ms, .keep = 100});
        QVERIFY(end.cause == Cause::TimeLimit);
        QCOMPARE(end.output.size(), std::size_t{100});
    }

    void oneThatEatsMemoryIsEnded()
    {
        const std::string eat = "BEGIN { s = \"0123456789\"; while (1) s = s s }";
        QElapsedTimer clock;
        clock.start();
        const ChildEnd end =
            ended({.program = "awk", .arguments = {eat}, .time = 60s, .memory = 256 * kMegabyte});
        QVERIFY(end.cause == Cause::Exit || end.cause == Cause::Signal);
        QVERIFY(!end.well());
        // One that stays within its limit is let be.
        const std::string modest = "BEGIN { while (length(s) < 1e7) s = s \"0123456789\" s; "
                                   "print (length(s) >= 1e7) }";
        QCOMPARE(ended({.program = "awk", .arguments = {modest}, .memory = 256 * kMegabyte}).output,
                 std::string("1\n"));
    }

    void whatItStartsIsUnderTheLimitToo()
    {
        ChildCommand command = shell("awk 'BEGIN { s = \"x\"; while (1) s = s s }'; echo ended $?");
        command.memory = 256 * kMegabyte;
        command.time = 60s;
        const ChildEnd end = ended(command);
        QVERIFY(end.well());
        QVERIFY2(end.output.starts_with("ended ") && end.output != "ended 0\n", end.output.c_str());
    }

    void cancellingEndsItAndItsChildren()
    {
        ChildCommand command = shell("sleep 61 & echo $!; sh -c 'sleep 62 & echo $!; wait'; wait");
        std::atomic<bool> wanted = true;
        command.goOn = [&] { return wanted.load(); };
        std::thread user([&] {
            std::this_thread::sleep_for(300ms);
            wanted = false;
        });
        QElapsedTimer clock;
        clock.start();
        const ChildEnd end = ended(command);
        user.join();
        QVERIFY(end.cause == Cause::Cancelled);
        QCOMPARE(end.status, SIGKILL);
        QVERIFY2(clock.elapsed() < 10000, qPrintable(QString::number(clock.elapsed())));
        const std::size_t middle = end.output.find('\n');
        QVERIFY(middle != std::string::npos && middle + 1 < end.output.size());
        // Its orphans are forgotten by whoever adopts them, in a moment.
        QTRY_VERIFY(isGone(firstLine(end.output)));
        QTRY_VERIFY(isGone(firstLine(end.output.substr(middle + 1))));
    }

    void oneThatIsFedCanBeCancelled()
    {
        ChildCommand command{.program = "sleep", .arguments = {"60"}};
        int asked = 0;
        command.goOn = [&] { return ++asked < 4; };
        Result<ChildProcess> child = ChildProcess::start(command);
        QVERIFY(bool(child));
        QVERIFY(!child->feed(std::string(20 * kMegabyte, 'x')));
        QVERIFY(child->finish().cause == Cause::Cancelled);
    }

    void whatItLeavesBehindIsEnded()
    {
        // The one left behind holds the lines open: that is not waited for.
        QElapsedTimer clock;
        clock.start();
        const ChildEnd end = ended(shell("sleep 60 & echo $!"));
        QVERIFY(end.well());
        QVERIFY2(clock.elapsed() < 10000, qPrintable(QString::number(clock.elapsed())));
        QTRY_VERIFY(isGone(firstLine(end.output)));
    }

    void itEndsWithItsObject()
    {
        std::string pid;
        {
            Result<ChildProcess> child =
                ChildProcess::start({.program = "sleep", .arguments = {"60"}});
            QVERIFY(bool(child));
            std::ifstream("/proc/thread-self/children") >> pid;
            if (!pid.empty()) QVERIFY(!isGone(pid));
        }
        if (!pid.empty()) QVERIFY(isGone(pid));
        QVERIFY(hasNoChildren());
    }

    void itInheritsNoOpenFile()
    {
        constexpr int kFar = 57;
        const int file = ::open("/dev/null", O_RDONLY);  // NOLINT: without O_CLOEXEC
        QVERIFY(::dup2(file, kFar) == kFar);
        // The last is the one that ls reads the folder by.
        const ChildEnd end = ended({.program = "ls", .arguments = {"/proc/self/fd"}});
        ::close(file);
        ::close(kFar);
        QCOMPARE(end.output, std::string("0\n1\n2\n3\n"));
    }

    void itInheritsNoIgnoredSignal()
    {
        const auto before = std::signal(SIGPIPE, SIG_IGN);
        const ChildEnd end = ended(shell("kill -PIPE $$; echo still here"));
        std::signal(SIGPIPE, before);
        QVERIFY(end.cause == Cause::Signal);
        QCOMPARE(end.status, SIGPIPE);
    }

    void itLeadsAGroupOfItsOwn()
    {
        const ChildEnd end = ended(shell("ps -o pgid= -p $$; echo $$"));
        if (end.output.empty()) QSKIP("there is no ps");
        const std::size_t middle = end.output.find('\n');
        QCOMPARE(std::atoi(end.output.c_str()), std::atoi(end.output.c_str() + middle));
        QVERIFY(std::atoi(end.output.c_str()) != ::getpgrp());
    }

    void standardStreamsThatAreClosedHereAreOpenThere()
    {
        const std::array<int, 3> kept{::dup(0), ::dup(1), ::dup(2)};
        for (int i = 0; i < 3; ++i) ::close(i);
        const Result<ChildEnd> end =
            runChild(shell("cat; cat >&2 </dev/null; echo wrong >&2"), "said");
        for (int i = 0; i < 3; ++i) {
            ::dup2(kept[i], i);
            ::close(kept[i]);
        }
        QVERIFY(bool(end) && end->well());
        QCOMPARE(end->output, std::string("said"));
        QCOMPARE(end->errors, std::string("wrong\n"));
    }

    void manyAtOnceGetEachTheirOwn()
    {
        std::array<std::string, 8> heard;
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < heard.size(); ++i)
            threads.emplace_back([&heard, i] {
                for (int round = 0; round < 5; ++round) {
                    const Result<ChildEnd> end = runChild({.program = "cat"}, std::to_string(i));
                    if (end && end->well()) heard[i] += end->output;
                }
            });
        for (std::thread& thread : threads) thread.join();
        for (std::size_t i = 0; i < heard.size(); ++i)
            QCOMPARE(heard[i], std::string(5, static_cast<char>('0' + i)));
    }

    /// A program that is killed has no time to end its children.
    void itDoesNotOutliveAProgramThatIsKilled()
    {
        const QTemporaryDir room;
        const std::string made = (room.path() + "/made").toStdString();
        const pid_t program = ::fork();
        if (program == 0) {
            const Result<ChildProcess> child =
                ChildProcess::start(shell("sleep 0.5; echo late > '" + made + "'"));
            ::kill(::getpid(), child ? SIGKILL : SIGTERM);
        }
        int status = 0;
        QCOMPARE(::waitpid(program, &status, 0), program);
        QCOMPARE(WTERMSIG(status), SIGKILL);
        QTest::qWait(1000);
        QVERIFY(!QFile::exists(QString::fromStdString(made)));
    }

    void noDescriptorStaysOpen()
    {
        const int before = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        ::close(before);
        for (int i = 0; i < 5; ++i) ended(shell("exit 0"));
        (void)runChild({.program = "posewright-has-no-such-program"});
        const int after = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        ::close(after);
        QCOMPARE(after, before);
    }
};

POSEWRIGHT_TEST(TestChildProcess, posewright::test::runPlain);
#include "tst_child_process.moc"
