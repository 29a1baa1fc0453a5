#include "tests/app/cli_test.h"
#include "tests/support/made_capture.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"

#include <QProcess>

#include <functional>

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

    /// What a command takes of the large file beyond the small one, as a share of its text.
    double shareOf(const std::function<QStringList(const QString&)>& command) const
    {
        const auto peak = [&](const char* in) {
            return peakOf(command(QString::fromStdString(path(in))));
        };
        const double small = peak("small.bvh"), large = peak("large.bvh");
        if (small < 0 || large < 0) return 1e9;
        const double share = (large - small) / bytes_;
        qInfo("%.2f times the text", share);
        return share;
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
        QTest::newRow("a project") << "glb" << QStringList{};
    }

    /// 250 MB for 100 MB of text.
    void convertingTakesTwoTexts()
    {
        QFETCH(const QString, ending);
        QFETCH(const QStringList, options);
        const QString out = QString::fromStdString(path("out.")) + ending;
        const double share = shareOf([&](const QString& in) {
            return QStringList{"convert", in, out} + options;
        });
        QVERIFY2(share <= 2.5, qPrintable(QString::number(share)));
    }

    void editingTakesTwoTexts_data()
    {
        QTest::addColumn<QString>("ending");
        QTest::newRow("a BVH") << "bvh";
        QTest::newRow("a project") << "glb";
    }

    /// A joint with a new name, and a target.
    void editingTakesTwoTexts()
    {
        QFETCH(const QString, ending);
        QFile edits(QString::fromStdString(path("edits.json")));
        QVERIFY(edits.open(QIODevice::WriteOnly));
        edits.write(R"([{"edit": "renameNode", "node": "joint20", "name": "wrist"},
                        {"edit": "addTarget", "name": "t", "effector": "wrist",
                         "root": "joint10"}])");
        edits.close();
        const double share = shareOf([&](const QString& in) {
            return QStringList{"apply", in, edits.fileName(), "-o",
                               QString::fromStdString(path("edited.")) + ending};
        });
        QVERIFY2(share <= 2.5, qPrintable(QString::number(share)));
    }
};

POSEWRIGHT_TEST(TestProgramMemory, posewright::test::runWithEvents);
#include "tst_program_memory.moc"
