#include "core/operate/bring_in.h"
#include "core/retarget/figure.h"
#include "core/retarget/origin_pops.h"
#include "tests/support/made_body.h"
#include "tests/support/program.h"

#include <QTest>

#include <map>

using namespace posewright;

namespace {

constexpr std::uint64_t kPopSeed = 20261130;
constexpr double kDegrees = 0.017453292519943295;
constexpr double kNod = 20;  ///< of a pop of the head [degrees]

/// A made body with a made motion in which the head also turns from these frames on, by so many
/// degrees more.
Document nodding(const std::map<int, double>& from)
{
    plain::Dice dice(kPopSeed);
    const test::MadeBody body = test::madeBody({});
    Document doc = test::documentOf(body, test::madeMotion(body, 60, dice), 30);
    const Scene& scene = *doc.scene;
    const NodeId head = scene[retarget::figureOf(scene).first(retarget::Role::Head)].id;
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        Track track;
        track.node = head;
        std::vector<RotationKey> keys;
        for (int frame = 0; frame < 60; ++frame) {
            double turn = 0.1 * frame;
            for (const auto& [first, by] : from) turn += frame >= first ? by : 0;
            keys.push_back(
                {double(frame), Quat(Eigen::AngleAxisd(turn * kDegrees, Vec3::UnitY()))});
        }
        track.rotation = RotationTrack::fromKeys(std::move(keys));
        setTrack(clip, track);
    });
    return doc;
}

}  // namespace

/// Whose the pops of a clip are that was brought in.
class TestOriginPops : public QObject {
    Q_OBJECT

private slots:
    void whatTheMotionHasIsItsOwn_data()
    {
        QTest::addColumn<QList<int>>("jumps");
        QTest::addColumn<int>("frame");
        QTest::addColumn<bool>("own");
        QTest::newRow("over one frame") << QList<int>{20} << 20 << true;
        QTest::newRow("the first of two") << QList<int>{20, 21} << 20 << true;
        QTest::newRow("the second of two") << QList<int>{20, 21} << 21 << true;
        QTest::newRow("elsewhere") << QList<int>{20} << 40 << false;
        QTest::newRow("the frame before") << QList<int>{20} << 19 << false;
        QTest::newRow("one of four, as a quick turn") << QList<int>{20, 21, 22, 23} << 21 << false;
        QTest::newRow("at the start") << QList<int>{1} << 1 << true;
        QTest::newRow("at the end") << QList<int>{59} << 59 << true;
    }
    void whatTheMotionHasIsItsOwn()
    {
        QFETCH(QList<int>, jumps);
        QFETCH(int, frame);
        QFETCH(bool, own);
        std::map<int, double> from;
        for (const int jump : jumps) from[jump] = kNod;
        const Document hero = test::documentOf(test::madeBody({}), {}, 30);
        const auto edits = operate::bringIn(hero, nodding(from), {}, "nod.bvh");
        QVERIFY2(edits, edits ? "" : edits.error().message.c_str());
        const auto out = edit::applyEach(hero, *edits);
        QVERIFY(out);
        const Scene& scene = *out->scene;
        Pop pop;
        pop.frame = frame;
        pop.joint = scene[retarget::figureOf(scene).first(retarget::Role::Head)].id;
        pop.angle = kNod * kDegrees;
        const std::optional<bool> theirs = retarget::isOfOrigin(*out, pop);
        QVERIFY(theirs);
        QCOMPARE(*theirs, own);
        // A bone without a role there says nothing.
        pop.joint = NodeId(987654);
        QVERIFY(!retarget::isOfOrigin(*out, pop));
    }
};

POSEWRIGHT_TEST(TestOriginPops, posewright::test::runPlain);
#include "tst_origin_pops.moc"
