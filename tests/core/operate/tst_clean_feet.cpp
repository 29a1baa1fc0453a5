#include "core/contacts/contacts.h"
#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/operate/clean_feet.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace posewright;

namespace {

constexpr double kSlide = 1;    ///< [mm] at 1.7 m, inside of a contact
constexpr double kKnees = 1.5;  ///< times the largest step of the capture's own

Document captureOf(const QString& name)
{
    io::ReadOptions reading;
    reading.up = std::nullopt;
    const auto import =
        io::read(test::sharedPath("corpus/bvh/" + name + ".bvh").toStdString(), reading);
    if (!import) qFatal("%s: %s", qPrintable(name), import.error().message.c_str());
    return import->document;
}

/// World places of a point of a bone, composed here from the local transforms shown.
Vec3 placeOf(const Scene& scene, const std::vector<Transform>& local, NodeIndex row, Vec3 at)
{
    for (; row != kNoNode; row = scene[row].parent) {
        const Transform& t = local[std::size_t(row)];
        at = t.translation + t.rotation.toRotationMatrix() * t.scale.cwiseProduct(at);
    }
    return at;
}

struct Shown {
    std::vector<std::vector<Transform>> local;  ///< one a frame
};

Shown shownBy(const Document& doc)
{
    Shown out;
    const auto prepared = prepare(doc);
    for (double f = doc.playback.start; f <= doc.playback.end + 1e-9; ++f)
        out.local.push_back(evaluate(*prepared, f).local);
    return out;
}

/// The largest change of a knee's angle from a frame to the next one [rad], after the first two.
double kneeStep(const Document& doc, const Shown& shown, NodeId foot)
{
    const Scene& scene = *doc.scene;
    const NodeIndex ankle = scene.find(foot), knee = scene[ankle].parent, hip = scene[knee].parent;
    double most = 0, before = 0;
    for (std::size_t f = 2; f < shown.local.size(); ++f) {
        const auto at = [&](NodeIndex row) {
            return placeOf(scene, shown.local[f], row, Vec3::Zero());
        };
        const Vec3 thigh = at(hip) - at(knee), shin = at(ankle) - at(knee);
        const double angle = std::atan2(thigh.cross(shin).norm(), thigh.dot(shin));
        if (f > 2) most = std::max(most, std::abs(angle - before));
        before = angle;
    }
    return most;
}

}  // namespace

/// Feet of captures that are made to stand still.
class TestCleanFeet : public QObject {
    Q_OBJECT

private slots:
    void standStill_data()
    {
        QTest::addColumn<int>("atLeast");
        for (const char* name : {"pybvh_cmu_12_01_walk", "ad_fair1_dab", "ad_fair1_jumping",
                                 "ad_fair1_zombie", "assimp_cmu_01_01", "dme_xia_neutral_01_000",
                                 "ad_cmu1_jumping_jacks", "pymo_AV_8Walk_Meredith"})
            QTest::newRow(name) << 8;
    }
    void standStill()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        QFETCH(int, atLeast);
        const Document before = captureOf(QTest::currentDataTag());
        const auto edits = operate::edits(before, operate::CleanFeet{});
        QVERIFY2(edits, edits ? "" : edits.error().message.c_str());
        const auto after = edit::applyEach(before, *edits);
        QVERIFY2(after, after ? "" : after.error().message.c_str());
        for (const Shared<Track>& track : before.clip().tracks)
            QVERIFY(*after->clip().track(track->node) == *track);

        const auto watched = contacts::feetOf(before);
        const auto samples = contacts::sample(before, *watched);
        const std::vector<contacts::Contact> found = contacts::find(*samples);
        const Shown was = shownBy(before), is = shownBy(*after);
        double most = 0, mean = 0, rawMost = 0;
        for (const contacts::Contact& contact : found) {
            const contacts::Watch& watch = samples->paths[contact.path].watch;
            const auto strays = [&](const Document& doc, const Shown& shown) {
                const auto first = std::size_t(contact.start - samples->start),
                           last = std::size_t(contact.end - samples->start);
                std::vector<Vec3> places;
                Vec3 middle = Vec3::Zero();
                for (std::size_t f = first; f <= last; ++f) {
                    places.push_back(
                        placeOf(*doc.scene, shown.local[f], doc.scene->find(watch.bone), watch.at));
                    middle += places.back() / double(last - first + 1);
                }
                double farthest = 0;
                for (const Vec3& place : places)
                    farthest = std::max(farthest, (place - middle).norm());
                return 1000 * contacts::atHumanSize(*samples, farthest);
            };
            const double now = strays(*after, is);
            most = std::max(most, now);
            mean += now / double(found.size());
            rawMost = std::max(rawMost, strays(before, was));
        }
        double step = 0;
        for (const contacts::Watch& watch : *watched)
            step =
                std::max(step, kneeStep(*after, is, watch.end) / kneeStep(before, was, watch.end));
        qInfo("%s: %zu contacts, slide %.2f mm, %.3f in the mean, was %.1f; knee steps %.2f times",
              QTest::currentDataTag(), found.size(), most, mean, rawMost, step);
        QCOMPARE_GE(int(found.size()), atLeast);
        QCOMPARE_LE(most, kSlide);
        QCOMPARE_LE(step, kKnees);
    }
};

POSEWRIGHT_TEST(TestCleanFeet, posewright::test::runPlain);

#include "tst_clean_feet.moc"
