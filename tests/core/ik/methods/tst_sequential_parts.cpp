#include "tests/support/humanoid.h"
#include "tests/support/program.h"

#include <QTest>

using namespace posewright;

/// What the parts of `sequential` do by themselves, before least squares meet what is left: one
/// iteration is the parts alone. Unzueta et al. 2008, section 4.
class TestSequentialParts : public QObject {
    Q_OBJECT

    struct Placed {
        std::vector<Vec3> at;
        std::vector<Quat> world;
        ik::Solution solution;
    };

    static Placed place(const test::Rig& rig, const ik::Solution& solution)
    {
        Placed placed;
        placed.solution = solution;
        ik::forwardKinematics(rig.problem(), solution.rotations, solution.rootPosition, placed.at,
                              placed.world);
        return placed;
    }
    static Placed atRest(const test::Rig& rig)
    {
        ik::Solution rest;
        rest.rotations = rig.start;
        rest.rootPosition = rig.joints.front().offset;
        return place(rig, rest);
    }
    static Placed byParts(const test::Rig& rig)
    {
        return place(rig, ik::solve(*ik::findSolver("sequential"), rig.problem(),
                                    {.maxIterations = 1, .tolerance = 1e-6}));
    }

    /// A figure whose goals are where its effectors are, and whose pelvis is to stay as it is:
    /// where it may turn, it turns to fit all markers before the parts.
    static test::Humanoid content()
    {
        test::Humanoid h = test::humanoid();
        const Placed rest = atRest(h.rig);
        for (ik::Goal& goal : h.rig.goals) goal.position = rest.at[goal.effector];
        goalOf(h, h.pelvis).orientation = rest.world[h.pelvis];
        return h;
    }
    static ik::Goal& goalOf(test::Humanoid& h, int effector)
    {
        return *std::ranges::find(h.rig.goals, effector, &ik::Goal::effector);
    }
    struct Arm {
        int clavicle, upper, hand;
    };
    static Arm armOf(const test::Humanoid& h)
    {
        const std::vector<ik::Joint>& joints = h.rig.joints;
        const int upper = joints[joints[h.hand[0]].parent].parent;
        return {joints[upper].parent, upper, h.hand[0]};
    }
    static double turned(const test::Rig& rig, const Placed& placed, int joint)
    {
        return angleBetween(rig.start[joint], placed.solution.rotations[joint]);
    }

private slots:
    void theRootGoesToItsMarker()
    {
        test::Humanoid h = content();
        const Vec3 marker(0.25, 0.9, -0.3);
        goalOf(h, h.pelvis).position = marker;
        goalOf(h, h.head).position += Vec3(0.1, -0.1, 0.2);
        const Placed placed = byParts(h.rig);
        QVERIFY((placed.at[h.pelvis] - marker).norm() < 1e-12);
    }

    /// Markers that moved as one rigid piece turn and move the root, and nothing else.
    void withoutAMarkerTheRootFitsTheOthers()
    {
        test::Humanoid h = content();
        std::erase_if(h.rig.goals, [&](const ik::Goal& goal) { return goal.effector == h.pelvis; });
        const Quat turn = fromRotationVector(Vec3(0.2, 1.1, -0.4));
        const Vec3 move(0.6, -0.2, 1.5);
        for (ik::Goal& goal : h.rig.goals) goal.position = turn * goal.position + move;
        const Placed placed = byParts(h.rig);
        for (const ik::GoalReport& goal : placed.solution.report.goals)
            QVERIFY2(goal.positionError < 1e-9, QByteArray::number(goal.positionError));
        for (int j = 1; j < std::ssize(h.rig.joints); ++j) QVERIFY(turned(h.rig, placed, j) < 1e-9);
        QVERIFY(angleBetween(placed.world[h.pelvis], turn) < 1e-9);
    }

    void theSpineBringsTheHeadAndLeavesTheHips()
    {
        test::Humanoid h = content();
        const Vec3 head = goalOf(h, h.head).position + Vec3(0.12, -0.05, 0.15);
        goalOf(h, h.head).position = head;
        const Placed placed = byParts(h.rig);
        QVERIFY((placed.at[h.head] - head).norm() < 1e-6);
        QVERIFY(turned(h.rig, placed, h.pelvis) < 1e-12);
        // All of the spine takes part.
        int moved = 0;
        for (int j = h.rig.joints[h.head].parent; j != h.pelvis; j = h.rig.joints[j].parent) {
            QVERIFY(turned(h.rig, placed, j) > 0.01);
            ++moved;
        }
        QCOMPARE(moved, 3);
    }

    void aClavicleRestsWhileItsArmReaches()
    {
        test::Humanoid h = content();
        const Placed rest = atRest(h.rig);
        const auto [clavicle, upper, hand] = armOf(h);
        const Vec3 along = Vec3(0.5, -0.6, 0.7).normalized();
        const Vec3 near = rest.at[upper] + 0.96 * 0.56 * along;
        goalOf(h, hand).position = near;
        const Placed placed = byParts(h.rig);
        QVERIFY(turned(h.rig, placed, clavicle) < 1e-12);
        QVERIFY((placed.at[hand] - near).norm() < 1e-12);
    }

    /// It turns until the target is 97% of the arm's length from the shoulder, and by 0.6 rad at
    /// most.
    void aClavicleTurnsNoFartherThanItMust()
    {
        test::Humanoid h = content();
        const Placed rest = atRest(h.rig);
        const auto [clavicle, upper, hand] = armOf(h);
        const Vec3 up = Vec3(0.3, 1, 0.2).normalized();
        for (const double beyond : {0.98, 1.0, 1.02}) {
            const Vec3 wanted = rest.at[upper] + beyond * 0.56 * up;
            goalOf(h, hand).position = wanted;
            const Placed placed = byParts(h.rig);
            const double turn = turned(h.rig, placed, clavicle);
            QVERIFY(turn > 0.01 && turn < 0.6);
            QVERIFY(std::abs((wanted - placed.at[upper]).norm() - 0.97 * 0.56) < 1e-9);
            QVERIFY((placed.at[hand] - wanted).norm() < 1e-9);
        }
        goalOf(h, hand).position = rest.at[clavicle] + 0.9 * Vec3(0.1, 1, 0.1).normalized();
        QVERIFY(std::abs(turned(h.rig, byParts(h.rig), clavicle) - 0.6) < 1e-9);
    }

    /// The side of a knee is where it stands off the line from hip to foot.
    void kneesStayOnTheirSide()
    {
        test::Humanoid h = content();
        const Placed rest = atRest(h.rig);
        test::SplitMix64 random(11);
        const int foot = h.foot[0];
        const int shin = h.rig.joints[foot].parent;
        const int thigh = h.rig.joints[shin].parent;
        const auto side = [&](const Placed& placed) {
            const Vec3 axis = (placed.at[foot] - placed.at[thigh]).normalized();
            const Vec3 off = placed.at[shin] - placed.at[thigh];
            return Vec3((off - axis * axis.dot(off)).normalized());
        };
        double least = 1;
        for (int i = 0; i < 1000; ++i) {
            const Vec3 step(random.uniform(-0.12, 0.12), random.uniform(0.03, 0.4),
                            random.uniform(-0.12, 0.12));
            goalOf(h, foot).position = rest.at[foot] + step;
            const Placed placed = byParts(h.rig);
            QVERIFY((placed.at[foot] - goalOf(h, foot).position).norm() < 1e-9);
            const Vec3 axis = (placed.at[foot] - placed.at[thigh]).normalized();
            const Vec3 before = side(rest);
            least =
                std::min(least, side(placed).dot((before - axis * axis.dot(before)).normalized()));
        }
        QVERIFY2(least > 1 - 1e-6, QByteArray::number(least));
    }
};

POSEWRIGHT_TEST(TestSequentialParts, posewright::test::runPlain);
#include "tst_sequential_parts.moc"
