#include "core/evaluate/evaluate.h"
#include "core/operate/odd_start.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/support/shared_capture.h"

#include <QTest>

#include <map>
#include <numbers>

using namespace posewright;
using Stance = operate::OddStart::Stance;

namespace {

/// A figure that stands in a T-pose for some frames, and with hanging arms in all after them.
Document startingInTPose(int odd, double turnsAfter = 0.02)
{
    const Document doc = test::biped(false);
    const std::vector<WorldTransform> rest = worldTransforms(*doc.scene, restPose(*doc.scene));
    std::vector<edit::Edit> edits;
    for (int frame = 0; frame <= 24; ++frame) {
        const double angle = frame < odd ? 0 : 1.2 + turnsAfter * (frame - odd);
        for (const auto& [name, side] : {std::pair{"LeftArm", -1.0}, std::pair{"RightArm", 1.0}}) {
            const NodeIndex row = doc.scene->find(std::string_view(name));
            const Node& arm = (*doc.scene)[row];
            const Quat above = rest[arm.parent].rotation;
            edit::SetJointKey key;
            key.joint = arm.id;
            key.frame = frame;
            key.rotation = above.conjugate() *
                           Quat(Eigen::AngleAxisd(side * angle, Vec3::UnitZ())) * above *
                           arm.rest.rotation;
            edits.emplace_back(key);
        }
    }
    const Result<Document> out = edit::applyEach(doc, edits);
    if (!out) qFatal("%s", out.error().message.c_str());
    return *out;
}

}  // namespace

class TestOddStart : public QObject {
    Q_OBJECT

private slots:
    void framesBeforeTheMotionAreFound()
    {
        for (const int odd : {1, 4}) {
            const auto found = operate::oddStart(startingInTPose(odd));
            QVERIFY(found);
            QCOMPARE(found->first, 0.0);
            QCOMPARE(found->next, double(odd));
            QVERIFY(found->stance == Stance::TPose);
            QVERIFY(std::abs(found->turned - 1.2) < 1e-6);
            QVERIFY(std::abs(found->usual - 0.02) < 1e-6);
            QCOMPARE(found->jumping, 2);
            QCOMPARE(found->compared, 8);
        }
    }

    void aMotionThatBeginsIsNone()
    {
        QVERIFY(!operate::oddStart(startingInTPose(0)));
        // It goes on as fast as it begins.
        QVERIFY(!operate::oddStart(startingInTPose(1, 0.4)));
        // Two keys are no recording.
        QVERIFY(!operate::oddStart(test::biped()));
        QVERIFY(!operate::oddStart(emptyDocument()));
    }

    void leavingThemOutKeepsTheRest()
    {
        const Document doc = startingInTPose(4);
        const auto found = operate::oddStart(doc);
        QVERIFY(found);
        const Result<Document> out = edit::applyEach(doc, operate::withoutOddStart(doc, *found));
        QVERIFY(out);
        QCOMPARE(out->playback.start, 4.0);
        QCOMPARE(out->playback.end, 24.0);
        QVERIFY(!operate::oddStart(*out));
        for (const Shared<Track>& track : out->clip().tracks)
            QCOMPARE(track->rotation->firstFrame(), 4.0);
        for (double frame = 4; frame <= 24; ++frame)
            QVERIFY(evaluate(*out, frame).local == evaluate(doc, frame).local);
    }

    /// The captures of CMU begin with a T-pose.
    void ofCapturesThoseThatJumpAreFound()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        const std::map<const char*, bool> captures{
            {"assimp_cmu_01_01", true},        {"assimp_cmu_01_03", true},
            {"pybvh_cmu_12_01_walk", true},    {"dme_example", true},
            {"ad_cmu1_jumping_jacks", false},  {"ad_fair1_dab", false},
            {"assimp_Boxing_Toes", false},     {"bvhpython_freebvh", false},
            {"dme_comp3d1_raw", false},        {"dme_xia_angry_13_000", false},
            {"dme_xia_neutral_01_000", false}, {"pybvh_bvh_example", false},
            {"pymo_AV_8Walk_Meredith", false}};
        for (const auto& [name, jumps] : captures) {
            const Document doc = test::sharedCapture(name);
            const auto found = operate::oddStart(doc);
            if (found)
                qInfo("%s: %.0f degrees, then %.1f at most; stance %d", name,
                      found->turned * 180 / std::numbers::pi, found->usual * 180 / std::numbers::pi,
                      int(found->stance));
            QVERIFY2(found.has_value() == jumps, name);
            if (!found) continue;
            QCOMPARE(found->next, found->first + 1);
            const auto out = edit::applyEach(doc, operate::withoutOddStart(doc, *found));
            QVERIFY2(out, name);
            QVERIFY(!operate::oddStart(*out));
            for (const double frame : {found->next, found->next + 7})
                QVERIFY(basePose(*out, frame) == basePose(doc, frame));
        }
    }
};

POSEWRIGHT_TEST(TestOddStart, posewright::test::runWithEvents);
#include "tst_odd_start.moc"
