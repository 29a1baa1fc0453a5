#include "core/evaluate/evaluate.h"
#include "tests/support/carried.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace posewright;
using namespace posewright::test;

namespace {

constexpr int kLimitedPoses = 60;
constexpr double kLeast = -0.1, kMost = 2.4;  ///< [rad] of a knee
const Vec3 kHinge = Vec3(1, 0, 0.2).normalized();

Document withLimits(Document doc, const std::vector<std::string>& joints, const Limit& limit)
{
    std::vector<Node> nodes = doc.scene->nodes();
    for (Node& node : nodes)
        if (std::ranges::count(joints, node.name)) std::get<BonePart>(node.part).limit = limit;
    doc.scene = *Scene::make(std::move(nodes));
    return doc;
}

}  // namespace

/// A motion on a figure with limits keeps them, and the feet go where they go without limits.
class TestLimitsKept : public QObject {
    Q_OBJECT

private slots:
    void kneesBendAboutTheirHinges()
    {
        plain::Dice dice(printedSeed(20261127));
        const MadeBody body = madeBody(), other = madeBody({.legs = 0.9});
        const Document from = documentOf(body, madeMotion(body, kLimitedPoses, dice), kRate);
        const Document loose = standing(other),
                       limited = withLimits(loose, {"LeftLeg", "RightLeg"},
                                            HingeLimit{kHinge, {kLeast, kMost}});
        const retarget::Retargeted free = carried(from, loose), kept = carried(from, limited);
        double beyond = 0, away = 0, aside = 0, bent = 0;
        for (int f = 0; f < kLimitedPoses; ++f) {
            const BodyPose is = poseIn(other, limited, kept.clip, f),
                           was = poseIn(other, loose, free.clip, f);
            for (const char* foot : {"LeftFoot", "RightFoot"}) {
                const auto at = static_cast<std::size_t>(other.row(foot));
                away = std::max(away,
                                plain::length(placesOf(other, is)[at] - placesOf(other, was)[at]));
            }
            for (const char* knee : {"LeftLeg", "RightLeg"}) {
                const Scene& scene = *limited.scene;
                const NodeIndex row = scene.find(knee);
                const auto turn = [&](const Clip& clip) {
                    const Transform local = sample(clip.track(scene[row].id), scene[row].rest, f);
                    return Quat(scene[row].rest.rotation.conjugate() * local.rotation);
                };
                const Quat q = turn(kept.clip);
                const double angle =
                    std::remainder(2 * std::atan2(q.vec().dot(kHinge), q.w()), 2 * M_PI);
                beyond =
                    std::max({beyond, q.vec().cross(kHinge).norm(), kLeast - angle, angle - kMost});
                aside = std::max(aside, turn(free.clip).vec().cross(kHinge).norm());
                bent = std::max(bent, angle);
            }
        }
        qInfo("beyond the hinge %.2g rad, ankles %.3g mm from those without limits, which turn by "
              "%.2f aside; knees bend by up to %.2f rad",
              beyond, 1000 * away, aside, bent);
        QVERIFY(aside > 0.01);
        QVERIFY(bent > 0.3);
        QVERIFY(beyond < 1e-9);
        QVERIFY(away < 1e-3);
    }

    /// Joints whose motion is inside their limits keep it bit for bit.
    void whatIsAllowedStays()
    {
        plain::Dice dice(printedSeed(20261128));
        const MadeBody body = madeBody(), other = madeBody({.legs = 0.9});
        const Document from = documentOf(body, madeMotion(body, kLimitedPoses, dice), kRate);
        const Document loose = standing(other);
        const Document limited = withLimits(loose, {"LeftLeg"}, HingeLimit{Vec3::UnitX(), {-3, 3}});
        const Clip a = carried(from, loose).clip, b = carried(from, limited).clip;
        for (const Shared<Track>& track : a.tracks) QVERIFY(*b.track(track->node) == *track);
    }
};

POSEWRIGHT_TEST(TestLimitsKept, posewright::test::runPlain);

#include "tst_limits_kept.moc"
