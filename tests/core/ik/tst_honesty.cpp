#include "core/ik/workspace.h"
#include "tests/support/limited_rigs.h"
#include "tests/support/program.h"
#include "tests/support/solver_ids.h"

#include <QTest>

#include <cmath>
#include <functional>

using namespace posewright;
using test::fetch;
using test::kDegree;
using test::Rig;
using test::text;

namespace {

QString statusOf(const ik::Solution& solution, int goal = 0)
{
    return text(ik::name(solution.report.goals[goal].status));
}

/// The solvers that can do what is asked for.
void solversThat(const std::function<bool(const ik::Abilities&)>& can)
{
    QTest::addColumn<QString>("id");
    for (const ik::Solver& solver : ik::solvers())
        if (can(solver.abilities) && solver.abilities.bones == 0)
            QTest::newRow(qPrintable(text(solver.id))) << text(solver.id);
}

/// The angle from one direction to another, seen along an axis.
double angleAbout(const Vec3& axis, const Vec3& from, const Vec3& to)
{
    const Vec3 a = from - axis * axis.dot(from);
    const Vec3 b = to - axis * axis.dot(to);
    return std::atan2(axis.dot(a.cross(b)), a.dot(b));
}

}  // namespace

/// A solve never fails in silence, and says why in the word that fits.
class TestHonesty : public QObject {
    Q_OBJECT

private slots:
    void anOrientationThatALimitPreventsIsLimited_data()
    {
        test::solverRows([](const ik::Solver& solver) {
            return solver.abilities.bones == 0 && solver.abilities.orientation &&
                   solver.abilities.limits && solver.id != "fabrik-textbook";  // cones only
        });
    }
    void anOrientationThatALimitPreventsIsLimited()
    {
        QFETCH(QString, id);
        Rig rig = test::rigThrough(test::arcPoints(3, 20));
        rig.joints[3].limit = HingeLimit{Vec3::UnitZ(), {-0.2, 0.2}};
        std::vector<Vec3> at;
        std::vector<Quat> world;
        ik::forwardKinematics(rig.problem(), rig.start, rig.basePosition, at, world);
        // The rest of the chain is held, so that only the hand could turn.
        for (int j = 0; j < 3; ++j) {
            rig.joints[j].rest = rig.start[j];
            rig.joints[j].limit = FixedLimit{};
        }
        rig.goals[0].position = at[3];
        rig.goals[0].orientation = world[3] * fromRotationVector(Vec3(0, 0, 1.5));
        for (const double soft : {0.0, 0.03}) {
            rig.goals[0].soft = soft;
            const auto solution = ik::solve(fetch(id), rig.problem());
            QCOMPARE(statusOf(solution), QString("limited"));
            QVERIFY(std::abs(solution.report.goals[0].orientationError - 1.3) < 1e-6);
            QCOMPARE(int(solution.report.activeLimits.size()), 1);
            QCOMPARE(solution.report.activeLimits[0].joint, 3);
            QCOMPARE(solution.report.activeLimits[0].side, 1);
        }
    }

    void aPoleIsFollowedBesideAWideLimit_data()
    {
        solversThat([](const ik::Abilities& can) { return can.pole && can.limits; });
    }
    void aPoleIsFollowedBesideAWideLimit()
    {
        QFETCH(QString, id);
        Rig rig = test::rigThrough(test::arcPoints(2, 40));
        rig.joints[0].limit = BoxLimit{{Range{-3, 3}, Range{-1.5, 1.5}, Range{-3, 3}}, {2, 1, 0}};
        rig.joints[0].rest = rig.start[0];
        const auto targets = test::shellTargets(0.4, 0.8, 12);
        for (const Vec3& target : targets) {
            if (target.x() < 0.2) continue;  // the box does not look behind itself
            rig.goals[0].position = target;
            rig.goals[0].pole = target / 2 + Vec3(0.1, 1, 0.4);
            const auto solution = ik::solve(fetch(id), rig.problem());
            QCOMPARE(statusOf(solution), QString("reached"));
            std::vector<Vec3> at;
            std::vector<Quat> world;
            ik::forwardKinematics(rig.problem(), solution.rotations, solution.rootPosition, at,
                                  world);
            const double off =
                angleAbout(target.normalized(), at[1] - at[0], *rig.goals[0].pole - at[0]);
            QVERIFY2(std::abs(off) < 0.02, QByteArray::number(off));

            // Who is watched does the same.
            ik::Settings settings;
            const ik::Observer look = [](int, double, std::span<const Quat>) { return true; };
            settings.observer = &look;
            const auto watched = ik::solve(fetch(id), rig.problem(), settings);
            for (std::size_t j = 0; j < watched.rotations.size(); ++j)
                QVERIFY(watched.rotations[j].coeffs() == solution.rotations[j].coeffs());
        }
    }

    void whatHangsOnASlideStartsWhereItHasTravelledTo_data()
    {
        test::solverRows([](const ik::Solver& solver) {
            return solver.abilities.bones == 0 && solver.abilities.limits &&
                   solver.abilities.goals > 1 && solver.id != "fabrik-textbook";  // cones only
        });
    }
    void whatHangsOnASlideStartsWhereItHasTravelledTo()
    {
        QFETCH(QString, id);
        Rig rig;
        rig.add(-1, Vec3::Zero());
        rig.add(0, Vec3(0, 1, 0));  // slides
        rig.add(1, Vec3(0, 1, 0));
        rig.add(2, Vec3(0.5, 0, 0), fromRotationVector(Vec3(0, 0, 0.4)));
        rig.add(3, Vec3(0.5, 0, 0), fromRotationVector(Vec3(0, 0, 0.4)));
        rig.add(4, Vec3(0.5, 0, 0));
        rig.joints[0].limit = FixedLimit{};
        rig.joints[1].limit = PrismaticLimit{Vec3::UnitY(), {-1, 1}};
        ik::Goal lift;
        lift.effector = 1;
        lift.position = Vec3(0, 1.6, 0);
        ik::Goal hand;
        hand.effector = 5;
        hand.root = 3;
        hand.position = Vec3(0.9, 3.1, 0.2);
        rig.goals = {lift, hand};
        ik::Settings settings;
        settings.maxIterations = 2000;
        const auto solution = ik::solve(fetch(id), rig.problem(), settings);
        QCOMPARE(statusOf(solution, 0), QString("reached"));
        QCOMPARE(statusOf(solution, 1), QString("reached"));
        QVERIFY(std::abs(solution.slides[1] - 0.6) < 1e-5);
    }

    void runningOutOfIterationsIsNoConflict()
    {
        // Two hands that can both be reached, and a method that needs hundreds of iterations.
        Rig rig;
        rig.add(-1, Vec3::Zero());
        rig.add(0, Vec3(0, 0.5, 0), fromRotationVector(Vec3(0, 0, 0.3)));
        for (const double side : {-1.0, 1.0}) {
            const int shoulder =
                rig.add(1, Vec3(0.2 * side, 0.3, 0), fromRotationVector(Vec3(0.2, 0, side)));
            const int elbow = rig.add(shoulder, Vec3(0, 0.4, 0), fromRotationVector(Vec3(1, 0, 0)));
            const int hand = rig.add(elbow, Vec3(0, 0.4, 0));
            ik::Goal goal;
            goal.effector = hand;
            rig.goals.push_back(goal);
        }
        rig.goals[0].position = Vec3(-0.6, 1.0, 0.3);
        rig.goals[1].position = Vec3(0.5, 1.2, 0.2);
        ik::Settings settings;
        settings.maxIterations = 12;
        const auto best = ik::solve(*ik::findSolver("gauss-newton"), rig.problem());
        QCOMPARE(text(ik::name(best.report.status)), QString("reached"));
        const auto few = ik::solve(*ik::findSolver("jacobian-transpose"), rig.problem(), settings);
        QCOMPARE(text(ik::name(few.report.status)), QString("iterationLimit"));
    }

    void aGoalOutsideTheLimitsIsLimited_data()
    {
        solversThat([](const ik::Abilities& can) { return can.limits; });
    }
    void aGoalOutsideTheLimitsIsLimited()
    {
        QFETCH(QString, id);
        // Cones of 20 degrees cannot bend back to a goal beside the root.
        Rig rig = test::rigThrough(test::arcPoints(6, 0));
        ConeLimit cone{Vec3::UnitX(), Vec3::UnitY(), {}, {-0.5, 0.5}};
        cone.angles.fill(20 * kDegree);
        for (auto& joint : rig.joints) joint.limit = cone;
        for (const Vec3& goal : {Vec3(-0.1, 0.3, 0.1), Vec3(0, -0.5, 0.2), Vec3(-0.6, 0, 0.05)}) {
            rig.goals[0].position = goal;
            const auto solution = ik::solve(fetch(id), rig.problem());
            QCOMPARE(statusOf(solution), QString("limited"));
            QVERIFY(!solution.report.activeLimits.empty());
        }
    }

    void aHingeIsOnlyBlamedForWhatItPrevents()
    {
        // Both hinges turn about z: a goal off their plane is missed because of them, and one in
        // the plane that was not yet reached is not.
        Rig rig = test::rigThrough(test::arcPoints(2, 40));
        for (int j = 0; j < 2; ++j) {
            rig.joints[j].rest = rig.start[j];
            rig.joints[j].limit = HingeLimit{Vec3::UnitZ(), {-2, 2}};
        }
        rig.goals[0].position = Vec3(0.6, 0.2, 0.3);
        QCOMPARE(statusOf(ik::solve(*ik::findSolver("dls"), rig.problem())), QString("limited"));
        QCOMPARE(statusOf(ik::solve(*ik::findSolver("lm"), rig.problem())), QString("limited"));
        rig.goals[0].position = Vec3(0.2, 0.5, 0);
        ik::Settings one;
        one.maxIterations = 1;
        const auto few = ik::solve(*ik::findSolver("fabrik-textbook"), rig.problem(), one);
        QCOMPARE(statusOf(few), QString("iterationLimit"));
    }
};

POSEWRIGHT_TEST(TestHonesty, posewright::test::runPlain);
#include "tst_honesty.moc"
