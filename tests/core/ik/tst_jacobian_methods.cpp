#include "core/ik/jacobian_loop.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/support/ik_sets.h"
#include "tests/support/vectors.h"

#include <QTest>

using namespace posewright;
using test::Rig;

namespace {

struct Count {
    int met = 0;
    double mean = 0;
    int most = 0;
};

Count countOn(const char* id, double from, double to, double tolerance, int count, int bones = 9,
              int maxIterations = 20000)
{
    Rig rig = test::rigThrough(test::arcPoints(bones));
    ik::Settings settings;
    settings.tolerance = tolerance;
    settings.maxIterations = maxIterations;
    ik::Workspace workspace;
    ik::Solution solution;
    Count out;
    double sum = 0;
    for (const Vec3& target : test::shellTargets(from, to, count)) {
        rig.goals[0].position = target;
        ik::solve(*ik::findSolver(id), rig.problem(), settings, workspace, solution);
        out.met += solution.report.status == ik::Status::Reached;
        sum += solution.report.iterations;
        out.most = std::max(out.most, solution.report.iterations);
    }
    out.mean = sum / count;
    qInfo("%s [%g, %g] at %g: %d of %d, mean %.2f, most %d", id, from, to, tolerance, out.met,
          count, out.mean, out.most);
    return out;
}

ik::JointSpace spaceOf(const Rig& rig)
{
    ik::Solution start;
    start.rotations = rig.start;
    start.rootPosition = rig.basePosition;
    ik::JointSpace space;
    const std::array<int, 1> group{0};
    ik::extractJointSpace(rig.problem(), group, start, space);
    space.differentiate(rig.problem());
    return space;
}

Rig vectorChain(const nlohmann::json& vectors)
{
    return test::rigThrough(test::vec3s(vectors["ball_joint_JJt"]["positions"]));
}

/// Position of every joint after each iteration.
std::vector<std::vector<Vec3>> watched(const char* id, const Rig& rig, ik::Settings settings)
{
    std::vector<std::vector<Vec3>> all;
    const ik::Problem problem = rig.problem();
    const ik::Observer observer = [&](int, double, std::span<const Quat> rotations) {
        std::vector<Vec3> at;
        std::vector<Quat> world;
        ik::forwardKinematics(problem, rotations, rig.basePosition, at, world);
        all.push_back(at);
        return true;
    };
    settings.observer = &observer;
    (void)ik::solve(*ik::findSolver(id), problem, settings);
    return all;
}

}  // namespace

/// The methods that follow the Jacobian: their published steps, and what they reach.
class TestJacobianMethods : public QObject {
    Q_OBJECT

private slots:
    void theNormalMatrixIsThatOfTheVectors()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto vectors = test::ikVectors();
        const Rig rig = vectorChain(vectors);
        ik::JointSpace space = spaceOf(rig);
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 3; ++c) {
                double sum = 0;
                for (int k = 0; k < space.width(); ++k) sum += space.row(r)[k] * space.row(c)[k];
                const double expected = vectors["ball_joint_JJt"]["JJt"][r][c].get<double>();
                QVERIFY(std::abs(sum - expected) < 1e-13);
            }
    }

    void theDampedStepIsThatOfTheVectors()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto vectors = test::ikVectors();
        const auto& given = vectors["ball_joint_DLS_step"];
        const Rig rig = vectorChain(vectors);
        ik::JointSpace space = spaceOf(rig);
        space.right = test::numbers(given["e"]);
        ik::dampedStep(space, test::number(given["lambda_squared"]));
        const auto f = test::numbers(given["f"]);
        for (int k = 0; k < 3; ++k) QVERIFY(std::abs(space.right[k] - f[k]) < 1e-14);
        const auto turns = test::vec3s(given["rotation_vectors_per_joint_world"]);
        std::vector<Quat> world;
        std::vector<Vec3> at;
        ik::forwardKinematics(rig.problem(), rig.start, rig.basePosition, at, world);
        for (std::size_t j = 0; j < turns.size(); ++j) {
            const Vec3 local(space.step[3 * j], space.step[3 * j + 1], space.step[3 * j + 2]);
            const Quat frame = j == 0 ? Quat::Identity() : world[j - 1];
            QVERIFY((frame * local - turns[j]).norm() < 1e-14);
        }
    }

    void theTransposeStepIsThatOfTheVectors()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto vectors = test::ikVectors();
        Rig rig = vectorChain(vectors);
        const Vec3 end(1, 1, 1);
        const Vec3 e = test::vec3(vectors["ball_joint_DLS_step"]["e"]) * 1e-6;
        rig.goals[0].position = end + e;
        ik::Settings settings;
        settings.tolerance = 1e-12;
        settings.maxIterations = 1;
        const auto after = watched("jacobian-transpose", rig, settings);
        // For so small an error the effector moves by alpha J J^T e.
        Mat3 normal;
        normal << 5, -1, -1, -1, 4, -2, -1, -2, 3;
        const double alpha = test::number(vectors["jacobian_transpose_step"]["alpha"]);
        QVERIFY((after[0].back() - end - alpha * normal * e).norm() < 1e-11);
    }

    void decompositionGivesTheJacobianBack()
    {
        ik::JointSpace space = spaceOf(test::rigThrough(test::arcPoints(7, 20)));
        const std::vector<double> before = space.jacobian;
        ik::decompose(space);
        const int n = space.width();
        for (int r = 0; r < 3; ++r) {
            for (int q = 0; q < r; ++q) {
                double dot = 0;
                for (int c = 0; c < n; ++c) dot += space.row(r)[c] * space.row(q)[c];
                QVERIFY(std::abs(dot) < 1e-15);
            }
            for (int c = 0; c < n; ++c) {
                double sum = 0;
                for (int k = 0; k < 3; ++k) sum += space.basis[r * 3 + k] * space.row(k)[c];
                QVERIFY(std::abs(sum - before[r * n + c]) < 1e-15);
            }
        }
    }

    void dampedLeastSquaresMeetsItsBars()
    {
        const Count loose = countOn("dls", 0.05, 0.95, 1e-3, 5000);
        QCOMPARE(loose.met, 5000);
        QVERIFY(loose.mean <= 7);
        const Count tight = countOn("dls", 0.05, 0.95, 1.1e-6, 5000);
        QCOMPARE(tight.met, 5000);
        QVERIFY(tight.mean <= 10.5);
        for (double tolerance : {1e-3, 1.1e-6})
            QCOMPARE(countOn("dls", 0.99, 0.9999, tolerance, 2000).met, 2000);
        for (double tolerance : {1e-3, 1.1e-6})
            QCOMPARE(countOn("dls", 0, 0.05, tolerance, 2000).met, 2000);
        for (int bones : {2, 3, 5, 20, 100})
            QCOMPARE(countOn("dls", 0.05, 0.95, 1.1e-6, 500, bones).met, 500);
    }

    void singularValuesGiveTheSameSteps()
    {
        ik::Settings settings;
        settings.tolerance = 1e-9;
        for (const Vec3& target : test::shellTargets(0.05, 0.9999, 200)) {
            Rig rig = test::rigThrough(test::arcPoints());
            rig.goals[0].position = target;
            const auto a = watched("dls", rig, settings);
            const auto b = watched("svd-dls", rig, settings);
            QCOMPARE(a.size(), b.size());
            for (std::size_t i = 0; i < a.size(); ++i)
                for (std::size_t j = 0; j < a[i].size(); ++j)
                    QVERIFY2((a[i][j] - b[i][j]).norm() < 1e-10,
                             qPrintable(QString::number((a[i][j] - b[i][j]).norm())));
        }
    }

    void selectiveDampingReaches()
    {
        Rig rig = test::rigThrough(test::arcPoints());
        ik::Settings settings;
        settings.selective = true;
        settings.tolerance = 1e-3;
        settings.maxIterations = 2000;
        long sum = 0;
        for (const Vec3& target : test::shellTargets(0.05, 0.95, 500)) {
            rig.goals[0].position = target;
            const auto solution = ik::solve(*ik::findSolver("svd-dls"), rig.problem(), settings);
            QCOMPARE(solution.report.status, ik::Status::Reached);
            sum += solution.report.iterations;
        }
        qInfo("selectively damped: mean %.2f", double(sum) / 500);
    }

    /// Bone angles in the worked example are absolute; it makes 40 steps.
    void thePseudoInverseGivesTheWorkedExample()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto given = test::ikVectors()["planar3_seed002"];
        std::vector<Vec3> start{Vec3::Zero()};
        const auto lengths = test::numbers(given["bones"]);
        const auto first = test::numbers(given["start"]);
        for (int i = 0; i < 3; ++i)
            start.push_back(start.back() +
                            lengths[i] * Vec3(std::cos(first[i]), std::sin(first[i]), 0));
        Rig rig = test::rigThrough(start);
        const auto at = test::numbers(given["E"]);
        rig.goals[0].position = Vec3(at[0], at[1], 0);
        ik::Settings settings;
        settings.step = test::number(given["Coe"]);
        settings.tolerance = test::number(given["stop_dist"]) / 98;
        const auto poses = watched("pseudo-inverse", rig, settings);
        const auto& rows = given["rows"];
        QCOMPARE(int(poses.size()), 40);
        double worst = 0;
        for (std::size_t i = 0; i < poses.size(); ++i) {
            const auto angles = test::numbers(rows[i + 1]["angles"]);
            for (int b = 0; b < 3; ++b) {
                const Vec3 bone = poses[i][b + 1] - poses[i][b];
                worst = std::max(worst,
                                 std::abs(std::remainder(std::atan2(bone.y(), bone.x()) - angles[b],
                                                         2 * std::numbers::pi)));
                worst = std::max(worst, std::abs(bone.z()));
            }
        }
        qInfo("worst angle off by %g", worst);
        QVERIFY(worst < 1e-12);
    }

    void thePseudoInverseReachesTheBall()
    {
        for (double tolerance : {1e-3, 1.1e-6})
            QCOMPARE(countOn("pseudo-inverse", 0.05, 0.95, tolerance, 500).met, 500);
        countOn("pseudo-inverse", 0.99, 0.9999, 1e-3, 200);
        countOn("pseudo-inverse", 0, 0.05, 1e-3, 200);
    }

    void theTransposeReachesTheBall()
    {
        QCOMPARE(countOn("jacobian-transpose", 0.05, 0.95, 1e-3, 500).met, 500);
    }
};

QTEST_APPLESS_MAIN(TestJacobianMethods)
#include "tst_jacobian_methods.moc"
