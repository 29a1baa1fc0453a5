#include "core/math/rotation.h"
#include "core/motion/rotation_track.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>

#include <array>
#include <random>

using namespace posewright;

namespace {

/// Keys, in and out tangents of one channel, as a file has them: (x, y, z, w) at whole frames.
struct Told {
    std::vector<Vec4> in, value, out;
};

Told anyChannel(std::mt19937& random)
{
    std::normal_distribution<double> n;
    Told told;
    for (int i = 0; i < 6; ++i) {
        Vec4 value(n(random), n(random), n(random), n(random));
        told.value.push_back(value.normalized());
        told.in.push_back(0.5 * Vec4(n(random), n(random), n(random), n(random)));
        told.out.push_back(0.5 * Vec4(n(random), n(random), n(random), n(random)));
    }
    return told;
}

/// glTF 2.0, appendix C.5.
Quat meant(const Told& told, double frame)
{
    const auto i = std::min<std::size_t>(std::size_t(frame), told.value.size() - 2);
    const double t = frame - double(i);
    const double t2 = t * t, t3 = t * t * t;
    const Vec4 sum = (2 * t3 - 3 * t2 + 1) * told.value[i] + (t3 - 2 * t2 + t) * told.out[i] +
                     (-2 * t3 + 3 * t2) * told.value[i + 1] + (t3 - t2) * told.in[i + 1];
    return Quat(sum.normalized());
}

RotationTrack trackOf(const Told& told)
{
    std::vector<RotationKey> keys;
    std::vector<RotationShape> shapes;
    for (std::size_t i = 0; i < told.value.size(); ++i) {
        keys.push_back({double(i), Quat(told.value[i]), RotationInterpolation::Cubic});
        RotationShape shape;
        shape.automatic = false;
        shape.in = told.in[i];
        shape.out = told.out[i];
        shapes.push_back(shape);
    }
    return RotationTrack::fromKeys(keys, shapes);
}

double farthest(const RotationTrack& track, const Told& told)
{
    double worst = 0;
    for (int i = 0; i <= 500; ++i)
        worst = std::max(worst, angleBetween(track.sample(i * 0.01), meant(told, i * 0.01)));
    return worst;
}

bool shareOneSide(const RotationTrack& track)
{
    for (std::size_t i = 1; i < track.size(); ++i)
        if (track.keys()[i - 1].value.dot(track.keys()[i].value) < 0) return false;
    return true;
}

}  // namespace

class TestRotationSides : public QObject {
    Q_OBJECT

private slots:
    /// Half of these go from a key to one in the other hemisphere, which is the long way.
    void fixedTangentsGoTheWayOfGltf()
    {
        std::mt19937 random(test::printedSeed(std::random_device()()));
        for (int run = 0; run < 200; ++run) {
            const Told told = anyChannel(random);
            QVERIFY(farthest(trackOf(told), told) < 1e-7);
        }
    }

    void aKeySetAgainGoesTheSameWay()
    {
        std::mt19937 random(test::printedSeed(std::random_device()()));
        for (int run = 0; run < 200; ++run) {
            const Told told = anyChannel(random);
            RotationTrack track = trackOf(told);
            for (std::size_t i = 0; i < track.size(); ++i) {
                RotationKey key = track.keys()[i];
                track.set(key);
                QVERIFY(farthest(track, told) < 1e-7);
                key.value.coeffs() *= -1;  // the same rotation
                track.set(key);
                QVERIFY(farthest(track, told) < 1e-7);
            }
        }
    }

    /// As where they are copied to another clip, into nothing or over other keys.
    void keysSetOneByOneWithTheirTangentsGoTheSameWay()
    {
        std::mt19937 random(test::printedSeed(std::random_device()()));
        for (int run = 0; run < 200; ++run) {
            const Told told = anyChannel(random);
            const RotationTrack whole = trackOf(told);
            RotationTrack track = run % 2 ? trackOf(anyChannel(random)) : RotationTrack();
            for (std::size_t i = 0; i < whole.size(); ++i)
                track.set(whole.keys()[i], whole.shape(i));
            QVERIFY(farthest(track, told) < 1e-7);
        }
    }

    void automaticTangentsTakeTheShortWay()
    {
        std::mt19937 random(test::printedSeed(std::random_device()()));
        for (int run = 0; run < 50; ++run) {
            RotationTrack track = trackOf(anyChannel(random));
            for (std::size_t i = 0; i < track.size(); i += 2)
                track.set(track.keys()[i], RotationShape{});
            QVERIFY(shareOneSide(track));
        }
    }

    void otherKeysTakeTheShortWay()
    {
        std::mt19937 random(test::printedSeed(std::random_device()()));
        for (const auto how : {RotationInterpolation::Slerp, RotationInterpolation::Step})
            for (int run = 0; run < 50; ++run) {
                RotationTrack track = trackOf(anyChannel(random));
                for (std::size_t i = 0; i < track.size(); ++i) {
                    RotationKey key = track.keys()[i];
                    key.interpolation = how;
                    track.set(key);
                }
                QVERIFY(shareOneSide(track));
            }
    }
};

POSEWRIGHT_TEST(TestRotationSides, posewright::test::runPlain);
#include "tst_rotation_sides.moc"
