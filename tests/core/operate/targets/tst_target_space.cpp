#include "core/evaluate/evaluate.h"
#include "core/operate/operate.h"
#include "tests/support/planted_walk.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using namespace posewright::test;
using nlohmann::json;

namespace {

constexpr std::uint64_t kSpaceSeed = 20261125;
constexpr double kMiddle = 40;  ///< [frame] in the midst of the walk
const Vec3 kHigher(0, 0.2, 0);  ///< [m] where an arm that hangs has room to bend

/// A recorded walk: keys at every frame, 0.8 m/s.
Document recordedWalk()
{
    plain::Dice dice(kSpaceSeed);
    const MadeBody body = madeBody();
    return documentOf(body, plantedWalk(body, 6, 16, 1, dice).motion, 30);
}

Document done(const Document& doc, const json& list)
{
    const Result<Document> out = operate::applyAll(doc, list);
    if (!out) qFatal("%s: %s", out.error().where.c_str(), out.error().message.c_str());
    return *out;
}

Document withTarget(const Document& doc, const char* bone, const json& more = json::object())
{
    json ask{{"operation", "newTargets"}, {"bones", {bone}}, {"frame", kMiddle}};
    ask.update(more);
    return done(doc, json::array({ask}));
}

std::string carrierIn(const Document& doc, const std::string& target)
{
    const NodeIndex above = (*doc.scene)[doc.scene->find(target)].parent;
    return above == kNoNode ? "" : (*doc.scene)[above].name;
}

Vec3 placeIn(const Document& doc, double frame, const std::string& node)
{
    return evaluate(doc, frame).world[doc.scene->find(node)].position;
}

/// As the chest sees it.
Vec3 seenIn(const Document& doc, double frame, const std::string& node)
{
    const Evaluation shown = evaluate(doc, frame);
    const WorldTransform& chest = shown.world[doc.scene->find("Spine2")];
    return chest.rotation.conjugate() *
           (shown.world[doc.scene->find(node)].position - chest.position);
}

int problemsOver(const Document& doc)
{
    int problems = 0;
    for (double frame = doc.playback.start; frame <= doc.playback.end; ++frame)
        for (const TargetStatus& status : evaluate(doc, frame).targets)
            problems += isProblem(status.status);
    return problems;
}

Quat turnIn(const Document& doc, double frame)
{
    return evaluate(doc, frame).world[doc.scene->find("LeftHand target")].rotation;
}

/// The clip with all bones at rest but for the hips, which stay turned about.
Clip turnedAbout(const Document& doc)
{
    const NodeId hips = (*doc.scene)[doc.scene->find("Hips")].id;
    Track track;
    track.node = hips;
    track.rotation = RotationTrack::fromKeys({{0, Quat(Eigen::AngleAxisd(2.5, Vec3::UnitY()))}});
    Clip clip;
    clip.name = doc.clip().name;
    clip.rate = doc.clip().rate;
    setTrack(clip, track);
    return clip;
}

json keyAt(const Document& doc, double frame, const Vec3& by)
{
    const Vec3 at = placeIn(doc, frame, "LeftHand") + by;
    return {{"edit", "setTargetKey"},
            {"target", "LeftHand target"},
            {"frame", frame},
            {"position", {at.x(), at.y(), at.z()}}};
}

}  // namespace

/// What targets go along with: the body, or nothing.
class TestTargetSpace : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::printedSeed(kSpaceSeed); }

    void aHandOnAWalkGoesAlongAndNothingMoves()
    {
        const Document doc = recordedWalk(), out = withTarget(doc, "LeftHand");
        QCOMPARE(carrierIn(out, "LeftHand target"), std::string("Spine2"));
        for (double frame = 0; frame <= doc.playback.end; frame += 7) {
            const Evaluation before = evaluate(doc, frame), after = evaluate(out, frame);
            for (NodeIndex row = 0; row < doc.scene->size(); ++row)
                QVERIFY(before.world[row].position ==
                        after.world[out.scene->find((*doc.scene)[row].id)].position);
        }
        const Vec3 gap =
            placeIn(out, kMiddle, "LeftHand target") - placeIn(doc, kMiddle, "LeftHand");
        QVERIFY(gap.norm() < 1e-9);
    }

    void itsFirstKeyIsHeldFromTheChestAndNotInTheWorld()
    {
        const Document doc = recordedWalk();
        const Vec3 up(0, 0.12, 0.05);
        const Document along = withTarget(doc, "LeftHand"),
                       world = withTarget(doc, "LeftHand", {{"along", false}});
        QCOMPARE(carrierIn(world, "LeftHand target"), std::string());
        // Over the whole range, as with E or Alt.
        const Document kept = *edit::applyAll(along, json::array({keyAt(along, kMiddle, up)}));
        const Document left = *edit::applyAll(world, json::array({keyAt(world, kMiddle, up)}));
        const Vec3 wanted = seenIn(kept, kMiddle, "LeftHand");
        QVERIFY(
            (placeIn(kept, kMiddle, "LeftHand") - placeIn(doc, kMiddle, "LeftHand") - up).norm() <
            1e-6);
        double strays = 0, far = 0;
        for (double frame = 0; frame <= doc.playback.end; ++frame) {
            strays = std::max(strays, (seenIn(kept, frame, "LeftHand") - wanted).norm());
            far = std::max(far, (seenIn(left, frame, "LeftHand") - wanted).norm());
        }
        qInfo("seen from the chest the hand strays %.2g mm along with it, %.0f mm in the world",
              1e3 * strays, 1e3 * far);
        QVERIFY(strays < 1e-3);
        QVERIFY(far > 0.3);
        QCOMPARE(problemsOver(kept), 0);
        QVERIFY(problemsOver(left) > 20);
    }

    void aDragActsNearItsKeyWithoutAMiss()
    {
        const Document doc = recordedWalk();
        const Vec3 up(0, 0.2, 0.1);
        const json drag{{"operation", "moveNodes"},
                        {"nodes", {"LeftHand target"}},
                        {"frame", kMiddle},
                        {"by", {up.x(), up.y(), up.z()}}};
        const Document out = done(withTarget(doc, "LeftHand"), json::array({drag}));
        QVERIFY(out.clip().spanRow(findConstraint(out, "LeftHand target")->id)->spans.front().end <
                doc.playback.end);
        QCOMPARE(problemsOver(out), 0);
        QVERIFY(
            (placeIn(out, kMiddle, "LeftHand") - placeIn(doc, kMiddle, "LeftHand") - up).norm() <
            1e-6);
        // The arm strays from what was recorded by no more than was asked for and the swing of it.
        for (double frame = kMiddle - 12; frame <= kMiddle + 12; ++frame) {
            const double strays =
                (seenIn(out, frame, "LeftHand") - seenIn(doc, frame, "LeftHand")).norm();
            QVERIFY2(strays < up.norm() + 0.1, qPrintable(QString::number(strays)));
        }
    }

    void legsAndWhatStandsStayInTheWorld()
    {
        const Document doc = recordedWalk();
        QCOMPARE(carrierIn(withTarget(doc, "LeftFoot"), "LeftFoot target"), std::string());
        QCOMPARE(carrierIn(withTarget(doc, "Head"), "Head target"), std::string("Spine1"));
        // A hand that rests on something while the body goes by.
        const Vec3 rail = placeIn(doc, kMiddle, "LeftHand") + kHigher;
        const Document resting =
            done(withTarget(doc, "LeftHand", {{"along", false}}),
                 {{{"edit", "setSpan"},
                   {"target", "LeftHand target"},
                   {"start", kMiddle - 6},
                   {"end", kMiddle + 6},
                   {"kind", "contact"},
                   {"position", {rail.x(), rail.y(), rail.z()}}},
                  {{"edit", "removeTarget"}, {"target", "LeftHand target"}, {"keepPose", true}}});
        QCOMPARE(carrierIn(withTarget(resting, "LeftHand"), "LeftHand target"), std::string());
        QCOMPARE(carrierIn(withTarget(resting, "LeftHand", {{"along", true}}), "LeftHand target"),
                 std::string("Spine2"));
        // On a figure that stands still hands go along (decision 140), and nothing else does.
        Document still = doc;
        Clip none;
        none.name = "still";
        still.clips[0] = std::move(none);
        QCOMPARE(carrierIn(withTarget(still, "LeftHand"), "LeftHand target"),
                 std::string("Spine2"));
        QCOMPARE(carrierIn(withTarget(still, "LeftFoot"), "LeftFoot target"), std::string());
        QCOMPARE(carrierIn(withTarget(still, "Head"), "Head target"), std::string());
        const Document body = done(still, json::array({{{"operation", "targetsForBody"}}}));
        QCOMPARE(carrierIn(body, "Left hand"), std::string("Spine2"));
        QCOMPARE(carrierIn(body, "Left foot"), std::string());
        QCOMPARE(carrierIn(body, "Body"), std::string());
        const Document walking = done(doc, json::array({{{"operation", "targetsForBody"}}}));
        QCOMPARE(carrierIn(walking, "Left hand"), std::string("Spine2"));
    }

    void keysStayWhereTheyAreInAllClips()
    {
        const Document doc = withTarget(recordedWalk(), "LeftHand", {{"along", false}});
        const Vec3 rail = placeIn(doc, 60, "LeftHand") + kHigher;
        const Document keyed = done(doc, {keyAt(doc, 10, {0, 0.1, 0}),
                                          keyAt(doc, 25, {0.05, 0.2, 0}),
                                          keyAt(doc, 33, {0, 0.1, 0.1}),
                                          {{"edit", "setSpan"},
                                           {"target", "LeftHand target"},
                                           {"start", 57},
                                           {"end", 62},
                                           {"kind", "contact"},
                                           {"position", {rail.x(), rail.y(), rail.z()}}},
                                          {{"edit", "addClip"}, {"name", "other"}},
                                          {{"edit", "setActiveClip"}, {"name", "other"}},
                                          keyAt(doc, 4, {0, 0.1, 0}),
                                          keyAt(doc, 9, {0, 0, 0}),
                                          {{"edit", "setActiveClip"}, {"name", doc.clip().name}},
                                          {{"edit", "setRange"}, {"start", 2}, {"end", 90}}});
        const auto ask = [](const json& space) {
            json one{{"operation", "targetSpace"}, {"targets", {"LeftHand target"}}, {"frame", 25}};
            if (!space.is_null()) one["space"] = space;
            return json::array({one});
        };
        const Document hung = done(keyed, ask("Spine2")), back = done(hung, ask(nullptr));
        QCOMPARE(carrierIn(hung, "LeftHand target"), std::string("Spine2"));
        QCOMPARE(carrierIn(back, "LeftHand target"), std::string());
        QVERIFY(hung.playback == keyed.playback && back.playback == keyed.playback);
        const auto apart = [&](const Document& a, const Document& b, int clip, double frame) {
            Document one = a, other = b;
            one.playback.clip = other.playback.clip = clip;
            const Vec3 gap =
                placeIn(one, frame, "LeftHand target") - placeIn(other, frame, "LeftHand target");
            return gap.norm();
        };
        for (const Document* now : {&hung, &back}) {
            for (const double frame : {10.0, 25.0, 33.0})
                QVERIFY(apart(*now, keyed, 0, frame) < 1e-9);
            for (const double frame : {4.0, 9.0}) QVERIFY(apart(*now, keyed, 1, frame) < 1e-9);
            // Inside the contact the hand is where it was, between keys it goes along.
            for (double frame = 57; frame <= 62; ++frame)
                QVERIFY((placeIn(*now, frame, "LeftHand") - rail).norm() < 1e-6);
        }
        QVERIFY(apart(hung, keyed, 0, 80) > 0.3);
        const auto spans = [](const Document& d) { return d.clip().spans; };
        QVERIFY(spans(hung) == spans(keyed));
    }

    /// A chest that is turned about at every frame alike: what hangs on it moves as it did.
    void cubicTurnsAreTheSameBetweenTheirKeys()
    {
        Document doc = withTarget(recordedWalk(), "LeftHand", {{"along", false}});
        doc.clips[0] = turnedAbout(doc);
        const NodeId star = (*doc.scene)[doc.scene->find("LeftHand target")].id;
        RotationTrack turns;
        for (const auto& [frame, angle] : {std::pair(10.0, 0.0), {20.0, 1.2}, {40.0, -0.4}})
            turns.set({frame, Quat(Eigen::AngleAxisd(angle, Vec3(1, 1, 0).normalized())),
                       RotationInterpolation::Cubic},
                      RotationShape{Vec4(0.05, 0, 0.02, 0), Vec4(0, 0.06, 0, 0.01), {}, false});
        Track keyed;
        keyed.node = star;
        keyed.rotation = turns;
        doc.clips[0] = doc.clips[0].with([&](Clip& clip) { setTrack(clip, keyed); });
        const Document hung = done(doc, json::array({{{"operation", "targetSpace"},
                                                      {"targets", {"LeftHand target"}},
                                                      {"space", "Spine2"}}}));
        QCOMPARE(carrierIn(hung, "LeftHand target"), std::string("Spine2"));
        for (double frame = 10; frame <= 40; frame += 2.5)
            QVERIFY2(turnIn(doc, frame).angularDistance(turnIn(hung, frame)) < 1e-6,
                     qPrintable(QString::number(frame)));
    }

    void whatLeadsAnOrientationKeepsItAtItsKeys()
    {
        const Document doc = withTarget(recordedWalk(), "LeftHand", {{"along", false}});
        // Keyed before its orientation was asked for.
        const Document keyed = done(
            doc, {keyAt(doc, 10, {0, 0.1, 0}),
                  keyAt(doc, 33, {0, 0.1, 0.1}),
                  {{"edit", "setTarget"}, {"target", "LeftHand target"}, {"orientation", true}}});
        const Document hung = done(keyed, json::array({{{"operation", "targetSpace"},
                                                        {"targets", {"LeftHand target"}},
                                                        {"space", "Spine2"},
                                                        {"frame", 10}}}));
        for (const double frame : {10.0, 33.0})
            QVERIFY2(turnIn(keyed, frame).angularDistance(turnIn(hung, frame)) < 1e-6,
                     qPrintable(QString::number(frame)));
    }

    void whatWouldDriveItselfIsRefused()
    {
        const Document doc = withTarget(recordedWalk(), "LeftHand");
        for (const char* own : {"LeftArm", "LeftHand"}) {
            const Result<Document> out =
                operate::applyAll(doc, json::array({{{"operation", "targetSpace"},
                                                     {"targets", {"LeftHand target"}},
                                                     {"space", own}}}));
            QVERIFY(!out);
            qInfo("%s: %s", out.error().where.c_str(), out.error().message.c_str());
        }
    }
};

POSEWRIGHT_TEST(TestTargetSpace, posewright::test::runWithEvents);
#include "tst_target_space.moc"
