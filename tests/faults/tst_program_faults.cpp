#include "tests/faults/folder.h"
#include "tests/faults/tally.h"
#include "tests/support/cases.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"
#include "tests/support/send_signal.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>

using namespace posewright;
using namespace posewright::faults;
using posewright::test::sendSignal;
namespace fs = std::filesystem;

namespace {

/// A call of the program that replaces a file.
struct Command {
    const char* name;
    QStringList words;  ///< %1 is the folder
    const char* out;    ///< the file that it writes
};

const std::vector<Command>& commandsThatWrite()
{
    static const std::vector<Command> kAll{
        {"apply", {"apply", "%1/arm.glb", "%1/edits.json", "-o", "%1/out.glb"}, "out.glb"},
        {"apply to a pair",
         {"apply", "%1/arm.glb", "%1/edits.json", "-o", "%1/out.gltf"},
         "out.gltf"},
        {"convert", {"convert", "%1/arm.glb", "%1/out.bvh"}, "out.bvh"},
        {"bake",
         {"bake", "%1/arm.glb", "-o", "%1/out.glb", "--report", "%1/report.json"},
         "out.glb"},
        {"sample", {"sample", "%1/arm.glb", "--frames", "0:4", "-o", "%1/out.txt"}, "out.txt"},
    };
    return kAll;
}

const char* const kArmText =
    "HIERARCHY\nROOT Shoulder\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6 Xposition "
    "Yposition Zposition Zrotation Xrotation Yrotation\n\tJOINT Hand\n\t{\n"
    "\t\tOFFSET 1 0 0\n\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 1 0\n\t\t}\n\t}\n}\nMOTION\n"
    "Frames: 3\nFrame Time: 0.04\n0 0 0 0 0 0 0 0 0\n"
    "0 0 0 90 0 0 0 0 0\n0 0 0 45 0 0 0 0 0\n";

struct Outcome {
    int exit = -1;  ///< 1000 and the signal where one ended it
    QByteArray err;
};

Outcome waited(QProcess& process)
{
    process.waitForFinished(60000);
    const bool exited = process.exitStatus() == QProcess::NormalExit;
    return {exited ? process.exitCode() : 1000 + SIGKILL, process.readAllStandardError()};
}

/// Another build of the program may be tried, too.
QString program()
{
    return qEnvironmentVariable("POSEWRIGHT_PROGRAM", POSEWRIGHT_PROGRAM);
}

}  // namespace

/// The program itself, disturbed: judged by exit statuses, names and bytes.
class TestProgramFaults : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!fs::exists(program().toStdString())) QSKIP("the program is not built");
        QVERIFY(dir_.isValid());
        root_ = dir_.filePath("n");
        fs::create_directories(root_.toStdString());
        put("arm.bvh", kArmText);
        put("edits.json", R"([{"edit": "setRange", "start": 0, "end": 1}])");
        QCOMPARE(run({"convert", "%1/arm.bvh", "%1/arm.glb"}).exit, 0);
        fs::remove((root_ + "/arm.bvh").toStdString());
        given_ = filesIn(root_.toStdString());
    }

    void eachFailingCall_data()
    {
        QTest::addColumn<int>("row");
        QTest::addColumn<QString>("what");
        const bool all = roundsWanted("POSEWRIGHT_FAULT_KILLS", 0) > 0;
        for (int row = 0; row < (all ? int(std::ssize(commandsThatWrite())) : 1); ++row)
            for (const char* what : {"fail", "short", "stay", "kill"})
                if (all || QByteArray(what) == "fail")
                    QTest::addRow("%s, %s", commandsThatWrite()[row].name, what) << row << what;
    }
    void eachFailingCall()
    {
        QFETCH(int, row);
        QFETCH(QString, what);
        const Command& command = commandsThatWrite()[row];
        // The file of before is another command's, so that both are known.
        Files before = given_;
        before[command.out] = "the file of before";
        putFiles(root_.toStdString(), before);
        const QString count = dir_.filePath("count");
        QCOMPARE(run(command.words, {{"FAULTS_COUNT", count}}).exit, 0);
        const long calls = std::stol(bytesOf(count.toStdString()));
        const Files after = filesIn(root_.toStdString());
        QVERIFY(calls > 10 && after.at(command.out) != before.at(command.out));
        Tally tally;
        for (long at = 0; at < calls; ++at) {
            putFiles(root_.toStdString(), before);
            const Outcome done = run(command.words, {{"FAULTS_DO", what},
                                                     {"FAULTS_AT", QString::number(at)},
                                                     {"FAULTS_ERROR", QString::number(EIO)}});
            const QByteArray place = "call " + QByteArray::number(qlonglong(at)) + ", exit " +
                                     QByteArray::number(done.exit) + ' ' + done.err;
            const Files left = filesIn(root_.toStdString());
            const std::string now = left.at(command.out);
            ++tally.rounds;
            if (what == "kill") {
                QCOMPARE(done.exit, 1000 + SIGKILL);
            } else {
                QVERIFY2(done.exit == 0 || done.exit == 1 || done.exit == 3, place);
                if (done.exit == 0) QVERIFY2(now == after.at(command.out), place);
                if (done.exit != 0 && what != "stay")
                    QVERIFY2(now == before.at(command.out), place);
                // A machine that fails is no refusal.
                QVERIFY2(done.exit != 1, place);
            }
            QVERIFY2(now == before.at(command.out) || now == after.at(command.out), place);
            const auto isStray = [](const auto& file) {
                return file.first.starts_with(".posewright-") || file.first.ends_with(".bin");
            };
            if (std::none_of(left.begin(), left.end(), isStray)) continue;
            // The next save sweeps.
            QCOMPARE(run({"convert", "%1/arm.glb", "%1/next.bvh"}).exit, 0);
            for (const auto& [name, bytes] : filesIn(root_.toStdString())) {
                const bool known = before.count(name) || after.count(name) || name == "next.bvh" ||
                                   name == std::string(command.out) + '~';
                QVERIFY2(known, place + ": " + name.c_str());
            }
        }
        tally.tell(qPrintable(QString("the program, %1").arg(what)));
    }

    /// Ctrl+C, SIGTERM and a closed terminal are one: status 130, and no partial file.
    void signalsEndTheProgramWithoutATrace_data()
    {
        test::cases<int>("signal", {{"SIGINT", SIGINT}, {"SIGTERM", SIGTERM}, {"SIGHUP", SIGHUP}});
    }
    void signalsEndTheProgramWithoutATrace()
    {
        QFETCH(int, signal);
        putFiles(root_.toStdString(), given_);
        // Long enough to be met at work on any machine.
        put("long.json", R"([{"edit": "setRange", "start": 0, "end": 200000}])");
        QCOMPARE(run({"apply", "%1/arm.glb", "%1/long.json", "-o", "%1/long.glb"}).exit, 0);
        const Files before = filesIn(root_.toStdString());
        QProcess process;
        start(process, {"convert", "%1/long.glb", "%1/long.bvh", "--fps", "100"}, {});
        QVERIFY(process.waitForStarted());
        QTest::qWait(400);
        QVERIFY2(process.state() == QProcess::Running, process.readAllStandardError());
        QElapsedTimer timer;
        timer.start();
        QVERIFY(sendSignal(process, signal));
        const Outcome done = waited(process);
        QVERIFY2(done.exit == 130, QByteArray::number(done.exit) + done.err);
        QVERIFY2(timer.elapsed() < 5000, QByteArray::number(timer.elapsed()));
        QVERIFY(filesIn(root_.toStdString()) == before);
    }

    void aVideoThatIsEndedLeavesNothing_data()
    {
        test::cases<int>("signal",
                         {{"SIGTERM", SIGTERM}, {"SIGKILL, swept by the next start", SIGKILL}});
    }
    void aVideoThatIsEndedLeavesNothing()
    {
        QFETCH(int, signal);
        putFiles(root_.toStdString(), given_);
        put("long.json", R"([{"edit": "setRange", "start": 0, "end": 100000}])");
        QCOMPARE(run({"apply", "%1/arm.glb", "%1/long.json", "-o", "%1/long.glb"}).exit, 0);
        fs::remove((root_ + "/long.json").toStdString());
        const Files before = filesIn(root_.toStdString());
        const QStringList words{"render", "%1/long.glb", "-o", "%1/long.mp4", "--size", "64x64"};
        QProcess process;
        // Without a display the program starts one of its own.
        QProcessEnvironment around = environment({});
        around.remove("DISPLAY");
        around.remove("WAYLAND_DISPLAY");
        around.remove("QT_QPA_PLATFORM");
        process.setProcessEnvironment(around);
        process.start(program(), inFolder(words));
        QVERIFY(process.waitForStarted());
        QElapsedTimer timer;
        timer.start();
        const auto isPartial = [&] {
            for (const auto& [name, bytes] : filesIn(root_.toStdString()))
                if (name.ends_with(".mp4")) return true;
            return process.state() != QProcess::Running;
        };
        while (!isPartial() && timer.elapsed() < 60000) QTest::qWait(50);
        if (process.state() != QProcess::Running) {
            const QByteArray words_ = process.readAllStandardError();
            QSKIP(("nothing can be rendered here: " + words_).constData());
        }
        QTest::qWait(300);
        QVERIFY2(sendSignal(process, signal), process.readAllStandardError());
        const Outcome done = waited(process);
        if (signal == SIGTERM) QVERIFY2(done.exit == 130, QByteArray::number(done.exit) + done.err);
        if (signal == SIGTERM) {
            QVERIFY(filesIn(root_.toStdString()) == before);
            return;
        }
        QCOMPARE(run({"convert", "%1/arm.glb", "%1/next.bvh"}).exit, 0);
        Files swept = filesIn(root_.toStdString());
        swept.erase("next.bvh");
        QVERIFY(swept == before);
    }

private:
    void put(const char* name, const char* bytes) const
    {
        std::ofstream((root_ + '/' + name).toStdString(), std::ios::binary) << bytes;
    }
    QStringList inFolder(const QStringList& words) const
    {
        QStringList out;
        for (const QString& word : words) out << (word.contains("%1") ? word.arg(root_) : word);
        return out;
    }
    QProcessEnvironment environment(const QMap<QString, QString>& faults) const
    {
        QProcessEnvironment around = QProcessEnvironment::systemEnvironment();
        if (faults.isEmpty()) return around;
        around.insert("LD_PRELOAD", POSEWRIGHT_INTERPOSE);
        around.insert("FAULTS_ROOT", root_);
        for (auto it = faults.begin(); it != faults.end(); ++it)
            around.insert(it.key(), it.value());
        return around;
    }
    void start(QProcess& process, const QStringList& words,
               const QMap<QString, QString>& faults) const
    {
        process.setProcessEnvironment(environment(faults));
        process.start(program(), inFolder(words));
    }
    Outcome run(const QStringList& words, const QMap<QString, QString>& faults = {}) const
    {
        QProcess process;
        start(process, words, faults);
        return waited(process);
    }

    QTemporaryDir dir_;
    QString root_;
    Files given_;
};

POSEWRIGHT_TEST(TestProgramFaults, posewright::test::runWithEvents);
#include "tst_program_faults.moc"
