#include "core/ik/workspace.h"
#include "tests/support/crooked_chain.h"
#include "tests/support/program.h"

#include <QTest>

#include <array>

using namespace posewright;
using test::fetch;

/// What may stand beside what a goal asks: core/scene/kind.h has a row of rules for each kind.
class TestGoalRules : public QObject {
    Q_OBJECT

private slots:
    void whatAKindHasNotIsRefused_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("beside");
        QTest::addColumn<QString>("message");
        constexpr int kReach = 0, kAim = 1, kLoop = 2, kDistance = 3;
        const auto add = [](int kind, const char* beside, const char* message) {
            QTest::addRow("%d with %s", kind, beside) << kind << beside << message;
        };
        for (const char* beside : {"orientation", "pole", "ease", "stretch"})
            add(kReach, beside, "");
        add(kAim, "orientation", "an aim has no orientation");
        add(kAim, "pole", "an aim has no pole");
        add(kAim, "ease", "an aim has no ease");
        add(kAim, "stretch", "an aim has no stretch");
        add(kLoop, "orientation", "");
        add(kLoop, "pole", "a loop has no pole");
        add(kLoop, "ease", "a loop has no ease");
        add(kLoop, "stretch", "a loop has no stretch");
        add(kDistance, "orientation", "");
        add(kDistance, "pole", "a distance has no pole");
        add(kDistance, "ease", "a distance has no ease");
        add(kDistance, "stretch", "a distance has no stretch");
    }
    void whatAKindHasNotIsRefused()
    {
        QFETCH(int, kind);
        QFETCH(QString, beside);
        QFETCH(QString, message);
        // Two chains of two bones from one root.
        test::Rig rig;
        rig.add(-1, Vec3::Zero());
        for (const int parent : {0, 1, 0, 3}) rig.add(parent, Vec3(parent < 3 ? 1 : -1, 0.2, 0));
        ik::Goal goal;
        goal.effector = 2;
        const std::array<ik::GoalKind, 4> kinds{Reach{}, Aim{}, Loop<ik::JointIndex>{4},
                                                Distance{0.3}};
        goal.kind = kinds[kind];
        goal.position = Vec3(0.1, 0.2, 0.1);
        if (beside == "orientation") goal.orientation = Quat::Identity();
        if (beside == "pole") goal.pole = Vec3(0, 0, 1);
        if (beside == "ease") goal.soft = 0.1;
        if (beside == "stretch") goal.stretch = 0.1;
        rig.goals = {goal};
        const auto report = ik::solve(fetch("lm"), rig.problem()).report;
        QCOMPARE(QString::fromStdString(report.message), message);
        QCOMPARE(report.status == ik::Status::Invalid, !message.isEmpty());
    }
};

POSEWRIGHT_TEST(TestGoalRules, posewright::test::runPlain);
#include "tst_goal_rules.moc"
