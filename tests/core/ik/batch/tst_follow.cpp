#include "core/ik/follow.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/support/ik_sets.h"
#include "tests/support/program.h"

#include <QTest>

#include <cmath>
#include <numbers>

using namespace posewright;

namespace {

// A circle in reach, then out beyond full stretch and back, and near the root.
std::vector<Vec3> path(int frames)
{
    std::vector<Vec3> targets;
    for (int i = 0; i < frames; ++i) {
        const double turn = 4 * std::numbers::pi * i / frames;
        const double far = i < frames / 2 ? 0.5 : 0.65 + 0.55 * std::sin(turn);
        targets.push_back(far * Vec3(1, 0, 0) + 0.3 * Vec3(0, std::cos(turn), std::sin(turn)));
    }
    return targets;
}

}  // namespace

class TestFollow : public QObject {
    Q_OBJECT

    static void eachFollower()
    {
        QTest::addColumn<QString>("id");
        for (const char* id : {"gauss-newton", "fabrik", "fabrik-textbook", "dls"})
            QTest::newRow(id) << id;
    }

private slots:
    void eachFrameIsTheSolveFromTheFrameBefore_data() { eachFollower(); }
    void eachFrameIsTheSolveFromTheFrameBefore()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = *ik::findSolver(id.toStdString());
        ik::Workspace workspace;
        ik::FollowResult followed;
        for (const int bones : {1, 2, 3, 4, 9, 10, 70}) {
            test::Rig rig = test::rigThrough(test::arcPoints(bones));
            rig.basePosition = {0.01, -0.02, 0.03};
            rig.baseRotation = Quat(0.9, 0.1, -0.2, 0.3).normalized();
            const std::vector<Vec3> targets = path(bones == 9 ? 200 : 61);
            const ik::Problem problem = rig.problem();
            ik::Settings settings;
            settings.tolerance = 1e-4;
            ik::follow(solver, problem, targets, settings, workspace, followed);
            QVERIFY(followed.message.empty());
            QCOMPARE(followed.frames.size(), targets.size());
            QCOMPARE(int(followed.joints.size()), bones);
            ik::Solution solution;
            std::vector<Vec3> at;
            std::vector<Quat> world;
            for (std::size_t f = 0; f < targets.size(); ++f) {
                rig.goals[0].position = targets[f];
                ik::solve(solver, rig.problem(), settings, workspace, solution);
                const ik::FollowedFrame& frame = followed.frames[f];
                QCOMPARE(frame.iterations, solution.report.iterations);
                QCOMPARE(int(frame.status), int(solution.report.goals[0].status));
                QVERIFY(std::abs(frame.error - solution.report.goals[0].positionError) < 1e-9);
                // The next start is the pose that was followed, so that nothing adds up.
                for (int i = 0; i < bones; ++i) {
                    const Quat& q = followed.pose(f)[i];
                    QVERIFY(std::abs(q.norm() - 1) < 1e-12);
                    QVERIFY(angleBetween(q, solution.rotations[followed.joints[i]]) < 1e-6);
                    rig.start[followed.joints[i]] = q;
                }
                ik::forwardKinematics(rig.problem(), rig.start, solution.rootPosition, at, world);
                QVERIFY(std::abs((at.back() - targets[f]).norm() - frame.error) < 1e-12);
            }
        }
    }

    void everyTargetInReachIsMet_data() { eachFollower(); }
    void everyTargetInReachIsMet()
    {
        QFETCH(QString, id);
        test::Rig rig = test::rigThrough(test::arcPoints(10));
        std::vector<Vec3> targets = path(400);
        targets.resize(200);
        ik::Workspace workspace;
        ik::FollowResult followed;
        ik::follow(*ik::findSolver(id.toStdString()), rig.problem(), targets, {.tolerance = 1e-3},
                   workspace, followed);
        for (const ik::FollowedFrame& frame : followed.frames) {
            QCOMPARE(frame.status, ik::Status::Reached);
            QVERIFY(frame.error <= 1e-3);
        }
        const std::vector<Quat> once = followed.rotations;
        ik::Workspace other;
        ik::follow(*ik::findSolver(id.toStdString()), rig.problem(), targets, {.tolerance = 1e-3},
                   other, followed);
        for (std::size_t i = 0; i < once.size(); ++i)
            QCOMPARE(followed.rotations[i].coeffs(), once[i].coeffs());
    }

    void framesSayHonestlyWhatWasMissed()
    {
        test::Rig rig = test::rigThrough(test::arcPoints(6));
        const double nan = std::nan("");
        const std::vector<Vec3> targets{{0.4, 0.2, 0}, {3, 0, 0}, {nan, 0, 0}, {0.97, 0, 0.1}};
        ik::Workspace workspace;
        ik::FollowResult followed;
        for (const char* id : {"gauss-newton", "dls"}) {
            rig.goals[0].soft = 0.1;
            ik::follow(*ik::findSolver(id), rig.problem(), targets, {}, workspace, followed);
            QCOMPARE(followed.frames[0].status, ik::Status::Reached);
            QCOMPARE(followed.frames[1].status, ik::Status::Unreachable);
            QVERIFY(std::abs(followed.frames[1].error - 2) < 0.01);
            QCOMPARE(followed.frames[2].status, ik::Status::Invalid);
            for (std::size_t i = 0; i < followed.joints.size(); ++i)
                QVERIFY(angleBetween(followed.pose(2)[i], followed.pose(1)[i]) < 1e-12);
            QCOMPARE(followed.frames[3].status, ik::Status::Softened);
            rig.goals[0].soft = 0;
        }
        ik::follow(*ik::findSolver("fabrik"), rig.problem(), std::vector<Vec3>(3, Vec3(nan, 0, 0)),
                   {}, workspace, followed);
        QVERIFY(!followed.message.empty());
    }

    void bonesWithoutLengthAreCarried()
    {
        std::vector<Vec3> points = test::arcPoints(5);
        points.insert(points.begin(), points.front());
        points.insert(points.begin() + 3, points[3]);
        test::Rig rig = test::rigThrough(points);
        ik::Workspace workspace;
        ik::FollowResult followed;
        const std::vector<Vec3> targets = path(31);
        ik::follow(*ik::findSolver("gauss-newton"), rig.problem(), targets, {}, workspace,
                   followed);
        for (std::size_t f = 0; f < targets.size(); ++f)
            for (const Quat& q : followed.pose(f)) QVERIFY(std::abs(q.norm() - 1) < 1e-12);
    }

    void whatCannotFollowIsRefused()
    {
        test::Rig rig = test::rigThrough(test::arcPoints(4));
        const std::vector<Vec3> targets{{0.4, 0.2, 0}, {0.5, 0.2, 0}};
        ik::Workspace workspace;
        ik::FollowResult followed;
        const auto refused = [&](const char* id) {
            ik::follow(*ik::findSolver(id), rig.problem(), targets, {}, workspace, followed);
            return !followed.message.empty() && followed.rotations.empty() &&
                   followed.frames[0].status == ik::Status::Invalid;
        };
        QVERIFY(refused("ccd"));
        QVERIFY(!refused("fabrik"));
        rig.joints[1].limit = HingeLimit{Vec3::UnitZ(), {-1, 1}};
        QVERIFY(refused("fabrik"));
        rig.joints[1].limit = {};
        rig.goals[0].orientation = Quat::Identity();
        QVERIFY(refused("fabrik"));
        rig.goals[0].orientation.reset();
        rig.goals[0].effector = 17;
        QVERIFY(refused("dls"));
        rig.goals.clear();
        QVERIFY(refused("dls"));
    }
};

POSEWRIGHT_TEST(TestFollow, posewright::test::runPlain);
#include "tst_follow.moc"
