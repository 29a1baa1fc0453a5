#include "core/ik/crowd.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/support/ik_sets.h"
#include "tests/support/program.h"

#include <QTest>

#include <cmath>
#include <cstring>

using namespace posewright;

namespace {

struct Many {
    std::vector<std::vector<Vec3>> offsets;
    std::vector<std::vector<Quat>> starts;
    std::vector<Vec3> targets;
};

// Chains of bones of any lengths and directions, bent in any way.
Many anyChains(int bones, int count)
{
    test::SplitMix64 random(7);
    const auto any = [&] {
        return Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    };
    Many many;
    for (int c = 0; c < count; ++c) {
        auto& offsets = many.offsets.emplace_back();
        auto& start = many.starts.emplace_back();
        double reach = 0;
        for (int i = 0; i < bones; ++i) {
            offsets.push_back(0.2 * any());
            start.push_back(fromRotationVector(any()));
            reach += offsets.back().norm();
        }
        many.targets.push_back(random.uniform(0.1, 1.1) * reach * any().normalized());
    }
    return many;
}

ik::Crowd crowdOf(const Many& many, int bones)
{
    ik::Crowd crowd(bones, int(many.targets.size()));
    for (int c = 0; c < crowd.chains(); ++c) {
        crowd.setChain(c, many.offsets[c], many.starts[c]);
        crowd.setTarget(c, many.targets[c]);
    }
    return crowd;
}

bool sameBits(const ik::Crowd& a, int chainOfA, const ik::Crowd& b, int chainOfB)
{
    const ik::Crowd::Report& ra = a.report(chainOfA);
    const ik::Crowd::Report& rb = b.report(chainOfB);
    if (ra.status != rb.status || ra.iterations != rb.iterations || ra.error != rb.error)
        return false;
    for (int i = 0; i < a.bones(); ++i) {
        const Quat qa = a.rotation(chainOfA, i);
        const Quat qb = b.rotation(chainOfB, i);
        if (std::memcmp(qa.coeffs().data(), qb.coeffs().data(), 4 * sizeof(double)) != 0)
            return false;
    }
    return true;
}

}  // namespace

class TestCrowd : public QObject {
    Q_OBJECT

private slots:
    void everyWidthGivesTheSameBits()
    {
        if (ik::widestLanes() < 8)
            qInfo("this machine compares widths up to %d only", ik::widestLanes());
        for (const int bones : {1, 2, 3, 10, 70}) {
            const Many many = anyChains(bones, 203);
            ik::Crowd narrow = crowdOf(many, bones);
            narrow.solve(1e-3, 100, 2);
            for (const int width : {4, 8, 0}) {
                ik::Crowd wide = crowdOf(many, bones);
                wide.solve(1e-3, 100, width);
                for (int c = 0; c < wide.chains(); ++c) QVERIFY(sameBits(wide, c, narrow, c));
            }
        }
    }

    void neighboursChangeNoBit()
    {
        const Many many = anyChains(6, 40);
        ik::Crowd crowd = crowdOf(many, 6);
        crowd.solve(1e-4, 60);
        for (int c = 0; c < crowd.chains(); ++c) {
            const Many one{{many.offsets[c]}, {many.starts[c]}, {many.targets[c]}};
            ik::Crowd alone = crowdOf(one, 6);
            alone.solve(1e-4, 60);
            QVERIFY(sameBits(crowd, c, alone, 0));
        }
    }

    void aChainIsSolvedAsByFabrikAsPublished()
    {
        const ik::Solver& solver = *ik::findSolver("fabrik-textbook");
        ik::Workspace workspace;
        ik::Solution solution;
        for (const int bones : {1, 2, 5, 10}) {
            const Many many = anyChains(bones, 300);
            ik::Crowd crowd = crowdOf(many, bones);
            crowd.solve(1e-3, 500);
            for (int c = 0; c < crowd.chains(); ++c) {
                test::Rig rig;
                rig.add(-1, Vec3::Zero(), many.starts[c][0]);
                for (int i = 0; i < bones; ++i)
                    rig.add(i, many.offsets[c][i],
                            i + 1 < bones ? many.starts[c][i + 1] : Quat::Identity());
                rig.goals.emplace_back();
                rig.goals[0].effector = bones;
                rig.goals[0].position = many.targets[c];
                ik::solve(solver, rig.problem(), {.maxIterations = 500, .tolerance = 1e-3},
                          workspace, solution);
                const ik::Crowd::Report& report = crowd.report(c);
                // Nearer than it can fold, the one stops where it stalls, the other goes on.
                if (solution.report.goals[0].status == ik::Status::Unreachable &&
                    report.status == ik::Status::IterationLimit)
                    continue;
                QCOMPARE(int(report.status), int(solution.report.goals[0].status));
                QCOMPARE(report.iterations, solution.report.iterations);
                QVERIFY(std::abs(report.error - solution.report.goals[0].positionError) < 1e-9);
                Quat world = Quat::Identity();
                Vec3 at = Vec3::Zero();
                for (int i = 0; i < bones; ++i) {
                    QVERIFY(angleBetween(crowd.rotation(c, i), solution.rotations[i]) < 1e-6);
                    world = world * crowd.rotation(c, i);
                    at += world * many.offsets[c][i];
                }
                QVERIFY(std::abs((at - many.targets[c]).norm() - report.error) < 1e-12);
            }
        }
    }

    void whatIsNoNumberHurtsNoNeighbour()
    {
        constexpr int kBones = 5;
        Many many = anyChains(kBones, 24);
        ik::Crowd sound = crowdOf(many, kBones);
        sound.solve(1e-3, 100);
        const double nan = std::nan("");
        many.targets[1] = {nan, 0, 0};
        many.targets[2] = {0, HUGE_VAL, 0};
        many.offsets[3][2] = {0, nan, 0};
        many.offsets[4][0] = {1e200, 0, 0};
        many.starts[5][1] = Quat(nan, 0, 0, 0);
        many.starts[6][1] = Quat(0, 0, 0, 0);
        ik::Crowd crowd = crowdOf(many, kBones);
        crowd.solve(1e-3, 100);
        for (int c = 0; c < crowd.chains(); ++c) {
            if (c >= 1 && c <= 6) {
                QCOMPARE(crowd.report(c).status, ik::Status::Invalid);
                for (int i = 0; i < kBones && c < 5; ++i)
                    QCOMPARE(crowd.rotation(c, i).coeffs(), many.starts[c][i].coeffs());
            } else {
                QVERIFY(sameBits(crowd, c, sound, c));
            }
        }
    }

    void degenerateChainsHaveAStatus()
    {
        ik::Crowd none(0, 3);
        none.setTarget(1, {1, 0, 0});
        none.solve(1e-3, 10);
        QCOMPARE(none.report(0).status, ik::Status::Reached);
        QCOMPARE(none.report(1).status, ik::Status::Unreachable);
        ik::Crowd empty(4, 0);
        empty.solve(1e-3, 10);

        // No length at all, some bones without, straight with the target on the line.
        ik::Crowd crowd(3, 3);
        const std::vector<Quat> start(3, Quat::Identity());
        const Vec3 x = Vec3::UnitX();
        crowd.setChain(0, std::vector<Vec3>(3, Vec3::Zero()), start);
        crowd.setChain(1, std::vector<Vec3>{Vec3::Zero(), x, x}, start);
        crowd.setChain(2, std::vector<Vec3>{x, x, x}, start);
        crowd.setTarget(0, {0.5, 0, 0});
        crowd.setTarget(1, {0.5, 0.5, 0});
        crowd.setTarget(2, {1.5, 0, 0});
        crowd.solve(1e-3, 50);
        QCOMPARE(crowd.report(0).status, ik::Status::Unreachable);
        QCOMPARE(crowd.report(1).status, ik::Status::Reached);
        QCOMPARE(crowd.report(2).status, ik::Status::IterationLimit);
        QCOMPARE(crowd.report(2).iterations, 50);
        for (int c = 0; c < 3; ++c)
            for (int i = 0; i < 3; ++i) QVERIFY(std::abs(crowd.rotation(c, i).norm() - 1) < 1e-12);
    }

    void aCrowdThatFollowsItsTargetsNeedsFewIterations()
    {
        constexpr int kBones = 10;
        Many many = anyChains(kBones, 100);
        for (int c = 0; c < 100; ++c) many.targets[c] *= 0.7;
        ik::Crowd crowd = crowdOf(many, kBones);
        crowd.solve(1e-3, 500);
        crowd.startFromHere();
        double iterations = 0;
        for (int c = 0; c < 100; ++c)
            crowd.setTarget(c, fromRotationVector({0, 0, 0.01}) * many.targets[c]);
        crowd.solve(1e-3, 500);
        for (int c = 0; c < 100; ++c) {
            QCOMPARE(crowd.report(c).status, ik::Status::Reached);
            iterations += crowd.report(c).iterations / 100.0;
        }
        QVERIFY(iterations < 4);
    }
};

POSEWRIGHT_TEST(TestCrowd, posewright::test::runPlain);
#include "tst_crowd.moc"
