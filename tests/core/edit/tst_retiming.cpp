#include "core/evaluate/evaluate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using namespace posewright::test;
using nlohmann::json;

namespace {

using RetimedFrames = std::vector<double>;
using RetimedSpans = std::vector<std::tuple<double, double, SpanKind>>;

/// A hand keyed at 0, 8 and 16, reaching up to 8, in contact up to 16, reaching again up to 24,
/// with a marker at 10.
Document retimedSpanned()
{
    const auto key = [](double frame, const json& position) {
        return json{
            {"edit", "setTargetKey"}, {"target", "hand"}, {"frame", frame}, {"position", position}};
    };
    return edited(
        biped(false),
        {addTarget("hand", "LeftHand", "LeftArm"),
         key(0, {0.5, 1.6, 0.2}),
         key(8, {0.4, 1.4, 0.3}),
         key(16, {0.5, 1.3, 0.2}),
         {{"edit", "setSpan"}, {"target", "hand"}, {"start", 8}, {"end", 16}, {"kind", "contact"}},
         {{"edit", "addMarker"}, {"frame", 10}, {"name", "touch"}}});
}

RetimedFrames retimedFrames(const Document& doc, const char* node)
{
    const Track* track = doc.clip().track(nodeNamed(doc, node));
    return track ? keyFrames(*track) : RetimedFrames{};
}

RetimedSpans retimedSpans(const Document& doc)
{
    RetimedSpans out;
    if (const SpanRow* row = doc.clip().spanRow(targetNamed(doc, "hand")))
        for (const Span& span : row->spans) out.emplace_back(span.start, span.end, span.kind);
    return out;
}

constexpr SpanKind kReachKind = SpanKind::Reach;
constexpr SpanKind kContact = SpanKind::Contact;

json shift(double from, double by, const json& nodes = {})
{
    json out{{"edit", "shiftTime"}, {"from", from}, {"by", by}};
    if (!nodes.is_null()) out["nodes"] = nodes;
    return out;
}

json moveSpan(double start, double to, double end, const json& more = json::object())
{
    json out{{"edit", "moveSpan"}, {"target", "hand"}, {"start", start}, {"to", to}, {"end", end}};
    out.update(more);
    return out;
}

}  // namespace

class TestRetiming : public QObject {
    Q_OBJECT

private slots:
    void timePutInMovesKeysSpansMarkersAndTheRange();
    void timeTakenOutTakesAlongWhatLayInIt();
    void timeOfSomeNodesLeavesTheOthers();
    void aMovedSpanKeepsWhatItIs();
    void aMovedSpanTrimsItsNeighbours();
    void fadesAreCutToTheLength();
    void scaledKeysComeToLieOnWholeFrames();
    void keysAreCopiedWithAllThatTheyAre();
    void theFirstKeysPutOnATargetOpenItsSpan();
    void thePreviewRangeComesAndGoes();
    void aFittedTargetChangesNoPose();
    void whatCannotBeIsRefused_data();
    void whatCannotBeIsRefused();
};

void TestRetiming::timePutInMovesKeysSpansMarkersAndTheRange()
{
    const Document doc = edited(retimedSpanned(), shift(8, 4));
    QVERIFY(retimedFrames(doc, "hand") == (RetimedFrames{0, 12, 20}));
    QVERIFY(retimedSpans(doc) ==
            (RetimedSpans{{0, 12, kReachKind}, {12, 20, kContact}, {20, 28, kReachKind}}));
    QCOMPARE(doc.clip().markers[0].frame, 14.0);
    QCOMPARE(doc.playback.end, 28.0);
    const Document back = edited(doc, shift(12, -4));
    QVERIFY(retimedFrames(back, "hand") == retimedFrames(retimedSpanned(), "hand"));
    QVERIFY(retimedSpans(back) == retimedSpans(retimedSpanned()));
}

void TestRetiming::timeTakenOutTakesAlongWhatLayInIt()
{
    const Document doc = edited(retimedSpanned(), shift(16, -10));
    QVERIFY(retimedFrames(doc, "hand") == (RetimedFrames{0, 6}));
    QVERIFY(retimedSpans(doc) == (RetimedSpans{{0, 6, kReachKind}, {6, 14, kReachKind}}));
    QVERIFY(doc.clip().markers.empty());
    QCOMPARE(doc.playback.end, 14.0);
}

void TestRetiming::timeOfSomeNodesLeavesTheOthers()
{
    Document doc =
        edited(retimedSpanned(), {{"edit", "setJointKey"}, {"joint", "Head"}, {"frame", 9}});
    const Document head = edited(doc, shift(4, 3, {"Head"}));
    QVERIFY(retimedFrames(head, "Head") == RetimedFrames{12});
    QVERIFY(retimedFrames(head, "hand") == retimedFrames(doc, "hand"));
    QVERIFY(retimedSpans(head) == retimedSpans(doc));
    QVERIFY(head.clip().markers == doc.clip().markers);
    const Document hand = edited(doc, shift(4, 3, {"hand"}));
    QVERIFY(retimedFrames(hand, "hand") == (RetimedFrames{0, 11, 19}));
    QVERIFY(retimedFrames(hand, "Head") == RetimedFrames{9});
    QCOMPARE(hand.playback.end, doc.playback.end);
}

void TestRetiming::aMovedSpanKeepsWhatItIs()
{
    const Document before = edited(retimedSpanned(), {{"edit", "setSpan"},
                                                      {"target", "hand"},
                                                      {"start", 8},
                                                      {"end", 16},
                                                      {"kind", "contact"},
                                                      {"in", 2},
                                                      {"mix", 0.25},
                                                      {"solver", "fabrik"}});
    const auto contact = [](const Document& doc) {
        for (const Span& span : doc.clip().spanRow(targetNamed(doc, "hand"))->spans)
            if (span.kind == kContact) return span;
        return Span{};
    };
    const Document doc = edited(before, moveSpan(8, 10, 15));
    Span expected = contact(before);
    expected.start = 10;
    expected.end = 15;
    QVERIFY(contact(doc) == expected);
    // Its place is the one it had, wherever the target is now.
    const Vec3 there = evaluate(doc, 12).world[doc.scene->find("LeftHand")].position;
    QVERIFY((there - expected.anchor.translation).norm() < 1e-6);
}

void TestRetiming::aMovedSpanTrimsItsNeighbours()
{
    QVERIFY(retimedSpans(edited(retimedSpanned(), moveSpan(8, 4, 20))) ==
            (RetimedSpans{{0, 4, kReachKind}, {4, 20, kContact}, {20, 24, kReachKind}}));
    QVERIFY(retimedSpans(edited(retimedSpanned(), moveSpan(8, 12, 14))) ==
            (RetimedSpans{{0, 8, kReachKind}, {12, 14, kContact}, {16, 24, kReachKind}}));
    QVERIFY(retimedSpans(edited(retimedSpanned(), moveSpan(0, 0, 24))) ==
            (RetimedSpans{{0, 24, kReachKind}}));
}

void TestRetiming::fadesAreCutToTheLength()
{
    const Document doc = edited(retimedSpanned(), moveSpan(8, 8, 14, {{"in", 4}, {"out", 5}}));
    const Span& span = doc.clip().spanRow(targetNamed(doc, "hand"))->spans[1];
    QCOMPARE(span.in, 4.0);
    QCOMPARE(span.out, 2.0);
}

void TestRetiming::scaledKeysComeToLieOnWholeFrames()
{
    const json keys{{{"target", "hand"}, {"frame", 0}},
                    {{"target", "hand"}, {"frame", 8}},
                    {{"target", "hand"}, {"frame", 16}}};
    json scale{{"edit", "scaleKeys"}, {"keys", keys}, {"pivot", 0}, {"factor", 1.2}};
    QVERIFY(retimedFrames(edited(retimedSpanned(), scale), "hand") != (RetimedFrames{0, 10, 19}));
    scale["whole"] = true;
    const Document doc = edited(retimedSpanned(), scale);
    QVERIFY(retimedFrames(doc, "hand") == (RetimedFrames{0, 10, 19}));
    QVERIFY(retimedSpans(doc)[1] == std::tuple(10.0, 19.0, kContact));
}

void TestRetiming::keysAreCopiedWithAllThatTheyAre()
{
    const Document before =
        edited(retimedSpanned(),
               {{{"edit", "setInterpolation"},
                 {"keys", json::array({{{"target", "hand"}, {"frame", 8}}})},
                 {"interpolation", "eased"},
                 {"ease", {0.1, 0.2, 0.6, 1}}},
                {{"edit", "setJointKey"}, {"joint", "Head"}, {"frame", 3}},
                {{"edit", "setInfluenceKey"}, {"target", "hand"}, {"frame", 8}, {"value", 0.5}}});
    edit::KeyRef hand;
    hand.constraint = targetNamed(before, "hand");
    hand.node = nodeNamed(before, "hand");
    hand.frame = 8;
    edit::KeyRef head;
    head.node = nodeNamed(before, "Head");
    head.frame = 3;
    edit::KeyRef nothing = head;
    nothing.frame = 4;
    std::vector<edit::KeyData> data = edit::keyData(before, std::array{hand, head, nothing});
    QCOMPARE(data.size(), 5U);
    // Put back where they were they change nothing.
    const Result<Document> same = edit::apply(before, edit::PutKeys{data});
    QVERIFY(same);
    QVERIFY(*same == before);
    for (edit::KeyData& key : data)
        (key.property == Property::Rotation ? key.rotation.frame : key.key.frame) += 20;
    const Result<Document> doc = edit::apply(before, edit::PutKeys{data});
    QVERIFY(doc);
    const Key& copied = *doc->clip().track(hand.node)->translation[0]->find(28);
    const Key& original = *before.clip().track(hand.node)->translation[0]->find(8);
    QCOMPARE(copied.value, original.value);
    QVERIFY(copied.right == original.right);
    QVERIFY(retimedFrames(*doc, "Head") == (RetimedFrames{3, 23}));
    QVERIFY(doc->clip().influence(hand.constraint)->curve.find(28));
}

void TestRetiming::theFirstKeysPutOnATargetOpenItsSpan()
{
    const Document before = edited(retimedSpanned(), addTarget("foot", "LeftFoot", "LeftUpLeg"));
    edit::KeyData data;
    data.node = nodeNamed(before, "foot");
    data.key = {30, 0.1, {}, {}, Interpolation::Linear, HandleMode::AutoClamped};
    const Result<Document> doc = edit::apply(before, edit::PutKeys{{data}});
    QVERIFY(doc);
    const std::vector<Span>& row = doc->clip().spanRow(targetNamed(*doc, "foot"))->spans;
    QCOMPARE(row.size(), 1U);
    QCOMPARE(row[0].start, 0.0);
    QCOMPARE(row[0].end, 30.0);
}

void TestRetiming::thePreviewRangeComesAndGoes()
{
    Document doc = edited(retimedSpanned(), {{"edit", "setPreviewRange"}, {"frames", {4, 9}}});
    QVERIFY(doc.playback.preview == (Range{4, 9}));
    doc = edited(doc, {{"edit", "setPreviewRange"}});
    QVERIFY(!doc.playback.preview);
}

void TestRetiming::aFittedTargetChangesNoPose()
{
    // The arm moves by its keys; a target dragged once nails it, fitting gives the motion back.
    const Document moving = edited(biped(), addTarget("hand", "LeftHand", "LeftArm"));
    const Document nailed = edited(moving, targetKey("hand", 4, {0.4, 1.5, 0.3}));
    const Document doc =
        edited(nailed, {{"edit", "fitTarget"}, {"target", "hand"}, {"within", 0.002}});
    double nailedBy = 0, strayed = 0;
    for (double frame = 0; frame <= 24; ++frame) {
        const NodeIndex hand = doc.scene->find("LeftHand");
        const Vec3 wanted = evaluate(moving, frame).world[hand].position;
        nailedBy =
            std::max(nailedBy, (evaluate(nailed, frame).world[hand].position - wanted).norm());
        strayed = std::max(strayed, (evaluate(doc, frame).world[hand].position - wanted).norm());
    }
    qInfo("nailed: off by up to %.3f m, fitted: by %.5f m", nailedBy, strayed);
    QVERIFY(nailedBy > 0.1);
    QVERIFY(strayed <= 0.002);
    QCOMPARE(doc.nextId, nailed.nextId);
    QVERIFY(doc.scene.sameAs(nailed.scene));
}

void TestRetiming::whatCannotBeIsRefused_data()
{
    QTest::addColumn<QByteArray>("edit");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const json& edit, const char* said) {
        QTest::newRow(name) << QByteArray::fromStdString(edit.dump()) << QString(said);
    };
    row("no such span", moveSpan(7, 8, 9), "#/0/start: no span starts at frame 7");
    row("a span back in time", moveSpan(8, 9, 8), "#/0/end: the span ends before its start");
    row("a fade of less than nothing", moveSpan(8, 8, 16, {{"in", -1}}),
        "#/0/in: it is less than 0");
    row("too far", shift(0, 1e10), "#/0/by: a key would leave the range of frames");
    row("a preview back in time", {{"edit", "setPreviewRange"}, {"frames", {5, 4}}},
        "#/0/frames: the frames end before they start");
    row("fitted to nothing", {{"edit", "fitTarget"}, {"target", "hand"}, {"within", 0}},
        "#/0/within: the tolerance is not greater than 0");
    row("a key of no axis",
        {{"edit", "putKeys"},
         {"keys", json::array({{{"node", "hand"},
                                {"property", "translation"},
                                {"axis", 3},
                                {"frame", 1},
                                {"value", 0},
                                {"interpolation", "linear"}}})}},
        "#/0/keys/0: there is no such axis");
    row("a key with more",
        {{"edit", "putKeys"},
         {"keys", json::array({{{"node", "hand"},
                                {"property", "rotation"},
                                {"frame", 1},
                                {"rotation", {0, 0, 0, 1}},
                                {"value", 2},
                                {"interpolation", "slerp"}}})}},
        "#/0/keys/0: a key has no such argument");
}

void TestRetiming::whatCannotBeIsRefused()
{
    isRefusedAsSaid(retimedSpanned());
}

POSEWRIGHT_TEST(TestRetiming, posewright::test::runWithEvents);
#include "tst_retiming.moc"
