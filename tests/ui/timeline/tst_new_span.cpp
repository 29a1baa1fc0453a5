#include "core/evaluate/report.h"
#include "core/operate/new_span.h"
#include "tests/support/program.h"
#include "tests/ui/timeline/hand.h"
#include "ui/timeline/commands.h"

using namespace posewright;
using namespace posewright::ui;
using test::TimelineHand;

namespace {

/// Two limbs over 96 frames, the first with the spans given: "Reach 0-20 in 0 out 4".
Document limbsWith(const std::vector<Span>& spans, double rate = 24)
{
    Document doc = test::crowdOfLimbs(2);
    doc.playback.end = 96;
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        clip.rate = rate;
        clip.spans.clear();
        for (const Span& span : spans) setSpan(clip, ConstraintId(600), span);
    });
    return doc;
}

Span spanTo(double start, double end, SpanKind kind = SpanKind::Reach, double in = 0,
            double out = 0)
{
    Span span;
    span.start = start;
    span.end = end;
    span.kind = kind;
    span.in = in;
    span.out = out;
    return span;
}

QString spansText(const Document& doc)
{
    QStringList all;
    if (const SpanRow* row = doc.clip().spanRow(ConstraintId(600)))
        for (const Span& span : row->spans)
            all << QString("%1 %2-%3 in %4 out %5")
                       .arg(QStringList{"Reach", "Contact", "Hold", "Off"}[int(span.kind)])
                       .arg(span.start)
                       .arg(span.end)
                       .arg(span.in)
                       .arg(span.out);
    return all.join(", ");
}

Document newlyMade(Document doc, const edit::SetSpan& set)
{
    for (const edit::Edit& edit : operate::newSpan(doc, set)) doc = *edit::apply(doc, edit);
    return doc;
}

}  // namespace

/// A span that a gesture makes comes in and goes softly.
class TestNewSpan : public QObject {
    Q_OBJECT

private slots:
    void freeEndsFade_data()
    {
        using K = SpanKind;
        QTest::addColumn<Document>("before");
        QTest::addColumn<edit::SetSpan>("set");
        QTest::addColumn<QString>("after");
        const auto row = [](const char* name, const Document& before, double start, double end,
                            SpanKind kind, const char* after) {
            QTest::newRow(name) << before << test::spanOf(ConstraintId(600), start, end, kind)
                                << QString(after);
        };
        row("on its own", limbsWith({}), 20, 50, K::Reach, "Reach 20-50 in 4 out 4");
        row("at 60 frames a second", limbsWith({}, 60), 20, 60, K::Contact,
            "Contact 20-60 in 9 out 9");
        row("from the range's start", limbsWith({}), 0, 50, K::Reach, "Reach 0-50 in 0 out 4");
        row("to its end", limbsWith({}), 20, 96, K::Contact, "Contact 20-96 in 4 out 0");
        row("over all of it and more", limbsWith({}), -4, 100, K::Reach, "Reach -4-100 in 0 out 0");
        row("with little room", limbsWith({}), 20, 26, K::Reach, "Reach 20-26 in 2 out 2");
        row("with none", limbsWith({}), 20, 22, K::Reach, "Reach 20-22 in 0 out 0");
        row("a pose that is held", limbsWith({}), 20, 50, K::Hold, "Hold 20-50 in 4 out 4");
        row("in the middle of a reach", limbsWith({spanTo(0, 96)}), 20, 50, K::Contact,
            "Reach 0-20 in 0 out 0, Contact 20-50 in 0 out 0, Reach 50-96 in 0 out 0");
        row("over the end of a reach", limbsWith({spanTo(0, 30)}), 20, 50, K::Contact,
            "Reach 0-20 in 0 out 0, Contact 20-50 in 0 out 4");
        row("beside one that fades", limbsWith({spanTo(0, 20, K::Reach, 0, 4)}), 20, 50, K::Contact,
            "Reach 0-20 in 0 out 0, Contact 20-50 in 0 out 4");
        row("before one that fades", limbsWith({spanTo(50, 96, K::Reach, 4, 0)}), 20, 50,
            K::Contact, "Contact 20-50 in 4 out 0, Reach 50-96 in 0 out 0");
        row("after one that is off", limbsWith({spanTo(0, 20, K::Off)}), 20, 50, K::Reach,
            "Off 0-20 in 0 out 0, Reach 20-50 in 4 out 4");
        row("off in the middle of a reach", limbsWith({spanTo(0, 96)}), 20, 50, K::Off,
            "Reach 0-20 in 0 out 4, Off 20-50 in 0 out 0, Reach 50-96 in 4 out 0");
        row("off to the end", limbsWith({spanTo(0, 96)}), 60, 96, K::Off,
            "Reach 0-60 in 0 out 4, Off 60-96 in 0 out 0");
        row("off beside a reach", limbsWith({spanTo(0, 20, K::Reach, 0, 6)}), 20, 50, K::Off,
            "Reach 0-20 in 0 out 6, Off 20-50 in 0 out 0");
        row("shorter than it was", limbsWith({spanTo(20, 50, K::Contact, 1, 2)}), 20, 40,
            K::Contact, "Contact 20-40 in 1 out 2");
    }
    void freeEndsFade()
    {
        QFETCH(Document, before);
        QFETCH(edit::SetSpan, set);
        QFETCH(QString, after);
        QCOMPARE(spansText(newlyMade(before, set)), after);
    }

    void whatIsAskedForIsKept()
    {
        edit::SetSpan set = test::spanOf(ConstraintId(600), 20, 50, SpanKind::Reach);
        set.in = 0;
        set.out = 7;
        QCOMPARE(spansText(newlyMade(limbsWith({}), set)), QString("Reach 20-50 in 0 out 7"));
    }

    /// The very thing: a span where none was lets no joint pop.
    void noJointPops()
    {
        for (const SpanKind kind : {SpanKind::Reach, SpanKind::Contact}) {
            Document doc = test::withKeys(limbsWith({}), NodeId(500), {{0, {0.1, 1.6, 0.3}}});
            const edit::SetSpan set = test::spanOf(ConstraintId(600), 40, 60, kind);
            QVERIFY(!report(*prepare(*edit::apply(doc, set)), {})->pops.empty());
            QVERIFY(report(*prepare(newlyMade(doc, set)), {})->pops.empty());
        }
        Document doc =
            test::withKeys(limbsWith({spanTo(0, 96)}), NodeId(500), {{0, {0.1, 1.6, 0.3}}});
        const edit::SetSpan off = test::spanOf(ConstraintId(600), 40, 60, SpanKind::Off);
        QVERIFY(!report(*prepare(*edit::apply(doc, off)), {})->pops.empty());
        QVERIFY(report(*prepare(newlyMade(doc, off)), {})->pops.empty());
    }

    void gesturesMakeThemSoInOneStep()
    {
        TimelineHand hand(limbsWith({}));
        hand.drag(hand.at("target0", 30), hand.at("target0", 60), Qt::AltModifier);
        QCOMPARE(spansText(hand.doc()), QString("Reach 30-60 in 4 out 4"));
        QCOMPARE(hand.steps(), 1);
        QCOMPARE(hand.session.history().undoText(), QString("Reach of target0 from 30 to 60"));
        // Another kind of the same span fades as it did.
        QVERIFY(timeline::setSpans(hand.session, SpanKind::Contact));
        QCOMPARE(spansText(hand.doc()), QString("Contact 30-60 in 4 out 4"));
        QCOMPARE(hand.session.history().undoText(), QString("Make Reach of target0 a Contact"));
        hand.session.undo();
        hand.session.undo();
        QCOMPARE(spansText(hand.doc()), QString());
        // By key, from the playhead to the end of the range.
        hand.session.selection().clear();
        hand.session.selection().setNodes({NodeId(500)});
        hand.session.playhead().setFrame(50);
        QVERIFY(timeline::setSpans(hand.session, SpanKind::Reach));
        QCOMPARE(spansText(hand.doc()), QString("Reach 50-96 in 4 out 0"));
        hand.session.playhead().setFrame(60);
        hand.session.selection().setSpans({});
        QVERIFY(timeline::setSpans(hand.session, SpanKind::Off));
        QCOMPARE(spansText(hand.doc()), QString("Reach 50-60 in 4 out 3, Off 60-96 in 0 out 0"));
        QCOMPARE(hand.steps(), 2);
        QCOMPARE(hand.session.history().undoText(), QString("Off of target0 from 60 to 96"));
    }
};

POSEWRIGHT_TEST(TestNewSpan, posewright::test::runWithWidgets);
#include "tst_new_span.moc"
