#include "core/evaluate/evaluate.h"
#include "core/operate/new_span.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace posewright;
using nlohmann::json;
using test::edited;

namespace {

/// A foot keyed at 0, 8 and 16, elsewhere each time, that reaches over the whole range.
Document steppingFoot()
{
    return edited(test::biped(false), {test::addTarget("foot", "LeftFoot", "LeftUpLeg"),
                                       test::targetKey("foot", 0, {0.1, 0.1, 0}),
                                       test::targetKey("foot", 8, {0.1, 0.15, 0.2}),
                                       test::targetKey("foot", 16, {0.1, 0.2, 0.1})});
}

Result<Document> afterOperation(const Document& doc, const json& operation)
{
    return operate::applyAll(doc, json::array({operation}));
}

/// "reach 0-8" for each span.
QString rowOfSpans(const Document& doc, const char* target)
{
    QStringList out;
    static const char* const kKinds[] = {"reach", "contact", "hold", "off"};
    for (const Span& span : doc.clip().spanRow(test::targetNamed(doc, target))->spans)
        out << QString("%1 %2-%3").arg(kKinds[int(span.kind)]).arg(span.start).arg(span.end);
    return out.join(", ");
}

}  // namespace

/// What the gestures that make and trim spans come to.
class TestSpanOperations : public QObject {
    Q_OBJECT

private slots:
    void aFootIsPlantedUpToHalfWayToANextKeyElsewhere()
    {
        const Document doc = steppingFoot();
        const Result<Document> out =
            afterOperation(doc, {{"operation", "plantFoot"}, {"target", "foot"}, {"frame", 8}});
        QVERIFY(out);
        QCOMPARE(rowOfSpans(*out, "foot"), QString("reach 0-8, contact 8-12, reach 12-24"));
        const NodeIndex foot = doc.scene->find("LeftFoot");
        for (const double frame : {8.0, 9.5, 11.0, 12.0})
            QVERIFY((evaluate(*out, frame).world[foot].position - Vec3(0.1, 0.15, 0.2)).norm() <
                    1e-6);
        QVERIFY((evaluate(*out, 16).world[foot].position - Vec3(0.1, 0.2, 0.1)).norm() < 1e-3);
    }

    /// A contact over keys that lie elsewhere: the foot stands, and sets out from where it stood.
    void aContactOverKeysElsewhereIsLeftWithoutALeap()
    {
        const Document doc = steppingFoot();
        const NodeIndex foot = doc.scene->find("LeftFoot");
        const Result<Document> out = afterOperation(doc, {{"operation", "drawSpan"},
                                                          {"target", "foot"},
                                                          {"kind", "contact"},
                                                          {"start", 0},
                                                          {"end", 8}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        QCOMPARE(rowOfSpans(*out, "foot"), QString("contact 0-8, reach 8-24"));
        for (const double frame : {0.0, 4.0, 8.0})
            QVERIFY((evaluate(*out, frame).world[foot].position - Vec3(0.1, 0.1, 0)).norm() < 1e-6);
        double most = 0;
        for (double frame = 8; frame < 16; frame += 0.25)
            most = std::max(most, (evaluate(*out, frame + 0.25).world[foot].position -
                                   evaluate(*out, frame).world[foot].position)
                                      .norm());
        // 0.17 m in eight frames, at up to twice the mean speed.
        QVERIFY2(most < 2 * 0.173 / 32, QByteArray::number(most));
        QVERIFY((evaluate(*out, 16).world[foot].position - Vec3(0.1, 0.2, 0.1)).norm() < 1e-3);
    }

    /// The same of a Reach that is made a contact.
    void aReachThatBecomesAContactIsLeftWithoutALeap()
    {
        const Document reached = edited(steppingFoot(), {{{"edit", "setSpan"},
                                                          {"target", "foot"},
                                                          {"start", 8},
                                                          {"end", 24},
                                                          {"kind", "reach"}}});
        const Document doc = edited(reached, {{{"edit", "setSpan"},
                                               {"target", "foot"},
                                               {"start", 0},
                                               {"end", 8},
                                               {"kind", "reach"}}});
        const json first{{"target", "foot"}, {"start", 0}};
        const Result<Document> out = afterOperation(
            doc, {{"operation", "setSpans"}, {"kind", "contact"}, {"spans", {first}}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        QCOMPARE(rowOfSpans(*out, "foot"), QString("contact 0-8, reach 8-24"));
        const NodeIndex foot = doc.scene->find("LeftFoot");
        QVERIFY((evaluate(*out, 8.25).world[foot].position - evaluate(*out, 8).world[foot].position)
                    .norm() < 2 * 0.173 / 32);
    }

    /// A contact that is shortened takes its key along, and leaves no hole behind.
    void aShorterContactLeavesNoHole()
    {
        Document doc = steppingFoot();
        const Result<Document> planted = afterOperation(doc, {{"operation", "drawSpan"},
                                                              {"target", "foot"},
                                                              {"kind", "contact"},
                                                              {"start", 8},
                                                              {"end", 24}});
        QVERIFY(planted);
        QCOMPARE(rowOfSpans(*planted, "foot"), QString("reach 0-8, contact 8-24"));
        const json span{{"target", "foot"}, {"start", 8}};
        const Result<Document> shorter = afterOperation(
            *planted, {{"operation", "retimeSpan"}, {"span", span}, {"start", 8}, {"end", 18}});
        QVERIFY2(shorter, shorter ? "" : shorter.error().message.c_str());
        QCOMPARE(rowOfSpans(*shorter, "foot"), QString("reach 0-8, contact 8-18, reach 18-24"));
        const Result<Document> alone = afterOperation(*planted, {{"operation", "retimeSpan"},
                                                                 {"span", span},
                                                                 {"start", 8},
                                                                 {"end", 18},
                                                                 {"alone", true}});
        QVERIFY(alone);
        QCOMPARE(rowOfSpans(*alone, "foot"), QString("reach 0-8, contact 8-18"));
        // A Reach asked for inside the hole fills it from where the contact ends.
        const Result<Document> filled = afterOperation(
            *alone,
            {{"operation", "setSpans"}, {"kind", "reach"}, {"targets", {"foot"}}, {"frame", 21}});
        QVERIFY(filled);
        QCOMPARE(rowOfSpans(*filled, "foot"), QString("reach 0-8, contact 8-18, reach 18-24"));
    }

    /// A contact that is moved whole, by less than its length, by just that, and by more.
    void aContactIsMovedWithItsKeys_data()
    {
        QTest::addColumn<double>("by");
        for (const double by : {-4.0, -2.0, 2.0, 3.5, 4.0, 5.0}) QTest::addRow("%g", by) << by;
    }
    void aContactIsMovedWithItsKeys()
    {
        QFETCH(double, by);
        const Document doc =
            edited(test::biped(false), {test::addTarget("foot", "LeftFoot", "LeftUpLeg"),
                                        test::targetKey("foot", 0, {0.1, 0.1, 0}),
                                        test::targetKey("foot", 8, {0.1, 0.15, 0.2}),
                                        test::targetKey("foot", 24, {0.1, 0.2, 0.1})});
        const Result<Document> planted = afterOperation(doc, {{"operation", "drawSpan"},
                                                              {"target", "foot"},
                                                              {"kind", "contact"},
                                                              {"start", 8},
                                                              {"end", 12}});
        QVERIFY(planted);
        QCOMPARE(rowOfSpans(*planted, "foot"), QString("reach 0-8, contact 8-12, reach 12-24"));
        const Result<Document> moved =
            afterOperation(*planted, {{"operation", "retimeSpan"},
                                      {"span", {{"target", "foot"}, {"start", 8}}},
                                      {"start", 8 + by},
                                      {"end", 12 + by}});
        QVERIFY2(moved, moved ? "" : moved.error().message.c_str());
        QCOMPARE(rowOfSpans(*moved, "foot"),
                 QString("reach 0-%1, contact %1-%2, reach %2-24").arg(8 + by).arg(12 + by));
        const NodeId star = (*moved->scene)[moved->scene->find("foot")].id;
        QCOMPARE(keyFrames(*moved->clip().track(star)),
                 (std::vector<double>{0, 8 + by, 12 + by, 24}));
        const NodeIndex foot = doc.scene->find("LeftFoot");
        for (const double frame : {8 + by, 10 + by, 12 + by})
            QVERIFY((evaluate(*moved, frame).world[foot].position - Vec3(0.1, 0.15, 0.2)).norm() <
                    1e-6);
    }

    void theKeyAtAContactsEndComesAlong()
    {
        const Result<Document> planted = afterOperation(
            steppingFoot(), {{"operation", "plantFoot"}, {"target", "foot"}, {"frame", 8}});
        QVERIFY(planted);
        const Result<Document> longer =
            afterOperation(*planted, {{"operation", "retimeSpan"},
                                      {"span", {{"target", "foot"}, {"start", 8}}},
                                      {"start", 8},
                                      {"end", 14}});
        QVERIFY(longer);
        QCOMPARE(rowOfSpans(*longer, "foot"), QString("reach 0-8, contact 8-14, reach 14-24"));
        const NodeId star = (*longer->scene)[longer->scene->find("foot")].id;
        const std::vector<double> keys = keyFrames(*longer->clip().track(star));
        QCOMPARE(keys, (std::vector<double>{0, 8, 14, 16}));
    }

    /// A target that was never keyed stays where it was put: a contact elsewhere brings it along.
    void aContactBringsATargetWithoutKeys()
    {
        const Document still =
            edited(test::biped(false), {test::addTarget("foot", "LeftFoot", "LeftUpLeg")});
        const NodeIndex foot = still.scene->find("LeftFoot");
        const NodeIndex star = still.scene->find("foot");
        const ConstraintId target = test::targetNamed(still, "foot");
        // Away from the foot, and without a span that would pull it there.
        Document doc = still;
        std::vector<Node> nodes = doc.scene->nodes();
        nodes[star].rest.translation += Vec3(0, 0.4, 0.9);
        doc.scene = *Scene::make(std::move(nodes));
        doc.clips[0] = doc.clips[0].with([](Clip& clip) {
            clip.tracks.clear();
            clip.spans.clear();
        });
        const Vec3 before = evaluate(doc, 6).world[foot].position;
        QVERIFY((evaluate(doc, 6).world[star].position - before).norm() > 0.5);
        const Result<Document> out =
            afterOperation(doc, {{"operation", "plantFoot"}, {"target", "foot"}, {"frame", 6}});
        QVERIFY(out);
        const Span* span = spanAt(out->clip().spanRow(target), 8);
        QVERIFY(span && span->kind == SpanKind::Contact);
        const Evaluation shown = evaluate(*out, 8);
        QVERIFY((shown.world[foot].position - before).norm() < 1e-6);
        QVERIFY((shown.world[star].position - before).norm() < 1e-6);
    }

    void itStaysUpToANextKeyThatIsThere()
    {
        const Document doc =
            edited(steppingFoot(), {test::targetKey("foot", 14, {0.1, 0.15, 0.2})});
        const Result<Document> out =
            afterOperation(doc, {{"operation", "plantFoot"}, {"target", "foot"}, {"frame", 8}});
        QVERIFY(out);
        QCOMPARE(rowOfSpans(*out, "foot"), QString("reach 0-8, contact 8-14, reach 14-24"));
    }

    void behindTheLastKeyItStaysUpToTheEndOfWhatPlays()
    {
        json plant{{"operation", "plantFoot"}, {"target", "foot"}, {"frame", 18}};
        QCOMPARE(rowOfSpans(*afterOperation(steppingFoot(), plant), "foot"),
                 QString("reach 0-18, contact 18-24"));
        const Document shorter =
            edited(steppingFoot(), {{{"edit", "setPreviewRange"}, {"frames", {4, 22}}}});
        QCOMPARE(rowOfSpans(*afterOperation(shorter, plant), "foot"),
                 QString("reach 0-18, contact 18-22, reach 22-24"));
        plant["frame"] = 24;
        QVERIFY(*afterOperation(steppingFoot(), plant) == steppingFoot());
    }

    void spansComeOverKeysOrInPlaceOfOthers()
    {
        const json key8{{"target", "foot"}, {"frame", 8}}, key16{{"target", "foot"}, {"frame", 16}};
        const Result<Document> held = afterOperation(steppingFoot(), {{"operation", "setSpans"},
                                                                      {"kind", "hold"},
                                                                      {"targets", {"foot"}},
                                                                      {"keys", {key8, key16}}});
        QVERIFY(held);
        QCOMPARE(rowOfSpans(*held, "foot"), QString("reach 0-8, hold 8-16, reach 16-24"));
        const Result<Document> off =
            afterOperation(*held, {{"operation", "setSpans"},
                                   {"kind", "off"},
                                   {"spans", {{{"target", "foot"}, {"start", 8}}}}});
        QVERIFY(off);
        QCOMPARE(rowOfSpans(*off, "foot"), QString("reach 0-8, off 8-16, reach 16-24"));
        // Both neighbours fade: 0.15 s at 24 frames per second, but a third of their length at
        // most.
        QCOMPARE(edit::findSpan(*off, {test::targetNamed(*off, "foot"), 0})->out, 2.0);
        QCOMPARE(edit::findSpan(*off, {test::targetNamed(*off, "foot"), 16})->in, 2.0);
        // From one key alone it goes on to the next, and no half way.
        QCOMPARE(rowOfSpans(*afterOperation(steppingFoot(), {{"operation", "setSpans"},
                                                             {"kind", "contact"},
                                                             {"targets", {"foot"}},
                                                             {"keys", {key8}}}),
                            "foot"),
                 QString("reach 0-8, contact 8-16, reach 16-24"));
    }

    void aDrawnSpanFades()
    {
        Document doc = steppingFoot();
        doc = edited(doc, {{{"edit", "removeSpan"}, {"target", "foot"}, {"start", 0}}});
        const Result<Document> out = afterOperation(doc, {{"operation", "drawSpan"},
                                                          {"target", "foot"},
                                                          {"start", 4},
                                                          {"end", 20},
                                                          {"kind", "reach"}});
        QVERIFY(out);
        const Span* span = edit::findSpan(*out, {test::targetNamed(*out, "foot"), 4});
        QCOMPARE(span->in, std::round(operate::kFadeSeconds * 24));
        QCOMPARE(span->out, 4.0);
    }

    void spansAreTrimmedAtAFrame()
    {
        json trim{
            {"operation", "trimSpans"}, {"targets", {"foot"}}, {"frame", 6}, {"side", "start"}};
        const Document late = *afterOperation(steppingFoot(), trim);
        QCOMPARE(rowOfSpans(late, "foot"), QString("reach 6-24"));
        trim["side"] = "end";
        trim["frame"] = 20;
        QCOMPARE(rowOfSpans(*afterOperation(late, trim), "foot"), QString("reach 6-20"));
        // A span that starts behind the frame cannot end there.
        trim.erase("targets");
        trim["spans"] = {{{"target", "foot"}, {"start", 6}}};
        trim["frame"] = 3;
        QVERIFY(*afterOperation(late, trim) == late);
    }

    void whereNoSpanIsTheNearestIsStretched()
    {
        json trim{
            {"operation", "trimSpans"}, {"targets", {"foot"}}, {"frame", 8}, {"side", "start"}};
        const Document late = *afterOperation(steppingFoot(), trim);
        QCOMPARE(rowOfSpans(late, "foot"), QString("reach 8-24"));
        trim["frame"] = 3;
        QCOMPARE(rowOfSpans(*afterOperation(late, trim), "foot"), QString("reach 3-24"));
        trim["side"] = "end";
        trim["frame"] = 40;
        QCOMPARE(rowOfSpans(*afterOperation(late, trim), "foot"), QString("reach 8-40"));
        // None ends before this frame.
        trim["frame"] = 5;
        QVERIFY(*afterOperation(late, trim) == late);
    }
};

POSEWRIGHT_TEST(TestSpanOperations, posewright::test::runWithEvents);
#include "tst_span_operations.moc"
