#include "core/operate/operate.h"
#include "core/operate/retime.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using nlohmann::json;
using test::edited;

namespace {

using TimeFrames = std::vector<double>;

/// A hand keyed at 0, 8, 12 and 20, reaching up to 8, in contact up to 16, reaching again up to 24;
/// markers at 4 and 10. The hips are keyed at 0, 12 and 24.
Document timedHand()
{
    return edited(
        test::biped(),
        {test::addTarget("hand", "LeftHand", "LeftArm"),
         test::targetKey("hand", 0, {0.5, 1.6, 0.2}),
         test::targetKey("hand", 8, {0.4, 1.4, 0.3}),
         test::targetKey("hand", 12, {0.5, 1.3, 0.2}),
         test::targetKey("hand", 20, {0.5, 1.5, 0.2}),
         {{"edit", "setSpan"}, {"target", "hand"}, {"start", 8}, {"end", 16}, {"kind", "contact"}},
         {{"edit", "addMarker"}, {"frame", 4}, {"name", "lift"}},
         {{"edit", "addMarker"}, {"frame", 10}, {"name", "touch"}}});
}

/// The outcome of one operation spelled as JSON; fails loudly.
Document operated(const Document& doc, const json& operation)
{
    const Result<Document> out = operate::applyAll(doc, json::array({operation}));
    if (!out)
        qFatal("operated: %s %s in %s", out.error().where.c_str(), out.error().message.c_str(),
               operation.dump().c_str());
    return *out;
}

QString operationRefused(const Document& doc, const json& operation)
{
    const Result<Document> out = operate::applyAll(doc, json::array({operation}));
    return out ? QString() : QString::fromStdString(out.error().where + ": " + out.error().message);
}

TimeFrames framesOf(const Document& doc, const char* node)
{
    const Track* track = doc.clip().track(test::nodeNamed(doc, node));
    return track ? keyFrames(*track) : TimeFrames{};
}

/// "reach 0-8" for each span.
QString spansOf(const Document& doc, const char* target)
{
    QStringList out;
    static const char* const kKinds[] = {"reach", "contact", "hold", "off"};
    for (const Span& span : doc.clip().spanRow(test::targetNamed(doc, target))->spans)
        out << QString("%1 %2-%3").arg(kKinds[int(span.kind)]).arg(span.start).arg(span.end);
    return out.join(", ");
}

TimeFrames markersOf(const Document& doc)
{
    TimeFrames out;
    for (const Marker& marker : doc.clip().markers) out.push_back(marker.frame);
    return out;
}

json keyOf(const char* node, double frame)
{
    return {{"node", node}, {"frame", frame}};
}

}  // namespace

/// What gestures along time do to keys, spans and markers.
class TestTimeOperations : public QObject {
    Q_OBJECT

private slots:
    void keysAreMovedAndWithRippleAllThatFollows()
    {
        const Document doc = timedHand();
        const json move{{"operation", "moveInTime"}, {"keys", {keyOf("hand", 12)}}, {"by", 2}};
        QVERIFY(framesOf(operated(doc, move), "hand") == (TimeFrames{0, 8, 14, 20}));
        json ripple = move;
        ripple["ripple"] = true;
        const Document on = operated(doc, ripple);
        QVERIFY(framesOf(on, "hand") == (TimeFrames{0, 8, 14, 22}));
        QVERIFY(framesOf(on, "Hips") == (TimeFrames{0, 12, 24}));
        // Back no farther than up to the key before.
        ripple["by"] = -10;
        QVERIFY(framesOf(operated(doc, ripple), "hand") == (TimeFrames{0, 8, 9, 17}));
        QCOMPARE(operate::farthestBack(doc, {{test::nodeNamed(doc, "hand"), {}, {}, 12}}), -3.0);
    }

    void spansAndMarkersAreMovedAsOne()
    {
        const Document doc = operated(timedHand(), {{"operation", "moveInTime"},
                                                    {"spans", {{{"target", "hand"}, {"start", 8}}}},
                                                    {"markers", {4, 10}},
                                                    {"by", 1}});
        QCOMPARE(spansOf(doc, "hand"), QString("reach 0-9, contact 9-17, reach 17-24"));
        QVERIFY(markersOf(doc) == (TimeFrames{5, 11}));
        QCOMPARE(doc.clip().markers[1].name, std::string("touch"));
    }

    void aFrameIsMarkedWithAFreeName()
    {
        Document doc = timedHand();
        const auto mark = [&](double frame, const char* name) {
            doc = operated(doc, {{"operation", "markFrame"}, {"frame", frame}, {"name", name}});
        };
        mark(5, "Beat");
        mark(6, "Beat");
        QVERIFY(markersOf(doc) == (TimeFrames{4, 5, 6, 10}));
        QCOMPARE(doc.clip().markers[1].name, std::string("Beat 1"));
        QCOMPARE(doc.clip().markers[2].name, std::string("Beat 2"));
        // A frame that has one keeps it.
        const Result<operate::Edits> none = operate::edits(doc, operate::MarkFrame{10});
        QVERIFY(none && none->empty());
    }

    void anInfluenceIsKeyedWithAValue()
    {
        const Document doc = operated(
            timedHand(),
            {{"operation", "keyInfluence"}, {"targets", {"hand"}}, {"frame", 4}, {"value", 0.25}});
        const InfluenceTrack* influence = doc.clip().influence(test::targetNamed(doc, "hand"));
        QVERIFY(influence);
        QCOMPARE(influence->curve.sample(4), 0.25);
    }

    void nothingIsMovedByNothing()
    {
        const Document doc = timedHand();
        const ConstraintId hand = test::targetNamed(doc, "hand");
        const Result<operate::Edits> none =
            operate::edits(doc, operate::MoveInTime{{}, {{hand, 8}}, {4}, 0, false});
        QVERIFY(none && none->empty());
        QCOMPARE(operationRefused(doc, {{"operation", "moveInTime"},
                                        {"spans", {{{"target", "hand"}, {"start", 7}}}},
                                        {"by", 1}}),
                 QString("#/0/spans/0: there is no span that starts there"));
    }

    void keysAreRemovedAndTheGapCloses()
    {
        const Document doc = timedHand();
        json remove{{"operation", "removeInTime"}, {"keys", {keyOf("hand", 8)}}, {"markers", {4}}};
        const Document without = operated(doc, remove);
        QVERIFY(framesOf(without, "hand") == (TimeFrames{0, 12, 20}));
        QVERIFY(markersOf(without) == (TimeFrames{10}));
        remove["ripple"] = true;
        QVERIFY(framesOf(operated(doc, remove), "hand") == (TimeFrames{0, 8, 16}));
        QCOMPARE(spansOf(operated(doc, {{"operation", "removeInTime"},
                                        {"spans", {{{"target", "hand"}, {"start", 8}}}}}),
                         "hand"),
                 QString("reach 0-8, reach 16-24"));
    }

    void keysAreDuplicatedBehindThemselvesOrFartherOn()
    {
        const Document doc = timedHand();
        const json copy{{"operation", "duplicateKeys"},
                        {"keys", {keyOf("hand", 8), keyOf("hand", 12)}}};
        const Document behind = operated(doc, copy);
        QVERIFY(framesOf(behind, "hand") == (TimeFrames{0, 8, 12, 13, 17, 20}));
        const Curve& x = *behind.clip().track(test::nodeNamed(doc, "hand"))->translation[0];
        QCOMPARE(x.find(13)->value, x.find(8)->value);
        QCOMPARE(x.find(17)->value, x.find(12)->value);
        json on = copy;
        on["by"] = 14;
        QVERIFY(framesOf(operated(doc, on), "hand") == (TimeFrames{0, 8, 12, 20, 22, 26}));
    }

    void timeIsPutInAndTakenOut()
    {
        const Document doc = timedHand();
        const Document longer =
            operated(doc, {{"operation", "insertTime"}, {"frame", 10}, {"frames", 4}});
        QVERIFY(framesOf(longer, "hand") == (TimeFrames{0, 8, 16, 24}));
        QVERIFY(framesOf(longer, "Hips") == (TimeFrames{0, 16, 28}));
        QCOMPARE(longer.playback.end, 28.0);
        const Document shorter =
            operated(doc, {{"operation", "insertTime"}, {"frame", 9}, {"frames", -2}});
        QVERIFY(framesOf(shorter, "hand") == (TimeFrames{0, 8, 10, 18}));
        QVERIFY(markersOf(shorter) == (TimeFrames{4}));
        QCOMPARE(shorter.playback.end, 22.0);
    }

    void aSpanTakesItsNeighboursAlongUnlessAlone()
    {
        const Document doc = timedHand();
        json retime{{"operation", "retimeSpan"},
                    {"span", {{"target", "hand"}, {"start", 8}}},
                    {"start", 10},
                    {"end", 14}};
        QCOMPARE(spansOf(operated(doc, retime), "hand"),
                 QString("reach 0-10, contact 10-14, reach 14-24"));
        retime["alone"] = true;
        QCOMPARE(spansOf(operated(doc, retime), "hand"),
                 QString("reach 0-8, contact 10-14, reach 16-24"));
    }

    void fadesAreCutToTheirRoom()
    {
        const Document doc = operated(timedHand(), {{"operation", "fadeSpan"},
                                                    {"span", {{"target", "hand"}, {"start", 8}}},
                                                    {"in", 6},
                                                    {"out", 5}});
        const Span* span = edit::findSpan(doc, {test::targetNamed(doc, "hand"), 8});
        QCOMPARE(span->in, 6.0);
        QCOMPARE(span->out, 2.0);
    }

    void aMarkerKeepsItsName()
    {
        const Document doc =
            operated(timedHand(), {{"operation", "moveMarker"}, {"frame", 4}, {"to", 12}});
        QVERIFY(markersOf(doc) == (TimeFrames{10, 12}));
        QCOMPARE(doc.clip().markers[1].name, std::string("lift"));
    }

    void everyEasingIsSetAndReadBack()
    {
        const Document doc = timedHand();
        const edit::KeyRef key{test::nodeNamed(doc, "hand"), {}, {}, 8};
        const edit::KeyRef turn{test::nodeNamed(doc, "RightArm"), {}, {}, 0};
        for (const operate::EasingShape& easing : operate::easings()) {
            QCOMPARE(&operate::shapeOf(easing.easing), &easing);
            const Document eased =
                operated(doc, {{"operation", "easeKeys"},
                               {"keys", {keyOf("hand", 8), keyOf("RightArm", 0)}},
                               {"easing", easing.id}});
            QVERIFY(operate::easingOf(eased, key) == easing.easing);
            QVERIFY(operate::easingOf(eased, turn) == easing.easing);
        }
        QVERIFY(!operate::easingOf(doc, {test::nodeNamed(doc, "hand"), {}, {}, 9}));
        QVERIFY(operationRefused(
                    doc,
                    {{"operation", "easeKeys"}, {"keys", {keyOf("hand", 8)}}, {"easing", "bouncy"}})
                    .startsWith("#/0/easing: it is not one of smooth|linear|hold|easeInOut"));
    }

    void theNextEasingGoesRound()
    {
        Document doc = timedHand();
        const edit::KeyRef key{test::nodeNamed(doc, "hand"), {}, {}, 8};
        std::vector<operate::Easing> seen;
        doc = operated(
            doc, {{"operation", "easeKeys"}, {"keys", {keyOf("hand", 8)}}, {"easing", "smooth"}});
        for (int i = 0; i < 4; ++i) {
            doc = operated(doc, {{"operation", "nextEasing"}, {"keys", {keyOf("hand", 8)}}});
            seen.push_back(operate::easingOf(doc, key).value_or(operate::Easing::Rush));
        }
        using E = operate::Easing;
        QVERIFY(seen == (std::vector{E::Linear, E::Hold, E::EaseInOut, E::Smooth}));
    }
};

POSEWRIGHT_TEST(TestTimeOperations, posewright::test::runWithEvents);
#include "tst_time_operations.moc"
