#include "tests/app/cli_test.h"
#include "tests/app/process.h"
#include "tests/support/program.h"

#include <QDir>
#include <QFile>

using namespace posewright;
using test::Ended;
using test::Process;

namespace {

/// What only a window needs. Loading it takes longer than most answers, and the library that draws
/// leaves the main thread's vector registers in a state in which everything else is slow.
bool isOfAWindow(const QByteArray& library)
{
    for (const char* part : {"Qt6", "libGL", "libEGL", "libX11", "libxcb", "libwayland", "libLLVM"})
        if (library.contains(part)) return true;
    return false;
}

QByteArrayList librariesIn(const QByteArray& lines)
{
    QByteArrayList all;
    for (const QByteArray& line : lines.split('\n'))
        if (line.contains(".so")) all << line.trimmed();
    return all;
}

}  // namespace

/// What the program brings into memory: the command line never pays for the editor.
class TestProgramLoads : public test::CliTest {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        start();
        put("long.json", R"([{"edit":"setRange","start":0,"end":40000}])");
        QCOMPARE(call({"apply", walk(), path("long.json"), "-o", path("long.glb")}).exit, 0);
    }

    /// As the loader lists it: all that is linked, and what that needs.
    void nothingThatDrawsIsLinked()
    {
        const Ended ended = Process({"--version"}).with("LD_TRACE_LOADED_OBJECTS", "1").run();
        const QByteArrayList libraries = librariesIn(ended.out);
        QVERIFY2(libraries.size() >= 2, ended.out);
        for (const QByteArray& library : libraries)
            QVERIFY2(!isOfAWindow(library), library.constData());
    }

    /// As the system maps it, in the middle of work.
    void nothingThatDrawsIsLoadedAtWork_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const QString in = QString::fromStdString(path("long.glb"));
        const QString out = QString::fromStdString(path("long.bvh"));
        QTest::newRow("convert") << QStringList{"convert", in, out};
        QTest::newRow("bake") << QStringList{"bake", in, "-o", out};
        QTest::newRow("report") << QStringList{"report", in};
    }
    void nothingThatDrawsIsLoadedAtWork()
    {
        QFETCH(QStringList, arguments);
        if (!QFile::exists("/proc/self/maps")) QSKIP("no /proc here");
        Process process(arguments);
        process.start();
        QTest::qSleep(150);
        QFile maps(QString("/proc/%1/maps").arg(process.id()));
        QVERIFY2(maps.open(QIODevice::ReadOnly), "it ended too soon to be looked at");
        const QByteArrayList libraries = librariesIn(maps.readAll());
        QVERIFY(!libraries.isEmpty());
        for (const QByteArray& library : libraries)
            QVERIFY2(!isOfAWindow(library), library.constData());
    }

    void withoutTheEditorItSaysSo()
    {
        const QString alone = dir_.filePath("posewright");
        QVERIFY(QFile::copy(QString::fromUtf8(test::programPath()), alone));
        QProcess process;
        process.start(alone, {});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 3);
        QVERIFY(process.readAllStandardError().contains("the editor cannot be started"));
        process.start(alone, {"--version"});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 0);
    }
};

POSEWRIGHT_TEST(TestProgramLoads, posewright::test::runWithEvents);
#include "tst_program_loads.moc"
