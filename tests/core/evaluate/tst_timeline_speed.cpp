#include "core/evaluate/evaluate.h"
#include "tests/support/humanoid_shot.h"
#include "tests/support/program.h"

#include <QTest>

#include <algorithm>
#include <chrono>

using namespace posewright;

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kBar = 16;    // [ms]
constexpr double kGross = 60;  // [ms] on a machine that others use, too

}  // namespace

/// Dragging a target solves the whole shot again.
class TstTimelineSpeed : public QObject {
    Q_OBJECT

private slots:
    void aShotIsSolvedWithinAPicture()
    {
        const Document doc = test::humanoidShot();
        QCOMPARE(int(doc.scene->size()), 25 + 5);
        double least = 1e300;
        double keys = 1e300;
        int met = 0;
        int solved = 0;
        for (int run = 0; run < 7; ++run) {
            const auto prepared = prepare(doc);
            const auto from = Clock::now();
            (void)evaluate(*prepared, 599.0);  // solves the keys
            const auto then = Clock::now();
            met = 0;
            solved = 0;
            for (int f = 0; f < 600; ++f) {
                const Evaluation e = evaluate(*prepared, f);
                // An arm may be led out of reach by the head's target.
                for (const TargetStatus& target : e.targets) {
                    met += target.status == ik::Status::Reached ||
                                   target.status == ik::Status::Softened
                               ? 1
                               : 0;
                    solved += target.status <= ik::Status::Unreachable ? 1 : 0;
                }
            }
            const auto ms = [](auto time) {
                return std::chrono::duration<double, std::milli>(time).count();
            };
            keys = std::min(keys, ms(then - from));
            least = std::min(least, ms(Clock::now() - then));
        }
        qInfo("600 frames: %.1f ms, keys before %.2f ms; bar %.0f ms; %d of 3000 met", least, keys,
              kBar, met);
        QCOMPARE(solved, 3000);
        QVERIFY(met >= 2900);
#if defined(NDEBUG) && defined(__OPTIMIZE__)
        QVERIFY(least < kGross);
#endif
    }
};

POSEWRIGHT_TEST(TstTimelineSpeed, posewright::test::runPlain);
#include "tst_timeline_speed.moc"
