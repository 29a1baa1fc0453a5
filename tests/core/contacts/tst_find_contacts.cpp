#include "core/contacts/contacts.h"
#include "tests/support/plain_random.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace posewright;

namespace {

constexpr double kRate = 60;

/// A point of a foot that is down from one frame to another, and elsewhere up and fast.
struct Down {
    std::size_t from = 0, to = 0;
    double slide = 0;  ///< [m/s] while it is down
};

contacts::Path pathOf(const char* limb, std::size_t frames, const std::vector<Down>& downs)
{
    contacts::Path path;
    path.watch.limb = limb;
    path.watch.end = static_cast<NodeId>(limb[0]);
    path.watch.foot = true;
    double x = 0;
    for (std::size_t f = 0; f < frames; ++f) {
        const Down* down = nullptr;
        for (const Down& one : downs)
            if (f >= one.from && f <= one.to) down = &one;
        path.places.push_back({x, down ? 0.0 : 0.2, 0});
        path.heights.push_back(down ? 0.0 : 0.2);
        x += (down ? down->slide : 2.0) / kRate;
    }
    return path;
}

contacts::Samples samplesOf(std::vector<contacts::Path> paths)
{
    contacts::Samples out;
    out.rate = kRate;
    out.paths = std::move(paths);
    return out;
}

}  // namespace

/// Thresholds on ways that are made, so that every contact is known.
class TestFindContacts : public QObject {
    Q_OBJECT

private slots:
    void whatIsDownIsFoundAndNothingElse()
    {
        plain::Dice dice(test::printedSeed(20261124));
        for (int round = 0; round < 200; ++round) {
            std::vector<Down> downs;
            std::size_t at = 10;
            while (at < 900) {
                const auto length = std::size_t(dice.uniform(10, 60));
                downs.push_back({at, at + length, dice.uniform(0, 0.1)});
                at += length + std::size_t(dice.uniform(8, 40));
            }
            const contacts::Samples samples = samplesOf({pathOf("Left", 1000, downs)});
            contacts::Thresholds by;
            by.skating = false;
            const auto found = contacts::find(samples, by);
            QCOMPARE(found.size(), downs.size());
            for (std::size_t i = 0; i < found.size(); ++i) {
                QCOMPARE_LE(std::abs(found[i].start - double(downs[i].from)), 1.0);
                QCOMPARE_LE(std::abs(found[i].end - double(downs[i].to)), 1.0);
                QVERIFY(found[i].certainty == contacts::Certainty::Sure);
            }
        }
    }

    void nearOnesAreMergedAndShortOnesDropped()
    {
        // A gap of a frame, which speeds over 33 ms see as three: 50 ms. One of seven is too long.
        const contacts::Samples samples = samplesOf(
            {pathOf("Left", 200, {{20, 40}, {42, 60}, {90, 110}, {118, 140}, {170, 172}})});
        contacts::Thresholds by;
        by.skating = false;
        const auto merged = contacts::find(samples, by);
        QCOMPARE(merged.size(), std::size_t(3));
        // The gap is no part of what a contact is told by.
        for (const contacts::Contact& contact : merged) {
            QCOMPARE_LT(contact.speed, by.leave * by.speed);
            QCOMPARE_LT(contact.height, by.leave * by.height);
        }
        by.gap = 0;
        QCOMPARE(contacts::find(samples, by).size(), std::size_t(4));
        by.shortest = 0;
        QCOMPARE(contacts::find(samples, by).size(), std::size_t(5));
    }

    void aSkatingFootIsUncertain()
    {
        const contacts::Samples samples =
            samplesOf({pathOf("Left", 100, {{30, 60, 0.5}}), pathOf("Right", 100, {})});
        const auto found = contacts::find(samples);
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY(found[0].certainty == contacts::Certainty::Uncertain);
        QCOMPARE_LE(std::abs(found[0].start - 30), 2.0);
        QCOMPARE_LE(std::abs(found[0].end - 60), 2.0);
        contacts::Thresholds by;
        by.skating = false;
        QVERIFY(contacts::find(samples, by).empty());
        // Both of them down and sliding is a conveyor belt, and nobody stands.
        QVERIFY(contacts::find(samplesOf({pathOf("Left", 100, {{30, 60, 0.5}}),
                                          pathOf("Right", 100, {{30, 60, 0.5}})}))
                    .empty());
    }

    /// A heel that rises by 3 cm in half a second is slow and low, but does not stand.
    void aHeelIsUpWhereItsBallStands()
    {
        contacts::Path heel = pathOf("Left", 120, {{0, 119}}), ball = heel;
        heel.watch.part = "heel";
        ball.watch.part = "ball";
        for (std::size_t f = 0; f < 120; ++f) {
            heel.heights[f] = 0.03 * std::clamp((double(f) - 40) / 30, 0.0, 1.0);
            heel.places[f].y() = heel.heights[f];
        }
        const auto found = contacts::find(samplesOf({heel, ball}));
        QCOMPARE(found.size(), std::size_t(2));
        QCOMPARE(found[0].path, std::size_t(0));
        QVERIFY2(found[0].end > 45 && found[0].end < 68, qPrintable(QString::number(found[0].end)));
        QCOMPARE(found[1].end, 119.0);
        // Where both are so high, the ground is.
        for (double& height : ball.heights) height = 0.02;
        QCOMPARE(contacts::find(samplesOf({heel, ball}))[0].end, 119.0);
    }

    void sizeDoesNotMatter()
    {
        contacts::Samples samples = samplesOf({pathOf("Left", 300, {{20, 60, 0.05}, {90, 150}})});
        const auto once = contacts::find(samples);
        samples.leg *= 37;
        for (contacts::Path& path : samples.paths)
            for (std::size_t f = 0; f < path.places.size(); ++f) {
                path.places[f] *= 37;
                path.heights[f] *= 37;
            }
        const auto again = contacts::find(samples);
        QCOMPARE(once.size(), std::size_t(2));
        QCOMPARE(again.size(), once.size());
        for (std::size_t i = 0; i < once.size(); ++i) {
            QCOMPARE(again[i].start, once[i].start);
            QCOMPARE(again[i].end, once[i].end);
            QCOMPARE_LE(std::abs(again[i].speed - once[i].speed), 1e-9);
        }
    }
};

POSEWRIGHT_TEST(TestFindContacts, posewright::test::runPlain);

#include "tst_find_contacts.moc"
