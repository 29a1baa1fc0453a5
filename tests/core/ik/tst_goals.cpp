#include "core/ik/model/goal_joints.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/support/ik_sets.h"
#include "tests/support/program.h"
#include "tests/support/solver_ids.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace posewright;
using test::fetch;
using test::Rig;
using test::SplitMix64;
using test::text;

namespace {

struct Posed {
    std::vector<Vec3> positions;
    std::vector<Quat> rotations;
};

Posed posed(const ik::Problem& problem, const ik::Solution& solution)
{
    Posed pose;
    ik::forwardKinematics(problem, solution.rotations, solution.rootPosition, pose.positions,
                          pose.rotations, solution.slides, solution.stretches);
    return pose;
}

Posed startOf(const Rig& rig)
{
    ik::Solution start;
    start.rotations = rig.start;
    return posed(rig.problem(), start);
}

/// Two arms of four bones on a spine of two, as a figure that holds its hands together.
struct TwoArms {
    Rig rig;
    int left = 0;
    int right = 0;

    TwoArms()
    {
        const int root = rig.add(-1, Vec3::Zero());
        const int chest = rig.add(root, Vec3(0, 0.5, 0), fromRotationVector({0.05, 0, 0.03}));
        left = arm(chest, 1);
        right = arm(chest, -1);
    }
    int arm(int chest, double side)
    {
        int joint =
            rig.add(chest, Vec3(0.2 * side, 0.1, 0), fromRotationVector({0, 0.2 * side, 0}));
        for (int i = 0; i < 3; ++i)
            joint =
                rig.add(joint, Vec3(0.25 * side, 0, 0), fromRotationVector({0.1, 0.3 * side, 0}));
        return joint;
    }
};

/// Cones of 60 degrees about the bones, with a twist of 30.
void limit(Rig& rig)
{
    for (std::size_t j = 0; j < rig.joints.size(); ++j) {
        rig.joints[j].rest = rig.start[j];
        rig.joints[j].limit = ConeLimit{Vec3::UnitX(), Vec3::UnitY(), {1, 1, 1, 1}, {-0.5, 0.5}};
    }
}

}  // namespace

/// Goals that are more than a place: aims, loops, pins, bones that stretch.
class TestGoals : public QObject {
    Q_OBJECT

    static void eachSolver()
    {
        QTest::addColumn<QString>("id");
        for (const ik::Solver& solver : ik::solvers())
            QTest::newRow(solver.id.data()) << text(solver.id);
    }

private slots:
    void anAimLooksAtItsPointOrIsRefused_data() { eachSolver(); }
    void anAimLooksAtItsPointOrIsRefused()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = fetch(id);
        SplitMix64 random(3);
        for (const bool limited : {false, true})
            for (int i = 0; i < 60; ++i) {
                Rig rig = test::rigThrough(test::arcPoints(3, 12));
                if (limited) limit(rig);
                ik::Goal& goal = rig.goals[0];
                if (i % 4 == 0) goal.root = goal.effector;  // an eye, which only turns
                const auto toward = test::shellTargets(2, 5, 1, random.next())[0];
                const Vec3 ahead = limited ? Vec3(6, 1, 0) : Vec3::Zero();
                goal.kind = Aim{Vec3::UnitX()};
                goal.position = ahead + toward;
                ik::Settings settings;
                settings.maxIterations = 3000;
                const auto solution = ik::solve(solver, rig.problem(), settings);
                QCOMPARE(solution.report.status == ik::Status::Invalid, !solver.abilities.allKinds);
                if (!solver.abilities.allKinds) {
                    QVERIFY(!solution.report.message.empty());
                    continue;
                }
                // Measured apart from the report.
                const Posed pose = posed(rig.problem(), solution);
                const Vec3 way = goal.position - pose.positions[goal.effector];
                const double angle = std::acos(std::clamp(
                    way.normalized().dot(pose.rotations[goal.effector] * Vec3::UnitX()), -1., 1.));
                QVERIFY(std::abs(angle - solution.report.goals[0].orientationError) < 1e-7);
                QCOMPARE(solution.report.goals[0].positionError, 0.0);
                QVERIFY(solution.report.limitViolation <= 1e-9);
                const auto status = solution.report.status;
                QVERIFY2(status == ik::Status::Reached ||
                             (limited && status == ik::Status::Limited),
                         qPrintable(text(ik::name(status)) + QString(" at %1").arg(i)));
                if (status == ik::Status::Reached) QVERIFY(angle < 2e-6);
            }
    }

    void anAimIsMetBesideAPosition()
    {
        Rig rig = test::rigThrough(test::arcPoints(6, 12));
        rig.goals[0].position = Vec3(0.4, 0.5, 0.1);
        ik::Goal look;
        look.effector = rig.goals[0].effector;
        look.kind = Aim{Vec3::UnitZ()};
        look.position = Vec3(3, 1, -2);
        rig.goals.push_back(look);
        const ik::Solver& solver = ik::defaultSolver(rig.problem());
        QCOMPARE(text(solver.id), QString("lm"));
        const auto solution = ik::solve(solver, rig.problem());
        QCOMPARE(text(ik::name(solution.report.status)), QString("reached"));
        QVERIFY(solution.report.goals[0].positionError < 1e-6);
        QVERIFY(solution.report.goals[1].orientationError < 1e-6);
    }

    void aimsAreOfOneKind()
    {
        Rig rig = test::rigThrough(test::arcPoints(3, 12));
        rig.goals[0].kind = Aim{Vec3(0, 0, 2)};
        rig.goals[0].position = Vec3(1, 0, 0);
        const ik::Solver& lm = fetch("lm");
        QCOMPARE(ik::solve(lm, rig.problem()).report.status, ik::Status::Invalid);
        rig.goals[0].kind = Aim{Vec3::UnitZ()};
        QCOMPARE(ik::solve(lm, rig.problem()).report.status, ik::Status::Reached);
        rig.goals[0].position = Vec3(NAN, 0, 0);
        QCOMPARE(ik::solve(lm, rig.problem()).report.status, ik::Status::Invalid);
        rig.goals[0].position = Vec3(1, 0, 0);
        rig.goals[0].pole = Vec3(0, 1, 0);
        QCOMPARE(ik::solve(lm, rig.problem()).report.status, ik::Status::Invalid);
    }

    void aLoopClosesOrIsRefused_data() { eachSolver(); }
    void aLoopClosesOrIsRefused()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = fetch(id);
        for (const bool limited : {false, true})
            for (const bool oriented : {false, true}) {
                TwoArms figure;
                Rig& rig = figure.rig;
                if (limited) limit(rig);
                ik::Goal goal;
                goal.effector = figure.left;
                goal.kind = Loop<ik::JointIndex>{figure.right};
                goal.position = Vec3(0, 0.1, 0);
                if (oriented) goal.orientation = fromRotationVector({0, 2.5, 0});
                rig.goals.push_back(goal);
                ik::Settings settings;
                settings.maxIterations = 4000;
                const auto solution = ik::solve(solver, rig.problem(), settings);
                if (!solver.abilities.allKinds) {
                    QCOMPARE(solution.report.status, ik::Status::Invalid);
                    QVERIFY(!solution.report.message.empty());
                    continue;
                }
                const Posed pose = posed(rig.problem(), solution);
                const Vec3 gap = pose.positions[figure.left] - pose.positions[figure.right] -
                                 pose.rotations[figure.right] * goal.position;
                QVERIFY(std::abs(gap.norm() - solution.report.goals[0].positionError) < 1e-12);
                QVERIFY(solution.report.limitViolation <= 1e-9);
                if (limited && oriented) continue;  // the limits may not allow it
                QVERIFY2(solution.report.status == ik::Status::Reached,
                         qPrintable(text(ik::name(solution.report.status)) +
                                    QString(" %1").arg(gap.norm())));
                QVERIFY(gap.norm() < 2e-6);
                if (!oriented) continue;
                const Quat asked = pose.rotations[figure.right] * *goal.orientation;
                QVERIFY(angleBetween(asked, pose.rotations[figure.left]) < 2e-6);
            }
    }

    void aLoopIsPulledAsOne()
    {
        // The left hand goes to a place, the right hand is to be on it.
        TwoArms figure;
        Rig& rig = figure.rig;
        rig.goals.resize(2);
        rig.goals[0].effector = figure.left;
        rig.goals[0].position = Vec3(0.1, 0.7, 0.5);
        rig.goals[1].effector = figure.right;
        rig.goals[1].kind = Loop<ik::JointIndex>{figure.left};
        const auto solution = ik::solve(ik::defaultSolver(rig.problem()), rig.problem());
        QCOMPARE(text(ik::name(solution.report.status)), QString("reached"));
        const Posed pose = posed(rig.problem(), solution);
        QVERIFY((pose.positions[figure.left] - rig.goals[0].position).norm() < 1e-6);
        QVERIFY((pose.positions[figure.right] - rig.goals[0].position).norm() < 2e-6);
    }

    void aLoopThatCannotCloseSaysSo()
    {
        Rig rig;
        const int root = rig.add(-1, Vec3::Zero());
        const int left = rig.add(root, Vec3(2, 0, 0));
        const int right = rig.add(root, Vec3(-2, 0, 0));
        ik::Goal goal;
        goal.effector = rig.add(left, Vec3(-1, 0, 0));
        goal.kind = Loop<ik::JointIndex>{rig.add(right, Vec3(1, 0, 0))};
        rig.goals.push_back(goal);
        const auto solution = ik::solve(fetch("lm"), rig.problem());
        QCOMPARE(text(ik::name(solution.report.status)), QString("unreachable"));
        QVERIFY(std::abs(solution.report.goals[0].positionError - 2) < 1e-6);
    }

    void aPinOnTheChainDoesNotMove_data() { eachSolver(); }
    void aPinOnTheChainDoesNotMove()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = fetch(id);
        Rig rig = test::rigThrough(test::arcPoints(8, 12));
        const auto before = startOf(rig).positions;
        rig.goals[0].position = before[4] + Vec3(0.1, -0.3, 0.15);
        ik::Goal pin;
        pin.effector = 4;
        pin.position = before[4];
        pin.pinned = true;
        rig.goals.push_back(pin);
        ik::Settings settings;
        settings.maxIterations = 4000;
        const auto solution = ik::solve(solver, rig.problem(), settings);
        QCOMPARE(solution.report.status == ik::Status::Invalid, solver.abilities.goals < 2);
        if (solver.abilities.goals < 2) return;
        QCOMPARE(text(ik::name(solution.report.status)), QString("reached"));
        const Posed pose = posed(rig.problem(), solution);
        for (int j = 0; j <= 4; ++j) QVERIFY((pose.positions[j] - before[j]).norm() < 1e-12);
        QVERIFY((pose.positions[8] - rig.goals[0].position).norm() < 1e-6);
    }

    void aPinElsewhereOutweighsTheTarget_data()
    {
        test::solverRows([](const ik::Solver& solver) { return solver.abilities.goals > 1; });
    }
    void aPinElsewhereOutweighsTheTarget()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = fetch(id);
        TwoArms figure;
        Rig& rig = figure.rig;
        const auto before = startOf(rig).positions;
        rig.goals.resize(2);
        rig.goals[0].effector = figure.left;
        rig.goals[0].position = before[figure.left] + Vec3(0.5, 0.4, 0.2);  // too far
        rig.goals[1].effector = figure.right;
        rig.goals[1].position = before[figure.right];
        rig.goals[1].pinned = true;
        ik::Settings settings;
        settings.maxIterations = 4000;
        const auto solution = ik::solve(solver, rig.problem(), settings);
        const double pinned = solution.report.goals[1].positionError;
        const double pulled = solution.report.goals[0].positionError;
        QVERIFY2(pinned < 0.02 * pulled && pulled > 0.05,
                 qPrintable(QString("pin %1, target %2").arg(pinned).arg(pulled)));
    }

    void bonesStretchAsFarAsAsked_data() { eachSolver(); }
    void bonesStretchAsFarAsAsked()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = fetch(id);
        const int bones = solver.abilities.bones > 0 ? solver.abilities.bones : 5;
        for (const double soft : {0.0, 0.03}) {
            double last = 0;
            double lastFactor = 1;
            for (int i = 0; i <= 60; ++i) {
                const double distance = 0.7 + 0.01 * i;
                Rig rig = test::rigThrough(test::arcPoints(bones, 20));
                rig.goals[0].position = distance * Vec3(0.6, 0.8, 0);
                rig.goals[0].soft = soft;
                rig.goals[0].stretch = 0.2;
                ik::Settings settings;
                settings.maxIterations = 20000;
                settings.tolerance = 1e-5;
                const auto solution = ik::solve(solver, rig.problem(), settings);
                const double factor = solution.stretches[1];
                QVERIFY(factor >= 1 && factor <= 1.2 + 1e-12);
                for (int j = 2; j <= bones; ++j) QCOMPARE(solution.stretches[j], factor);
                const double error = solution.report.goals[0].positionError;
                const double most = soft > 0 ? 1.19 : 1.2;
                if (distance < most)
                    QVERIFY2(solution.report.status == ik::Status::Reached && error < 1.3e-5,
                             qPrintable(QString("%1: %2").arg(distance).arg(error)));
                if (distance > 1.201) {
                    QCOMPARE(text(ik::name(solution.report.status)), QString("unreachable"));
                    QVERIFY(std::abs(error - (distance - 1.2)) < 1e-3);
                }
                if (distance < 0.95) QVERIFY(std::abs(factor - 1) < 2e-5);
                // No bone leaps: it lengthens no faster than the target moves away.
                if (i > 0) QVERIFY(std::abs(factor - lastFactor) < 1.6 * (distance - last) + 3e-5);
                last = distance;
                lastFactor = factor;
            }
        }
    }

    void stretchIsForOneGoalOfAPlace()
    {
        TwoArms figure;
        Rig& rig = figure.rig;
        rig.goals.resize(2);
        rig.goals[0].effector = figure.left;
        rig.goals[0].position = Vec3(1, 1, 0);
        rig.goals[0].stretch = 0.1;
        rig.goals[1].effector = figure.right;
        rig.goals[1].position = Vec3(-1, 1, 0);
        const auto shared = ik::solve(fetch("lm"), rig.problem());
        QCOMPARE(shared.report.status, ik::Status::Invalid);
        QVERIFY(!shared.report.message.empty());
        rig.goals[0].root = 2;
        rig.goals[1].root = 6;
        QVERIFY(ik::solve(fetch("lm"), rig.problem()).report.status != ik::Status::Invalid);
        rig.goals[0].stretch = -1;
        QCOMPARE(ik::solve(fetch("lm"), rig.problem()).report.status, ik::Status::Invalid);
    }

    void theReportSaysWhoAnswered()
    {
        // Under limits lm takes over from gauss-newton, and finishes for others.
        Rig rig = test::rigThrough(test::arcPoints(4, 12));
        rig.goals[0].position = Vec3(0.2, 0.6, 0.1);
        const auto who = [&](const char* id) {
            return text(ik::solve(fetch(id), rig.problem()).report.solver);
        };
        QCOMPARE(who("gauss-newton"), QString("gauss-newton"));
        QCOMPARE(who("fabrik"), QString("fabrik"));
        QCOMPARE(who("dls"), QString("dls"));
        limit(rig);
        QCOMPARE(who("gauss-newton"), QString("lm"));
        QCOMPARE(who("fabrik"), QString("lm"));
        QCOMPARE(who("lm"), QString("lm"));
        rig.goals[0].position = Vec3(0.9, 0.3, 0.1);
        QCOMPARE(who("dls"), QString("dls"));
    }

    void solvingAgainChangesNothing()
    {
        TwoArms figure;
        Rig& rig = figure.rig;
        rig.goals.resize(2);
        rig.goals[0].effector = figure.left;
        rig.goals[0].kind = Loop<ik::JointIndex>{figure.right};
        rig.goals[1].effector = figure.left;
        rig.goals[1].kind = Aim{Vec3::UnitY()};
        rig.goals[1].position = Vec3(0, 3, 2);
        for (const char* id : {"lm", "dls", "svd-dls"}) {
            const auto once = ik::solve(fetch(id), rig.problem());
            QCOMPARE(text(ik::name(once.report.status)), QString("reached"));
            Rig again = rig;
            again.start = once.rotations;
            const auto twice = ik::solve(fetch(id), again.problem());
            for (std::size_t j = 0; j < once.rotations.size(); ++j)
                QCOMPARE(twice.rotations[j].coeffs(), once.rotations[j].coeffs());
        }
    }
};

POSEWRIGHT_TEST(TestGoals, posewright::test::runPlain);
#include "tst_goals.moc"
