#include "core/ik/workspace.h"
#include "tests/support/limited_rigs.h"
#include "tests/support/program.h"
#include "tests/support/solver_ids.h"

#include <QTest>

#include <algorithm>

using namespace posewright;
using test::Rig;
using test::text;
using Stage = ik::HalfStep::Stage;

namespace {

struct Seen {
    Stage stage = Stage::Inwards;
    int iteration = 0;
    ik::JointIndex joint = -1;
    std::vector<ik::JointIndex> joints;
    std::vector<Vec3> points;
};

/// Solves, and keeps each half step.
std::vector<Seen> watchedHalf(const char* id, const Rig& rig, ik::Solution& solution,
                              int stopAfter = 0)
{
    std::vector<Seen> seen;
    const ik::HalfStepObserver observer = [&](const ik::HalfStep& step) {
        seen.push_back({step.stage,
                        step.iteration,
                        step.joint,
                        {step.joints.begin(), step.joints.end()},
                        {step.points.begin(), step.points.end()}});
        return stopAfter == 0 || std::ssize(seen) < stopAfter;
    };
    ik::Settings settings;
    settings.halfSteps = &observer;
    solution = ik::solve(*ik::findSolver(id), rig.problem(), settings);
    return seen;
}

Rig rigOf(const QString& kind)
{
    Rig rig = test::rigThrough(test::arcPoints(6, 10));
    rig.goals[0].position = Vec3(0.5, 0.4, 0.2);
    if (kind == "limits")
        for (std::size_t j = 1; j + 1 < rig.joints.size(); ++j) {
            rig.joints[j].rest = rig.start[j];
            rig.joints[j].limit =
                ConeLimit{Vec3::UnitX(), Vec3::UnitY(), {1, 1, 1, 1}, {-0.5, 0.5}};
        }
    if (kind != "tree") return rig;
    int joint = 3;
    for (int i = 0; i < 3; ++i) joint = rig.add(joint, Vec3(0, 0.2, 0));
    rig.goals.emplace_back();
    rig.goals[1].effector = joint;
    rig.goals[1].position = Vec3(0.1, 0.6, 0.1);
    return rig;
}

/// How many passes there are until Newton's steps, or under limits `lm`, finish what `fabrik`
/// began; of the textbook's only the first ones.
int passesOf(const QString& id, const QString& kind)
{
    // Where the spheres meet a pass ends, and is the last.
    if (id == "fabrik-spheres") return 1;
    return id == "fabrik" && kind != "tree" ? 2 : 4;
}

}  // namespace

/// The teaching view sees each pass of FABRIK and each joint of CCD, can stop there, and changes
/// nothing by looking.
class TestHalfSteps : public QObject {
    Q_OBJECT

private slots:
    void passesOfFabrikAlternate_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("kind");
        for (const char* id : {"fabrik", "fabrik-textbook"})
            for (const char* kind : {"chain", "tree", "limits"})
                QTest::addRow("%s, %s", id, kind) << id << kind;
        QTest::newRow("fabrik-spheres, chain") << "fabrik-spheres"
                                               << "chain";
    }
    void passesOfFabrikAlternate()
    {
        QFETCH(QString, id);
        QFETCH(QString, kind);
        const Rig rig = rigOf(kind);
        ik::Solution solution;
        const auto seen = watchedHalf(id.toUtf8(), rig, solution);
        QVERIFY(std::ssize(seen) >= passesOf(id, kind));
        if (id == "fabrik") QCOMPARE(std::ssize(seen), passesOf(id, kind));
        for (std::size_t i = 0; i < seen.size(); ++i) {
            QCOMPARE(seen[i].stage, i % 2 == 0 ? Stage::Inwards : Stage::Outwards);
            QCOMPARE(seen[i].iteration, int(i / 2) + 1);
            QCOMPARE(seen[i].joints.size(), seen[i].points.size());
            for (std::size_t k = 0; k < seen[i].joints.size(); ++k) {
                const auto& goal = rig.goals[0];
                // The passes fix one end each.
                if (seen[i].stage == Stage::Inwards && seen[i].joints[k] == goal.effector)
                    QVERIFY((seen[i].points[k] - goal.position).norm() < 1e-9);
                if (seen[i].stage == Stage::Outwards && seen[i].joints[k] == 0)
                    QVERIFY(seen[i].points[k].norm() < 1e-12);
            }
        }
        const auto alone = ik::solve(*ik::findSolver(id.toStdString()), rig.problem());
        for (std::size_t j = 0; j < alone.rotations.size(); ++j)
            QCOMPARE(solution.rotations[j].coeffs(), alone.rotations[j].coeffs());
    }

    void jointsOfDescentTurnFromTheTip_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::newRow("chain") << "chain";
        QTest::newRow("limits") << "limits";
    }
    void jointsOfDescentTurnFromTheTip()
    {
        QFETCH(QString, kind);
        const Rig rig = rigOf(kind);
        ik::Solution solution;
        const auto seen = watchedHalf("ccd", rig, solution);
        QVERIFY(std::ssize(seen) == 6 * solution.report.iterations);
        double last = HUGE_VAL;
        for (std::size_t i = 0; i < seen.size(); ++i) {
            QCOMPARE(seen[i].stage, Stage::Joint);
            QCOMPARE(seen[i].joint, 5 - int(i % 6));
            QCOMPARE(seen[i].iteration, int(i / 6) + 1);
            const double error = (seen[i].points.back() - rig.goals[0].position).norm();
            QVERIFY(error <= last + 1e-12);  // no joint makes it worse
            last = error;
            for (std::size_t k = 1; k < seen[i].points.size(); ++k)
                QVERIFY(std::abs((seen[i].points[k] - seen[i].points[k - 1]).norm() - 1.0 / 6) <
                        1e-12);
        }
        QVERIFY(std::abs(last - solution.report.goals[0].positionError) < 1e-12);
        const auto alone = ik::solve(*ik::findSolver("ccd"), rig.problem());
        for (std::size_t j = 0; j < alone.rotations.size(); ++j)
            QCOMPARE(solution.rotations[j].coeffs(), alone.rotations[j].coeffs());
    }

    void theyCanStop_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("kind");
        for (const char* id : {"fabrik", "fabrik-textbook", "ccd"})
            for (const char* kind : {"chain", "tree", "limits"})
                if (QString(id) != "ccd" || QString(kind) != "tree")
                    QTest::addRow("%s, %s", id, kind) << id << kind;
        QTest::newRow("fabrik-spheres, chain") << "fabrik-spheres"
                                               << "chain";
    }
    void theyCanStop()
    {
        QFETCH(QString, id);
        QFETCH(QString, kind);
        const Rig rig = rigOf(kind);
        for (int after = 1; after <= std::min(3, passesOf(id, kind)); ++after) {
            ik::Solution solution;
            const auto seen = watchedHalf(id.toUtf8(), rig, solution, after);
            QCOMPARE(std::ssize(seen), after);
            QCOMPARE(text(ik::name(solution.report.status)), QString("cancelled"));
            QVERIFY(solution.report.limitViolation <= 1e-9);
        }
    }
};

POSEWRIGHT_TEST(TestHalfSteps, posewright::test::runPlain);
#include "tst_half_steps.moc"
