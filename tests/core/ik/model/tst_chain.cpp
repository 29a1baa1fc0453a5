#include "core/ik/model/chain.h"
#include "core/ik/model/chain_start.h"
#include "core/ik/model/two_bones.h"
#include "core/math/rotation.h"
#include "tests/support/ik_sets.h"
#include "tests/support/program.h"
#include "tests/support/vectors.h"

#include <QTest>

#include <numbers>

using namespace posewright;
using test::number;
using test::vec3;

namespace {

ik::Chain chainOf(const test::Rig& rig)
{
    ik::Chain chain;
    ik::extractChain(rig.problem(), rig.start, rig.basePosition, rig.goals.front(), chain);
    return chain;
}

}  // namespace

/// The pieces that solvers of one chain share.
class TestChain : public QObject {
    Q_OBJECT

private slots:
    void twoBonesMatchTheReference()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto vectors = test::ikVectors();
        for (const auto& entry : vectors["two_bone"]["cases"]) {
            const double a = number(entry["l1"]);
            const double b = number(entry["l2"]);
            test::Rig rig = test::rigThrough({Vec3::Zero(), Vec3(0, 0, a), Vec3(b, 0, a)});
            rig.basePosition = vec3(entry["root"]);
            ik::Goal& goal = rig.goals.front();
            goal.position = vec3(entry["target"]);
            goal.pole = vec3(entry["pole"]);
            for (const char* id : {"two-bone", "gauss-newton", "fabrik"}) {
                ik::Settings settings;
                if (id != std::string("two-bone")) settings.tolerance = 1e-9;
                const auto solution = ik::solve(*ik::findSolver(id), rig.problem(), settings);
                std::vector<Vec3> at;
                std::vector<Quat> world;
                ik::forwardKinematics(rig.problem(), solution.rotations, solution.rootPosition, at,
                                      world);
                const double exact = number(entry["error"]);
                const double error = (at[2] - goal.position).norm();
                const double bar = id == std::string("two-bone") ? 1e-12 : 1e-9;
                QVERIFY2(std::abs(error - exact) < bar * (a + b),
                         qPrintable(QString("%1: %2 is not %3").arg(id).arg(error).arg(exact)));
                QVERIFY((at[2] - vec3(entry["end"])).norm() < 10 * bar * (a + b));
                QCOMPARE(solution.report.status, entry["reached"].get<bool>()
                                                     ? ik::Status::Reached
                                                     : ik::Status::Unreachable);
                // At the fold and the full stretch a distance error of e moves the knee by sqrt(e).
                const double cosine = number(entry["cos_interior_mid_angle"]);
                const bool flat = std::abs(cosine) > 1 - 1e-9;
                QVERIFY2((at[1] - vec3(entry["mid"])).norm() < (flat ? 1e-4 : 1e-8) * (a + b),
                         qPrintable(QString("%1: knee off by %2")
                                        .arg(id)
                                        .arg((at[1] - vec3(entry["mid"])).norm())));
            }
        }
    }

    void twoBonesAreExactFromTheFoldToTheFullStretch()
    {
        test::SplitMix64 random(7);
        for (int i = 0; i < 20000; ++i) {
            const double a = random.uniform(0.1, 3);
            const double b = i % 3 == 0 ? a : random.uniform(0.1, 3);
            test::Rig rig = test::rigThrough({Vec3::Zero(), Vec3(a, 0, 0), Vec3(a, b, 0)});
            const double fold = std::abs(a - b);
            double share = random.uniform();
            if (i % 5 == 0) share = 0;
            if (i % 5 == 1) share = 1;
            if (i % 5 == 2) share = std::pow(10, random.uniform(-16, -1));
            if (i % 5 == 3) share = 1 - std::pow(10, random.uniform(-16, -1));
            const Vec3 way = test::shellTargets(1, 1, 1, random.next()).front();
            rig.goals[0].position = (fold + share * (a + b - fold)) * way;
            const auto solution = ik::solve(*ik::findSolver("two-bone"), rig.problem());
            QVERIFY2(solution.report.goals[0].positionError < 1e-12 * (a + b),
                     qPrintable(QString("a %1 b %2 share %3: off by %4 of the length")
                                    .arg(a)
                                    .arg(b)
                                    .arg(share)
                                    .arg(solution.report.goals[0].positionError / (a + b))));
        }
    }

    void theSwingIsWholeWhereBothAreLongAndVanishesAtTheRoot()
    {
        const test::Rig rig = test::rigThrough(test::arcPoints(9, 5));
        const Vec3 chord = chainOf(rig).chord();
        const Vec3 side = anyPerpendicular(chord.normalized());
        ik::Chain far = chainOf(rig);
        ik::swingTowards(far, side * 0.95);
        QVERIFY(far.chord().normalized().cross(side).norm() < 1e-12);
        QVERIFY(std::abs(far.chord().norm() - chord.norm()) < 1e-12);
        // Near the root by an angle in proportion to the distance: a share of the arc, straight
        // between the quaternions of its ends.
        for (const double distance : {0.19, 0.01, 1e-6}) {
            ik::Chain near = chainOf(rig);
            ik::swingTowards(near, side * distance);
            const double turn = std::acos(near.chord().normalized().dot(chord.normalized()));
            const double lack = 1 - distance / 0.9;
            const double share = 1 - lack * lack;
            const double half = std::atan2(share * std::sin(std::numbers::pi / 4),
                                           1 - share + share * std::cos(std::numbers::pi / 4));
            QVERIFY(std::abs(turn - 2 * half) < 1e-7);
        }
        ik::Chain at = chainOf(rig);
        ik::swingTowards(at, Vec3::Zero());
        QVERIFY((at.chord() - chord).norm() < 1e-15);
    }

    void theEscapeFromALineTurnsWithTheFigure()
    {
        const test::Rig rig = test::rigThrough(test::arcPoints(4, 0));
        test::Rig turned = rig;
        turned.baseRotation = fromRotationVector(Vec3(0.3, -1.2, 0.7));
        ik::Chain a = chainOf(rig);
        ik::Chain b = chainOf(turned);
        QVERIFY(ik::unlock(rig.problem(), a, {}));
        QVERIFY(ik::unlock(turned.problem(), b, {}));
        for (int i = 0; i < a.bones(); ++i) {
            QVERIFY((turned.baseRotation * a.direction(i) - b.direction(i)).norm() < 1e-12);
            QVERIFY(std::abs(a.direction(i).norm() - 1) < 1e-15);
        }
        QVERIFY(a.direction(0).cross(a.direction(3)).norm() > 0.0005);
    }

    void theEscapeGoesTowardsThePole()
    {
        const test::Rig rig = test::rigThrough(test::arcPoints(4, 0));
        ik::Chain chain = chainOf(rig);
        const Vec3 pole(0.2, -3, 4);
        ik::unlock(rig.problem(), chain, pole);
        const Vec3 bend = chain.bend();
        QVERIFY(bend.normalized().dot(Vec3(0, -0.6, 0.8)) > 0.999);
    }

    void aBoneDoesNotRollWithoutReason()
    {
        // In the plane of the arc all turns are about z, whatever the solver.
        test::Rig rig = test::rigThrough(test::arcPoints());
        rig.goals.front().position = Vec3(0.2, 0.5, 0);
        for (const ik::Solver& solver : ik::solvers()) {
            if (solver.abilities.bones > 0) continue;
            const auto solution = ik::solve(solver, rig.problem());
            for (const Quat& q : solution.rotations)
                QVERIFY(std::abs(q.x()) < 1e-12 && std::abs(q.y()) < 1e-12);
        }
    }
};

POSEWRIGHT_TEST(TestChain, posewright::test::runPlain);
#include "tst_chain.moc"
