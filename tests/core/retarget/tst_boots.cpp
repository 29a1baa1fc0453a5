#include "tests/support/bound_mesh.h"
#include "tests/support/carried.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>

using namespace posewright;
using namespace posewright::test;

namespace {

constexpr int kFramesInBoots = 30;

/// Soles of boots below the lowest joints, bound to the feet.
Document inBoots(Document doc, const MadeBody& body, double thick)
{
    Mesh mesh;
    Skin skin;
    for (const char* name : {"LeftFoot", "RightFoot"}) {
        const int foot = body.row(name);
        const plain::V ankle = body.joints[foot].at;
        for (const double z : {-0.06, 0.2})
            for (const double y : {0.1, -thick}) {
                mesh.positions.emplace_back(float(ankle.x), float(y), float(z));
                mesh.joints.push_back({static_cast<std::uint16_t>(skin.joints.size()), 0, 0, 0});
                mesh.weights.emplace_back(1, 0, 0, 0);
            }
        skin.joints.push_back((*doc.scene)[foot].id);
        Eigen::Matrix4f inverse = Eigen::Matrix4f::Identity();
        inverse.topRightCorner<3, 1>() = -vecOf(ankle).cast<float>();
        skin.inverseBind.push_back(inverse);
    }
    return test::withBoundMesh(std::move(doc), "Boots", std::move(mesh), std::move(skin));
}

/// The height of the soles of boots that a foot of the body carries. [m]
double lowestSole(const MadeBody& body, const BodyPose& pose, double thick)
{
    const auto places = placesOf(body, pose);
    double lowest = 1e9;
    for (const char* name : {"LeftFoot", "RightFoot"}) {
        const int foot = body.row(name);
        const plain::V ankle = body.joints[foot].at;
        for (const double z : {-0.06, 0.2}) {
            const plain::V sole = plain::V{ankle.x, -thick, z} - ankle;
            lowest = std::min(lowest, (places[foot] + plain::turned(pose.turns[foot], sole)).y);
        }
    }
    return lowest;
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
