#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using nlohmann::json;
using test::edited;

namespace {

/// A foot that reaches over the whole range, 0 to 24.
Document reachingFoot()
{
    return edited(test::biped(false), {test::addTarget("foot", "LeftFoot", "LeftUpLeg"),
                                       test::targetKey("foot", 0, {0.1, 0.1, 0}),
                                       test::targetKey("foot", 16, {0.1, 0.2, 0.1})});
}

Document rangeChanged(const Document& doc, const json& operation)
{
    return *operate::applyAll(doc, json::array({operation}));
}

/// Frames of the foot's only span.
QString spanOf(const Document& doc)
{
    const SpanRow* row = doc.clip().spanRow(test::targetNamed(doc, "foot"));
    if (!row || row->spans.size() != 1) return {};
    return QString("%1 to %2").arg(row->spans[0].start).arg(row->spans[0].end);
}

}  // namespace

/// Another range, and what goes along with it.
class TestRange : public QObject {
    Q_OBJECT

private slots:
    void whatActsUpToTheEndsGoesAlong()
    {
        const Document doc = reachingFoot();
        QCOMPARE(spanOf(doc), QString("0 to 24"));
        json range{{"operation", "changeRange"}, {"start", -6}, {"end", 48}};
        const Document longer = rangeChanged(doc, range);
        QCOMPARE(longer.playback.start, -6.0);
        QCOMPARE(longer.playback.end, 48.0);
        QCOMPARE(spanOf(longer), QString("-6 to 48"));
        range["start"] = 2;
        range["end"] = 12;
        QCOMPARE(spanOf(rangeChanged(doc, range)), QString("0 to 24"));
    }

    void whatEndsEarlierStays()
    {
        const Document cut = rangeChanged(
            reachingFoot(),
            {{"operation", "trimSpans"}, {"targets", {"foot"}}, {"frame", 20}, {"side", "end"}});
        const json range{{"operation", "changeRange"}, {"start", 0}, {"end", 48}};
        QCOMPARE(spanOf(rangeChanged(cut, range)), QString("0 to 20"));
    }
};

POSEWRIGHT_TEST(TestRange, posewright::test::runPlain);
#include "tst_range.moc"
