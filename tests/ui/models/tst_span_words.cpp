#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "ui/models/span_words.h"

using namespace posewright;
using namespace posewright::ui;

/// What is said about the frames between the fades of a span.
class TestSpanWords : public QObject {
    Q_OBJECT

private slots:
    void itIsFullBetweenItsFades_data()
    {
        QTest::addColumn<double>("in");
        QTest::addColumn<double>("out");
        QTest::addColumn<QString>("words");
        QTest::newRow("none") << 0.0 << 0.0 << QString();
        QTest::newRow("in") << 2.0 << 0.0 << QString("from 2 to 9.6");
        QTest::newRow("both") << 2.0 << 1.6 << QString("from 2 to 8");
        QTest::newRow("meeting") << 4.6 << 5.0 << QString("at frame 4.6 alone");
        // As in a clip that is stretched: 1.2 is larger than 9.6 - (9.6 - 1.2).
        QTest::newRow("meeting but for rounding")
            << 1.2 << 9.6 - 1.2 << QString("at frame 1.2 alone");
        QTest::newRow("overlapping") << 6.0 << 5.0 << QString("at no frame: its fades overlap");
    }
    void itIsFullBetweenItsFades()
    {
        QFETCH(const double, in);
        QFETCH(const double, out);
        QFETCH(const QString, words);
        Span span;
        span.end = 9.6;
        span.in = in;
        span.out = out;
        QCOMPARE(fullText(span), words);
        span.kind = SpanKind::Off;
        QCOMPARE(fullText(span), QString());
    }
};

POSEWRIGHT_TEST(TestSpanWords, posewright::test::runPlain);
#include "tst_span_words.moc"
