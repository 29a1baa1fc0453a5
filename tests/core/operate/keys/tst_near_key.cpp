#include "core/evaluate/evaluate.h"
#include "core/operate/copied.h"
#include "core/operate/near_key.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/support/swinging_arm.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace posewright;
using nlohmann::json;
using test::edited;

namespace {

Document after(const Document& doc, const json& operation)
{
    const Result<Document> out = operate::applyAll(doc, json::array({operation}));
    if (!out) qFatal("%s %s", out.error().where.c_str(), out.error().message.c_str());
    return *out;
}

/// A third of the way to the shoulder.
Vec3 wayOf(const Document& doc, double frame)
{
    const Evaluation shown = evaluate(doc, frame);
    return (shown.world[doc.scene->find("LeftArm")].position -
            shown.world[doc.scene->find("hand")].position) /
           3;
}

Document dragged(const Document& doc, double frame)
{
    const Vec3 by = wayOf(doc, frame);
    return after(doc, {{"operation", "moveNodes"},
                       {"nodes", {"hand"}},
                       {"frame", frame},
                       {"by", {by.x(), by.y(), by.z()}}});
}

/// "reach 8-32 fades 12, 12" for each span.
QString spansNear(const Document& doc)
{
    static const char* const kKinds[] = {"reach", "contact", "hold", "off"};
    QStringList out;
    if (const SpanRow* row = doc.clip().spanRow(test::targetNamed(doc, "hand")))
        for (const Span& span : row->spans)
            out << QString("%1 %2-%3 fades %4, %5")
                       .arg(kKinds[int(span.kind)])
                       .arg(span.start)
                       .arg(span.end)
                       .arg(span.in)
                       .arg(span.out);
    return out.join("; ");
}

}  // namespace

/// Where a target acts once it is keyed on a limb that moves by itself.
class TestNearKey : public QObject {
    Q_OBJECT

private slots:
    void theFirstKeyActsAroundItself()
    {
        const Document before = test::swingingArm();
        const Document doc = dragged(before, 100);
        QCOMPARE(spansNear(doc), QString("reach 88-112 fades 12, 12"));
        const NodeIndex arm = doc.scene->find("LeftArm");
        const NodeIndex hand = doc.scene->find("LeftHand");
        for (const double frame : {0.0, 50.0, 88.0, 112.0, 113.5, 240.0})
            QVERIFY(evaluate(doc, frame).local[arm] == evaluate(before, frame).local[arm]);
        // It waits at its joint until it has a key.
        const Vec3 wanted = evaluate(before, 100).world[hand].position + wayOf(before, 100);
        const Evaluation shown = evaluate(doc, 100);
        const double off = (shown.world[hand].position - wanted).norm();
        const TargetStatus& status = shown.targets.front();
        QVERIFY2(off < 1e-6, status.reason.c_str());
        QCOMPARE(status.status, ik::Status::Reached);
        QCOMPARE(status.influence, 1.0);
    }

    void itEndsWithTheRange()
    {
        QCOMPARE(spansNear(dragged(test::swingingArm(), 0)), QString("reach 0-12 fades 0, 12"));
        QCOMPARE(spansNear(dragged(test::swingingArm(), 5)), QString("reach 0-17 fades 5, 12"));
        QCOMPARE(spansNear(dragged(test::swingingArm(), 240)),
                 QString("reach 228-240 fades 12, 0"));
    }

    void aKeyNearTheBorderStretchesIt()
    {
        const Document doc = dragged(test::swingingArm(), 100);
        QCOMPARE(spansNear(dragged(doc, 106)), QString("reach 88-118 fades 12, 12"));
        QCOMPARE(spansNear(dragged(doc, 120)), QString("reach 88-132 fades 12, 12"));
        QCOMPARE(spansNear(dragged(doc, 90)), QString("reach 78-112 fades 12, 12"));
        QCOMPARE(spansNear(dragged(dragged(doc, 120), 110)), QString("reach 88-132 fades 12, 12"));
    }

    void theLengthCanBeChosen()
    {
        const Document before = test::swingingArm();
        const Vec3 by = wayOf(before, 100);
        const ConstraintId hand = test::targetNamed(before, "hand");
        edit::SetTargetKey key;
        key.target = hand;
        key.frame = 100;
        key.position = evaluate(before, 100).world[before.scene->find("hand")].position + by;
        const auto with = [&](const Document& doc, const operate::ActsNear& acts) {
            return *edit::applyEach(doc, operate::actingNearKeys(doc, {key}, acts));
        };
        QCOMPARE(spansNear(with(before, {0.8, false})), QString("reach 76-124 fades 24, 24"));
        const QString everywhere("reach 0-240 fades 0, 0");
        QCOMPARE(spansNear(with(before, {0.4, true})), everywhere);
        // Also where it acts near a key already.
        QCOMPARE(spansNear(with(dragged(before, 100), {0.4, true})), everywhere);
        QCOMPARE(spansNear(with(dragged(before, 60), {0.4, true})), everywhere);
    }

    void aPastedKeyActsAroundItself()
    {
        const Document before = test::swingingArm();
        const Document one = dragged(before, 100);
        const NodeId hand = test::nodeNamed(one, "hand");
        const edit::KeyRef ref{hand, test::targetNamed(one, "hand"), {}, 100};
        const operate::Copied what = operate::copied(one, {ref}, {});
        const auto pasted = [&](const Document& doc, double frame) {
            const Result<operate::Edits> edits =
                operate::edits(doc, operate::Paste{what, frame, {}});
            return *edit::applyEach(doc, *edits);
        };
        QCOMPARE(spansNear(pasted(before, 180)), QString("reach 168-192 fades 12, 12"));
        QCOMPARE(spansNear(pasted(one, 200)),
                 QString("reach 88-112 fades 12, 12; reach 188-212 fades 12, 12"));
        QCOMPARE(spansNear(pasted(one, 120)), QString("reach 88-132 fades 12, 12"));
        const Document away = pasted(before, 180);
        const NodeIndex arm = away.scene->find("LeftArm");
        for (const double frame : {0.0, 100.0, 167.0, 193.0, 240.0})
            QVERIFY(evaluate(away, frame).local[arm] == evaluate(before, frame).local[arm]);
    }

    void aKeyFarAwayOpensOneMore()
    {
        QCOMPARE(spansNear(dragged(dragged(test::swingingArm(), 100), 200)),
                 QString("reach 88-112 fades 12, 12; reach 188-212 fades 12, 12"));
    }

    /// Two that touch hand the limb over.
    void spansThatMeetDoNotLetGo()
    {
        const Document two = dragged(dragged(test::swingingArm(), 100), 137);
        QCOMPARE(spansNear(dragged(two, 124)),
                 QString("reach 88-112 fades 12, 0; reach 112-149 fades 0, 12"));
        const json contact{{"edit", "setSpan"}, {"target", "hand"}, {"start", 150}, {"end", 170},
                           {"kind", "contact"}, {"in", 3},          {"out", 3}};
        const Document planted = edited(dragged(test::swingingArm(), 60), contact);
        QCOMPARE(spansNear(dragged(planted, 145)),
                 QString("reach 48-72 fades 12, 12; reach 133-150 fades 12, 0; contact 150-170 "
                         "fades 0, 3"));
        QCOMPARE(spansNear(dragged(planted, 160)), spansNear(planted));
    }

    void aTrajectoryIsNotMadeTooLong()
    {
        Document doc = edited(
            test::swingingArm(),
            {{{"edit", "setRange"}, {"start", 0}, {"end", 2100}},
             test::targetKey("hand", 0, {0.6, 1.5, 0}),
             {{"edit", "moveSpan"}, {"target", "hand"}, {"start", 0}, {"to", 0}, {"end", 1995}},
             {{"edit", "setSpan"},
              {"target", "hand"},
              {"start", 0},
              {"end", 1995},
              {"kind", "reach"},
              {"inbetween", "trajectory"}}});
        QCOMPARE(spansNear(dragged(doc, 2005)),
                 QString("reach 0-1995 fades 0, 0; reach 1995-2017 fades 0, 12"));
    }

    void withoutMotionItActsOverTheRange()
    {
        const Document still =
            edited(test::biped(false), test::addTarget("hand", "LeftHand", "LeftArm"));
        QCOMPARE(spansNear(dragged(still, 12)), QString("reach 0-24 fades 0, 0"));
    }

    void aSpanThatIsThereIsLeftAlone()
    {
        const Document whole =
            edited(test::swingingArm(), test::targetKey("hand", 0, {0.6, 1.5, 0}));
        QCOMPARE(spansNear(whole), QString("reach 0-240 fades 0, 0"));
        QCOMPARE(spansNear(dragged(whole, 100)), QString("reach 0-240 fades 0, 0"));
    }

    void anEditBySayingSoActsOverTheRange()
    {
        const json key = test::targetKey("hand", 100, {0.6, 1.5, 0});
        QCOMPARE(spansNear(edited(test::swingingArm(), key)), QString("reach 0-240 fades 0, 0"));
    }
};

POSEWRIGHT_TEST(TestNearKey, posewright::test::runWithEvents);
#include "tst_near_key.moc"
