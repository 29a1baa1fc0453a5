#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/support/ik_sets.h"
#include "tests/support/limit_measure.h"
#include "tests/support/limited_rigs.h"
#include "tests/support/program.h"
#include "tests/support/vectors.h"

#include <QTest>

#include <numbers>

using namespace posewright;

/// The two arms of the reference vectors, by everything that is known of them: the planar one of
/// the texts, and the one of seven bounded hinges.
class TestReferenceArms : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json"); }

    /// Angles of bones in the worked example are absolute. The distance is tested before a step, so
    /// one more is made after the first that is near enough.
    // Long: one walk along the rows of the example, which compares all columns.
    void thePseudoInverseGivesTheWorkedExample()
    {
        const auto given = test::ikVectors()["planar3_seed002"];
        const auto lengths = test::numbers(given["bones"]);
        const auto first = test::numbers(given["start"]);
        std::vector<Vec3> start{Vec3::Zero()};
        for (int i = 0; i < 3; ++i)
            start.push_back(start.back() +
                            lengths[i] * Vec3(std::cos(first[i]), std::sin(first[i]), 0));
        test::Rig rig = test::rigThrough(start);
        const auto e = test::numbers(given["E"]);
        const Vec3 target(e[0], e[1], 0);
        rig.goals[0].position = target;
        const ik::Problem problem = rig.problem();
        std::vector<std::vector<Vec3>> poses{start};
        const ik::Observer observer = [&](int, double, std::span<const Quat> rotations) {
            std::vector<Quat> world;
            poses.emplace_back();
            ik::forwardKinematics(problem, rotations, rig.basePosition, poses.back(), world);
            return true;
        };
        ik::Settings settings;
        settings.step = test::number(given["Coe"]);
        settings.tolerance = test::number(given["stop_dist"]) / 98;
        settings.observer = &observer;
        (void)ik::solve(*ik::findSolver("pseudo-inverse"), problem, settings);

        const auto& rows = given["rows"];
        const auto& doubles = given["double_AllAngl"];
        const auto elbows = test::numbers(given["elbow_beta_minus_alpha"]);
        QCOMPARE(int(poses.size()), given["n_poses_in_AllAngl"].get<int>());
        QCOMPARE(int(poses.size()) - 1, given["n_steps"].get<int>());
        QCOMPARE(rows.size(), poses.size());
        const auto apart = [](double a, double b) {
            return std::abs(std::remainder(a - b, 2 * std::numbers::pi));
        };
        double worst = 0;
        std::array<double, 3> before{};
        for (std::size_t i = 0; i < poses.size(); ++i) {
            QCOMPARE(rows[i]["step"].get<int>(), int(i));
            const auto expected = test::numbers(rows[i]["angles"]);
            const auto printed = test::numbers(doubles[i]);
            std::array<double, 3> angles{};
            std::array<Vec3, 3> bones;
            for (int b = 0; b < 3; ++b) {
                bones[b] = poses[i][b + 1] - poses[i][b];
                angles[b] = std::atan2(bones[b].y(), bones[b].x());
                worst = std::max({worst, apart(angles[b], expected[b]),
                                  apart(angles[b], printed[b]), std::abs(bones[b].z())});
            }
            QVERIFY(apart(angles[1] - angles[0], elbows[i]) < 1e-12);
            const auto effector = test::numbers(rows[i]["effector"]);
            QVERIFY((poses[i].back() - Vec3(effector[0], effector[1], 0)).norm() < 1e-12 * 98);
            const bool last = i + 1 == poses.size();
            const double distance = test::number(
                rows[i][last ? "dist_after_last_step_not_tested_by_the_loop" : "dist"]);
            QVERIFY(std::abs((poses[i].back() - target).norm() - distance) < 1e-12 * 98);
            if (i > 0) {
                const auto delta = test::numbers(rows[i - 1]["delta"]);
                for (int b = 0; b < 3; ++b) QVERIFY(apart(angles[b] - before[b], delta[b]) < 1e-12);
            }
            before = angles;
            if (last) break;
            // det J J^T of the absolute angles: the squared areas that bones span, two by two.
            double det = 0;
            for (int a = 0; a < 3; ++a)
                for (int b = a + 1; b < 3; ++b) det += bones[a].cross(bones[b]).squaredNorm();
            const double known = test::number(rows[i]["det_JJt"]);
            QVERIFY(std::abs(det - known) < 1e-12 * known);
        }
        qInfo("worst angle off by %g", worst);
        QVERIFY(worst < 1e-12);
    }

    void theArmOfSevenHingesIsThatOfTheTests()
    {
        const auto given = test::ikVectors()["arm7"];
        const auto low = test::numbers(given["limits_deg"][0]);
        const auto high = test::numbers(given["limits_deg"][1]);
        const auto along = test::numbers(given["offset_along_local_z_after_joint"]);
        for (int i = 0; i < 7; ++i) {
            QCOMPARE(test::Arm7::kAxes[i], given["axes_xyz012"][i].get<int>());
            QCOMPARE(test::Arm7::kOffsets[i], along[i]);
            QCOMPARE(test::Arm7::kDegrees[i].min, low[i]);
            QCOMPARE(test::Arm7::kDegrees[i].max, high[i]);
        }
    }

    /// Its poses are drawn joint by joint, so that the first numbers of the generator are the first
    /// joint's; and each is answered from the middle of the bounds.
    void itsPosesAreReachedInPlaceAndOrientation()
    {
        const auto given = test::ikVectors()["arm7"];
        const auto& poses = given["poses"];
        test::Arm7 arm;
        double reach = 0;
        for (const double along : test::Arm7::kOffsets) reach += std::abs(along);
        const ik::Settings settings{.tolerance = 1e-5 / reach, .orientationTolerance = 1e-5};
        for (const char* id : {"lm", "dls", "bfgs", "sequential"})
            for (const auto& pose : poses) {
                const auto angles = test::numbers(pose["q"]);
                std::vector<Quat> rotations(8, Quat::Identity());
                for (int i = 0; i < 7; ++i) {
                    const Range range = test::Arm7::range(i);
                    QVERIFY(plain::outside(angles[i], {range.min, range.max}) == 0);
                    rotations[i] = test::Arm7::turn(i, angles[i]);
                }
                arm.aimAt(rotations);
                Mat3 frame;
                for (int r = 0; r < 3; ++r) frame.row(r) = test::vec3(pose["R"][r]);
                QVERIFY((arm.rig.goals[0].position - test::vec3(pose["p"])).norm() < 1e-12);
                QVERIFY((arm.rig.goals[0].orientation->toRotationMatrix() - frame).norm() < 1e-12);
                const auto solution = ik::solve(*ik::findSolver(id), arm.rig.problem(), settings);
                QCOMPARE(solution.report.status, ik::Status::Reached);
                QVERIFY(solution.report.goals[0].positionError <= 1e-5);
                QVERIFY(solution.report.goals[0].orientationError <= 1e-5);
                QVERIFY(solution.report.limitViolation <= 1e-9);
                std::vector<Vec3> at;
                std::vector<Quat> world;
                ik::forwardKinematics(arm.rig.problem(), solution.rotations, solution.rootPosition,
                                      at, world);
                QVERIFY((at.back() - test::vec3(pose["p"])).norm() <= 1e-5);
                QVERIFY(angleBetween(world.back(), Quat(frame)) <= 1e-5 + 1e-12);
                QVERIFY(test::violationOf(arm.rig.joints, solution.rotations) <= 1e-9);
            }
    }
};

POSEWRIGHT_TEST(TestReferenceArms, posewright::test::runPlain);
#include "tst_reference_arms.moc"
