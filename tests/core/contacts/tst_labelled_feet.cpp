#include "core/contacts/contacts.h"
#include "core/io/format.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace posewright;

namespace {

constexpr double kLabelRate = 30;

/// Spans of one foot, in frames of the labels, both ends included.
using Spans = std::vector<std::pair<double, double>>;

Spans spansIn(const QJsonArray& array)
{
    Spans out;
    for (const QJsonValue& value : array)
        out.emplace_back(value.toArray()[0].toDouble(), value.toArray()[1].toDouble());
    return out;
}

bool holds(const Spans& spans, double frame, double slack = 0)
{
    for (const auto& [from, to] : spans)
        if (frame >= from - slack && frame <= to + slack) return true;
    return false;
}

struct Counts {
    int both = 0, onlyLabel = 0, onlyFound = 0, edges = 0, nearEdges = 0;
    double precision() const { return double(both) / std::max(1, both + onlyFound); }
    double recall() const { return double(both) / std::max(1, both + onlyLabel); }
    double edgeShare() const { return double(nearEdges) / std::max(1, edges); }
    void add(const Counts& o)
    {
        both += o.both, onlyLabel += o.onlyLabel, onlyFound += o.onlyFound;
        edges += o.edges, nearEdges += o.nearEdges;
    }
};

/// Frame by frame; and each labelled edge against the nearest one found. Edges at the ends of a
/// capture are none.
Counts compared(const Spans& label, const Spans& found, const Spans& unsure, int frames)
{
    Counts out;
    for (int f = 1; f < frames; ++f) {
        if (holds(unsure, f)) continue;
        const bool there = holds(label, f), here = holds(found, f, 0.5);
        out.both += there && here;
        out.onlyLabel += there && !here;
        out.onlyFound += !there && here;
    }
    const auto edge = [&](double at, bool start) {
        if (at <= 1 || at >= frames - 2 || holds(unsure, at, 2)) return;
        double best = 1e9;
        for (const auto& [from, to] : found)
            best = std::min(best, std::abs((start ? from : to) - at));
        ++out.edges;
        out.nearEdges += best <= 2;
    };
    for (const auto& [from, to] : label) {
        edge(from, true);
        edge(to, false);
    }
    return out;
}

/// What was seen in one capture, and what is found there.
struct Capture {
    QString name;
    int frames = 0;
    Counts counts;
    contacts::Skate skate;
    int inFlight = 0;  ///< frames found on which, to the eye, both feet are well off the ground
};

Spans footIn(const std::vector<contacts::Stance>& found, const contacts::Samples& samples,
             const QString& side)
{
    const double toLabel = kLabelRate / samples.rate;
    Spans out;
    for (const contacts::Stance& stance : found)
        if (QString::fromStdString(stance.limb).startsWith(side, Qt::CaseInsensitive))
            out.emplace_back((stance.start - samples.start) * toLabel,
                             (stance.last - samples.start) * toLabel);
    return out;
}

Capture judged(const QString& labels)
{
    QFile file(labels);
    if (!file.open(QIODevice::ReadOnly)) qFatal("%s", qPrintable(labels));
    const QJsonObject label = QJsonDocument::fromJson(file.readAll()).object();
    Capture out{label["file"].toString(), label["frames"].toInt(), {}, {}, 0};
    io::ReadOptions reading;
    reading.up = std::nullopt;
    const auto import = io::read(test::sharedPath("corpus/" + out.name).toStdString(), reading);
    if (!import) qFatal("%s: %s", qPrintable(out.name), import.error().message.c_str());
    const auto watched = contacts::feetOf(import->document);
    if (!watched) qFatal("%s: %s", qPrintable(out.name), watched.error().message.c_str());
    const auto samples = contacts::sample(import->document, *watched);
    if (!samples) qFatal("%s: %s", qPrintable(out.name), samples.error().message.c_str());
    const std::vector<contacts::Contact> contacts = contacts::find(*samples);
    const std::vector<contacts::Stance> found = contacts::stances(*samples, contacts);
    for (const QString side : {"left", "right"}) {
        const QString unsure = side == "left" ? "unsureLeft" : "unsureRight";
        out.counts.add(compared(spansIn(label[side].toArray()), footIn(found, *samples, side),
                                spansIn(label[unsure].toArray()), out.frames));
    }
    const auto seen = [&](double frame) {
        for (const char* of : {"left", "right", "unsureLeft", "unsureRight"})
            if (holds(spansIn(label[QLatin1String(of)].toArray()), frame, 3)) return true;
        return false;
    };
    for (int f = 1; f < out.frames; ++f)
        if (!seen(f) && (holds(footIn(found, *samples, "left"), f) ||
                         holds(footIn(found, *samples, "right"), f)))
            ++out.inFlight;
    out.skate = contacts::skateOf(*samples, contacts);
    return out;
}

}  // namespace

/// Contacts found against contacts seen (tests/data/contacts).
class TestLabelledFeet : public QObject {
    Q_OBJECT

private slots:
    void areFoundAsTheyWereSeen()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        const QDir labels(QString::fromUtf8(test::sourceDir()) + "/tests/data/contacts");
        Counts sum;
        int captures = 0, frames = 0, inFlight = 0;
        for (const QString& name : labels.entryList({"*.json"})) {
            const Capture one = judged(labels.filePath(name));
            const Counts& c = one.counts;
            qInfo("%-34s precision %.3f recall %.3f edges %.3f of %d, skates %.3f, slides %.1f mm",
                  qPrintable(one.name), c.precision(), c.recall(), c.edgeShare(), c.edges,
                  one.skate.share, 1000 * one.skate.slide);
            sum.add(c);
            ++captures;
            frames += one.frames;
            inFlight += one.inFlight;
        }
        qInfo("all: %d captures, %d frames: precision %.3f recall %.3f edges %.3f of %d", captures,
              frames, sum.precision(), sum.recall(), sum.edgeShare(), sum.edges);
        qInfo("%d frames in flight", inFlight);
        QCOMPARE(inFlight, 0);
        QVERIFY(captures >= 10 && frames >= 3000);
        QCOMPARE_GE(sum.precision(), 0.95);
        QCOMPARE_GE(sum.recall(), 0.90);
        QCOMPARE_GE(sum.edgeShare(), 0.95);
    }
};

POSEWRIGHT_TEST(TestLabelledFeet, posewright::test::runPlain);

#include "tst_labelled_feet.moc"
