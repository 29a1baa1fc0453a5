#include "core/evaluate/evaluate.h"
#include "tests/support/biped.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <atomic>

using namespace posewright;
using test::Random;

namespace {

/// An arm on a spine that is solved before it, with keys far apart.
Document randomReaches(Random& random)
{
    nlohmann::json edits{test::addTarget("chest", "Chest", "Hips"),
                         test::addTarget("hand", "LeftHand", "LeftArm")};
    for (int frame = 0; frame <= 24; frame += 2) {
        const Vec3 lean = 0.25 * random.direction();
        const Vec3 reach = 0.5 * random.uniform() * random.direction();
        edits.push_back(test::targetKey("chest", frame, {lean.x(), 1.2 + lean.y() / 2, lean.z()}));
        edits.push_back(
            test::targetKey("hand", frame, {0.18 + reach.x(), 1.42 + reach.y(), reach.z()}));
    }
    return test::edited(test::biped(false), edits);
}

}  // namespace

/// Evaluations that are stopped half way.
class TestStopped : public QObject {
    Q_OBJECT

private slots:
    void whatWasStoppedChangesNoPose()
    {
        Random random(test::printedSeed(20261124));
        const std::atomic<bool> stop = true;
        for (int i = 0; i < 40; ++i) {
            const Document doc = randomReaches(random);
            const auto fresh = prepare(doc, makeKeyMemo());
            const auto stopped = prepare(doc, makeKeyMemo());
            for (int frame = 0; frame <= 24; frame += 2) {
                QVERIFY(!evaluate(*stopped, frame, stop));
                const Evaluation a = evaluate(*fresh, frame), b = evaluate(*stopped, frame);
                QVERIFY2(a.local == b.local,
                         qPrintable(QString("document %1 at %2").arg(i).arg(frame)));
            }
        }
    }
};

POSEWRIGHT_TEST(TestStopped, posewright::test::runPlain);
#include "tst_stopped.moc"
