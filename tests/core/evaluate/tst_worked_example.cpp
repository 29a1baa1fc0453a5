#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"
#include "core/ik/solver.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"
#include "tests/support/vectors.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

using namespace posewright;

namespace {

constexpr int kPoses = 41;
constexpr std::array kNames{"UpperArm", "ForeArm", "Hand", "Finger"};

Document sample()
{
    std::ifstream file(std::string(test::sourceDir()) + "/resources/samples/arm.json");
    const nlohmann::json edits = nlohmann::json::parse(file, nullptr, false);
    const Result<Document> doc = edit::applyAll(emptyDocument(), edits);
    if (doc) return *doc;
    qWarning("%s: %s", doc.error().where.c_str(), doc.error().message.c_str());
    return {};
}

/// Where the shoulder, elbow, wrist and finger are. [m]
std::array<Vec3, 4> joints(const Document& doc, const Evaluation& shown)
{
    std::array<Vec3, 4> at;
    for (int i = 0; i < 4; ++i)
        at[i] = shown.world[doc.scene->find(std::string_view(kNames[i]))].position;
    return at;
}

/// Of the bones, against +x. [rad]
std::array<double, 3> angles(const std::array<Vec3, 4>& at)
{
    std::array<double, 3> out{};
    for (int i = 0; i < 3; ++i) {
        const Vec3 bone = at[i + 1] - at[i];
        out[i] = std::atan2(bone.y(), bone.x());
    }
    return out;
}

}  // namespace

/// The planar arm that rings a bell by the pseudo-inverse: a sample scene whose first 41 frames are
/// the steps of one solve.
class TestWorkedExample : public QObject {
    Q_OBJECT

private slots:
    void theFramesAreThePosesOfTheVectors()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto rows = test::ikVectors()["planar3_seed002"]["rows"];
        const Document doc = sample();
        QVERIFY(!doc.clips.empty());
        const auto prepared = prepare(doc);
        QCOMPARE(int(rows.size()), kPoses);
        for (int k = 0; k < kPoses; ++k) {
            const auto shown = angles(joints(doc, evaluate(*prepared, k)));
            const auto given = test::numbers(rows[k]["angles"]);
            for (int i = 0; i < 3; ++i)
                QVERIFY(std::abs(std::remainder(shown[i] - given[i], 2 * std::numbers::pi)) <
                        1e-12);
        }
    }

    void theFramesAreTheStepsOfTheSolver()
    {
        const Document doc = sample();
        QVERIFY(!doc.clips.empty());
        const auto prepared = prepare(doc);
        const auto start = joints(doc, evaluate(*prepared, 0));
        std::vector<ik::Joint> arm(4);
        const std::vector<Quat> straight(4, Quat::Identity());
        for (int i = 1; i < 4; ++i) {
            arm[i].parent = i - 1;
            arm[i].offset = start[i] - start[i - 1];
        }
        ik::Goal goal;
        goal.effector = 3;
        goal.position = Vec3(30, -40, 0);
        ik::Problem problem;
        problem.joints = arm;
        problem.start = straight;
        problem.basePosition = start[0];
        problem.goals = std::span(&goal, 1);
        int steps = 0;
        double worst = 0;
        const ik::Observer observer = [&](int step, double, std::span<const Quat> rotations) {
            std::vector<Vec3> at;
            std::vector<Quat> world;
            ik::forwardKinematics(problem, rotations, start[0], at, world);
            const auto shown = angles(joints(doc, evaluate(*prepared, step)));
            const auto solved = angles({at[0], at[1], at[2], at[3]});
            for (int i = 0; i < 3; ++i)
                worst = std::max(
                    worst, std::abs(std::remainder(shown[i] - solved[i], 2 * std::numbers::pi)));
            steps = step;
            return true;
        };
        ik::Settings settings;
        settings.step = 0.1;
        settings.tolerance = 2.0 / 98;
        settings.observer = &observer;
        const auto solution = ik::solve(*ik::findSolver("pseudo-inverse"), problem, settings);
        QCOMPARE(solution.report.status, ik::Status::Reached);
        QCOMPARE(steps, kPoses - 1);
        QVERIFY2(worst < 1e-12, qPrintable(QString::number(worst)));
    }

    void thenTheFingerRingsTheBell()
    {
        const Document doc = sample();
        QVERIFY(!doc.clips.empty());
        const auto prepared = prepare(doc);
        for (double frame : {48.0, 52.0, 56.0}) {
            const Evaluation shown = evaluate(*prepared, frame);
            QCOMPARE(shown.targets[0].status, ik::Status::Reached);
            QVERIFY((joints(doc, shown)[3] - Vec3(30, -40, 0)).norm() < 1e-4);
        }
        // The solve fades in: nothing leaps where the published steps end.
        for (double frame = 40; frame < 48; frame += 0.25) {
            const auto a = joints(doc, evaluate(*prepared, frame));
            const auto b = joints(doc, evaluate(*prepared, frame + 0.25));
            QVERIFY((a[3] - b[3]).norm() < 0.3);
        }
    }
};

POSEWRIGHT_TEST(TestWorkedExample, posewright::test::runPlain);
#include "tst_worked_example.moc"
