#include "core/math/rotation.h"
#include "core/motion/reduce.h"
#include "tests/support/program.h"

#include <QTest>

#include <cmath>
#include <numeric>
#include <random>

using namespace posewright;

namespace {

std::vector<double> framesTo(int count)
{
    std::vector<double> frames(count);
    std::iota(frames.begin(), frames.end(), 0.0);
    return frames;
}

/// A tree of nodes that swing at random, slowly; the root travels.
struct Tree {
    std::vector<int> parents;
    std::vector<Vec3> tips;
    std::vector<double> frames;
    std::vector<std::vector<Transform>> local;  // by frame
    std::vector<std::vector<WorldTransform>> world;

    SampledMotion motion() const
    {
        return {parents, tips, frames,
                [this](int f, int n) -> const Transform& { return local[f][n]; },
                [this](int f, int n) -> const WorldTransform& { return world[f][n]; }};
    }
    void place()
    {
        world.assign(frames.size(), std::vector<WorldTransform>(parents.size()));
        for (std::size_t f = 0; f < frames.size(); ++f)
            for (std::size_t n = 0; n < parents.size(); ++n)
                world[f][n] =
                    (parents[n] == -1 ? WorldTransform{} : world[f][parents[n]]) * local[f][n];
    }
};

Tree swingingTree(int nodes, int frameCount, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> u(-1, 1);
    Tree tree;
    tree.frames = framesTo(frameCount);
    struct Swing {
        Vec3 offset, axis, other;
        double speed, reach;
    };
    std::vector<Swing> swings;
    for (int n = 0; n < nodes; ++n) {
        tree.parents.push_back(n == 0 ? -1 : n % 5 == 0 ? 0 : n - 1);
        tree.tips.push_back(n % 5 == 4 ? Vec3(0, 0.2, 0) : Vec3::Zero());
        swings.push_back({Vec3(u(random), 1, u(random)) * 0.3,
                          Vec3(u(random), u(random), u(random)).normalized(),
                          Vec3(u(random), u(random), u(random)).normalized(),
                          0.05 + 0.1 * std::abs(u(random)), 0.8 * u(random)});
    }
    tree.local.assign(frameCount, std::vector<Transform>(nodes));
    for (int f = 0; f < frameCount; ++f)
        for (int n = 0; n < nodes; ++n) {
            const Swing& s = swings[n];
            Transform& t = tree.local[f][n];
            t.translation = s.offset;
            if (n == 0) t.translation += Vec3(0.03 * f, 0.05 * std::sin(0.4 * f), 0);
            t.rotation = fromRotationVector(s.axis * s.reach * std::sin(s.speed * f)) *
                         fromRotationVector(s.other * s.reach * std::cos(0.7 * s.speed * f));
        }
    tree.place();
    return tree;
}

struct Strayed {
    double position = 0;
    double angle = 0;
    int keys = 0;
};

/// Plays the tracks and measures them against the tree.
Strayed measure(const Tree& tree, const std::vector<Track>& tracks)
{
    Strayed out;
    for (const Track& track : tracks) out.keys += int(track.rotation->keys().size());
    std::vector<WorldTransform> world(tree.parents.size());
    for (std::size_t f = 0; f < tree.frames.size(); ++f)
        for (std::size_t n = 0; n < tree.parents.size(); ++n) {
            const Transform local = sample(&tracks[n], tree.local[f][n], tree.frames[f]);
            world[n] = (tree.parents[n] == -1 ? WorldTransform{} : world[tree.parents[n]]) * local;
            const WorldTransform& was = tree.world[f][n];
            out.position = std::max({out.position, (world[n].position - was.position).norm(),
                                     (world[n] * tree.tips[n] - was * tree.tips[n]).norm()});
            out.angle = std::max(out.angle, angleBetween(world[n].rotation, was.rotation));
        }
    return out;
}

/// Curves of places that only move up and down.
Curve reducedHeight(const std::vector<double>& frames, const std::vector<double>& values,
                    double tolerance)
{
    std::vector<Vec3> places;
    for (const double value : values) places.emplace_back(0, value, 0);
    return reducedCurves(frames, places, tolerance)[1];
}

}  // namespace

class TestReduce : public QObject {
    Q_OBJECT

private slots:
    void theFirstAndTheLastSampleAreKeys()
    {
        const auto never = [](int, int) { return false; };
        const auto always = [](int, int) { return true; };
        QVERIFY(reducedRows(0, always).empty());
        QCOMPARE(reducedRows(1, never), std::vector<int>{0});
        QCOMPARE(reducedRows(2, never), (std::vector<int>{0, 1}));
        QCOMPARE(reducedRows(5, never), (std::vector<int>{0, 1, 2, 3, 4}));
        QCOMPARE(reducedRows(1000, always), (std::vector<int>{0, 999}));
    }

    void theFarthestRowThatFitsIsFound()
    {
        for (int most = 1; most < 40; ++most) {
            const auto rows = reducedRows(100, [&](int from, int to) { return to - from <= most; });
            for (std::size_t i = 0; i + 2 < rows.size(); ++i) QCOMPARE(rows[i + 1] - rows[i], most);
            QCOMPARE(rows.back(), 99);
        }
    }

    void aStraightLineIsTwoKeys()
    {
        const std::vector<double> frames = framesTo(500);
        std::vector<double> values;
        for (const double f : frames) values.push_back(3 - 0.25 * f);
        const Curve curve = reducedHeight(frames, values, 1e-12);
        QCOMPARE(curve.keys().size(), std::size_t(2));
    }

    void scalarsStayWithinTheTolerance_data()
    {
        QTest::addColumn<double>("tolerance");
        QTest::addColumn<int>("mostKeys");
        // A sine of amplitude 1 and 400 frames: a chord of n frames errs by (2 pi n / 400)^2 / 8.
        QTest::newRow("coarse") << 0.1 << 25;
        QTest::newRow("fine") << 1e-3 << 250;
        QTest::newRow("exact") << 0.0 << 1001;
    }
    void scalarsStayWithinTheTolerance()
    {
        QFETCH(double, tolerance);
        QFETCH(int, mostKeys);
        const std::vector<double> frames = framesTo(1001);
        std::vector<double> values;
        for (const double f : frames) values.push_back(std::sin(f * 2 * 3.14159265358979 / 400));
        const Curve curve = reducedHeight(frames, values, tolerance);
        for (std::size_t i = 0; i < frames.size(); ++i)
            QVERIFY(std::abs(curve.sample(frames[i]) - values[i]) <= tolerance + 1e-15);
        QVERIFY2(int(curve.keys().size()) <= mostKeys,
                 qPrintable(QString::number(curve.keys().size())));
    }

    void placesStayWithinTheTolerance()
    {
        const std::vector<double> frames = framesTo(400);
        std::vector<Vec3> values;
        for (const double f : frames)
            values.emplace_back(std::sin(f * 0.05), std::cos(f * 0.07), 0.01 * f);
        const std::array<Curve, 3> curves = reducedCurves(frames, values, 0.01);
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const Vec3 value(curves[0].sample(frames[i]), curves[1].sample(frames[i]),
                             curves[2].sample(frames[i]));
            QVERIFY((value - values[i]).norm() <= 0.01 + 1e-15);
        }
        QCOMPARE(curves[0].keys().size(), curves[2].keys().size());
        QVERIFY(curves[0].keys().size() < 110);
    }

    void steadyTurningIsAFewKeys()
    {
        const std::vector<double> frames = framesTo(200);
        std::vector<Quat> values;
        for (const double f : frames) values.push_back(fromRotationVector(Vec3(0, 0, 0.05 * f)));
        const RotationTrack track = reducedRotation(frames, values, 1e-9);
        for (std::size_t i = 0; i < frames.size(); ++i)
            QVERIFY(angleBetween(track.sample(frames[i]), values[i]) <= 1e-9);
        // 10 rad in all; slerp covers less than half a turn at a time.
        QCOMPARE(track.keys().size(), std::size_t(5));
    }

    void rotationsStayWithinTheTolerance()
    {
        const Tree tree = swingingTree(2, 500, 1);
        std::vector<Quat> values;
        for (const auto& pose : tree.local) values.push_back(pose[1].rotation);
        const RotationTrack track = reducedRotation(tree.frames, values, 0.01);
        for (std::size_t i = 0; i < values.size(); ++i)
            QVERIFY(angleBetween(track.sample(tree.frames[i]), values[i]) <= 0.01 + 1e-15);
        QVERIFY(track.keys().size() < 200);
    }

    void everyNodeOfATreeStaysWithinTheTolerance_data()
    {
        QTest::addColumn<double>("position");
        QTest::addColumn<double>("angle");
        QTest::addColumn<double>("mostKept");  // share of the samples
        QTest::newRow("1 cm") << 1e-2 << 0.1 << 0.3;
        QTest::newRow("1 mm") << 1e-3 << 0.1 << 0.7;
        QTest::newRow("1 um") << 1e-6 << 0.1 << 1.0;
        QTest::newRow("by the angle") << 1.0 << 0.01 << 0.4;
    }
    void everyNodeOfATreeStaysWithinTheTolerance()
    {
        QFETCH(double, position);
        QFETCH(double, angle);
        QFETCH(double, mostKept);
        const Tree tree = swingingTree(21, 300, 2);
        const std::vector<bool> all(21, true);
        const auto tracks = reducedTree(tree.motion(), all, {position, angle});
        const Strayed strayed = measure(tree, tracks);
        QVERIFY2(strayed.position <= position + 1e-12,
                 qPrintable(QString::number(strayed.position)));
        QVERIFY2(strayed.angle <= angle + 1e-12, qPrintable(QString::number(strayed.angle)));
        const double kept = strayed.keys / (21.0 * 300);
        QVERIFY2(kept <= mostKept, qPrintable(QString::number(kept)));
    }

    void nodesThatKeepTheirMotionStayWithinTheToleranceToo()
    {
        Tree tree = swingingTree(21, 300, 3);
        std::vector<bool> reduce(21, true);
        for (const int node : {3, 4, 7, 11, 12, 13, 14}) reduce[node] = false;
        const auto tracks = reducedTree(tree.motion(), reduce, {5e-3, 0.05});
        const Strayed strayed = measure(tree, tracks);
        QVERIFY2(strayed.position <= 5e-3 + 1e-12, qPrintable(QString::number(strayed.position)));
        QVERIFY2(strayed.angle <= 0.05 + 1e-12, qPrintable(QString::number(strayed.angle)));
        QVERIFY(tracks[3].empty());
    }

    void slidingJointsAndChangingUniformScalesStayWithinTheTolerance()
    {
        Tree tree = swingingTree(12, 200, 4);
        for (std::size_t f = 0; f < tree.frames.size(); ++f) {
            tree.local[f][2].translation.y() += 0.1 * std::sin(0.05 * double(f));
            tree.local[f][6].scale.setConstant(1 + 0.3 * std::sin(0.1 * double(f)));
        }
        tree.place();
        const auto tracks = reducedTree(tree.motion(), std::vector<bool>(12, true), {2e-3, 0.1});
        const Strayed strayed = measure(tree, tracks);
        QVERIFY2(strayed.position <= 2e-3 + 1e-9, qPrintable(QString::number(strayed.position)));
        QVERIFY(tracks[2].translation[1]->keys().size() < 150);
    }

    void whatStandsStillHasTwoKeys()
    {
        Tree tree = swingingTree(6, 100, 5);
        for (auto& pose : tree.local) {
            pose[3].rotation = tree.local[0][3].rotation;
            pose[5].rotation = tree.local[0][5].rotation;
        }
        tree.place();
        const auto tracks = reducedTree(tree.motion(), std::vector<bool>(6, true), {1e-2, 0.1});
        QCOMPARE(tracks[3].translation[0]->keys().size(), std::size_t(2));
        QCOMPARE(tracks[5].rotation->keys().size(), std::size_t(2));
        QVERIFY(angleBetween(tracks[5].rotation->keys()[0].value, tree.local[0][5].rotation) <
                1e-15);
    }

    void oneFrameIsOneKey()
    {
        const Tree tree = swingingTree(3, 1, 6);
        const auto tracks = reducedTree(tree.motion(), std::vector<bool>(3, true), {});
        QCOMPARE(tracks[1].rotation->keys().size(), std::size_t(1));
        QVERIFY(measure(tree, tracks).position < 1e-15);
    }
};

POSEWRIGHT_TEST(TestReduce, posewright::test::runPlain);
#include "tst_reduce.moc"
