#include "tests/support/amount.h"
#include "tests/support/continuity.h"
#include "tests/support/program.h"
#include "tests/support/smooth_paths.h"

#include <QTest>

using namespace posewright;
using test::ContinuityCount;
using test::pathClasses;

/// Continuity is measured like speed: how often does a small move of time make a large move of a
/// joint, over random paths of a target, through the real evaluation?
class TstContinuity : public QObject {
    Q_OBJECT

private slots:
    void jumpsAndPopsAreRare_data()
    {
        QTest::addColumn<int>("bones");
        QTest::addColumn<double>("soft");
        for (const int bones : {2, 4, 9})
            for (const double soft : {0.0, 0.03})
                QTest::addRow("%d bones, soft %g", bones, soft) << bones << soft;
    }
    void jumpsAndPopsAreRare()
    {
        QFETCH(int, bones);
        QFETCH(double, soft);
        const int paths = test::amount("POSEWRIGHT_PATHS", 200, 10);
        test::ContinuitySetup setup;
        setup.bones = bones;
        setup.soft = soft;
        ContinuityCount all;
        for (std::size_t c = 0; c < pathClasses().size(); ++c) {
            const ContinuityCount count =
                examinePaths(setup, pathClasses()[c], paths, 1000 * (c + 1));
            qInfo("%-20s %6d frames  jumps/1000 %.3f  pops/1000 %.3f", pathClasses()[c].name,
                  count.frames, count.perThousand(count.jumps), count.perThousand(count.pops));
            all.add(count);
        }
        qInfo("%-20s %6d frames  jumps/1000 %.3f  pops/1000 %.3f", "all", all.frames,
              all.perThousand(all.jumps), all.perThousand(all.pops));
        QCOMPARE(all.jumpsAwayFromFold, 0);
        QVERIFY(all.perThousand(all.jumps) <= 0.2);
        QVERIFY(all.perThousand(all.pops) <= 2);
    }

    void theyAreRareWhateverElseIsAsked_data()
    {
        QTest::addColumn<int>("bones");
        QTest::addColumn<QString>("asked");
        for (const int bones : {2, 4, 9})
            for (const char* asked : {"limits", "orientation", "pole"})
                QTest::addRow("%d bones, %s", bones, asked) << bones << asked;
    }
    void theyAreRareWhateverElseIsAsked()
    {
        QFETCH(int, bones);
        QFETCH(QString, asked);
        test::ContinuitySetup setup;
        setup.bones = bones;
        setup.limits = asked == "limits";
        setup.orientation = asked == "orientation";
        setup.pole = asked == "pole";
        const int paths =
            test::amount("POSEWRIGHT_PATHS", setup.limits && bones == 4 ? 200 : 20, 10);
        ContinuityCount all;
        for (std::size_t c = 0; c < pathClasses().size(); ++c) {
            const ContinuityCount count =
                examinePaths(setup, pathClasses()[c], paths, 1000 * (c + 1));
            qInfo("%-20s jumps/1000 %.3f  pops/1000 %.3f, where reached %.3f",
                  pathClasses()[c].name, count.perThousand(count.jumps),
                  count.perThousand(count.pops), count.perThousand(count.popsWhereReached));
            all.add(count);
        }
        qInfo("%-20s jumps/1000 %.3f  pops/1000 %.3f, where reached %.3f", "all",
              all.perThousand(all.jumps), all.perThousand(all.pops),
              all.perThousand(all.popsWhereReached));
        QVERIFY(all.perThousand(all.jumps) <= 0.2);
        QVERIFY(all.perThousand(all.pops) <= 2);
    }

    /// Three paths of 600 frames: tests/support/smooth_paths.h.
    void thePathsAreSmooth_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<double>("mostSpeed");         // [degrees a frame]
        QTest::addColumn<double>("mostAcceleration");  // [degrees a frame, a frame]
        QTest::newRow("A") << "A" << 2.5 << 0.12;
        QTest::newRow("B") << "B" << 0.5 << 0.02;
        QTest::newRow("C") << "C" << 1.2 << 0.03;
    }
    void thePathsAreSmooth()
    {
        QFETCH(QString, path);
        QFETCH(double, mostSpeed);
        QFETCH(double, mostAcceleration);
        constexpr double kTurn = 2 * 3.14159265358979323846;
        const Document doc = test::smoothPath(path[0].toLatin1());
        const auto prepared = prepare(doc);
        std::vector<WorldTransform> before;
        std::vector<Vec3> rateBefore;
        double speed = 0;
        double acceleration = 0;
        for (int f = 0; f <= test::kSmoothFrames; ++f) {
            const Evaluation pose = evaluate(*prepared, f);
            std::vector<Vec3> rate;
            for (std::size_t j = 0; j < 9 && f > 0; ++j)
                rate.push_back(
                    rotationVector(pose.world[j].rotation * before[j].rotation.conjugate()) * 360 /
                    kTurn);
            for (std::size_t j = 0; j < rate.size(); ++j) {
                speed = std::max(speed, rate[j].norm());
                if (!rateBefore.empty())
                    acceleration = std::max(acceleration, (rate[j] - rateBefore[j]).norm());
            }
            rateBefore = rate;
            before = pose.world;
        }
        qInfo("path %s: %.3f degrees a frame, changing by %.4f", qPrintable(path), speed,
              acceleration);
        QVERIFY(speed <= mostSpeed);
        QVERIFY(acceleration <= mostAcceleration);
    }
};

POSEWRIGHT_TEST(TstContinuity, posewright::test::runPlain);
#include "tst_continuity.moc"
