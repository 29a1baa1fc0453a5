#include "core/edit/mirror.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/copied.h"
#include "core/operate/flipped.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/plain_random.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>
#include <utility>
#include <vector>

using namespace posewright;
using nlohmann::json;
using test::edited;

namespace {

constexpr std::uint64_t kDenseSeed = 20261125;
constexpr int kFadeFrames = 10;  ///< 0.4 s at 24 a second

/// 120 frames of an arm that swings and hips that travel, a key a frame, as a capture has them.
Document recorded()
{
    json edits = json::array({{{"edit", "setRange"}, {"start", 0}, {"end", 120}}});
    for (int frame = 0; frame <= 120; ++frame) {
        const double half = 0.2 * std::sin(frame * 0.1);
        edits.push_back({{"edit", "setJointKey"},
                         {"joint", "LeftArm"},
                         {"frame", frame},
                         {"rotation", {0, 0, std::sin(half), std::cos(half)}}});
        edits.push_back({{"edit", "setJointKey"},
                         {"joint", "Hips"},
                         {"frame", frame},
                         {"rotation", {0, std::sin(half / 3), 0, std::cos(half / 3)}},
                         {"translation", {0.01 * frame, 0.95 + 0.02 * std::sin(frame * 0.3), 0}},
                         {"interpolation", "linear"}});
    }
    return edited(test::biped(false), edits);
}

Document denseAfter(const Document& doc, const json& operation)
{
    const Result<Document> out = operate::applyAll(doc, json::array({operation}));
    if (!out) qFatal("%s %s", out.error().where.c_str(), out.error().message.c_str());
    return *out;
}

json turnOf(const char* joint, double frame, const plain::Q& by)
{
    return {{"operation", "turnNodes"},
            {"nodes", {joint}},
            {"frame", frame},
            {"by", {by[0], by[1], by[2], by[3]}}};
}

/// How far the ease "0.42, 0, 0.58, 1" has come at a share of its time: its Bezier curve, by
/// bisection.
double plainEase(double time)
{
    const auto bezier = [](double a, double b, double s) {
        return 3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s;
    };
    double low = 0, high = 1;
    for (int i = 0; i < 60; ++i)
        (bezier(0.42, 0.58, (low + high) / 2) < time ? low : high) = (low + high) / 2;
    return bezier(0, 1, low);
}

/// The largest second difference of a fade of 10 frames in and 10 out, of height 1.
double fadesOwn()
{
    const auto at = [](int f) {
        return f <= 0 || f >= 2 * kFadeFrames
                   ? 0
                   : plainEase(1 - std::abs(f - kFadeFrames) / double(kFadeFrames));
    };
    double most = 0;
    for (int f = -1; f <= 2 * kFadeFrames + 1; ++f)
        most = std::max(most, std::abs(at(f + 1) - 2 * at(f) + at(f - 1)));
    return most;
}

/// What was added to the rotation of a joint: its rotation vector [rad].
Vec3 addedTurn(const Document& before, const Document& now, NodeIndex row, double frame)
{
    const Quat q = evaluate(before, frame).local[row].rotation.conjugate() *
                   evaluate(now, frame).local[row].rotation;
    const Eigen::AngleAxisd turn(q);
    return turn.angle() > M_PI ? Vec3((turn.angle() - 2 * M_PI) * turn.axis())
                               : Vec3(turn.angle() * turn.axis());
}

/// With a right arm that swings in another way.
Document recordedOnBothSides()
{
    json edits = json::array();
    for (int frame = 0; frame <= 120; ++frame) {
        const double half = 0.15 * std::sin(frame * 0.07 + 1);
        edits.push_back({{"edit", "setJointKey"},
                         {"joint", "RightArm"},
                         {"frame", frame},
                         {"rotation", {std::sin(half), 0, 0, std::cos(half)}}});
    }
    return edited(recorded(), edits);
}

/// Do hips and arms show the mirror image in X = 0, with rest poses that are mirror images?
bool isFlipped(const Evaluation& was, const Evaluation& is)
{
    const Document figure = test::biped(false);
    const Scene& scene = *figure.scene;
    const auto rest = edit::restWorld(scene);
    for (const auto& [from, to] : {std::pair("Hips", "Hips"), std::pair("LeftArm", "RightArm"),
                                   std::pair("RightArm", "LeftArm")}) {
        const NodeIndex a = scene.find(from), b = scene.find(to);
        const Quat turned = was.world[a].rotation * rest[a].rotation.conjugate();
        const Quat wanted = edit::mirrored(turned) * rest[b].rotation;
        const Vec3 place = was.world[a].position;
        if (is.world[b].rotation.angularDistance(wanted) > 1e-9) return false;
        if ((is.world[b].position - Vec3(-place.x(), place.y(), place.z())).norm() > 1e-9)
            return false;
    }
    return true;
}

}  // namespace

class TestDenseKey : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::printedSeed(kDenseSeed); }

    /// The bar: the second difference of what a drag adds is no larger than the fade's own.
    void aDragFadesInAndOut()
    {
        plain::Dice dice(kDenseSeed);
        const Document doc = recorded();
        const NodeIndex arm = doc.scene->find("LeftArm");
        const double own = fadesOwn();
        double worst = 0;
        for (int round = 0; round < 20; ++round) {
            const double frame = 10 + dice.below(100);
            const plain::Q by = dice.rotation(1.2);
            const Document now = denseAfter(doc, turnOf("LeftArm", frame, by));
            const Evaluation was = evaluate(doc, frame), is = evaluate(now, frame);
            const Quat turned = Quat(by[3], by[0], by[1], by[2]) * was.world[arm].rotation;
            QVERIFY(is.world[arm].rotation.angularDistance(turned) < 1e-7);
            // The captured keys are there, bit by bit, and the motion elsewhere, too.
            QVERIFY(now.clip().tracks == doc.clip().tracks);
            for (double f = 0; f <= 120; f += 0.5)
                if (std::abs(f - frame) >= kFadeFrames)
                    QVERIFY(evaluate(now, f).local == evaluate(doc, f).local);
            const double height = addedTurn(doc, now, arm, frame).norm();
            for (double f = frame - 12; f <= frame + 12; ++f) {
                const Vec3 second = addedTurn(doc, now, arm, f + 1) -
                                    2 * addedTurn(doc, now, arm, f) +
                                    addedTurn(doc, now, arm, f - 1);
                worst = std::max(worst, second.norm() / (height * own));
            }
        }
        qInfo("second difference, of the fade's own: %g", worst);
        QVERIFY(worst < 1 + 1e-6);
    }

    /// As long as the fades of a target, whatever the rate of a capture.
    void aFadeIsATimeAndNoNumberOfFrames()
    {
        const json fps{{"edit", "setFps"}, {"fps", 120}, {"retime", false}};
        const Document now = denseAfter(edited(recorded(), json::array({fps})),
                                        turnOf("LeftArm", 60, plain::about(1, 0.5)));
        QCOMPARE(int(now.clip().layers.size()), 1);
        std::vector<double> frames;
        for (const RotationKey& key : now.clip().layers[0]->tracks[0]->rotation->keys())
            frames.push_back(key.frame);
        QVERIFY(frames == (std::vector<double>{60 - 48, 60, 60 + 48}));
    }

    void whileALayerIsSoloATurnIsShown()
    {
        Document doc = recorded();
        doc = *edit::apply(doc, edit::AddLayer{"half", {}, {}});
        doc = *edit::apply(doc, edit::SetLayer{"half", {}, true, 0.5});
        const NodeIndex arm = doc.scene->find("LeftArm");
        const plain::Q by = plain::about(1, 0.5);
        const Document now = denseAfter(doc, turnOf("LeftArm", 60, by));
        const Quat turned =
            Quat(by[3], by[0], by[1], by[2]) * evaluate(doc, 60).world[arm].rotation;
        QVERIFY(evaluate(now, 60).world[arm].rotation.angularDistance(turned) < 1e-7);
        QVERIFY(now.clip().tracks == doc.clip().tracks);
    }

    void theRootMovesOnALayer()
    {
        const Document doc = recorded();
        const NodeIndex hips = doc.scene->find("Hips");
        const Document now = denseAfter(doc, {{"operation", "moveNodes"},
                                              {"nodes", {"Hips"}},
                                              {"frame", 60},
                                              {"by", {0, 0.1, -0.2}}});
        QVERIFY(now.clip().tracks == doc.clip().tracks);
        const auto added = [&](double f) {
            return Vec3(evaluate(now, f).world[hips].position -
                        evaluate(doc, f).world[hips].position);
        };
        QVERIFY((added(60) - Vec3(0, 0.1, -0.2)).norm() < 1e-12);
        QVERIFY(added(50).norm() == 0 && added(70).norm() == 0);
        const double own = fadesOwn() * Vec3(0, 0.1, -0.2).norm();
        double worst = 0;
        for (double f = 46; f <= 74; ++f)
            worst = std::max(worst, (added(f + 1) - 2 * added(f) + added(f - 1)).norm() / own);
        qInfo("second difference of the root, of the fade's own: %g", worst);
        QVERIFY(worst < 1 + 1e-6);
    }

    void aSecondDragGoesOnFromTheFirst()
    {
        const Document doc = recorded();
        const NodeIndex arm = doc.scene->find("LeftArm");
        const plain::Q by = plain::about(1, 0.5);
        Document now = denseAfter(doc, turnOf("LeftArm", 40, by));
        now = denseAfter(now, turnOf("LeftArm", 44, by));
        now = denseAfter(now, turnOf("Hips", 44, by));
        QCOMPARE(int(now.clip().layers.size()), 1);
        const Track& track = *now.clip().layers[0]->track((*doc.scene)[arm].id);
        QCOMPARE(int(track.rotation->size()), 4);  // 30, 40, 44, 50
        QVERIFY(now.clip().tracks == doc.clip().tracks);
        // Switched off, it is another layer that is written to.
        now = edited(now, {{"edit", "setLayer"}, {"layer", "Layer 1"}, {"on", false}});
        QVERIFY(evaluate(now, 42).local == evaluate(doc, 42).local);
        now = denseAfter(now, turnOf("LeftArm", 42, by));
        QCOMPARE(int(now.clip().layers.size()), 2);
        QCOMPARE(now.clip().layers[1]->name, std::string("Layer 2"));
    }

    /// A mirrored pose from another frame fades in and out, and is exact where it is pasted.
    void aFlippedPoseFadesInAndOut()
    {
        const Document doc = recordedOnBothSides();
        Document now = denseAfter(doc, {{"operation", "pasteFlipped"}, {"from", 20}, {"to", 60}});
        QVERIFY(now.clip().tracks == doc.clip().tracks);
        QCOMPARE(int(now.clip().layers.size()), 1);
        QVERIFY(isFlipped(evaluate(doc, 20), evaluate(now, 60)));
        const NodeIndex arm = doc.scene->find("LeftArm");
        const double own = fadesOwn() * addedTurn(doc, now, arm, 60).norm();
        QVERIFY(own > 1e-3);
        for (double f = 46; f <= 74; ++f) {
            const Vec3 second = addedTurn(doc, now, arm, f + 1) - 2 * addedTurn(doc, now, arm, f) +
                                addedTurn(doc, now, arm, f - 1);
            QVERIFY2(second.norm() <= own * (1 + 1e-6), qPrintable(QString::number(f)));
        }
        for (double f = 0; f <= 120; f += 0.5)
            if (std::abs(f - 60) >= kFadeFrames)
                QVERIFY(evaluate(now, f).local == evaluate(doc, f).local);
        // What layers add is flipped, too, also onto a frame where a layer acts already.
        now = denseAfter(now, turnOf("LeftArm", 20, plain::about(1, 0.5)));
        const Document again =
            denseAfter(now, {{"operation", "pasteFlipped"}, {"from", 20}, {"to", 63}});
        QVERIFY(again.clip().tracks == doc.clip().tracks);
        QVERIFY(isFlipped(evaluate(now, 20), evaluate(again, 63)));
    }

    /// The same with the clipboard, as it is or flipped. A pose pasted where it is changes nothing.
    void copiedKeysOfAFrameFadeInAndOut()
    {
        const Document doc = recordedOnBothSides();
        std::vector<edit::KeyRef> keys;
        for (const char* name : {"Hips", "LeftArm", "RightArm"})
            keys.push_back({(*doc.scene)[doc.scene->find(name)].id, ConstraintId::None, {}, 20});
        const json text = operate::toJson(operate::copied(doc, keys, {}), doc);
        const Document flipped =
            denseAfter(doc, {{"operation", "pasteFlipped"}, {"copied", text}, {"to", 60}});
        QVERIFY(flipped.clip().tracks == doc.clip().tracks);
        QVERIFY(isFlipped(evaluate(doc, 20), evaluate(flipped, 60)));
        const Document plain =
            denseAfter(doc, {{"operation", "paste"}, {"copied", text}, {"frame", 60}});
        QVERIFY(plain.clip().tracks == doc.clip().tracks);
        const Evaluation was = evaluate(doc, 20), is = evaluate(plain, 60);
        for (const char* name : {"Hips", "LeftArm", "RightArm"}) {
            const NodeIndex row = doc.scene->find(name);
            QVERIFY(is.world[row].rotation.angularDistance(was.world[row].rotation) < 1e-9);
            QVERIFY((is.world[row].position - was.world[row].position).norm() < 1e-9);
        }
        const Document same =
            denseAfter(doc, {{"operation", "paste"}, {"copied", text}, {"frame", 20}});
        QVERIFY(same.clip().layers.empty() && same.clip().tracks == doc.clip().tracks);
    }

    /// A foot that is planted stays, and the recorded body goes along with it on the layer.
    void aFlippedPoseKeepsThePlantedFoot()
    {
        const Document doc =
            edited(recordedOnBothSides(), {test::addTarget("foot.L", "LeftFoot", "LeftUpLeg"),
                                           test::addTarget("foot.R", "RightFoot", "RightUpLeg"),
                                           test::targetKey("foot.L", 20, {0.3, 0.1, 0.1}),
                                           test::targetKey("foot.R", 20, {0.1, 0.1, 0}),
                                           test::targetKey("foot.L", 55, {0.7, 0.1, 0.1}),
                                           {{"edit", "setSpan"},
                                            {"target", "foot.L"},
                                            {"start", 55},
                                            {"end", 65},
                                            {"kind", "contact"}}});
        std::vector<edit::KeyRef> keys;
        for (const char* name : {"Hips", "LeftArm", "RightArm", "foot.L", "foot.R"})
            keys.push_back({test::nodeNamed(doc, name), ConstraintId::None, {}, 20});
        const operate::Copied what = operate::copied(doc, keys, {});
        QCOMPARE(operate::keptPlanted(doc, what, 60), test::targetNamed(doc, "foot.L"));
        const Document now = denseAfter(
            doc,
            {{"operation", "pasteFlipped"}, {"copied", operate::toJson(what, doc)}, {"to", 60}});
        const NodeIndex hips = doc.scene->find("Hips"), foot = doc.scene->find("LeftFoot");
        for (const char* name : {"Hips", "LeftArm", "RightArm"}) {
            const NodeId id = test::nodeNamed(doc, name);
            QVERIFY(*now.clip().track(id) == *doc.clip().track(id));
        }
        const Vec3 was = evaluate(doc, 20).world[hips].position;
        const Vec3 wanted = Vec3(-was.x(), was.y(), was.z()) + Vec3(0.7 + 0.1, 0, 0.1);
        QVERIFY((evaluate(now, 60).world[hips].position - wanted).norm() < 1e-9);
        const Vec3 stood = evaluate(doc, 60).world[foot].position;
        QVERIFY((evaluate(now, 60).world[foot].position - stood).norm() < 1e-6);
    }

    void whatIsNotRecordedIsKeyedAsEver()
    {
        const Document doc = recorded();
        const Document now = denseAfter(doc, turnOf("RightArm", 40, plain::about(0, 0.4)));
        QVERIFY(now.clip().layers.empty());
        QVERIFY(now.clip().track((*doc.scene)[doc.scene->find("RightArm")].id));
        // Keying what is shown makes no layer.
        const Document same = denseAfter(
            doc, {{"operation", "keyPose"}, {"nodes", {"LeftArm", "Hips"}}, {"frame", 30}});
        QVERIFY(same.clip().layers.empty());
    }

    /// S on a bone of a capture with a layer on top is for the layer.
    void keyingWhatIsShownGoesToTheLayer()
    {
        const Document turned =
            denseAfter(recorded(), turnOf("LeftArm", 60, {0, 0, std::sin(0.2), std::cos(0.2)}));
        QCOMPARE(int(turned.clip().layers.size()), 1);
        const NodeId arm = turned.scene->nodes()[turned.scene->find("LeftArm")].id;
        const auto keysOf = [&](const Document& doc) {
            return int(doc.clip().layers[0]->track(arm)->rotation->keys().size());
        };
        const Document keyed =
            denseAfter(turned, {{"operation", "keyPose"}, {"nodes", {"LeftArm"}}, {"frame", 64}});
        QCOMPARE(keysOf(keyed), keysOf(turned) + 1);
        QVERIFY(keyed.clip().track(arm)->rotation == turned.clip().track(arm)->rotation);
        const NodeIndex row = turned.scene->find("LeftArm");
        QVERIFY(evaluate(keyed, 64).local[row].rotation.angularDistance(
                    evaluate(turned, 64).local[row].rotation) < 1e-12);
        // A bone that the layer does not turn yet gets a key that turns it by nothing.
        const Document hips =
            denseAfter(turned, {{"operation", "keyPose"}, {"nodes", {"Hips"}}, {"frame", 64}});
        const NodeId root = turned.scene->nodes()[turned.scene->find("Hips")].id;
        QVERIFY(hips.clip().track(root)->rotation == turned.clip().track(root)->rotation);
        QVERIFY(hips.clip().layers[0]->track(root));
        for (double frame = 0; frame <= 120; frame += 7)
            QVERIFY(evaluate(hips, frame)
                        .local[turned.scene->find("Hips")]
                        .rotation.angularDistance(
                            evaluate(turned, frame).local[turned.scene->find("Hips")].rotation) <
                    1e-12);
    }
};

POSEWRIGHT_TEST(TestDenseKey, posewright::test::runPlain);
#include "tst_dense_key.moc"
