#include "core/ik/crowd.h"
#include "core/ik/follow.h"
#include "core/ik/workspace.h"
#include "tests/bars/bars.h"
#include "tests/bars/figures.h"
#include "tests/bars/timing.h"
#include "tests/bench/ik/floors.h"
#include "tests/bench/ik/workload.h"
#include "tests/support/circle_path.h"

#include <QTest>

namespace posewright::bars {

/// What the library solves in runs, against the least code that does the same work.
class RunBars : public QObject {
    Q_OBJECT

private slots:
    /// Ten bones after a moving target, each frame from the one before, with local rotations.
    void aMovingTargetCostsLittleMoreThanTheFloor_data()
    {
        QTest::addColumn<QString>("id");
        for (const char* id : {"fabrik", "fabrik-textbook", "gauss-newton", "dls"})
            QTest::newRow(id) << QString(id);
    }
    void aMovingTargetCostsLittleMoreThanTheFloor()
    {
        QFETCH(QString, id);
        bench::Workload work = bench::equalBones(10);
        std::vector<Vec3> targets = test::circlePath();
        for (Vec3& target : targets) target *= work.reach;
        const double tolerance = bench::Workload::kTolerance * work.reach;
        constexpr int kMost = bench::Workload::kIterations;
        const ik::Problem problem = work.rig.problem();
        const bool damped = id == "dls";
        const bench::BallChain rest = bench::ballChain(work.rig);
        bench::BallChain chain;
        std::vector<Vec3> points;
        ik::Workspace workspace;
        ik::FollowResult followed;
        const Beside times = inTurn(
            [&] {
                ik::follow(*ik::findSolver(id.toStdString()), problem, targets,
                           {.maxIterations = kMost, .tolerance = bench::Workload::kTolerance},
                           workspace, followed);
                used(followed);
            },
            [&] {
                chain = rest;
                chain.place();
                points = work.start;
                for (const Vec3& target : targets) {
                    if (damped) {
                        used(bench::dlsFloor(chain, target, tolerance, kMost));
                    } else {
                        used(test::fabrikFloor(points.data(), work.lengths.data(), 10, target,
                                               tolerance, kMost));
                        bench::turnOnto(chain, points.data());
                    }
                    used(chain);
                }
            },
            40);
        QVERIFY(holds("a moving target, " + id, times.ratio(), 1.3,
                      damped ? "x damped least squares" : "x FABRIK with rotations"));
    }

    /// A thousand chains of ten bones side by side: 0.405 us a chain with eight lanes where one
    /// after the other takes 1.85 us, twice that with four, and with two as long as the floor.
    void aCrowdCostsAShareOfTheFloor()
    {
        bench::Workload work = bench::equalBones(10);
        constexpr int kCount = bench::Workload::kTargets;
        constexpr int kMost = bench::Workload::kIterations;
        std::vector<Vec3> offsets;
        for (int i = 0; i < 10; ++i) offsets.push_back(work.rig.joints[i + 1].offset);
        ik::Crowd crowd(10, kCount);
        for (int c = 0; c < kCount; ++c) {
            crowd.setChain(c, offsets, std::span(work.rig.start).first(10));
            crowd.setTarget(c, work.targets[c]);
        }
        bench::BallChain chain = bench::ballChain(work.rig);
        std::vector<Vec3> points;
        const auto floor = [&] {
            for (const Vec3& target : work.targets) {
                points = work.start;
                used(test::fabrikFloor(points.data(), work.lengths.data(), 10, target,
                                       bench::Workload::kTolerance * work.reach, kMost));
                bench::turnOnto(chain, points.data());
                used(chain);
            }
        };
        for (int lanes = ik::widestLanes(); lanes >= 2; lanes /= 2) {
            const Beside times = inTurn(
                [&] {
                    crowd.solve(bench::Workload::kTolerance, kMost, lanes);
                    used(crowd);
                },
                floor);
            QVERIFY(holds(QString("a crowd, %1 chains at once").arg(lanes), times.ratio(),
                          0.405 / 1.85 * 8 / lanes, "x FABRIK with rotations"));
        }
    }
};

std::unique_ptr<QObject> runBars()
{
    return std::make_unique<RunBars>();
}

}  // namespace posewright::bars

#include "runs.moc"
