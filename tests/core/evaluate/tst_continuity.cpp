#include "core/evaluate/evaluate.h"
#include "core/math/rotation.h"
#include "tests/support/figures.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace posewright;
using test::Random;

namespace {

constexpr int kFrames = 240;
constexpr int kKeyEvery = 24;
constexpr double kStep = 5 * 3.14159265358979323846 / 180;

/// A way of drawing the target's keys; chain length 1, root at the origin, at rest along +X.
struct PathClass {
    const char* name;
    std::function<Vec3(Random&, const Vec3& before, int key)> next;
};

Vec3 turned(Random& random, const Vec3& direction, double most)
{
    return fromRotationVector(random.direction() * random.uniform(0, most)) * direction;
}

Vec3 wander(Random& random, const Vec3& before, double turn, double near, double far)
{
    const Vec3 direction = before.norm() > 1e-9 ? Vec3(before.normalized()) : random.direction();
    return turned(random, direction, turn) * random.uniform(near, far);
}

/// Straight passes across x = `offset`, from one side of the chain to the other and back.
Vec3 cross(Random& random, int key, double near, double far)
{
    const double side = key % 2 == 0 ? 1 : -1;
    return {random.uniform(near, far), side * random.uniform(0.3, 0.6), random.uniform(-0.3, 0.3)};
}

const std::vector<PathClass>& pathClasses()
{
    static const std::vector<PathClass> classes{
        {"middle of the reach",
         [](Random& r, const Vec3& b, int) { return wander(r, b, 1.0, 0.4, 0.8); }},
        {"extension", [](Random& r, const Vec3& b, int) { return wander(r, b, 0.7, 0.9, 1.0); }},
        {"beyond", [](Random& r, const Vec3& b, int) { return wander(r, b, 0.7, 0.9, 1.4); }},
        {"near the root",
         [](Random& r, const Vec3& b, int) { return wander(r, b, 1.0, 0.02, 0.25); }},
        {"crossing in front", [](Random& r, const Vec3&, int k) { return cross(r, k, 0.15, 0.5); }},
        {"crossing behind", [](Random& r, const Vec3&, int k) { return cross(r, k, -0.5, -0.15); }},
        {"wild orbit",
         [](Random& r, const Vec3&, int) { return Vec3(r.direction() * r.uniform(0.3, 0.9)); }},
    };
    return classes;
}

double step(const Evaluation& a, const Evaluation& b, int joint)
{
    return angleBetween(a.local[joint].rotation, b.local[joint].rotation);
}

/// Does the step of a joint between two frames stay when the frame is halved again and again?
bool survivesBisection(const Prepared& prepared, double from, double to, int joint)
{
    Evaluation a = evaluate(prepared, from);
    Evaluation b = evaluate(prepared, to);
    const double whole = step(a, b, joint);
    for (int i = 0; i < 16; ++i) {
        Evaluation middle = evaluate(prepared, (a.frame + b.frame) / 2);
        if (step(a, middle, joint) > step(middle, b, joint))
            b = std::move(middle);
        else
            a = std::move(middle);
        if (step(a, b, joint) < whole / 4) return false;
    }
    return true;
}

struct Count {
    int frames = 0;
    int pops = 0;
    int jumps = 0;
    int jumpsAwayFromFold = 0;
};

Count examine(int bones, double soft, const PathClass& path, int paths, std::uint64_t seed)
{
    Count count;
    for (int p = 0; p < paths; ++p) {
        Random random(seed + std::uint64_t(p));
        std::vector<std::pair<double, Vec3>> keys;
        Vec3 at = Vec3::UnitX() * 0.7;
        for (int k = 0; k <= kFrames / kKeyEvery; ++k) {
            at = path.next(random, at, k);
            keys.emplace_back(k * kKeyEvery, at);
        }
        Document doc = test::withKeys(test::chainDocument(bones, 0.17453292519943295, kFrames),
                                      NodeId(100), keys);
        doc.rig = doc.rig.with([soft](Rig& rig) { rig.constraints[0].soft = soft; });
        const auto prepared = prepare(doc);
        std::vector<Evaluation> frames;
        for (int f = 0; f <= kFrames; ++f) frames.push_back(evaluate(*prepared, f));
        for (int f = 0; f < kFrames; ++f) {
            bool pop = false;
            bool jump = false;
            for (int j = 0; j < bones; ++j) {
                const double s = step(frames[f], frames[f + 1], j);
                if (s <= kStep) continue;
                std::vector<double> near;
                for (int k = std::max(0, f - 3); k <= std::min(kFrames - 1, f + 3); ++k)
                    if (k != f) near.push_back(step(frames[k], frames[k + 1], j));
                std::nth_element(near.begin(), near.begin() + std::ssize(near) / 2, near.end());
                pop |= s > 3 * near[near.size() / 2];
                jump |= survivesBisection(*prepared, f, f + 1, j);
            }
            ++count.frames;
            count.pops += pop ? 1 : 0;
            count.jumps += jump ? 1 : 0;
            const double distance = std::min(frames[f].world[bones + 1].position.norm(),
                                             frames[f + 1].world[bones + 1].position.norm());
            count.jumpsAwayFromFold += jump && distance > 0.1 ? 1 : 0;
        }
    }
    return count;
}

}  // namespace

/// Continuity is measured like speed: how often does a small move of time make a large move of a
/// joint, over random paths of a target, through the real evaluation?
class TstContinuity : public QObject {
    Q_OBJECT

private slots:
    void jumpsAndPopsAreRare_data()
    {
        QTest::addColumn<int>("bones");
        QTest::addColumn<double>("soft");
        for (const int bones : {2, 4, 9})
            for (const double soft : {0.0, 0.03})
                QTest::addRow("%d bones, soft %g", bones, soft) << bones << soft;
    }
    void jumpsAndPopsAreRare()
    {
        QFETCH(int, bones);
        QFETCH(double, soft);
        const int paths = qEnvironmentVariableIntValue("POSEWRIGHT_PATHS") > 0
                              ? qEnvironmentVariableIntValue("POSEWRIGHT_PATHS")
                              : 200;
        Count all;
        for (std::size_t c = 0; c < pathClasses().size(); ++c) {
            const Count count = examine(bones, soft, pathClasses()[c], paths, 1000 * (c + 1));
            qInfo("%-20s %6d frames  jumps/1000 %.3f  pops/1000 %.3f", pathClasses()[c].name,
                  count.frames, 1000.0 * count.jumps / count.frames,
                  1000.0 * count.pops / count.frames);
            all.frames += count.frames;
            all.jumps += count.jumps;
            all.pops += count.pops;
            all.jumpsAwayFromFold += count.jumpsAwayFromFold;
        }
        qInfo("%-20s %6d frames  jumps/1000 %.3f  pops/1000 %.3f", "all", all.frames,
              1000.0 * all.jumps / all.frames, 1000.0 * all.pops / all.frames);
        if (bones == 2) {
            QCOMPARE(all.jumpsAwayFromFold, 0);
        } else {
            QVERIFY(1000.0 * all.jumps / all.frames <= 0.2);
            QVERIFY(1000.0 * all.pops / all.frames <= 2);
        }
    }
};

QTEST_APPLESS_MAIN(TstContinuity)
#include "tst_continuity.moc"
