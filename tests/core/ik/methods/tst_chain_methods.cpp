#include "core/ik/limits.h"
#include "core/ik/methods/triangulation.h"
#include "core/ik/model/chain.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/support/ik_counts.h"
#include "tests/support/limit_measure.h"
#include "tests/support/limited_rigs.h"
#include "tests/support/program.h"
#include "tests/support/vectors.h"

#include <QTest>

#include <numbers>

using namespace posewright;
using test::Count;
using test::countOn;
using test::Rig;

namespace {

}  // namespace

/// The methods that go from joint to joint.
class TestChainMethods : public QObject {
    Q_OBJECT

private slots:
    void triangulationIsThatOfTheVectors()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto vectors = test::ikVectors();
        for (const auto& given : vectors["triangulation"]) {
            std::vector<Vec3> start{Vec3::Zero()};
            for (double length : test::numbers(given["lengths"]))
                start.push_back(start.back() + Vec3(0, length, 0));
            Rig rig = test::rigThrough(start);
            const auto target = test::numbers(given["target"]);
            ik::Chain chain;
            ik::extractChain(rig.problem(), rig.start, Vec3::Zero(), rig.goals[0], chain);
            ik::triangulate(rig.problem(), chain, Vec3(target[0], target[1], 0));
            std::vector<Vec3> points;
            ik::toPoints(chain, points);
            for (std::size_t i = 0; i < points.size(); ++i) {
                const auto joint = test::numbers(given["joints"][i]);
                QVERIFY((points[i] - Vec3(joint[0], joint[1], 0)).norm() < 1e-12);
            }
        }
    }

    void triangulationNeedsOnePass()
    {
        for (int bones : {2, 3, 9, 30, 100})
            for (const auto& [from, to] :
                 {std::pair(0.05, 0.95), std::pair(0.99, 0.9999), std::pair(0.0, 0.05)}) {
                const Count count = countOn("triangulation", from, to, 1.1e-6, 1000, bones);
                QCOMPARE(count.met, 1000);
                QVERIFY(count.most <= 1);
            }
    }

    void followTheLeaderTellsItsStretch()
    {
        for (double tolerance : {1e-3, 1.1e-6}) {
            const Count count = countOn("ftl", 0.05, 0.95, tolerance, 1000);
            QCOMPARE(count.met, 1000);
            QVERIFY(count.stretch <= tolerance);
            QVERIFY(count.stretch > 0);
        }
    }

    void spheresReachTheBall()
    {
        for (double tolerance : {1e-3, 1.1e-6})
            QCOMPARE(countOn("fabrik-spheres", 0.05, 0.95, tolerance, 1000).met, 1000);
        countOn("fabrik-spheres", 0.99, 0.9999, 1e-3, 200);
    }

    void coordinateDescentMeetsItsBars()
    {
        const Count count = countOn("ccd", 0.05, 0.95, 1e-3, 5000);
        QCOMPARE(count.met, 5000);
        QVERIFY(count.most <= 500);
        QVERIFY(count.mean <= 60);
        countOn("ccd", 0.05, 0.95, 1.1e-6, 500);
    }

    /// Effector and target on opposite sides of every joint: the published axis is zero there.
    void coordinateDescentTurnsRound()
    {
        Rig rig = test::rigThrough(test::arcPoints(3, 0));
        rig.goals[0].position = Vec3(-0.5, 0, 0);
        const auto solution = ik::solve(*ik::findSolver("ccd"), rig.problem());
        QCOMPARE(solution.report.status, ik::Status::Reached);
    }

    void coordinateDescentKeepsLimits_data()
    {
        QTest::addColumn<double>("degrees");
        for (double degrees : {20.0, 45.0, 90.0}) QTest::addRow("%g", degrees) << degrees;
    }
    void coordinateDescentKeepsLimits()
    {
        QFETCH(double, degrees);
        test::SplitMix64 random(3);
        ik::Settings settings;
        settings.tolerance = 1e-3;
        settings.maxIterations = 1000;
        int met = 0;
        constexpr int kCount = 200;
        for (int i = 0; i < kCount; ++i) {
            Rig rig = test::rigThrough(test::arcPoints(9, 0));
            std::vector<Quat> pose;
            for (auto& joint : rig.joints) {
                ConeLimit cone;
                cone.axis = Vec3::UnitX();
                cone.up = Vec3::UnitY();
                cone.angles.fill(degrees * test::kDegree);
                cone.twist = {-0.5, 0.5};
                joint.limit = cone;
                const double tilt = degrees * test::kDegree * random.uniform();
                const double way = random.uniform(0, 2 * std::numbers::pi);
                pose.push_back(fromRotationVector(tilt * Vec3(0, std::cos(way), std::sin(way))));
            }
            std::vector<Vec3> at;
            std::vector<Quat> world;
            ik::forwardKinematics(rig.problem(), pose, Vec3::Zero(), at, world);
            rig.goals[0].position = at.back();
            const auto solution = ik::solve(*ik::findSolver("ccd"), rig.problem(), settings);
            met += solution.report.goals[0].positionError <= 1e-3;
            for (std::size_t j = 0; j < rig.joints.size(); ++j)
                QVERIFY(test::violationOf(rig.joints[j], solution.rotations[j]) <= 1e-9);
        }
        qInfo("ccd under cones of %g degrees: %d of %d", degrees, met, kCount);
        QVERIFY(met > kCount * 0.7);
    }
};

POSEWRIGHT_TEST(TestChainMethods, posewright::test::runPlain);
#include "tst_chain_methods.moc"
