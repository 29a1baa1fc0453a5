#include "core/evaluate/evaluate.h"
#include "core/operate/bring_in.h"
#include "core/operate/operate.h"
#include "core/retarget/keep.h"
#include "tests/support/biped.h"
#include "tests/support/made_body.h"
#include "tests/support/planted_walk.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace posewright;
using nlohmann::json;

namespace {

const json kBipedBeside{{"operation", "insertSkeleton"}, {"skeleton", "biped"}};

Document afterList(const Document& doc, const json& list)
{
    const Result<Document> out = operate::applyAll(doc, list);
    if (!out) qFatal("%s: %s", out.error().where.c_str(), out.error().message.c_str());
    return *out;
}

/// A body that moves, and the biped beside it, whose bones have numbers after their names.
Document danceBeside(const std::vector<test::BodyPose>& motion, const test::MadeBody& body)
{
    return afterList(test::documentOf(body, motion, 30), json::array({kBipedBeside}));
}

Error whyNotRetargeted(const Document& doc, json operation)
{
    operation["operation"] = "retargetClip";
    const Result<Document> out = operate::applyAll(doc, json::array({operation}));
    return out ? Error{} : out.error();
}

int contactSpansIn(const Document& doc)
{
    int count = 0;
    for (const SpanRow& row : doc.clip().spans)
        for (const Span& span : row.spans) count += span.kind == SpanKind::Contact;
    return count;
}

}  // namespace

/// The motion of one figure of a document for another.
class TestRetargetClip : public QObject {
    Q_OBJECT

private slots:
    /// As if the one that moves were in a file of its own.
    void itIsAsFromAFile()
    {
        plain::Dice dice(17);
        const test::MadeBody body = test::madeBody();
        const std::vector<test::BodyPose> motion = test::madeMotion(body, 40, dice);
        const Document both = danceBeside(motion, body);
        QCOMPARE(int(retarget::figuresOf(*both.scene).size()), 2);
        const std::string dance = both.clip().name;
        const Document out = afterList(
            both,
            json::array({{{"operation", "retargetClip"}, {"clip", dance}, {"to", "LeftHand2"}}}));
        const Document alone = afterList(emptyDocument(), json::array({kBipedBeside}));
        const Result<operate::Edits> brought =
            operate::bringIn(alone, test::documentOf(body, motion, 30), {});
        QVERIFY2(brought, brought ? "" : brought.error().message.c_str());
        const Document file = *edit::applyEach(alone, *brought);
        QCOMPARE(int(out.clips.size()), int(both.clips.size()) + 1);
        QCOMPARE(out.clip().name, dance + " 2");
        const NodeIndex first = test::documentOf(body, motion, 30).scene->size();
        double turned = 0, apart = 0;
        const Vec3 beside =
            evaluate(out, 0).world[first].position - evaluate(file, 0).world[0].position;
        for (int frame = 0; frame < 40; ++frame) {
            const Evaluation one = evaluate(out, frame), other = evaluate(file, frame);
            for (NodeIndex row = 0; row < alone.scene->size(); ++row) {
                if (!(*alone.scene)[row].bone()) continue;
                turned = std::max(turned, one.world[first + row].rotation.angularDistance(
                                              other.world[row].rotation));
                apart = std::max(
                    apart,
                    (one.world[first + row].position - other.world[row].position - beside).norm());
            }
        }
        qInfo("bones are turned by %.2g rad more or less, and %.2g m elsewhere", turned, apart);
        QVERIFY(turned < 1e-6);
        QVERIFY(apart < 1e-6);
        // The one that moves does so in its own clip only.
        for (const Shared<Track>& track : out.clip().tracks)
            QVERIFY(out.scene->find(track->node) >= first);
        QVERIFY(out.clips.front() == both.clips.front());
    }

    /// What targets do in the clip comes over, too.
    void whatTargetsMoveIsCarriedOver()
    {
        const json lift{{"edit", "setTargetKey"},
                        {"target", "Left hand"},
                        {"frame", 24},
                        {"position", {0.35, 1.5, 0.3}}};
        Document both = afterList(emptyDocument(), json::array({kBipedBeside, lift, kBipedBeside}));
        const std::string clip = both.clip().name;
        const Document out = afterList(both, json::array({{{"operation", "retargetClip"},
                                                           {"clip", clip},
                                                           {"to", "Hips2"},
                                                           {"from", "Hips"}}}));
        double worst = 0, moved = 0;
        const auto wrist = [](const Document& doc, double frame, const std::string& number) {
            const Evaluation pose = evaluate(doc, frame);
            const auto at = [&](const std::string& name) {
                return pose.world[doc.scene->find(name + number)].position;
            };
            return Vec3(at("LeftHand") - at("Hips"));
        };
        for (int frame = 0; frame <= 24; ++frame) {
            worst = std::max(worst, (wrist(out, frame, "2") - wrist(both, frame, "")).norm());
            moved = std::max(moved, (wrist(both, frame, "") - wrist(both, 0, "")).norm());
        }
        qInfo("the hand moves %.2f m, and is %.2g m elsewhere at most", moved, worst);
        QVERIFY(moved > 0.4);
        QVERIFY(worst < 1e-6);
    }

    void itIsPutRightLaterAndFeetAreHeld()
    {
        plain::Dice dice(42);
        const test::MadeBody body = test::madeBody();
        const test::PlantedWalk walk = test::plantedWalk(body, 6, 16, 1, dice);
        const Document both = danceBeside(walk.motion, body);
        const std::string clip = both.clip().name;
        const Document out = afterList(both, json::array({{{"operation", "retargetClip"},
                                                           {"clip", clip},
                                                           {"to", "Hips2"},
                                                           {"name", "walks"},
                                                           {"contacts", true}}}));
        QCOMPARE(out.clip().name, std::string("walks"));
        QVERIFY2(contactSpansIn(out) >= 6, qPrintable(QString::number(contactSpansIn(out))));
        const Document still = afterList(
            out, json::array({{{"edit", "retarget"}, {"clip", "walks"}, {"travel", "inPlace"}}}));
        const NodeIndex hips = out.scene->find(std::string_view("Hips2"));
        const NodeId id = (*out.scene)[hips].id;
        const auto far = [&](const Document& doc) {
            const Curve& along = *doc.clip().track(id)->translation[2];
            return std::abs(along.keys().back().value - along.keys().front().value);
        };
        QVERIFY(far(out) > 1);
        QVERIFY(far(still) < 0.05);
    }

    /// A map and reference poses give what changing them afterwards gives.
    void theMapIsGivenAtOnce()
    {
        plain::Dice dice(5);
        const test::MadeBody body = test::madeBody();
        const Document both = danceBeside(test::madeMotion(body, 20, dice), body);
        const json plainly{{"operation", "retargetClip"},
                           {"clip", both.clip().name},
                           {"to", "Hips2"},
                           {"name", "mapped"}};
        json mapped = plainly;
        mapped["there"] = {{"leftUpperArm", json::array()}, {"leftLowerArm", json::array()}};
        mapped["here"] = {{"head", json::array()}};
        mapped["reference"] = "rest";
        const Document atOnce = afterList(both, json::array({mapped}));
        const Document later = afterList(both, json::array({plainly,
                                                            {{"edit", "retarget"},
                                                             {"clip", "mapped"},
                                                             {"there", mapped["there"]},
                                                             {"here", mapped["here"]},
                                                             {"reference", "rest"}}}));
        QVERIFY(atOnce.clip() == later.clip());
        QVERIFY(originOf(atOnce, "mapped")->how == originOf(later, "mapped")->how);
        const Document without = afterList(both, json::array({plainly}));
        QVERIFY(!(atOnce.clip() == without.clip()));
    }

    void whatCannotBeIsRefused()
    {
        plain::Dice dice(3);
        const test::MadeBody body = test::madeBody();
        const Document both = danceBeside(test::madeMotion(body, 5, dice), body);
        const std::string clip = both.clip().name;
        QCOMPARE(whyNotRetargeted(both, {{"clip", "none"}, {"to", "Hips2"}}).where,
                 std::string("#/0/clip"));
        QCOMPARE(whyNotRetargeted(both, {{"clip", clip}, {"to", "Hips"}}).message,
                 std::string("no other figure moves in it"));
        QCOMPARE(
            whyNotRetargeted(both, {{"clip", clip}, {"to", "Hips"}, {"from", "LeftArm"}}).where,
            std::string("#/0/from"));
        const Document box = afterList(both, json::array({{{"operation", "newBox"}}}));
        QCOMPARE(whyNotRetargeted(box, {{"clip", clip}, {"to", "Box"}}).where,
                 std::string("#/0/to"));
    }
};

POSEWRIGHT_TEST(TestRetargetClip, posewright::test::runPlain);
#include "tst_retarget_clip.moc"
