#include "tests/support/boots.h"
#include "tests/support/carried.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>

using namespace posewright;
using namespace posewright::test;

namespace {

constexpr int kFramesInBoots = 30;

/// The height of the soles of boots that the body carries. [m]
double lowestSole(const MadeBody& body, const BodyPose& pose, double thick)
{
    return std::min(soleOf(body, pose, "LeftFoot", thick), soleOf(body, pose, "RightFoot", thick));
}

}  // namespace

/// A character stands on the soles of its boots, not on the joints in them.
class TestBoots : public QObject {
    Q_OBJECT

private slots:
    void solesStandOnTheFloor()
    {
        plain::Dice dice(printedSeed(20261203));
        for (int round = 0; round < 10; ++round) {
            const MadeBody body = madeBody();
            const MadeBody other = madeBody({.legs = dice.uniform(0.6, 1.2)});
            const double thick = dice.uniform(0.01, 0.06);
            // Feet stay flat, wherever the body goes.
            std::vector<BodyPose> motion;
            for (int f = 0; f < kFramesInBoots; ++f) {
                BodyPose pose;
                pose.turns.assign(body.joints.size(), {0, 0, 0, 1});
                pose.hips = body.joints[0].at + plain::V{0.01 * f, 0, 0.02 * f};
                motion.push_back(pose);
            }
            const Document to = inBoots(standing(other), other, thick);
            const retarget::Retargeted out = carried(documentOf(body, motion, kRate), to);
            for (int f = 0; f < kFramesInBoots; ++f)
                QCOMPARE_LT(std::abs(lowestSole(other, poseIn(other, to, out.clip, f), thick)),
                            1e-6 * kTall);
        }
    }

    /// A motion of the same bones is the same motion, whatever is bound to them.
    void theSameBonesMoveTheSame()
    {
        plain::Dice dice(printedSeed(20261204));
        const MadeBody body = madeBody();
        const auto motion = madeMotion(body, kFramesInBoots, dice);
        const Document to = inBoots(standing(body), body, 0.05);
        const retarget::Retargeted out = carried(documentOf(body, motion, kRate), to);
        QCOMPARE_LT(apart(body, motion, to, out.clip), 1e-9 * kTall);
    }

    /// What hangs deep on a foot is no sole.
    void aBallAndChainIsNoSole()
    {
        const MadeBody body = madeBody(), other = madeBody({.legs = 0.8});
        BodyPose pose;
        pose.turns.assign(body.joints.size(), {0, 0, 0, 1});
        pose.hips = body.joints[0].at;
        const Document from = documentOf(body, {pose, pose}, kRate);
        const Document to = inBoots(standing(other), other, 1);
        const auto bare = carried(from, standing(other)), out = carried(from, to);
        const auto at = [&](const retarget::Retargeted& what) {
            return poseIn(other, to, what.clip, 0).hips.y;
        };
        QCOMPARE(at(out), at(bare));
    }
};

POSEWRIGHT_TEST(TestBoots, posewright::test::runWithEvents);
#include "tst_boots.moc"
