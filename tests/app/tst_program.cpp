#include "tests/app/cli_test.h"
#include "tests/app/process.h"
#include "tests/support/cases.h"
#include "tests/support/program.h"

#include <QDir>
#include <nlohmann/json.hpp>

#include <set>

using namespace posewright;
using nlohmann::json;
using test::call;
using test::Descriptor;
using test::Ended;
using test::Process;
using test::Terminal;

namespace {

/// A call of the program, and how it is to end.
struct Call {
    const char* name;
    QStringList arguments;
    int exit;
    QString made = {};  ///< a file that it writes
};

}  // namespace

/// The program as its users have it: a process with descriptors, signals and an exit status. What
/// it answers is for the tests that call the command line in process.
class TestProgram : public test::CliTest {
    Q_OBJECT

    QString in(const char* name) const { return dir_.filePath(QString::fromUtf8(name)); }
    QString armFile() const { return QString::fromStdString(arm()); }
    QString walkFile() const { return QString::fromStdString(walk()); }
    QStringList everything() const
    {
        return QDir(dir_.path()).entryList(QDir::Files | QDir::Hidden | QDir::System);
    }
    static QStringList renderOf(const QString& file, const QString& to)
    {
        return {"render", file, "-o", to, "--size", "160x120"};
    }

    QList<Call> calls() const
    {
        const QString walk = walkFile();
        const QString arm = armFile();
        const QString far = in("far.glb");
        return {
            {"info", {"info", walk, "--json"}, 0},
            {"info of nothing", {"info", in("gone.bvh")}, 1},
            {"sample", {"sample", walk, "--frames", "0:48:0.5", "--json"}, 0},
            {"sample to a file",
             {"sample", walk, "--frames", "0,1", "-o", in("sample.txt")},
             0,
             in("sample.txt")},
            {"sample nowhere", {"sample", walk, "--frames", "0", "-o", in("no/such/file")}, 3},
            {"convert", {"convert", arm, in("arm.glb")}, 0, in("arm.glb")},
            {"convert to nothing known", {"convert", arm, in("arm.xyz")}, 1},
            {"solve", {"solve", arm, "--goal", "Hand=0.5,0.7,0.9"}, 0},
            {"solve out of reach", {"solve", arm, "--goal", "Hand=5,0,0"}, 1},
            {"apply",
             {"apply", walk, in("far.json"), "-o", in("applied.glb")},
             0,
             in("applied.glb")},
            {"apply --list", {"apply", "--list", "--json"}, 0},
            {"operate",
             {"operate", walk, "plantFoot", "--set", "target=Left foot", "--set", "frame=12", "-o",
              in("planted.glb")},
             0,
             in("planted.glb")},
            {"operate on nobody",
             {"operate", walk, "plantFoot", "--set", "target=nobody", "--set", "frame=12", "-o",
              in("nobody.glb")},
             1},
            {"apply what is refused", {"apply", arm, in("far.json"), "-o", in("refused.glb")}, 1},
            {"retarget",
             {"retarget", walk, walk, "-o", in("retargeted.glb")},
             0,
             in("retargeted.glb")},
            {"bake", {"bake", walk, "-o", in("bake.bvh")}, 0, in("bake.bvh")},
            {"bake without a name", {"bake", walk}, 2},
            {"report", {"report", walk, "--json"}, 0},
            {"report of a miss", {"report", far}, 1},
            {"diff of the same", {"diff", walk, walk}, 0},
            {"diff", {"diff", walk, far, "--json"}, 1},
            {"solvers", {"solvers", "--json"}, 0},
            {"formats", {"formats"}, 0},
            {"help", {"--help"}, 0},
            {"version", {"--version"}, 0},
            {"no such command", {"inof"}, 2},
        };
    }

private slots:
    void initTestCase()
    {
        QVERIFY(QFileInfo(QString::fromUtf8(test::programPath())).isExecutable());
        start();
        put("far.json", "[{\"edit\":\"setTargetKey\",\"target\":\"Left hand\",\"frame\":24,"
                        "\"position\":[5,1,0]}]");
        QCOMPARE(call({"apply", walk(), path("far.json"), "-o", path("far.glb")}).exit, 0);
        put("long.json", R"([{"edit":"setRange","start":0,"end":40000}])");
        QCOMPARE(call({"apply", walk(), path("long.json"), "-o", path("long.glb")}).exit, 0);
    }

    void everySubcommandIsRun()
    {
        std::set<std::string> run{"render"};  // below, with a look at its pictures
        for (const Call& one : calls()) run.insert(one.arguments.front().toStdString());
        for (const cli::Command& command : cli::commands())
            QVERIFY2(run.contains(std::string(command.name)), std::string(command.name).c_str());
    }

    void aProcessAnswersAsTheLibraryDoes_data()
    {
        QTest::addColumn<int>("row");
        const QList<Call> all = calls();
        for (int i = 0; i < all.size(); ++i) QTest::newRow(all[i].name) << i;
    }
    void aProcessAnswersAsTheLibraryDoes()
    {
        QFETCH(int, row);
        const Call one = calls()[row];
        const Ended ended = Process(one.arguments).run();
        QCOMPARE(ended.signal, 0);
        QVERIFY2(ended.exit == one.exit, ended.err);
        QVERIFY(one.made.isEmpty() || QFileInfo(one.made).size() > 0);
        const QByteArray made = get(one.made.toStdString());

        std::vector<std::string> words;
        for (const QString& argument : one.arguments) words.push_back(argument.toStdString());
        const test::Outcome here = call(words);
        QCOMPARE(here.exit, ended.exit);
        QCOMPARE(ended.err, QByteArray::fromStdString(here.err));
        if (one.arguments.front() != "solve")  // it tells how long it took
            QCOMPARE(ended.out, QByteArray::fromStdString(here.out));
        QCOMPARE(made, get(one.made.toStdString()));
    }

    void namesOfFilesAreAnyBytes_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"a b.bvh", "-o.bvh", "--help.bvh", "a\nb.bvh", "100%d.bvh",
                                 "\xe8\xb5\xb0\xe3\x82\x8b.bvh", "$(touch ran).bvh"})
            QTest::newRow(name) << QString::fromUtf8(name);
    }
    void namesOfFilesAreAnyBytes()
    {
        QFETCH(QString, name);
        QVERIFY(QFile::copy(armFile(), dir_.filePath(name)));
        QProcess process;
        process.setWorkingDirectory(dir_.path());
        process.start(QString::fromUtf8(test::programPath()), {"info", "--json", "--", name});
        QVERIFY(process.waitForFinished());
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
        QVERIFY(QFile::remove(dir_.filePath(name)));
        QVERIFY(!QFile::exists(in("ran")));
    }

    void aSignalEndsTheWorkAndLeavesNothing_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("signal");
        const QString file = in("long.glb");
        const QList<QStringList> all{
            {"sample", file, "--frames", "0:40000", "-o", in("stopped.txt")},
            {"bake", file, "-o", in("stopped.bvh"), "--report", in("stopped.json")},
            {"convert", file, in("stopped.bvh")},
            {"report", file},
            {"diff", file, file},
        };
        for (const QStringList& arguments : all) {
            QTest::newRow(qPrintable(arguments.front() + ", SIGINT")) << arguments << SIGINT;
            QTest::newRow(qPrintable(arguments.front() + ", SIGTERM")) << arguments << SIGTERM;
        }
    }
    void aSignalEndsTheWorkAndLeavesNothing()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, signal);
        const QStringList before = everything();
        Terminal terminal;
        Process program(arguments);
        program.talkTo(terminal.line());
        program.start();
        QVERIFY2(terminal.waitFor("%"), "progress is shown on a terminal");
        program.send(signal);
        const Ended ended = program.end(20'000);
        QCOMPARE(ended.signal, 0);
        QCOMPARE(ended.exit, 130);
        QCOMPARE(ended.out, QByteArray());
        // A terminal hands on what was written to it in its own time.
        const auto isCleared = [&] {
            return terminal.shown().endsWith("\r\x1b[K") || terminal.shown().endsWith('\n');
        };
        QTRY_VERIFY2(isCleared(), qPrintable("the line of progress is cleared, not: " +
                                             QString::fromUtf8(terminal.shown().right(200))));
        QVERIFY(program.leavesNobody());
        QCOMPARE(everything(), before);
    }

    void anAnswerThatNobodyReadsIsNoError_data()
    {
        test::cases<QStringList>(
            "arguments",
            {{"long", QStringList{"sample", walkFile(), "--frames", "0:48:0.01", "--json"}},
             {"short", QStringList{"formats"}},
             {"help", QStringList{"--help"}},
             {"that says no", QStringList{"report", in("far.glb")}}});
    }
    void anAnswerThatNobodyReadsIsNoError()
    {
        QFETCH(QStringList, arguments);
        const Descriptor pipe(Descriptor::unread());
        const Ended ended = Process(arguments).outputTo(pipe.number()).run();
        QCOMPARE(ended.signal, 0);
        QCOMPARE(ended.exit, 141);
        QCOMPARE(ended.err, QByteArray());
    }

    void anAnswerThatCannotBeWrittenIsAnError()
    {
        const Descriptor full(open("/dev/full", O_WRONLY | O_CLOEXEC));
        for (const int out : {full.number(), Process::kClosed}) {
            const Ended ended = Process({"formats"}).outputTo(out).run();
            QCOMPARE(ended.exit, 3);
            QCOMPARE(ended.err, QByteArray("posewright: standard output: cannot be written\n"));
        }
    }

    /// The warnings of a bake beyond the range go nowhere, into a closed pipe, or into a descriptor
    /// that the next file to be opened would get: the file is the same.
    void warningsThatNobodyReadsStopNoWork()
    {
        const auto bakeTo = [&](const QString& file) {
            return Process({"bake", walkFile(), "-o", file, "--frames", "10:100"});
        };
        const QString plain = in("heard.glb");
        const Ended heard = bakeTo(plain).run();
        QCOMPARE(heard.exit, 0);
        QVERIFY(heard.err.contains("lies outside the range"));
        const QByteArray bytes = get(plain.toStdString());
        QVERIFY(!bytes.isEmpty());

        const Descriptor pipe(Descriptor::unread());
        const QString unheard = in("unheard.glb");
        for (const int err : {pipe.number(), Process::kClosed}) {
            const Ended ended = bakeTo(unheard).talkTo(err).run();
            QCOMPARE(ended.signal, 0);
            QCOMPARE(ended.exit, 0);
            QVERIFY(get(unheard.toStdString()) == bytes);
            QVERIFY(QFile::remove(unheard));
        }
        const Ended closed = bakeTo(unheard).outputTo(Process::kClosed).run();
        QVERIFY(get(unheard.toStdString()) == bytes);
        QVERIFY2(closed.exit == 0, "there was no answer to write");
    }

    void theLocaleOfTheShellChangesNoByte()
    {
        const QStringList arguments{"sample", walkFile(), "--frames", "0:3:0.5", "--json"};
        const Ended plain = Process(arguments).with("LC_ALL", "C").run();
        const Ended german = Process(arguments).with("LC_ALL", "de_DE.UTF-8").run();
        QCOMPARE(plain.exit, 0);
        QVERIFY(plain.out == german.out);
    }

    /// A limit of the shell is a failed write, and no signal that ends the program.
    void aFileThatMayNotBeThatLargeLeavesNothingBehind()
    {
        const QStringList before = everything();
        for (const char* name : {"large.glb", "large.gltf"}) {
            QProcess process;
            process.start("sh", {"-c", "ulimit -f 1; exec \"$0\" convert \"$1\" -o \"$2\"",
                                 QString::fromUtf8(test::programPath()), walkFile(), in(name)});
            QVERIFY(process.waitForFinished(30'000));
            QCOMPARE(process.exitStatus(), QProcess::NormalExit);
            QCOMPARE(process.exitCode(), 3);
            QVERIFY(process.readAllStandardError().contains("cannot write the file"));
            QCOMPARE(everything(), before);
        }
    }

    void withoutADisplayTheEditorSaysSo()
    {
        const Ended ended = Process({armFile()}).withoutDisplay().run();
        QCOMPARE(ended.exit, 3);
        QCOMPARE(ended.out, QByteArray());
        QVERIFY2(ended.err.startsWith("posewright: ") && ended.err.count('\n') == 2, ended.err);
    }
};

POSEWRIGHT_TEST(TestProgram, posewright::test::runWithEvents);
#include "tst_program.moc"
