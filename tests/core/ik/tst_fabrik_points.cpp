#include "core/ik/fabrik_points.h"
#include "tests/support/ik_sets.h"
#include "tests/support/program.h"
#include "tests/support/vectors.h"

#include <QTest>

using namespace posewright;
using test::vec3;

namespace {

std::vector<double> lengthsOf(const std::vector<Vec3>& points)
{
    std::vector<double> lengths;
    for (std::size_t i = 1; i < points.size(); ++i)
        lengths.push_back((points[i] - points[i - 1]).norm());
    return lengths;
}

int iterationsTo(const Vec3& target, double tolerance)
{
    std::vector<Vec3> points = test::arcPoints();
    const std::vector<double> lengths(points.size() - 1, 1.0 / 9);
    return ik::reachByFabrik(points, lengths, target, tolerance, 100000).iterations;
}

}  // namespace

/// The published algorithm on points, against numbers that other programs made.
class TestFabrikPoints : public QObject {
    Q_OBJECT

private slots:
    void everyHalfIterationMatchesTheTrace()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto vectors = test::ikVectors();
        for (const auto& entry : vectors["fabrik_trace"]) {
            std::vector<Vec3> points = test::vec3s(entry["start"]);
            const auto lengths = lengthsOf(points);
            const Vec3 target = vec3(entry["target"]);
            const Vec3 root =
                entry.contains("new_root") ? vec3(entry["new_root"]) : Vec3(points.front());
            for (const auto& step : entry["trace"]) {
                ik::reachInwards(points, lengths, target);
                const auto inwards = test::vec3s(step["after_backward"]);
                for (std::size_t i = 0; i < points.size(); ++i)
                    QVERIFY((points[i] - inwards[i]).norm() < 1e-12);
                ik::reachOutwards(points, lengths, root);
                const auto outwards = test::vec3s(step["after_forward"]);
                for (std::size_t i = 0; i < points.size(); ++i)
                    QVERIFY((points[i] - outwards[i]).norm() < 1e-12);
                QVERIFY(std::abs((points.back() - target).norm() - test::number(step["error"])) <
                        1e-12);
            }
        }
    }

    void theTraceIsTheSameOnATree()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto vectors = test::ikVectors();
        for (const auto& entry : vectors["fabrik_trace"]) {
            const std::vector<Vec3> points = test::vec3s(entry["start"]);
            const auto lengths = lengthsOf(points);
            ik::PointTree tree;
            for (std::size_t i = 0; i < points.size(); ++i) {
                ik::PointTree::Point point;
                point.parent = static_cast<int>(i) - 1;
                point.length = i == 0 ? 0 : lengths[i - 1];
                point.position = points[i];
                tree.points.push_back(point);
            }
            tree.points.back().target = vec3(entry["target"]);
            const Vec3 root =
                entry.contains("new_root") ? vec3(entry["new_root"]) : Vec3(points.front());
            for (const auto& step : entry["trace"]) {
                ik::reachInwards(tree);
                ik::reachOutwards(tree, std::span(&root, 1));
                const auto outwards = test::vec3s(step["after_forward"]);
                for (std::size_t i = 0; i < points.size(); ++i)
                    QVERIFY((tree.points[i].position - outwards[i]).norm() < 1e-12);
            }
        }
    }

    void aSubBaseGoesToTheCentroidOfItsChains()
    {
        // A stem of one bone and two arms of one bone each, both asked to go one up.
        ik::PointTree tree;
        tree.points.resize(4);
        tree.points[1] = {0, 1, Vec3(0, 1, 0), {}, 1, 0, Vec3::Zero()};
        tree.points[2] = {1, 1, Vec3(-1, 1, 0), Vec3(-1, 2, 0), 1, 0, Vec3::Zero()};
        tree.points[3] = {1, 1, Vec3(1, 1, 0), Vec3(1, 2, 0), 1, 0, Vec3::Zero()};
        ik::reachInwards(tree);
        // Each arm wants the sub-base on the line from its target to it, one away from the target.
        const double h = std::sqrt(0.5);
        QVERIFY((tree.points[1].position - Vec3(0, 2 - h, 0)).norm() < 1e-15);
        tree.points[3].pull = 3;
        tree.points[1].position = Vec3(0, 1, 0);
        ik::reachInwards(tree);
        QVERIFY((tree.points[1].position - Vec3(0.5 * (1 - h), 2 - h, 0)).norm() < 1e-15);
        const Vec3 root = Vec3::Zero();
        ik::reachOutwards(tree, std::span(&root, 1));
        for (int i = 1; i < 4; ++i) {
            const auto& p = tree.points[i];
            QVERIFY(std::abs((p.position - tree.points[p.parent].position).norm() - 1) < 1e-15);
        }
    }

    void iterationCountsAreThePublishedOnes_data()
    {
        QTest::addColumn<QString>("set");
        QTest::addColumn<QString>("targets");
        QTest::addColumn<QString>("counts");
        QTest::addColumn<double>("tolerance");
        QTest::newRow("ball, 1e-3") << "set_ball_0.05_0.95"
                                    << "targets_first_200"
                                    << "iterations_tol_1e-3_first_200" << 1e-3;
        QTest::newRow("ball, 1.1e-6") << "set_ball_0.05_0.95"
                                      << "targets_first_200"
                                      << "iterations_tol_1.1e-6_first_200" << 1.1e-6;
        QTest::newRow("extension, 1e-3") << "set_ext_0.99_0.9999"
                                         << "targets_first_50"
                                         << "iterations_tol_1e-3_first_50" << 1e-3;
    }

    void iterationCountsAreThePublishedOnes()
    {
        QFETCH(QString, set);
        QFETCH(QString, targets);
        QFETCH(QString, counts);
        QFETCH(double, tolerance);
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto vectors = test::ikVectors();
        const auto& block = vectors["fabrik_benchmark"][set.toStdString()];
        const auto points = test::vec3s(block[targets.toStdString()]);
        const auto& expected = block[counts.toStdString()];
        QCOMPARE(points.size(), expected.size());
        for (std::size_t i = 0; i < points.size(); ++i)
            QCOMPARE(iterationsTo(points[i], tolerance), expected[i].get<int>());
    }

    void theWholeSetHasThePublishedStatistics()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto vectors = test::ikVectors();
        const auto& block = vectors["fabrik_benchmark"]["set_ball_0.05_0.95"];
        const auto targets = test::shellTargets(0.05, 0.95, 5000);
        const auto first = test::vec3s(block["targets_first_200"]);
        for (std::size_t i = 0; i < first.size(); ++i)
            QVERIFY((targets[i] - first[i]).norm() < 1e-15);
        long sum = 0;
        int most = 0;
        int within20 = 0;
        for (const Vec3& target : targets) {
            const int n = iterationsTo(target, 1e-3);
            sum += n;
            most = std::max(most, n);
            within20 += n <= 20;
        }
        QCOMPARE(static_cast<double>(sum) / 5000, block["mean"].get<double>());
        QCOMPARE(most, block["max"].get<int>());
        QCOMPARE(within20 / 5000.0, block["solved_within_20"].get<double>());

        const auto far = test::shellTargets(0.99, 0.9999, 200);
        long farSum = 0;
        for (const Vec3& target : far) farSum += iterationsTo(target, 1e-3);
        QCOMPARE(static_cast<double>(farSum) / 200,
                 vectors["fabrik_benchmark"]["set_ext_0.99_0.9999"]["mean_200"].get<double>());
    }

    void beyondTheReachItGoesStraightInOneIteration()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto vectors = test::ikVectors();
        for (const auto& entry : vectors["fabrik_unreachable"]) {
            const auto lengths = test::numbers(entry["lengths"]);
            const auto expected = test::vec3s(entry["expected"]);
            std::vector<Vec3> points{vec3(entry["root"])};
            for (double d : lengths) points.push_back(points.back() + Vec3(0, d, 0));
            const auto outcome =
                ik::reachByFabrik(points, lengths, vec3(entry["target"]), 1e-9, 100);
            QCOMPARE(outcome.iterations, 1);
            QVERIFY(std::abs(outcome.error - test::number(entry["error"])) < 1e-12);
            for (std::size_t i = 0; i < points.size(); ++i)
                QVERIFY((points[i] - expected[i]).norm() < 1e-12);
        }
    }

    void theDeadlockEnds()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto vectors = test::ikVectors();
        const auto& entry = vectors["fabrik_deadlock_collinear"];
        auto points = test::vec3s(entry["start"]);
        const auto lengths = test::numbers(entry["lengths"]);
        const auto outcome =
            ik::reachByFabrik(points, lengths, vec3(entry["target"]), 1e-6, 1000000);
        QCOMPARE(outcome.stop, ik::Stop::Stagnated);
        QVERIFY(outcome.iterations < 20);
        QCOMPARE(outcome.error, 0.5);
        const auto fixed = test::vec3s(entry["textbook_fixed_point"]);
        for (std::size_t i = 0; i < points.size(); ++i) QVERIFY(points[i] == fixed[i]);
    }

    void coincidentPointsAndTheTargetOnTheRootGiveNumbers()
    {
        std::vector<Vec3> points(4, Vec3(1, 2, 3));
        const std::vector<double> lengths{1, 0, 2};
        ik::reachByFabrik(points, lengths, Vec3(1, 2, 3), 1e-9, 50);
        for (const Vec3& p : points) QVERIFY(p.allFinite());
    }
};

POSEWRIGHT_TEST(TestFabrikPoints, posewright::test::runPlain);
#include "tst_fabrik_points.moc"
