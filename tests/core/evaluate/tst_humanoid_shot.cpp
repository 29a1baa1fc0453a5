#include "core/evaluate/evaluate.h"
#include "tests/support/humanoid_shot.h"
#include "tests/support/program.h"

#include <QTest>

using namespace posewright;

/// A shot of a whole figure, which dragging a target solves again.
class TstHumanoidShot : public QObject {
    Q_OBJECT

private slots:
    /// How fast, tests/bars measures.
    void everyTargetOfAShotIsSolved()
    {
        const Document doc = test::humanoidShot();
        QCOMPARE(int(doc.scene->size()), 25 + 5);
        const auto prepared = prepare(doc);
        int met = 0;
        int solved = 0;
        for (int f = 0; f < 600; ++f)
            for (const TargetStatus& target : evaluate(*prepared, f).targets) {
                // An arm may be led out of reach by the head's target.
                met += target.status == ik::Status::Reached || target.status == ik::Status::Softened
                           ? 1
                           : 0;
                solved += target.status <= ik::Status::Unreachable ? 1 : 0;
            }
        qInfo("%d of 3000 met", met);
        QCOMPARE(solved, 3000);
        QVERIFY(met >= 2900);
    }
};

POSEWRIGHT_TEST(TstHumanoidShot, posewright::test::runPlain);
#include "tst_humanoid_shot.moc"
