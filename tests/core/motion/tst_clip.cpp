#include "core/math/rotation.h"
#include "core/motion/clip.h"
#include "tests/support/program.h"

#include <QTest>

using namespace posewright;

Q_DECLARE_METATYPE(posewright::Span)

namespace {

constexpr ConstraintId kHand{7};

Span span(double start, double end, SpanKind kind = SpanKind::Reach, double in = 0, double out = 0)
{
    Span s;
    s.start = start;
    s.end = end;
    s.kind = kind;
    s.in = in;
    s.out = out;
    return s;
}

/// "R0-20 C20-40": kinds by their first letters.
QString text(const Clip& clip)
{
    QStringList words;
    if (const SpanRow* row = clip.spanRow(kHand))
        for (const Span& s : row->spans)
            words += QString("RCHO")[int(s.kind)] + QString("%1-%2").arg(s.start).arg(s.end);
    return words.join(' ');
}

Shared<Curve> curveAt(std::initializer_list<double> frames)
{
    Curve curve;
    for (const double frame : frames) curve.setValue(frame, frame * 2, Interpolation::Linear);
    return curve;
}

}  // namespace

class TestClip : public QObject {
    Q_OBJECT

private slots:
    void aNewSpanTrimsAndSplitsTheOthers_data()
    {
        QTest::addColumn<QList<Span>>("before");
        QTest::addColumn<Span>("put");
        QTest::addColumn<QString>("after");
        const auto C = SpanKind::Contact;
        const auto O = SpanKind::Off;
        QTest::newRow("first") << QList<Span>{} << span(0, 20) << "R0-20";
        QTest::newRow("apart") << QList<Span>{span(0, 20)} << span(30, 40, C) << "R0-20 C30-40";
        QTest::newRow("touching") << QList<Span>{span(0, 20)} << span(20, 40, C) << "R0-20 C20-40";
        QTest::newRow("inside") << QList<Span>{span(0, 100)} << span(20, 40, C)
                                << "R0-20 C20-40 R40-100";
        QTest::newRow("over the end")
            << QList<Span>{span(0, 30)} << span(20, 40, C) << "R0-20 C20-40";
        QTest::newRow("over the start")
            << QList<Span>{span(30, 60)} << span(20, 40, C) << "C20-40 R40-60";
        QTest::newRow("the same") << QList<Span>{span(20, 40)} << span(20, 40, C) << "C20-40";
        QTest::newRow("same start, shorter")
            << QList<Span>{span(20, 40)} << span(20, 30, C) << "C20-30 R30-40";
        QTest::newRow("same end, shorter")
            << QList<Span>{span(20, 40)} << span(30, 40, C) << "R20-30 C30-40";
        QTest::newRow("around") << QList<Span>{span(20, 40)} << span(0, 60, C) << "C0-60";
        QTest::newRow("over several")
            << QList<Span>{span(0, 10), span(10, 20, C), span(20, 30, O), span(30, 50)}
            << span(5, 35, C) << "R0-5 C5-35 R35-50";
        QTest::newRow("one frame inside")
            << QList<Span>{span(0, 60)} << span(30, 30, C) << "R0-30 C30-30 R30-60";
        QTest::newRow("one frame at a border")
            << QList<Span>{span(0, 30), span(30, 60)} << span(30, 30, C) << "R0-30 C30-30 R30-60";
        QTest::newRow("one frame again")
            << QList<Span>{span(30, 30)} << span(30, 30, C) << "C30-30";
        QTest::newRow("one frame swallowed")
            << QList<Span>{span(0, 30), span(30, 30, C)} << span(30, 60) << "R0-30 R30-60";
    }
    void aNewSpanTrimsAndSplitsTheOthers()
    {
        QFETCH(QList<Span>, before);
        QFETCH(Span, put);
        QFETCH(QString, after);
        Clip clip;
        for (const Span& s : before) setSpan(clip, kHand, s);
        setSpan(clip, kHand, put);
        QCOMPARE(text(clip), after);
    }

    void splittingKeepsTheOuterFadesAndTheRest()
    {
        Clip clip;
        Span wide = span(0, 100, SpanKind::Contact, 10, 20);
        wide.anchor.translation = Vec3(1, 2, 3);
        wide.solver = "fabrik";
        setSpan(clip, kHand, wide);
        setSpan(clip, kHand, span(40, 90, SpanKind::Off));
        const std::vector<Span>& spans = clip.spanRow(kHand)->spans;
        QCOMPARE(spans[0].in, 10.0);
        QCOMPARE(spans[0].out, 0.0);
        QCOMPARE(spans[2].in, 0.0);
        QCOMPARE(spans[2].out, 10.0);  // as long as the piece
        for (const int piece : {0, 2}) {
            QVERIFY(spans[piece].anchor == wide.anchor);
            QCOMPARE(spans[piece].solver, std::string("fabrik"));
        }
    }

    void spansOfOtherConstraintsStay()
    {
        Clip clip;
        setSpan(clip, ConstraintId(9), span(0, 50));
        setSpan(clip, ConstraintId(3), span(0, 50));
        setSpan(clip, kHand, span(10, 20));
        QCOMPARE(clip.spans.size(), std::size_t(3));
        QCOMPARE(clip.spans[0].constraint, ConstraintId(3));
        QCOMPARE(clip.spans[1].constraint, kHand);
        QCOMPARE(clip.spans[0].spans.size(), std::size_t(1));
    }

    void aSpanHoldsAtBothEnds()
    {
        Clip clip;
        for (const Span& s : {span(0, 20), span(20, 40, SpanKind::Contact), span(40, 60),
                              span(60, 80, SpanKind::Off), span(90, 90, SpanKind::Hold)})
            setSpan(clip, kHand, s);
        const SpanRow* row = clip.spanRow(kHand);
        const auto startAt = [&](double frame) {
            const Span* s = spanAt(row, frame);
            return s ? s->start : -1;
        };
        QCOMPARE(startAt(-0.1), -1.0);
        QCOMPARE(startAt(0), 0.0);
        QCOMPARE(startAt(19.9), 0.0);
        QCOMPARE(startAt(20), 20.0);  // a contact wins at its start
        QCOMPARE(startAt(40), 20.0);  // and at its end
        QCOMPARE(startAt(40.1), 40.0);
        QCOMPARE(startAt(60), 60.0);  // else the later one
        QCOMPARE(startAt(80), 60.0);
        QCOMPARE(startAt(85), -1.0);
        QCOMPARE(startAt(90), 90.0);
        QVERIFY(!spanAt(nullptr, 3));
        setSpan(clip, kHand, span(50, 50, SpanKind::Off));
        QVERIFY(spanAt(clip.spanRow(kHand), 50)->kind == SpanKind::Off);
        QVERIFY(spanAt(clip.spanRow(kHand), 50.1)->kind == SpanKind::Reach);
    }

    void tracksLieOverTheRestTransform()
    {
        Transform rest;
        rest.translation = Vec3(1, 2, 3);
        rest.rotation = fromRotationVector(Vec3(0, 0.5, 0));
        rest.scale = Vec3(2, 2, 2);
        QVERIFY(sample(nullptr, rest, 5) == rest);
        Track track;
        QVERIFY(sample(&track, rest, 5) == rest);
        track.translation[1] = curveAt({0, 10});
        Transform expected = rest;
        expected.translation.y() = 10;
        QVERIFY(sample(&track, rest, 5) == expected);
        RotationTrack rotation;
        rotation.setValue(0, Quat::Identity());
        track.rotation = rotation;
        track.scale[2] = curveAt({3});
        expected.rotation.setIdentity();
        expected.scale.z() = 6;
        QVERIFY(sample(&track, rest, 5) == expected);
    }

    void sharedSearchesChangeNoAnswer()
    {
        Track track;
        track.translation = {curveAt({0, 1, 5, 9}), curveAt({0, 1, 5, 9}), curveAt({0, 2, 3, 9})};
        track.scale[0] = curveAt({4});
        for (double frame = -1; frame < 12; frame += 0.125) {
            const Transform t = sample(&track, {}, frame);
            for (int axis = 0; axis < 3; ++axis)
                QCOMPARE(t.translation[axis], track.translation[axis]->sample(frame));
            QCOMPARE(t.scale[0], 8.0);
        }
    }

    void keysAreCountedAsAPersonWould()
    {
        Track track;
        QVERIFY(track.empty());
        QCOMPARE(keyCount(track), 0);
        track.translation = {curveAt({0, 5}), curveAt({0, 5}), curveAt({5, 9})};
        RotationTrack rotation;
        rotation.setValue(5, Quat::Identity());
        rotation.setValue(7, Quat::Identity());
        track.rotation = rotation;
        QVERIFY(!track.empty());
        QCOMPARE(keyFrames(track), (std::vector<double>{0, 5, 7, 9}));
        QCOMPARE(keyCount(track), 5);
    }

    void tracksAreKeptSortedAndNeverEmpty()
    {
        Clip clip;
        for (const int node : {5, 2, 9, 2}) {
            Track track;
            track.node = NodeId(node);
            track.scale[0] = curveAt({double(node)});
            setTrack(clip, track);
        }
        QCOMPARE(clip.tracks.size(), std::size_t(3));
        QCOMPARE(clip.tracks[0]->node, NodeId(2));
        QCOMPARE(clip.tracks[2]->node, NodeId(9));
        QVERIFY(clip.track(NodeId(5)));
        QVERIFY(!clip.track(NodeId(4)));
        Track nothing;
        nothing.node = NodeId(5);
        setTrack(clip, nothing);
        QVERIFY(!clip.track(NodeId(5)));
        QCOMPARE(clip.tracks.size(), std::size_t(2));
    }

    void theKeyedRangeCoversEverything()
    {
        Clip clip;
        QVERIFY(!keyedRange(clip));
        clip.markers.push_back({12, "hit"});
        QCOMPARE(*keyedRange(clip), std::pair(12.0, 12.0));
        setSpan(clip, kHand, span(3, 20));
        QCOMPARE(*keyedRange(clip), std::pair(3.0, 20.0));
        Track track;
        track.node = NodeId(1);
        track.translation[2] = curveAt({-4, 6});
        setTrack(clip, track);
        clip.influences.push_back({kHand, *curveAt({1, 33})});
        QCOMPARE(*keyedRange(clip), std::pair(-4.0, 33.0));
    }

    void everyFieldOfASpanCounts()
    {
        const Span plain = span(0, 10);
        std::vector<Span> others(12, plain);
        others[0].start = -1;
        others[1].end = 11;
        others[2].kind = SpanKind::Hold;
        others[3].in = 1;
        others[4].out = 1;
        others[5].inbetween = Inbetween::Blend;
        others[6].mix = 0.5;
        others[7].solver = "fabrik";
        others[8].path = TargetPath::Arc;
        others[9].space = NodeId(3);
        others[10].anchor.translation.x() = 1;
        others[11].held = {{NodeId(1), Quat::Identity()}};
        for (const Span& other : others) QVERIFY(!(other == plain));
        QVERIFY(plain == span(0, 10));
    }
};

POSEWRIGHT_TEST(TestClip, posewright::test::runPlain);
#include "tst_clip.moc"
