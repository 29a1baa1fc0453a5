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

json span(double start, double end, const char* kind, const json& more = json::object())
{
    json edit{
        {"edit", "setSpan"}, {"target", "foot"}, {"start", start}, {"end", end}, {"kind", kind}};
    edit.update(more);
    return edit;
}

/// A foot under moving hips, keyed at 0 and 20 and reaching over the range.
Document stepping()
{
    return edited(biped(),
                  {addTarget("foot", "LeftFoot", "LeftUpLeg"),
                   targetKey("foot", 0, {0.1, 0.1, 0.1}), targetKey("foot", 20, {0.1, 0.2, 0.3})});
}

const std::vector<Span>& spansOf(const Document& doc)
{
    static const std::vector<Span> kNone;
    const SpanRow* row = doc.clip().spanRow(targetNamed(doc, "foot"));
    return row ? row->spans : kNone;
}

WorldTransform placeAt(const Document& doc, std::string_view node, double frame)
{
    return evaluate(doc, frame).world[doc.scene->find(node)];
}

}  // namespace

class TestSpans : public QObject {
    Q_OBJECT

private slots:
    void aSpanTrimsItsNeighbours();
    void theSameStartAndKindIsReplacedAndKeepsWhatIsNotGiven();
    void aContactStaysWhereTheTargetWasAtItsStart();
    void aContactSticksToItsSpace();
    void aContactGoesWhereItIsTold();
    void aContactOfATargetWithoutKeysStartsFromThePoseShown();
    void aHoldKeepsTheRotationsOfItsStart();
    void aSpanIsRemovedByItsStart();
    void whatCannotBeIsRefused_data();
    void whatCannotBeIsRefused();
};

void TestSpans::aSpanTrimsItsNeighbours()
{
    const Document doc = edited(stepping(), {span(0, 6, "contact"), span(10, 14, "off")});
    const auto& row = spansOf(doc);
    QCOMPARE(row.size(), 4U);
    QCOMPARE(row[0].kind, SpanKind::Contact);
    QCOMPARE(row[1].kind, SpanKind::Reach);
    QCOMPARE(row[1].start, 6.0);
    QCOMPARE(row[1].end, 10.0);
    QCOMPARE(row[2].kind, SpanKind::Off);
    QCOMPARE(row[3].kind, SpanKind::Reach);
    QCOMPARE(row[3].start, 14.0);
    QCOMPARE(row[3].end, 24.0);
}

void TestSpans::theSameStartAndKindIsReplacedAndKeepsWhatIsNotGiven()
{
    const Document doc = edited(stepping(), {span(0, 24, "reach",
                                                  {{"in", 2},
                                                   {"solver", "fabrik"},
                                                   {"path", "arc"},
                                                   {"inbetween", "blend"},
                                                   {"mix", 0.25}}),
                                             span(0, 10, "reach", {{"out", 1}})});
    const auto& row = spansOf(doc);
    QCOMPARE(row.size(), 1U);
    QCOMPARE(row[0].end, 10.0);
    QCOMPARE(row[0].in, 2.0);
    QCOMPARE(row[0].out, 1.0);
    QCOMPARE(row[0].solver, std::string("fabrik"));
    QCOMPARE(row[0].path, TargetPath::Arc);
    QCOMPARE(row[0].inbetween, Inbetween::Blend);
    QCOMPARE(row[0].mix, 0.25);
}

void TestSpans::aContactStaysWhereTheTargetWasAtItsStart()
{
    const Document before = stepping();
    const Document doc = edited(before, span(8, 16, "contact"));
    const Vec3 there = placeAt(before, "foot", 8).position;
    QVERIFY(spansOf(doc)[1].anchor.translation == there);
    double slip = 0;
    for (double frame = 8; frame <= 16; frame += 0.25)
        slip = std::max(slip, (placeAt(doc, "LeftFoot", frame).position - there).norm());
    QVERIFY2(slip < 1e-6, QByteArray::number(slip));
    QVERIFY((placeAt(before, "foot", 16).position - there).norm() > 0.05);
}

void TestSpans::aContactSticksToItsSpace()
{
    const Document before = stepping();
    const Document doc = edited(before, span(8, 16, "contact", {{"space", "Hips"}}));
    const NodeIndex hips = doc.scene->find("Hips");
    const auto inHips = [&](double frame) -> Vec3 {
        const Evaluation pose = evaluate(doc, frame);
        return pose.world[hips].matrix().inverse() *
               pose.world[doc.scene->find("LeftFoot")].position;
    };
    const Vec3 start = inHips(8);
    QVERIFY((start - spansOf(doc)[1].anchor.translation).norm() < 1e-6);
    for (double frame = 8; frame <= 16; frame += 0.5)
        QVERIFY((inHips(frame) - start).norm() < 1e-6);
    QVERIFY((placeAt(doc, "LeftFoot", 16).position - placeAt(doc, "LeftFoot", 8).position).norm() >
            0.01);
}

void TestSpans::aContactGoesWhereItIsTold()
{
    const Document before = stepping();
    const Vec3 there = placeAt(before, "foot", 8).position + Vec3(0.05, 0, 0.02);
    const nlohmann::json place{there.x(), there.y(), there.z()};
    const Document made = edited(before, span(8, 16, "contact", {{"position", place}}));
    const Document moved = edited(edited(before, span(8, 16, "contact")),
                                  span(8, 16, "contact", {{"position", place}}));
    for (const Document& doc : {made, moved}) {
        QVERIFY((spansOf(doc)[1].anchor.translation - there).norm() < 1e-12);
        for (double frame = 8; frame <= 16; frame += 0.5)
            QVERIFY((placeAt(doc, "LeftFoot", frame).position - there).norm() < 1e-6);
    }
    // What is not said stays.
    QVERIFY(spansOf(made)[1].anchor.rotation.coeffs() ==
            spansOf(moved)[1].anchor.rotation.coeffs());
}

void TestSpans::aContactOfATargetWithoutKeysStartsFromThePoseShown()
{
    const Document before = edited(biped(), addTarget("foot", "LeftFoot", "LeftUpLeg"));
    const Document doc = edited(before, span(10, 14, "contact"));
    QVERIFY(spansOf(doc)[0].anchor.translation == placeAt(before, "LeftFoot", 10).position);
    QVERIFY(
        (placeAt(before, "foot", 10).position - placeAt(before, "LeftFoot", 10).position).norm() >
        0.02);
}

void TestSpans::aHoldKeepsTheRotationsOfItsStart()
{
    const Document before = stepping();
    const Document doc = edited(before, span(8, 16, "hold"));
    QCOMPARE(spansOf(doc)[1].held.size(), 2U);
    const Evaluation start = evaluate(before, 8);
    for (const char* bone : {"LeftUpLeg", "LeftLeg"}) {
        const NodeIndex row = doc.scene->find(bone);
        for (const double frame : {8.0, 11.5, 15.0})
            QVERIFY(angleBetween(evaluate(doc, frame).local[row].rotation,
                                 start.local[row].rotation) < 1e-12);
        QVERIFY(angleBetween(evaluate(before, 15).local[row].rotation, start.local[row].rotation) >
                1e-3);
    }
}

void TestSpans::aSpanIsRemovedByItsStart()
{
    Document doc = edited(stepping(), span(8, 16, "contact"));
    doc = edited(doc, {{"edit", "removeSpan"}, {"target", "foot"}, {"start", 8}});
    QCOMPARE(spansOf(doc).size(), 2U);
    QCOMPARE(evaluate(doc, 12).targets[0].status, ik::Status::Inactive);
}

void TestSpans::whatCannotBeIsRefused_data()
{
    QTest::addColumn<QByteArray>("edit");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const json& edit, const char* said) {
        QTest::newRow(name) << QByteArray::fromStdString(edit.dump()) << QString(said);
    };
    row("back in time", span(5, 4, "reach"), "#/0/end: the span ends before its start");
    row("a fade that is none", span(5, 6, "reach", {{"in", -1}}), "#/0/in: it is less than 0");
    row("too mixed", span(5, 6, "reach", {{"mix", 2}}), "#/0/mix: it is not in [0, 1]");
    row("an unknown kind", span(5, 6, "grab"), "#/0/kind: it is not one of reach|contact|hold|off");
    row("an unknown solver", span(5, 6, "reach", {{"solver", "magic"}}),
        "#/0/solver: there is no solver \"magic\"");
    row("a reach in a space", span(5, 6, "reach", {{"space", "Hips"}}),
        "#/0/space: only a contact sticks to a node");
    row("a place of a reach", span(5, 6, "reach", {{"position", {0, 0, 0}}}),
        "#/0/position: only a contact holds at a place");
    row("a contact to itself", span(5, 6, "contact", {{"space", "LeftLeg"}}),
        "#/0/space: \"LeftLeg\" is moved by \"foot\" itself");
    row("a space that is not there", span(5, 6, "contact", {{"space", "Moon"}}),
        "#/0/space: there is no node \"Moon\"");
    row("no span there", {{"edit", "removeSpan"}, {"target", "foot"}, {"start", 3}},
        "#/0/start: no span starts at frame 3");
}

void TestSpans::whatCannotBeIsRefused()
{
    isRefusedAsSaid(stepping());
}

POSEWRIGHT_TEST(TestSpans, posewright::test::runWithEvents);
#include "tst_spans.moc"
