#include "core/contacts/settle.h"
#include "tests/support/program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace posewright;
using namespace posewright::contacts;

namespace {

constexpr double kRate30 = 30;
constexpr int kRolls = -1;

/// How a foot is lifted whose sole is where its end is, if that is placed so much lower than in the
/// motion, whose sole lies at 0.
std::vector<double> liftsOf(const std::vector<double>& lower, const std::vector<int>& fixed)
{
    const LowestOf sole = [](std::size_t, const Vec3& position, const Quat&) {
        return position.y();
    };
    std::vector<WorldTransform> shown(lower.size());
    std::vector<EndPlace> placed;
    for (const double depth : lower) placed.push_back({0, Vec3(0, -depth, 0), Quat::Identity()});
    return settled(sole, 0, shown, placed, fixed, kRate30);
}

}  // namespace

/// How feet that contacts hold are lifted out of the floor.
class TestSettle : public QObject {
    Q_OBJECT

private slots:
    void nothingIsLiftedThatIsAsHighAsInTheMotion()
    {
        for (const double lift : liftsOf({0, -0.01, 0, -0.02, 0}, {kRolls, 0, 0, 0, kRolls}))
            QCOMPARE(lift, 0.0);
    }

    void aFixedFootIsLiftedAlikeThroughout()
    {
        std::vector<double> lower(20, 0.02);
        const std::vector<int> fixed(20, 0);
        lower[3] = 0.3;  // one bad frame
        for (const double lift : liftsOf(lower, fixed)) QCOMPARE(lift, 0.02);
    }

    void aStanceOfOneFrameIsLifted() { QCOMPARE(liftsOf({0.02}, {0})[0], 0.02); }

    /// A foot that rolls lower than it is fixed afterwards, or before, is not let down at once.
    void aLiftHasNoStep()
    {
        std::vector<double> lower(20, 0.03), after(20, 0);
        std::vector<int> fixed(20, kRolls);
        lower.insert(lower.end(), after.begin(), after.end());
        fixed.insert(fixed.end(), 20, 0);
        std::vector<double> lifts = liftsOf(lower, fixed);
        QCOMPARE(lifts.front(), 0.03);
        for (std::size_t i = 20; i < 40; ++i) QCOMPARE(lifts[i], 0.0);
        for (int side = 0; side < 2; ++side) {
            for (std::size_t i = 1; i < lifts.size(); ++i)
                QCOMPARE_LT(std::abs(lifts[i] - lifts[i - 1]), 0.03 * 0.55);
            std::reverse(lower.begin(), lower.end());
            std::reverse(fixed.begin(), fixed.end());
            lifts = liftsOf(lower, fixed);
        }
    }
};

POSEWRIGHT_TEST(TestSettle, posewright::test::runPlain);
#include "tst_settle.moc"
