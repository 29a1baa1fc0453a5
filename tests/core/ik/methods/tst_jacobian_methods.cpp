#include "core/ik/model/joint_space.h"
#include "core/ik/steps/effector_cost.h"
#include "core/ik/steps/jacobian_steps.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/support/bounded_arm.h"
#include "tests/support/ik_counts.h"
#include "tests/support/program.h"
#include "tests/support/vectors.h"

#include <QTest>

using namespace posewright;
using test::Count;
using test::countOn;
using test::Rig;

namespace {

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

/// A tree with a joint of every kind, a held effector in between, and a root that slides.
Rig everyJoint()
{
    Rig rig = test::rigThrough(test::arcPoints(6, 25));
    rig.rootMoves = true;
    rig.joints[1].limit = HingeLimit{Vec3(0, 0.6, 0.8), {-2, 2}};
    ConeLimit cone;
    cone.axis = Vec3::UnitX();
    cone.angles = {2.0, 2.1, 2.2, 2.3};
    cone.twist = {-2, 2};
    rig.joints[2].limit = cone;
    BoxLimit box;
    box.range.fill({-1.4, 1.4});
    rig.joints[4].limit = box;
    rig.joints[5].limit = PrismaticLimit{Vec3::UnitX(), {-1, 1}};
    BoxLimit wrist;
    wrist.range.fill({-1.2, 1.3});
    rig.joints[6].limit = wrist;
    for (std::size_t j = 0; j < rig.joints.size(); ++j)
        rig.joints[j].rest = fromRotationVector(Vec3(0.1, 0.2, -0.1) * double(j));
    for (std::size_t j = 0; j < rig.joints.size(); ++j)
        rig.start[j] = j == 5
                           ? rig.joints[j].rest
                           : Quat(rig.joints[j].rest * fromRotationVector(Vec3(0.2, -0.3, 0.25)));
    rig.goals[0].position = Vec3(0.3, 0.2, -0.4);
    rig.goals[0].orientation = fromRotationVector(Vec3(1, 0.4, -0.3));
    rig.goals[0].weight = 2;
    ik::Goal middle;
    middle.effector = 3;
    middle.position = Vec3(-0.2, 0.4, 0.1);
    middle.orientation = fromRotationVector(Vec3(0, 0.7, 0.2));
    rig.goals.push_back(middle);
    return rig;
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
        ik::StepMemory memory;
        memory.right = test::numbers(given["e"]);
        ik::dampedStep(space, test::number(given["lambda_squared"]), memory);
        const auto f = test::numbers(given["f"]);
        for (int k = 0; k < 3; ++k) QVERIFY(std::abs(memory.right[k] - f[k]) < 1e-14);
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
        std::vector<double> basis;
        ik::decompose(space.jacobian, space.rows, basis);
        const int n = space.width();
        for (int r = 0; r < 3; ++r) {
            for (int q = 0; q < r; ++q) {
                double dot = 0;
                for (int c = 0; c < n; ++c) dot += space.row(r)[c] * space.row(q)[c];
                QVERIFY(std::abs(dot) < 1e-15);
            }
            for (int c = 0; c < n; ++c) {
                double sum = 0;
                for (int k = 0; k < 3; ++k) sum += basis[r * 3 + k] * space.row(k)[c];
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

    void thePseudoInverseReachesTheBall()
    {
        for (double tolerance : {1e-3, 1.1e-6})
            QCOMPARE(countOn("pseudo-inverse", 0.05, 0.95, tolerance, 500).met, 500);
        countOn("pseudo-inverse", 0.99, 0.9999, 1e-3, 200);
        countOn("pseudo-inverse", 0, 0.05, 1e-3, 200);
    }

    /// Against differences of the gradient, and that against differences of the cost: a tree with a
    /// joint of every kind, a held effector in between, and a root that slides.
    void derivativesOfTheCostAreExact()
    {
        const Rig rig = everyJoint();
        ik::Solution start;
        start.rotations = rig.start;
        start.rootPosition = rig.basePosition;
        const ik::Problem problem = rig.problem();
        ik::JointSpace space;
        const std::array<int, 2> group{0, 1};
        ik::extractJointSpace(problem, group, start, space);
        ik::EffectorCost cost;
        ik::differentiateCost(problem, space, cost, true);
        const auto gradient = cost.gradient;
        const auto hessian = cost.hessian;
        const int n = space.width();
        ik::JointSpace::Pose before;
        space.keep(before);
        constexpr double h = 1e-5;
        const auto at = [&](int c, double by) {
            space.restore(before);
            std::ranges::fill(space.step, 0.0);
            space.step[c] = by;
            space.move(problem, 10, true);
            space.place(problem);
        };
        for (int c = 0; c < n; ++c) {
            at(c, h);
            const double more = ik::effectorCost(problem, space);
            ik::differentiateCost(problem, space, cost, false);
            const auto above = cost.gradient;
            at(c, -h);
            const double less = ik::effectorCost(problem, space);
            ik::differentiateCost(problem, space, cost, false);
            const auto below = cost.gradient;
            const double slope = (more - less) / (2 * h);
            QVERIFY2(std::abs(slope - gradient[c]) < 1e-8,
                     qPrintable(QString("%1: %2 %3").arg(c).arg(slope).arg(gradient[c])));
            for (int d = 0; d < n; ++d) {
                // The axes of one free joint do not commute: there the Hessian is the mean.
                const bool same = c / 3 == d / 3 && c < 3 && c != d;
                const double bend = (above[d] - below[d]) / (2 * h);
                const double given = hessian[std::min(c, d) * n + std::max(c, d)];
                if (!same)
                    QVERIFY2(
                        std::abs(bend - given) < 1e-6,
                        qPrintable(QString("%1,%2: %3 %4").arg(c).arg(d).arg(bend).arg(given)));
            }
        }
    }

    void theBoundedOptimumIsThatOfTheVectors_data()
    {
        QTest::addColumn<QString>("id");
        QTest::newRow("bfgs") << "bfgs";
        QTest::newRow("newton") << "newton";
    }
    void theBoundedOptimumIsThatOfTheVectors()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        QFETCH(QString, id);
        const auto given = test::ikVectors()["box_limits_2link"];
        Rig rig = test::rigThrough({Vec3::Zero(), Vec3(1, 0, 0), Vec3(2, 0, 0)});
        constexpr double degree = std::numbers::pi / 180;
        rig.joints[0].limit = HingeLimit{Vec3::UnitZ(), {-3, 3}};
        rig.joints[1].limit = HingeLimit{Vec3::UnitZ(), {0, 60 * degree}};
        for (double first : {-1.0, 0.0, 0.7}) {
            for (double second : {0.0, 0.3, 1.0}) {
                rig.start[0] = fromRotationVector(Vec3(0, 0, first));
                rig.start[1] = fromRotationVector(Vec3(0, 0, second));
                const auto target = test::numbers(given["target"]);
                rig.goals[0].position = Vec3(target[0], target[1], 0);
                const auto solution = ik::solve(*ik::findSolver(id.toStdString()), rig.problem());
                const double error = solution.report.goals[0].positionError;
                QVERIFY2(std::abs(error - test::number(given["best_error"])) < 1e-9,
                         qPrintable(QString("from %1, %2: off by %3, %4")
                                        .arg(first)
                                        .arg(second)
                                        .arg(error - test::number(given["best_error"]))
                                        .arg(solution.report.iterations)));
                const Vec3 q1 = rotationVector(solution.rotations[0]);
                const Vec3 q2 = rotationVector(solution.rotations[1]);
                QVERIFY2(std::abs(q1.z() - test::number(given["best_q1_deg"]) * degree) < 1e-9,
                         qPrintable(QString::number(q1.z() / degree, 'g', 15)));
                QVERIFY(std::abs(q2.z() - test::number(given["best_q2_deg"]) * degree) < 1e-9);
            }
        }
    }

    void optimisersReachTheSets_data()
    {
        QTest::addColumn<QString>("id");
        QTest::newRow("bfgs") << "bfgs";
        QTest::newRow("newton") << "newton";
    }
    void optimisersReachTheSets()
    {
        QFETCH(QString, id);
        const QByteArray name = id.toUtf8();
        for (double tolerance : {1e-3, 1.1e-6}) {
            QCOMPARE(countOn(name, 0.05, 0.95, tolerance, 500).met, 500);
            QCOMPARE(countOn(name, 0.99, 0.9999, tolerance, 200).met, 200);
            QCOMPARE(countOn(name, 0, 0.05, tolerance, 200).met, 200);
        }
    }

    /// The arm of seven hinges with bounds of SOLVERS S7, solved from the middle of its bounds.
    void theBoundedArmIsSolved_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("whole");
        for (const char* id : {"bfgs", "newton", "dls"})
            for (bool whole : {false, true})
                QTest::addRow("%s, %s", id, whole ? "pose" : "position") << id << whole;
    }
    void theBoundedArmIsSolved()
    {
        QFETCH(QString, id);
        QFETCH(bool, whole);
        constexpr int kCount = 1000;
        const auto [met, outside] = test::countOnBoundedArm(id.toStdString(), whole, kCount);
        qInfo("%s: %d of %d", qPrintable(id), met, kCount);
        QCOMPARE(outside, 0);
        // Newton's method may spend its iterations in a flat valley, and then nobody takes over.
        QVERIFY(met >= (id == "newton" && whole ? 980 : whole ? 999 : kCount));
    }

    void theTransposeReachesTheBall()
    {
        QCOMPARE(countOn("jacobian-transpose", 0.05, 0.95, 1e-3, 500).met, 500);
    }
};

POSEWRIGHT_TEST(TestJacobianMethods, posewright::test::runPlain);
#include "tst_jacobian_methods.moc"
