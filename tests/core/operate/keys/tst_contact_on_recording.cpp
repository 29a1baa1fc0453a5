#include "core/evaluate/evaluate.h"
#include "core/operate/near_key.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/planted_walk.h"
#include "tests/support/program.h"
#include "tests/support/swinging_arm.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>
#include <tuple>

using namespace posewright;
using nlohmann::json;
using test::edited;

namespace {

Result<Document> afterContact(const Document& doc, const json& operation)
{
    return operate::applyAll(doc, json::array({operation}));
}

const Vec3 kThere(0.5, 1.3, 0.25);

/// The swinging arm with its hand keyed at one place at two frames.
/// @param reaches  the target acts around the keys; else nowhere
Document keyedHand(double first, double last, bool reaches)
{
    const Document arm = test::swingingArm();
    Document doc = arm;
    for (const double frame : {first, last}) {
        edit::SetTargetKey key;
        key.target = test::targetNamed(arm, "hand");
        key.frame = frame;
        key.position = kThere;
        doc = *edit::applyEach(doc, operate::actingNearKeys(doc, {key}));
    }
    if (!reaches) doc.clips[0] = doc.clips[0].with([](Clip& clip) { clip.spans.clear(); });
    return doc;
}

}  // namespace

/// Contacts made by C on recorded motion.
class TestContactOnRecording : public QObject {
    Q_OBJECT

private slots:
    /// C over the keys of a fitted foot: one contact over the whole time that the walk has it
    /// stand.
    void aContactOnRecordedMotionCoversTheStance()
    {
        plain::Dice dice(20261124);
        const test::MadeBody body = test::madeBody();
        const test::PlantedWalk walk = test::plantedWalk(body, 6, 16, 1, dice);
        Document doc = test::documentOf(body, walk.motion, 30);
        doc = edited(doc, {test::addTarget("foot", "LeftFoot", "LeftUpLeg")});
        const Result<Document> fitted =
            afterContact(doc, {{"operation", "fitTargets"}, {"targets", {"foot"}}});
        QVERIFY(fitted);
        int covered = 0;
        for (const auto& [first, last] : walk.stands[0]) {
            if (first == 0 || last + 1 >= int(walk.motion.size())) continue;
            const double middle = (first + last) / 2;
            const Result<Document> out = afterContact(*fitted, {{"operation", "setSpans"},
                                                                {"kind", "contact"},
                                                                {"targets", {"foot"}},
                                                                {"frame", middle}});
            QVERIFY2(out, out ? "" : out.error().message.c_str());
            const Span* span = spanAt(out->clip().spanRow(test::targetNamed(doc, "foot")), middle);
            QVERIFY(span && span->kind == SpanKind::Contact);
            QVERIFY2(std::abs(span->start - first) <= 2 && std::abs(span->end - last) <= 2,
                     qPrintable(QString("%1 to %2, and stands from %3 to %4")
                                    .arg(span->start)
                                    .arg(span->end)
                                    .arg(first)
                                    .arg(last)));
            // The foot stands where the walk has it stand, and nothing moves but the slide.
            const NodeIndex foot = doc.scene->find("LeftFoot");
            for (double frame = 0; frame < double(walk.motion.size()); ++frame) {
                const double moved = (evaluate(*out, frame).world[foot].position -
                                      evaluate(*fitted, frame).world[foot].position)
                                         .norm();
                QVERIFY2(moved < 0.03, qPrintable(QString("%1 at %2").arg(moved).arg(frame)));
            }
            const Vec3 stands = evaluate(*out, middle).world[foot].position;
            for (double frame = span->start + span->in; frame <= span->end - span->out; ++frame)
                QVERIFY((evaluate(*out, frame).world[foot].position - stands).norm() < 1e-6);
            ++covered;
        }
        QVERIFY(covered >= 2);
        // In the air it stands nowhere: no contact of one frame.
        const double swings = (walk.stands[0][0].second + walk.stands[0][1].first) / 2.0;
        const Result<Document> none = afterContact(*fitted, {{"operation", "setSpans"},
                                                             {"kind", "contact"},
                                                             {"targets", {"foot"}},
                                                             {"frame", swings}});
        QVERIFY(!none);
        QVERIFY2(none.error().message.find("\"LeftFoot\" does not stand at frame") !=
                     std::string::npos,
                 none.error().message.c_str());
    }

    /// A hand that was dragged somewhere on recorded motion stays there: by C on its target.
    void aDragBecomesAContactWhereItWent()
    {
        const Document arm = test::swingingArm();
        const ConstraintId hand = test::targetNamed(arm, "hand");
        edit::SetTargetKey key;
        key.target = hand;
        key.frame = 100;
        key.position = kThere;
        Document doc = *edit::applyEach(arm, operate::actingNearKeys(arm, {key}));
        const Span reach = *spanAt(doc.clip().spanRow(hand), 100);
        const Result<Document> out = afterContact(doc, {{"operation", "setSpans"},
                                                        {"kind", "contact"},
                                                        {"targets", {"hand"}},
                                                        {"frame", 100}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        const Span held = *spanAt(out->clip().spanRow(hand), 100);
        QVERIFY(held.kind == SpanKind::Contact);
        QCOMPARE(held.start, reach.start);
        QCOMPARE(held.end, reach.end);
        // 0.15 s at 30 frames a second, and the rest is held.
        QCOMPARE(held.in, 5.0);
        QCOMPARE(held.out, 5.0);
        const NodeIndex row = doc.scene->find("LeftHand");
        for (double frame = held.start + held.in; frame <= held.end - held.out; ++frame)
            QVERIFY((evaluate(*out, frame).world[row].position - kThere).norm() < 1e-6);
    }

    /// C over keys: held from the first to the last of them, and the fades are outside.
    /// A hand that was brought to one place at two frames stands there between them.
    void whereTheTargetActsTheContactIsNotLetGo()
    {
        const Document doc = keyedHand(20, 30, true);
        const ConstraintId id = test::targetNamed(doc, "hand");
        const Result<Document> out = afterContact(
            doc,
            {{"operation", "setSpans"}, {"kind", "contact"}, {"targets", {"hand"}}, {"frame", 20}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        const Span* held = spanAt(out->clip().spanRow(id), 25);
        QVERIFY(held && held->kind == SpanKind::Contact);
        QVERIFY(held->start <= 20 && held->end >= 30);
        const NodeIndex hand = doc.scene->find("LeftHand");
        QVERIFY(hand != kNoNode);
        const auto before = prepare(doc), after = prepare(*out);
        for (int frame = 20; frame <= 30; ++frame) {
            const double off = (evaluate(*after, frame).world[hand].position - kThere).norm();
            QVERIFY2(off < 1e-4, qPrintable(QString("%1: %2 m").arg(frame).arg(off)));
        }
        // Nor does it jump where the contact begins and ends.
        const auto hardest = [&](const auto& prepared) {
            double most = 0;
            for (int frame = 1; frame < 60; ++frame) {
                const auto at = [&](int f) { return evaluate(*prepared, f).world[hand].position; };
                most = std::max(most, (at(frame + 1) - 2 * at(frame) + at(frame - 1)).norm());
            }
            return most;
        };
        QVERIFY2(hardest(after) < 1.5 * hardest(before) + 1e-4,
                 qPrintable(QString("%1, %2").arg(hardest(after)).arg(hardest(before))));
    }

    void aContactOverKeysHoldsThemAll()
    {
        const ConstraintId hand = test::targetNamed(test::swingingArm(), "hand");
        for (const auto& [reaches, start, end] :
             {std::tuple(false, 55.0, 105.0), std::tuple(true, 60.0, 100.0)}) {
            const Document doc = keyedHand(60, 100, reaches);
            const json first{{"target", "hand"}, {"frame", 60}},
                last{{"target", "hand"}, {"frame", 100}};
            const json contact{{"operation", "setSpans"},
                               {"kind", "contact"},
                               {"targets", {"hand"}},
                               {"keys", {first, last}}};
            const Result<Document> out = afterContact(doc, contact);
            QVERIFY2(out, out ? "" : out.error().message.c_str());
            const Span held = *spanAt(out->clip().spanRow(hand), 80);
            QVERIFY(held.kind == SpanKind::Contact);
            QCOMPARE(held.start, start);
            QCOMPARE(held.end, end);
            QCOMPARE(held.in, 60 - start);
            QCOMPARE(held.out, end - 100);
            const NodeIndex row = doc.scene->find("LeftHand");
            for (double frame = 60; frame <= 100; ++frame) {
                const Evaluation shown = evaluate(*out, frame);
                QCOMPARE(shown.targets[0].influence, 1.0);
                QVERIFY((shown.world[row].position - kThere).norm() < 1e-6);
            }
            // Once more: nothing else.
            const Result<Document> again = afterContact(*out, contact);
            QVERIFY(again && *again == *out);
        }
    }

    /// The fades end at the range, and a frame beside what acts before and after.
    void theFadesOfAContactOverKeysFitBetweenItsNeighbours()
    {
        const Document doc = keyedHand(3, 100, false);
        edit::SetSpan next;
        next.target = test::targetNamed(doc, "hand");
        next.start = 103;
        next.end = 140;
        next.kind = SpanKind::Reach;
        next.in = 6;
        const Result<Document> beside = edit::apply(doc, next);
        QVERIFY(beside);
        const json first{{"target", "hand"}, {"frame", 3}},
            last{{"target", "hand"}, {"frame", 100}};
        const Result<Document> out = afterContact(*beside, {{"operation", "setSpans"},
                                                            {"kind", "contact"},
                                                            {"targets", {"hand"}},
                                                            {"keys", {first, last}}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        const std::vector<Span>& spans = out->clip().spanRow(next.target)->spans;
        QCOMPARE(spans.size(), 2u);
        QCOMPARE(spans[0].start, 0.0);
        QCOMPARE(spans[0].in, 3.0);
        QCOMPARE(spans[0].end, 102.0);
        QCOMPARE(spans[0].out, 2.0);
        QCOMPARE(spans[1].start, 103.0);
        QCOMPARE(spans[1].in, 6.0);
    }

    void aSearchThatIsCancelledMakesNoOtherEdit()
    {
        plain::Dice dice(20261124);
        const test::MadeBody body = test::madeBody();
        const test::PlantedWalk walk = test::plantedWalk(body, 6, 16, 1, dice);
        const Document doc = edited(test::documentOf(body, walk.motion, 30),
                                    {test::addTarget("foot", "LeftFoot", "LeftUpLeg")});
        edit::Context means;
        means.progress = [](double) { return false; };
        operate::SetSpans contact;
        contact.targets = {test::targetNamed(doc, "foot")};
        contact.frame = (walk.stands[0][1].first + walk.stands[0][1].second) / 2.0;
        const Result<operate::Edits> edits = operate::edits(doc, contact, means);
        QVERIFY(!edits);
        QCOMPARE(edits.error().kind, ErrorKind::Cancelled);
        means.progress = {};
        QVERIFY(operate::edits(doc, contact, means));
    }
};

POSEWRIGHT_TEST(TestContactOnRecording, posewright::test::runPlain);
#include "tst_contact_on_recording.moc"
