#include "tests/support/carried.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>

using namespace posewright;
using namespace posewright::test;

namespace {

constexpr int kChainFrames = 40;

}  // namespace

/// Spines, necks and fingers of other counts: what hangs on them turns as the source's does.
class TestChains : public QObject {
    Q_OBJECT

private slots:
    void endsAgree_data()
    {
        QTest::addColumn<int>("theirs");
        QTest::addColumn<int>("ours");
        QTest::addColumn<bool>("neckOnSpine");
        for (const bool on : {false, true})
            for (const auto& [theirs, ours] : {std::pair{2, 3}, {3, 2}, {2, 5}, {4, 1}, {1, 3}})
                QTest::addRow("%d onto %d%s", theirs, ours, on ? ", neck on the spine" : "")
                    << theirs << ours << on;
    }
    void endsAgree()
    {
        QFETCH(int, theirs);
        QFETCH(int, ours);
        QFETCH(bool, neckOnSpine);
        plain::Dice dice(test::printedSeed(20261124));
        const auto bodyOf = [&](int count) {
            return madeBody({.spine = count,
                             .fingers = true,
                             .fingerBones = std::min(3, count),
                             .neckOnSpine = neckOnSpine});
        };
        const MadeBody body = bodyOf(theirs), other = bodyOf(ours);
        const std::vector<BodyPose> motion = madeMotion(body, kChainFrames, dice);
        const Document to = standing(other);
        const retarget::Retargeted out = carried(documentOf(body, motion, kRate), to);
        const auto last = [](int count) { return count == 1 ? "" : std::to_string(count - 1); };
        std::vector<std::pair<std::string, std::string>> ends{
            {"Spine" + last(theirs), "Spine" + last(ours)}, {"Neck", "Neck"}, {"Head", "Head"}};
        for (const std::string side : {"Left", "Right"})
            for (const std::string finger : {"Thumb", "Index", "Middle", "Ring", "Pinky"})
                ends.emplace_back(side + "Hand" + finger + std::to_string(std::min(3, theirs)),
                                  side + "Hand" + finger + std::to_string(std::min(3, ours)));
        double worst = 0;
        const std::vector<BodyPose> is = posesOf(other, to, out, motion.size());
        for (std::size_t f = 0; f < motion.size(); ++f)
            for (const auto& [a, b] : ends)
                worst = std::max(
                    worst, plain::angle(motion[f].turns[body.row(a)], is[f].turns[other.row(b)]));
        QCOMPARE_LT(worst, 1e-7);
    }

    /// A turn shared out evenly is shared out evenly among more bones and fewer.
    void aBendIsSharedAlongTheLength()
    {
        const MadeBody body = madeBody({.fingers = true, .fingerBones = 2});
        const MadeBody other = madeBody({.fingers = true, .fingerBones = 3});
        BodyPose pose;
        for (const BodyJoint& joint : body.joints) {
            const bool finger = joint.name == "LeftHandIndex1" || joint.name == "LeftHandIndex2";
            const plain::Q own = finger ? plain::about(2, -0.5) : plain::Q{0, 0, 0, 1};
            pose.turns.push_back(joint.parent < 0 ? own
                                                  : plain::product(pose.turns[joint.parent], own));
        }
        pose.hips = body.joints[0].at;
        const Document to = standing(other);
        const retarget::Retargeted out = carried(documentOf(body, {pose, pose}, kRate), to);
        const BodyPose is = poseIn(other, to, out.clip, 0);
        double before = 0;
        for (int i = 1; i <= 3; ++i) {
            const plain::Q turn = is.turns[other.row("LeftHandIndex" + std::to_string(i))];
            const double now = plain::angle(turn, plain::Q{0, 0, 0, 1});
            QCOMPARE_LT(std::abs(now - before - 1.0 / 3), 1e-7);
            before = now;
        }
    }
};

POSEWRIGHT_TEST(TestChains, posewright::test::runWithEvents);
#include "tst_chains.moc"
