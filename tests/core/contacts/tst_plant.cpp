#include "core/contacts/plant.h"
#include "tests/support/program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace posewright;

namespace {

constexpr std::size_t kPlantFrames = 101;
constexpr double kPlantDegree = 0.017453292519943295;
const Vec3 kHeel{0, -0.08, 0}, kBall{0.13, -0.08, 0};  ///< from the ankle

using Heels = std::vector<std::pair<double, double>>;  ///< [frame] from, to

/// The heel rises by `angle` and comes down again.
struct Rise {
    double from = 0, to = 0, angle = 0;  ///< [frame], [degrees]
};

Quat rollAt(const std::vector<Rise>& rises, double frame)
{
    double angle = 0;
    for (const Rise& rise : rises)
        if (frame > rise.from && frame < rise.to)
            angle = rise.angle *
                    std::sin(3.141592653589793 * (frame - rise.from) / (rise.to - rise.from));
    const double wobble = std::sin(0.3 * frame);
    return Quat(Eigen::AngleAxisd(wobble * kPlantDegree, Vec3::UnitY())) *
           Quat(Eigen::AngleAxisd(-angle * kPlantDegree, Vec3::UnitZ()));
}

/// The captured ball creeps, and the foot trembles.
std::vector<WorldTransform> ankleOver(const std::vector<Rise>& rises)
{
    std::vector<WorldTransform> out;
    for (std::size_t f = 0; f < kPlantFrames; ++f) {
        const Quat turn = rollAt(rises, double(f));
        const Vec3 ball{0.13 + 0.005 * std::sin(0.05 * double(f)), 0, 0};
        out.push_back({ball - turn * kBall, turn, turn.toRotationMatrix()});
    }
    return out;
}

contacts::Samples footSamples()
{
    contacts::Samples out;
    out.rate = 30;
    out.paths.resize(2);
    for (contacts::Path& path : out.paths) path.watch.foot = true;
    out.paths[0].watch.at = kHeel;
    out.paths[1].watch.at = kBall;
    return out;
}

contacts::Stance stanceOf(const Heels& heels)
{
    contacts::Stance out;
    out.last = kPlantFrames - 1;
    out.parts.push_back({1, 0, out.last});
    for (const auto& [from, to] : heels) out.parts.push_back({0, from, to});
    std::stable_sort(out.parts.begin(), out.parts.end(),
                     [](const auto& a, const auto& b) { return a.start < b.start; });
    return out;
}

}  // namespace

/// Where a foot is while it stands, on a way that is made.
class TestPlant : public QObject {
    Q_OBJECT

private slots:
    /// The heel stands, rises and stands again, or not at first or at last.
    void aHeelThatRisesIsFollowed_data()
    {
        QTest::addColumn<Heels>("heels");
        QTest::addColumn<std::vector<Rise>>("rises");
        QTest::newRow("once") << Heels{{0, 30}, {70, 100}} << std::vector<Rise>{{30, 70, 40}};
        QTest::newRow("briefly") << Heels{{0, 45}, {50, 100}} << std::vector<Rise>{{45, 50, 15}};
        QTest::newRow("twice") << Heels{{0, 20}, {45, 55}, {80, 100}}
                               << std::vector<Rise>{{20, 45, 30}, {55, 80, 50}};
        QTest::newRow("up at both ends")
            << Heels{{30, 40}, {70, 80}}
            << std::vector<Rise>{{-30, 30, 40}, {40, 70, 20}, {80, 130, 30}};
    }
    void aHeelThatRisesIsFollowed()
    {
        QFETCH(const Heels, heels);
        QFETCH(const std::vector<Rise>, rises);
        const std::vector<WorldTransform> shown = ankleOver(rises);
        const contacts::Samples samples = footSamples();
        const auto ways = contacts::plant(samples, {stanceOf(heels)}, shown, 3);
        QCOMPARE(ways.size(), std::size_t(1));
        const contacts::Planted& way = ways.front();
        QCOMPARE(way.places.size(), kPlantFrames);
        QCOMPARE(way.held.size(), heels.size());
        const auto ballOf = [](const contacts::EndPlace& at) {
            return Vec3(at.position + at.rotation * kBall);
        };
        const Vec3 ball = ballOf(way.places.front());
        for (const contacts::EndPlace& at : way.places) {
            const auto row = static_cast<std::size_t>(at.frame);
            QVERIFY((ballOf(at) - ball).norm() < 1e-9);
            QVERIFY(at.rotation.angularDistance(shown[row].rotation) < 2.5 * kPlantDegree);
            QVERIFY((at.position - shown[row].position).norm() < 0.015);
        }
        for (std::size_t i = 0; i < heels.size(); ++i) {
            QCOMPARE(way.held[i].start, heels[i].first);
            QCOMPARE(way.held[i].end, heels[i].second);
            for (double f = heels[i].first; f <= heels[i].second; ++f) {
                const contacts::EndPlace& at = way.places[static_cast<std::size_t>(f)];
                QVERIFY((at.position - way.held[i].position).norm() < 1e-12);
                QVERIFY(at.rotation.angularDistance(way.held[i].rotation) < 1e-7);
            }
        }
    }

    /// A bent shoe: its tip is lower than heel and ball, by more the more it is pitched.
    void whatIsSeenOfItStaysOnTheFloor()
    {
        const Vec3 tip{0.2, -0.08, 0}, heel{-0.05, -0.08, 0};
        const std::vector<Rise> rises{{30, 70, 40}};
        std::vector<WorldTransform> shown = ankleOver(rises);
        const auto lowest = [&](std::size_t, const Vec3& position, const Quat& rotation) {
            return std::min((position + rotation * tip).y(), (position + rotation * heel).y());
        };
        // In the motion the shoe is kept on the floor.
        for (WorldTransform& at : shown) at.position.y() -= lowest(0, at.position, at.rotation);
        const contacts::Stance stance = stanceOf({{0, 30}, {70, 100}});
        const auto deepest = [&](const std::vector<contacts::Planted>& ways) {
            double least = 1;
            for (const contacts::EndPlace& at : ways.front().places)
                least = std::min(least, lowest(0, at.position, at.rotation));
            return least;
        };
        const contacts::Samples samples = footSamples();
        const auto bare = contacts::plant(samples, {stance}, shown, 3),
                   shod = contacts::plant(samples, {stance}, shown, 3,
                                          contacts::Lead::AroundStances, {}, lowest);
        qInfo("deepest %.4f, with the shoe %.4f", deepest(bare), deepest(shod));
        QCOMPARE_LT(deepest(bare), -0.02);
        QCOMPARE_GT(deepest(shod), -0.002);
        // Once more: what is fixed rises only as its mean place takes along the lift of the roll.
        std::vector<WorldTransform> once;
        for (const contacts::EndPlace& at : shod.front().places)
            once.push_back({at.position, at.rotation, at.rotation.toRotationMatrix()});
        const auto twice =
            contacts::plant(samples, {stance}, once, 3, contacts::Lead::AroundStances, {}, lowest);
        QCOMPARE(twice.front().held.size(), std::size_t(2));
        for (std::size_t i = 0; i < 2; ++i) {
            const double again =
                twice.front().held[i].position.y() - shod.front().held[i].position.y();
            qInfo("rises again by %.5f", again);
            QCOMPARE_LT(std::abs(again), 0.009);
        }
        // It stays as still as without, and nothing jumps.
        QCOMPARE(shod.front().held.size(), std::size_t(2));
        for (const contacts::Hold& hold : shod.front().held)
            for (double f = hold.start; f <= hold.end; ++f)
                QVERIFY((shod.front().places[std::size_t(f)].position - hold.position).norm() <
                        1e-12);
        for (std::size_t f = 1; f < kPlantFrames; ++f) {
            const Vec3 more = shod.front().places[f].position - bare.front().places[f].position,
                       was = shod.front().places[f - 1].position -
                             bare.front().places[f - 1].position;
            QVERIFY(std::hypot(more.x(), more.z()) < 1e-12);
            QCOMPARE_LT(std::abs(more.y() - was.y()), 0.01);
        }
    }

    /// Heel, ball, heel, one at a time: each stands still while the foot rolls on it.
    void oneAfterTheOther()
    {
        std::vector<WorldTransform> shown;
        for (std::size_t f = 0; f < kPlantFrames; ++f) {
            const double angle = 20 * std::cos(0.06283185307179587 * double(f)) * kPlantDegree;
            const Quat turn(Eigen::AngleAxisd(angle, Vec3::UnitZ()));
            shown.push_back({{0, 0.08, 0}, turn, turn.toRotationMatrix()});
        }
        contacts::Stance stance;
        stance.last = kPlantFrames - 1;
        stance.parts = {{0, 0, 24}, {1, 26, 74}, {0, 76, 100}};
        const auto ways = contacts::plant(footSamples(), {stance}, shown, 3);
        QCOMPARE(ways.size(), std::size_t(1));
        QVERIFY(ways[0].held.empty());
        Vec3 before = ways[0].places.front().position;
        for (const contacts::Contact& part : stance.parts) {
            const Vec3& at = part.path == 0 ? kHeel : kBall;
            const auto of = [&](double frame) {
                const contacts::EndPlace& place = ways[0].places[static_cast<std::size_t>(frame)];
                return Vec3(place.position + place.rotation * at);
            };
            for (double f = part.start; f <= part.end; ++f)
                QVERIFY((of(f) - of(part.start)).norm() < 1e-9);
        }
        for (const contacts::EndPlace& place : ways[0].places) {
            QVERIFY((place.position - before).norm() < 0.006);
            before = place.position;
        }
    }
};

POSEWRIGHT_TEST(TestPlant, posewright::test::runPlain);

#include "tst_plant.moc"
