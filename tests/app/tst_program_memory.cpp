#include "tests/app/cli_test.h"
#include "tests/support/made_capture.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"

#include <QProcess>

using namespace posewright;

namespace {

/// Numbers in a row of writeCapture().
constexpr double kColumns = 75;

}  // namespace

/// What the program takes at most, beyond what it takes for a small file.
class TestProgramMemory : public test::CliTest {
    Q_OBJECT

    double rows_ = 0;
    double bytes_ = 0;

    /// [bytes], measured by a small process: a large one hands its own peak on to its children.
    double peakOf(const QStringList& arguments) const
    {
        QProcess python;
        python.start("python3",
                     QStringList{"-c",
                                 "import resource, subprocess, sys\n"
                                 "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, "
                                 "check=True)\n"
                                 "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)",
                                 QString::fromUtf8(test::programPath())} +
                         arguments);
        if (!python.waitForFinished(300'000) || python.exitCode() != 0) return -1;
        return python.readAllStandardOutput().trimmed().toDouble() * 1024;
    }

private slots:
    void initTestCase()
    {
        start();
        test::writeCapture(path("small.bvh"), 1);
        test::writeCapture(path("large.bvh"), 40'000'000);
        bytes_ = double(QFile(QString::fromStdString(path("large.bvh"))).size());
        const test::Outcome said = call({"info", path("large.bvh"), "--json"});
        QCOMPARE(said.exit, 0);
        const std::size_t at = said.out.find("\"frames\": ");
        rows_ = std::atof(said.out.c_str() + at + 10);
        if (at == std::string::npos)
            rows_ = std::atof(said.out.c_str() + said.out.find("\"frames\":") + 9);
        QVERIFY(rows_ > 10'000);
        if (peakOf({"--version"}) < 0) QSKIP("no python3 here");
    }

    /// 12 bytes a number, where its text has ten.
    void readingTakesLittleMoreThanTheText()
    {
        const double start = peakOf({"info", QString::fromStdString(path("small.bvh"))});
        const double peak = peakOf({"info", QString::fromStdString(path("large.bvh"))});
        const double each = (peak - start) / (rows_ * kColumns);
        qInfo("%.1f bytes a number", each);
        QVERIFY2(each <= 12, qPrintable(QString::number(each)));
    }

    void convertingTakesTwoTexts_data()
    {
        QTest::addColumn<QString>("ending");
        QTest::addColumn<QStringList>("options");
        QTest::newRow("unedited") << "bvh" << QStringList{};
        QTest::newRow("turned") << "bvh" << QStringList{"--up", "z"};
        QTest::newRow("portable") << "bvh" << QStringList{"--portable"};
        QTest::newRow("a GLB") << "glb" << QStringList{"--no-targets"};
    }

    /// 250 MB for 100 MB of text.
    void convertingTakesTwoTexts()
    {
        QFETCH(const QString, ending);
        QFETCH(const QStringList, options);
        const QString out = QString::fromStdString(path("out.")) + ending;
        const auto peak = [&](const char* in) {
            return peakOf(QStringList{"convert", QString::fromStdString(path(in)), out} + options);
        };
        const double share = (peak("large.bvh") - peak("small.bvh")) / bytes_;
        qInfo("%.2f times the text", share);
        QVERIFY2(share <= 2.5, qPrintable(QString::number(share)));
    }
};

POSEWRIGHT_TEST(TestProgramMemory, posewright::test::runWithEvents);
#include "tst_program_memory.moc"
