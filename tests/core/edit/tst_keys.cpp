#include "core/evaluate/evaluate.h"
#include "core/math/rotation.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using namespace posewright::test;
using nlohmann::json;

namespace {

json key(const char* node, double frame, const char* property = nullptr)
{
    json out{{"node", node}, {"frame", frame}};
    if (property) out["property"] = property;
    return out;
}

/// A hand keyed at 0, 8 and 16, reaching from 0 to 8, in contact from 8 to 16, and off after it.
Document spanned()
{
    return edited(
        biped(false),
        {addTarget("hand", "LeftHand", "LeftArm"),
         targetKey("hand", 0, {0.5, 1.6, 0.2}),
         targetKey("hand", 8, {0.4, 1.4, 0.3}),
         targetKey("hand", 16, {0.5, 1.3, 0.2}),
         {{"edit", "setSpan"}, {"target", "hand"}, {"start", 8}, {"end", 16}, {"kind", "contact"}},
         {{"edit", "setSpan"}, {"target", "hand"}, {"start", 18}, {"end", 24}, {"kind", "off"}}});
}

const Curve& x(const Document& doc, const char* node)
{
    return *doc.clip().track(nodeNamed(doc, node))->translation[0];
}

std::vector<double> frames(const Curve& curve)
{
    std::vector<double> out;
    for (const Key& k : curve.keys()) out.push_back(k.frame);
    return out;
}

std::vector<std::pair<double, double>> spans(const Document& doc)
{
    std::vector<std::pair<double, double>> out;
    if (const SpanRow* row = doc.clip().spanRow(targetNamed(doc, "hand")))
        for (const Span& span : row->spans) out.emplace_back(span.start, span.end);
    return out;
}

using Frames = std::vector<double>;
using Spans = std::vector<std::pair<double, double>>;

}  // namespace

class TestKeys : public QObject {
    Q_OBJECT

private slots:
    void aJointIsKeyedInThePartsGiven();
    void withoutPartsTheRotationShownIsKeyed();
    void movedKeysTakeTheirSpansAlong_data();
    void movedKeysTakeTheirSpansAlong();
    void aMovedKeyReplacesTheOneInItsWay();
    void movingThereAndBackIsNothing();
    void aSpanEndStopsAtTheOtherEnd();
    void scalingStretchesKeysHandlesAndSpans();
    void deletingTheLastKeyLeavesNoTrack();
    void interpolationIsSetForScalarsAndRotations();
    void handlesArePlaced();
    void automaticHandlesFollowTheirNeighboursAfterAMove();
    void aTargetAndItsInfluenceMoveTogetherOrApart();
    void influenceIsKeyed();
    void whatCannotBeIsRefused_data();
    void whatCannotBeIsRefused();
};

void TestKeys::aJointIsKeyedInThePartsGiven()
{
    const Document doc = edited(biped(false), {{"edit", "setJointKey"},
                                               {"joint", "Head"},
                                               {"frame", 5.5},
                                               {"translation", {0, 0.2, 0.1}},
                                               {"scale", {1, 2, 1}},
                                               {"interpolation", "linear"}});
    const Track* track = doc.clip().track(nodeNamed(doc, "Head"));
    QCOMPARE(track->translation[1]->keys()[0].value, 0.2);
    QCOMPARE(track->translation[1]->keys()[0].frame, 5.5);
    QCOMPARE(track->translation[1]->keys()[0].interpolation, Interpolation::Linear);
    QCOMPARE(track->scale[1]->keys()[0].value, 2.0);
    QVERIFY(track->rotation->empty());
}

void TestKeys::withoutPartsTheRotationShownIsKeyed()
{
    const Document before = spanned();
    const Document doc =
        edited(before, {{"edit", "setJointKey"}, {"joint", "LeftForeArm"}, {"frame", 4}});
    const NodeIndex row = before.scene->find("LeftForeArm");
    const Quat shown = evaluate(before, 4).local[row].rotation;
    QVERIFY(angleBetween(shown, (*before.scene)[row].rest.rotation) > 0.1);
    const Track* track = doc.clip().track(nodeNamed(doc, "LeftForeArm"));
    QVERIFY(angleBetween(track->rotation->keys()[0].value, shown) < 1e-12);
    QVERIFY(track->translation[0]->empty());
}

void TestKeys::movedKeysTakeTheirSpansAlong_data()
{
    QTest::addColumn<QByteArray>("picked");
    QTest::addColumn<double>("by");
    QTest::addColumn<Frames>("keys");
    QTest::addColumn<Spans>("ends");
    const auto row = [](const char* name, const std::vector<json>& picked, double by, Frames keys,
                        Spans ends) {
        QTest::newRow(name) << QByteArray::fromStdString(json(picked).dump()) << by
                            << std::move(keys) << std::move(ends);
    };
    const Spans now{{0, 8}, {8, 16}, {16, 18}, {18, 24}};
    row("nothing far", {key("hand", 8)}, 0, {0, 8, 16}, now);
    row("a shared border", {key("hand", 8)}, 2, {0, 10, 16},
        {{0, 10}, {10, 16}, {16, 18}, {18, 24}});
    row("a contact as a whole", {key("hand", 8), key("hand", 16)}, 1, {0, 9, 17},
        {{0, 9}, {9, 17}, {17, 18}, {18, 24}});
    row("a contact over its neighbour", {key("hand", 16)}, 4, {0, 8, 20},
        {{0, 8}, {8, 20}, {20, 24}});
    row("a key of one property", {key("hand", 8, "translation")}, -3, {0, 5, 16},
        {{0, 5}, {5, 16}, {16, 18}, {18, 24}});
    row("the target by its name", {json{{"target", "hand"}, {"frame", 8}}}, 2, {0, 10, 16},
        {{0, 10}, {10, 16}, {16, 18}, {18, 24}});
}

void TestKeys::movedKeysTakeTheirSpansAlong()
{
    QFETCH(QByteArray, picked);
    QFETCH(double, by);
    QFETCH(Frames, keys);
    QFETCH(Spans, ends);
    const Document before = spanned();
    const Document doc = edited(
        before, {{"edit", "moveKeys"}, {"keys", json::parse(picked.toStdString())}, {"by", by}});
    QCOMPARE(frames(x(doc, "hand")), keys);
    QCOMPARE(spans(doc).size(), ends.size());
    QCOMPARE(spans(doc), ends);
}

void TestKeys::aMovedKeyReplacesTheOneInItsWay()
{
    const Document doc = edited(
        spanned(), {{"edit", "moveKeys"}, {"keys", json::array({key("hand", 0)})}, {"by", 8}});
    QCOMPARE(frames(x(doc, "hand")), (Frames{8, 16}));
    QCOMPARE(x(doc, "hand").keys()[0].value, 0.5);
}

void TestKeys::movingThereAndBackIsNothing()
{
    Document doc = spanned();
    for (const double by : {3.0, -3.0})
        doc = edited(
            doc,
            {{"edit", "moveKeys"},
             {"keys", json::array({key("hand", by > 0 ? 8 : 11), key("hand", by > 0 ? 0 : 3)})},
             {"by", by}});
    QVERIFY(doc == spanned());
}

void TestKeys::aSpanEndStopsAtTheOtherEnd()
{
    const Document doc = edited(
        spanned(), {{"edit", "moveKeys"}, {"keys", json::array({key("hand", 8)})}, {"by", 12}});
    QCOMPARE(frames(x(doc, "hand")), (Frames{0, 16, 20}));
    for (const auto& [start, end] : spans(doc)) QVERIFY(start <= end);
}

void TestKeys::scalingStretchesKeysHandlesAndSpans()
{
    Document doc = edited(spanned(), {{"edit", "setHandles"},
                                      {"key", key("hand", 8, "translation")},
                                      {"axis", 0},
                                      {"left", {-2, -0.1}},
                                      {"right", {4, 0.2}},
                                      {"mode", "free"}});
    doc = edited(doc, {{"edit", "scaleKeys"},
                       {"keys", json::array({key("hand", 0), key("hand", 8), key("hand", 16)})},
                       {"pivot", 0},
                       {"factor", 0.5}});
    QCOMPARE(frames(x(doc, "hand")), (Frames{0, 4, 8}));
    QCOMPARE(x(doc, "hand").keys()[1].left.frames, -1.0);
    QCOMPARE(x(doc, "hand").keys()[1].right.frames, 2.0);
    QCOMPARE(x(doc, "hand").keys()[1].right.value, 0.2);
    QCOMPARE(spans(doc)[0], (std::pair{0.0, 4.0}));
    QCOMPARE(spans(doc)[1], (std::pair{4.0, 8.0}));
}

void TestKeys::deletingTheLastKeyLeavesNoTrack()
{
    Document doc = spanned();
    doc = edited(doc, {{"edit", "deleteKeys"}, {"keys", json::array({key("hand", 8)})}});
    QCOMPARE(frames(x(doc, "hand")), (Frames{0, 16}));
    QCOMPARE(spans(doc), spans(spanned()));
    doc = edited(
        doc, {{"edit", "deleteKeys"}, {"keys", json::array({key("hand", 0), key("hand", 16)})}});
    QVERIFY(!doc.clip().track(nodeNamed(doc, "hand")));
}

void TestKeys::interpolationIsSetForScalarsAndRotations()
{
    const Document before = edited(biped(), {{"edit", "setJointKey"},
                                             {"joint", "RightArm"},
                                             {"frame", 12},
                                             {"rotation", {0, 0, 0, 1}},
                                             {"translation", {0, 0.1, 0}}});
    for (const auto& [word, scalar, rotation] :
         {std::tuple{"constant", Interpolation::Constant, RotationInterpolation::Step},
          std::tuple{"linear", Interpolation::Linear, RotationInterpolation::Slerp},
          std::tuple{"bezier", Interpolation::Bezier, RotationInterpolation::Cubic},
          std::tuple{"eased", Interpolation::Bezier, RotationInterpolation::Eased}}) {
        const Document doc =
            edited(before, {{"edit", "setInterpolation"},
                            {"keys", json::array({key("RightArm", 12), key("Hips", 0)})},
                            {"interpolation", word}});
        const Track* arm = doc.clip().track(nodeNamed(doc, "RightArm"));
        QCOMPARE(arm->rotation->keys()[1].interpolation, rotation);
        QCOMPARE(arm->rotation->keys()[0].interpolation, RotationInterpolation::Cubic);
        QCOMPARE(arm->translation[0]->keys()[0].interpolation, scalar);
        QCOMPARE(x(doc, "Hips").keys()[0].interpolation, scalar);
    }
    const Document doc =
        edited(before, {{"edit", "setInterpolation"},
                        {"keys", json::array({key("RightArm", 12), key("Hips", 0)})},
                        {"interpolation", "eased"},
                        {"ease", {0.2, 0.1, 0.3, 0.9}}});
    const Track* arm = doc.clip().track(nodeNamed(doc, "RightArm"));
    QVERIFY(arm->rotation->shape(1).ease == (Ease{0.2, 0.1, 0.3, 0.9}));
    // The same ease for both: the same share of the way.
    const double share = eased({0.2, 0.1, 0.3, 0.9}, 0.4);
    QVERIFY(std::abs(x(doc, "Hips").sample(0.4 * 12) - share * 0.1) < 1e-12);
    const Quat turned = arm->rotation->sample(12 + 0.4 * 12);
    QVERIFY(
        std::abs(angleBetween(arm->rotation->keys()[1].value, turned) /
                     angleBetween(arm->rotation->keys()[1].value, arm->rotation->keys()[2].value) -
                 share) < 1e-9);
}

void TestKeys::handlesArePlaced()
{
    const auto with = [](const json& handles) {
        json edit{{"edit", "setHandles"}, {"key", key("hand", 8, "translation")}, {"axis", 0}};
        edit.update(handles);
        return x(edited(spanned(), edit), "hand").keys()[1];
    };
    const Key free = with({{"mode", "free"}, {"left", {-1, 0.3}}});
    QCOMPARE(free.left, (Handle{-1, 0.3}));
    const Key aligned = with({{"mode", "aligned"}, {"right", {2, 0.4}}});
    QCOMPARE(aligned.right, (Handle{2, 0.4}));
    QVERIFY(std::abs(aligned.left.value - 0.2 * aligned.left.frames) < 1e-12);
    const Key leftLeads = with({{"mode", "aligned"}, {"left", {-2, 0.4}}});
    QCOMPARE(leftLeads.left, (Handle{-2, 0.4}));
    QVERIFY(std::abs(leftLeads.right.value + 0.2 * leftLeads.right.frames) < 1e-12);
    const Key vector = with({{"mode", "vector"}});
    QVERIFY(std::abs(vector.right.value - (0.5 - 0.4) / 3) < 1e-12);
}

void TestKeys::automaticHandlesFollowTheirNeighboursAfterAMove()
{
    // Moved one by one or all at once, or keyed there in the first place: one curve.
    const Document start = edited(
        biped(false),
        {{{"edit", "setJointKey"}, {"joint", "Head"}, {"frame", 0}, {"translation", {0, 0, 0}}},
         {{"edit", "setJointKey"}, {"joint", "Head"}, {"frame", 6}, {"translation", {1, 0, 0}}},
         {{"edit", "setJointKey"}, {"joint", "Head"}, {"frame", 10}, {"translation", {3, 0, 0}}},
         {{"edit", "setJointKey"}, {"joint", "Head"}, {"frame", 20}, {"translation", {4, 0, 0}}}});
    const Document moved = edited(start, {{"edit", "moveKeys"},
                                          {"keys", json::array({key("Head", 6), key("Head", 10)})},
                                          {"by", 3}});
    Curve keyed;
    keyed.setValue(0, 0);
    keyed.setValue(9, 1);
    keyed.setValue(13, 3);
    keyed.setValue(20, 4);
    QCOMPARE(x(moved, "Head"), keyed);
    const Document fewer =
        edited(start, {{"edit", "deleteKeys"}, {"keys", json::array({key("Head", 6)})}});
    Curve left;
    left.setValue(0, 0);
    left.setValue(10, 3);
    left.setValue(20, 4);
    QCOMPARE(x(fewer, "Head"), left);
}

void TestKeys::aTargetAndItsInfluenceMoveTogetherOrApart()
{
    const Document before = edited(
        spanned(), {{"edit", "setInfluenceKey"}, {"target", "hand"}, {"frame", 8}, {"value", 0.5}});
    const ConstraintId hand = targetNamed(before, "hand");
    const auto moved = [&](const json& picked) {
        return edited(before, {{"edit", "moveKeys"}, {"keys", json::array({picked})}, {"by", 1}});
    };
    const Document both = moved({{"target", "hand"}, {"frame", 8}});
    QCOMPARE(both.clip().influence(hand)->curve.keys()[0].frame, 9.0);
    QCOMPARE(frames(x(both, "hand")), (Frames{0, 9, 16}));
    const Document influence = moved({{"target", "hand"}, {"property", "influence"}, {"frame", 8}});
    QCOMPARE(influence.clip().influence(hand)->curve.keys()[0].frame, 9.0);
    QCOMPARE(frames(x(influence, "hand")), (Frames{0, 8, 16}));
    QCOMPARE(spans(influence), spans(before));
    const Document node = moved({{"target", "hand"}, {"property", "translation"}, {"frame", 8}});
    QCOMPARE(node.clip().influence(hand)->curve.keys()[0].frame, 8.0);
    QCOMPARE(frames(x(node, "hand")), (Frames{0, 9, 16}));
}

void TestKeys::influenceIsKeyed()
{
    Document doc = edited(
        spanned(), {{{"edit", "setInfluenceKey"}, {"target", "hand"}, {"frame", 2}, {"value", 0}},
                    {{"edit", "setInfluenceKey"}, {"target", "hand"}, {"frame", 6}, {"value", 1}}});
    const ConstraintId hand = targetNamed(doc, "hand");
    QCOMPARE(doc.clip().influence(hand)->curve.keys().size(), 2U);
    QCOMPARE(evaluate(doc, 2).targets[0].influence, 0.0);
    QVERIFY(evaluate(doc, 4).targets[0].influence > 0.4);
    doc = edited(doc, {{"edit", "deleteKeys"},
                       {"keys",
                        {{{"target", "hand"}, {"property", "influence"}, {"frame", 2}},
                         {{"target", "hand"}, {"property", "influence"}, {"frame", 6}}}}});
    QVERIFY(!doc.clip().influence(hand));
}

void TestKeys::whatCannotBeIsRefused_data()
{
    QTest::addColumn<QByteArray>("edit");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const json& edit, const char* said) {
        QTest::newRow(name) << QByteArray::fromStdString(edit.dump()) << QString(said);
    };
    row("no such key",
        {{"edit", "moveKeys"}, {"keys", json::array({key("hand", 8), key("hand", 9)})}, {"by", 1}},
        "#/0/keys/1: there is no such key at frame 9");
    row("no such property",
        {{"edit", "deleteKeys"}, {"keys", json::array({key("hand", 8, "scale")})}},
        "#/0/keys/0: there is no such key at frame 8");
    row("out of the world",
        {{"edit", "moveKeys"}, {"keys", json::array({key("hand", 8)})}, {"by", 1e300}},
        "#/0/by: a key would leave the range of frames");
    row("scaled to nothing",
        {{"edit", "scaleKeys"},
         {"keys", json::array({key("hand", 8)})},
         {"pivot", 0},
         {"factor", 0}},
        "#/0/factor: the factor is not greater than 0");
    row("mirrored in time",
        {{"edit", "scaleKeys"},
         {"keys", json::array({key("hand", 8)})},
         {"pivot", 0},
         {"factor", -1}},
        "#/0/factor: the factor is not greater than 0");
    row("an ease that runs back",
        {{"edit", "setInterpolation"},
         {"keys", json::array({key("hand", 8)})},
         {"interpolation", "eased"},
         {"ease", {1.5, 0, 1, 1}}},
        "#/0/ease: its numbers are not in [0, 1]");
    row("an ease for nothing",
        {{"edit", "setInterpolation"},
         {"keys", json::array({key("hand", 8)})},
         {"interpolation", "linear"},
         {"ease", {0.5, 0, 1, 1}}},
        "#/0/ease: only an eased interval has an ease");
    row("handles of a rotation",
        {{"edit", "setHandles"}, {"key", key("hand", 8, "rotation")}, {"mode", "free"}},
        "#/0/key: rotations have no handles");
    row("a handle on the wrong side",
        {{"edit", "setHandles"},
         {"key", key("hand", 8, "translation")},
         {"mode", "free"},
         {"left", {1, 0}}},
        "#/0/left: the left handle is right of its key");
    row("a fourth axis",
        {{"edit", "setHandles"},
         {"key", key("hand", 8, "translation")},
         {"mode", "free"},
         {"axis", 3}},
        "#/0/axis: there is no such axis");
    row("too much influence",
        {{"edit", "setInfluenceKey"}, {"target", "hand"}, {"frame", 0}, {"value", 1.5}},
        "#/0/value: an influence is not in [0, 1]");
}

void TestKeys::whatCannotBeIsRefused()
{
    isRefusedAsSaid(spanned());
}

POSEWRIGHT_TEST(TestKeys, posewright::test::runWithEvents);
#include "tst_keys.moc"
