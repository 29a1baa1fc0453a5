#include "core/evaluate/evaluate.h"
#include "core/math/rotation.h"
#include "tests/support/path_classes.h"
#include "tests/support/program.h"
#include "tests/support/smooth_paths.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace posewright;
using test::kKeyEvery;
using test::PathClass;
using test::pathClasses;
using test::Random;

namespace {

constexpr int kFrames = test::kPathFrames;
constexpr double kStep = 5 * 3.14159265358979323846 / 180;

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
    int popsWhereReached = 0;  ///< the limits let the target be reached before and after

    double perThousand(int number) const { return 1000.0 * number / frames; }
    void add(const Count& other)
    {
        frames += other.frames;
        pops += other.pops;
        jumps += other.jumps;
        jumpsAwayFromFold += other.jumpsAwayFromFold;
        popsWhereReached += other.popsWhereReached;
    }
};

/// What is asked of the chain beside the path.
struct Setup {
    int bones = 4;
    double soft = 0.03;
    std::string solver;        ///< empty: the default
    bool limits = false;       ///< cones of 70 degrees, with a twist of 40
    bool orientation = false;  ///< keyed with the target, up to a radian from key to key
    bool pole = false;         ///< keyed, to the side
};

Document withLimits(Document doc, int bones)
{
    std::vector<Node> nodes = doc.scene->nodes();
    for (int i = 0; i < bones; ++i) {
        constexpr double kCone = 70 * 3.14159265358979323846 / 180;
        constexpr double kTwist = 40 * 3.14159265358979323846 / 180;
        std::get<BonePart>(nodes[i].part).limit = ConeLimit{
            Vec3::UnitX(), Vec3::UnitY(), {kCone, kCone, kCone, kCone}, {-kTwist, kTwist}};
    }
    // The first joint may point anywhere, or most paths would be out of its cone.
    std::get<BonePart>(nodes[0].part).limit = {};
    doc.scene = *Scene::make(std::move(nodes));
    return doc;
}

Document withTurns(Document doc, Random& random)
{
    doc.rig = doc.rig.with([](Rig& rig) { rig.constraints[0].orientation = true; });
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        Track track = *clip.track(NodeId(100));
        RotationTrack turns;
        Quat turn = Quat::Identity();
        for (int k = 0; k <= kFrames / kKeyEvery; ++k) {
            turns.setValue(k * kKeyEvery, turn);
            turn = fromRotationVector(random.direction() * random.uniform(0, 1)) * turn;
        }
        track.rotation = turns;
        setTrack(clip, std::move(track));
    });
    return doc;
}

Document withPole(Document doc)
{
    std::vector<Node> nodes = doc.scene->nodes();
    nodes.push_back(test::makeNode(101, "pole", kNoNode, Vec3(0.2, 0.3, 2)));
    doc.scene = *Scene::make(std::move(nodes));
    doc.rig = doc.rig.with([](Rig& rig) { rig.constraints[0].pole = NodeId(101); });
    return test::withKeys(std::move(doc), NodeId(101), {{0, Vec3(0.2, 0.3, 2)}});
}

Count examine(const Setup& setup, const PathClass& path, int paths, std::uint64_t seed)
{
    const int bones = setup.bones;
    Count count;
    for (int p = 0; p < paths; ++p) {
        Random random(seed + std::uint64_t(p));
        const std::vector<std::pair<double, Vec3>> keys = test::pathKeys(path, random);
        Document doc = test::withKeys(test::chainDocument(bones, 0.17453292519943295, kFrames),
                                      NodeId(100), keys);
        doc.rig = doc.rig.with([&setup](Rig& rig) {
            rig.constraints[0].soft = setup.soft;
            rig.constraints[0].solver = setup.solver;
        });
        if (setup.limits) doc = withLimits(std::move(doc), bones);
        if (setup.orientation) doc = withTurns(std::move(doc), random);
        if (setup.pole) doc = withPole(std::move(doc));
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
            const auto reached = [&](int frame) {
                const ik::Status status = frames[frame].targets[0].status;
                return status == ik::Status::Reached || status == ik::Status::Softened;
            };
            count.popsWhereReached += pop && reached(f) && reached(f + 1) ? 1 : 0;
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
        Setup setup;
        setup.bones = bones;
        setup.soft = soft;
        Count all;
        for (std::size_t c = 0; c < pathClasses().size(); ++c) {
            const Count count = examine(setup, pathClasses()[c], paths, 1000 * (c + 1));
            qInfo("%-20s %6d frames  jumps/1000 %.3f  pops/1000 %.3f", pathClasses()[c].name,
                  count.frames, 1000.0 * count.jumps / count.frames,
                  1000.0 * count.pops / count.frames);
            all.add(count);
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

    void theyAreRareWhateverElseIsAsked_data()
    {
        QTest::addColumn<int>("bones");
        QTest::addColumn<QString>("asked");
        for (const int bones : {2, 4, 9})
            for (const char* asked : {"limits", "orientation", "pole"})
                QTest::addRow("%d bones, %s", bones, asked) << bones << asked;
    }
    void theyAreRareWhateverElseIsAsked()
    {
        QFETCH(int, bones);
        QFETCH(QString, asked);
        Setup setup;
        setup.bones = bones;
        setup.limits = asked == "limits";
        setup.orientation = asked == "orientation";
        setup.pole = asked == "pole";
        const int given = qEnvironmentVariableIntValue("POSEWRIGHT_PATHS");
        Count all;
        for (std::size_t c = 0; c < pathClasses().size(); ++c) {
            const Count count =
                examine(setup, pathClasses()[c], given > 0 ? given : 20, 1000 * (c + 1));
            qInfo("%-20s jumps/1000 %.3f  pops/1000 %.3f, where reached %.3f",
                  pathClasses()[c].name, count.perThousand(count.jumps),
                  count.perThousand(count.pops), count.perThousand(count.popsWhereReached));
            all.add(count);
        }
        qInfo("%-20s jumps/1000 %.3f  pops/1000 %.3f, where reached %.3f", "all",
              all.perThousand(all.jumps), all.perThousand(all.pops),
              all.perThousand(all.popsWhereReached));
        QVERIFY(all.perThousand(all.jumps) <= 0.2);
        QVERIFY(all.perThousand(all.pops) <= 2);
    }

    /// Three paths of 600 frames: tests/support/smooth_paths.h.
    void thePathsAreSmooth_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<double>("mostSpeed");         // [degrees a frame]
        QTest::addColumn<double>("mostAcceleration");  // [degrees a frame, a frame]
        QTest::newRow("A") << "A" << 2.5 << 0.12;
        QTest::newRow("B") << "B" << 0.5 << 0.02;
        QTest::newRow("C") << "C" << 1.2 << 0.03;
    }
    void thePathsAreSmooth()
    {
        QFETCH(QString, path);
        QFETCH(double, mostSpeed);
        QFETCH(double, mostAcceleration);
        constexpr double kTurn = 2 * 3.14159265358979323846;
        const Document doc = test::smoothPath(path[0].toLatin1());
        const auto prepared = prepare(doc);
        std::vector<WorldTransform> before;
        std::vector<Vec3> rateBefore;
        double speed = 0;
        double acceleration = 0;
        for (int f = 0; f <= test::kSmoothFrames; ++f) {
            const Evaluation pose = evaluate(*prepared, f);
            std::vector<Vec3> rate;
            for (std::size_t j = 0; j < 9 && f > 0; ++j)
                rate.push_back(
                    rotationVector(pose.world[j].rotation * before[j].rotation.conjugate()) * 360 /
                    kTurn);
            for (std::size_t j = 0; j < rate.size(); ++j) {
                speed = std::max(speed, rate[j].norm());
                if (!rateBefore.empty())
                    acceleration = std::max(acceleration, (rate[j] - rateBefore[j]).norm());
            }
            rateBefore = rate;
            before = pose.world;
        }
        qInfo("path %s: %.3f degrees a frame, changing by %.4f", qPrintable(path), speed,
              acceleration);
        QVERIFY(speed <= mostSpeed);
        QVERIFY(acceleration <= mostAcceleration);
    }

    /// The table of docs/solvers.md: POSEWRIGHT_CONTINUITY=all prints it.
    void everySolverIsMeasured()
    {
        const QStringList asked = qEnvironmentVariable("POSEWRIGHT_CONTINUITY").split(',');
        if (asked.front().isEmpty()) QSKIP("minutes: set POSEWRIGHT_CONTINUITY=all, or to ids");
        const int given = qEnvironmentVariableIntValue("POSEWRIGHT_PATHS");
        const int paths = given > 0 ? given : 10;
        for (const ik::Solver& solver : ik::solvers()) {
            if (asked.front() != "all" && !asked.contains(solver.id.data())) continue;
            QString row = QString("| `%1` |").arg(solver.id.data());
            for (const int bones : {2, 4, 9})
                for (const bool limits : {false, true}) {
                    const bool serves =
                        (solver.abilities.bones == 0 || solver.abilities.bones == bones) &&
                        (!limits || (solver.abilities.limits && !solver.abilities.middleHinge));
                    if (!serves) {
                        row += "  |";
                        continue;
                    }
                    Setup setup;
                    setup.bones = bones;
                    setup.solver = std::string(solver.id);
                    setup.limits = limits;
                    Count all;
                    for (std::size_t c = 0; c < pathClasses().size(); ++c)
                        all.add(examine(setup, pathClasses()[c], paths, 1000 * (c + 1)));
                    row += QString(" %1 / %2 |")
                               .arg(all.perThousand(all.jumps), 0, 'g', 3)
                               .arg(all.perThousand(all.pops), 0, 'g', 3);
                }
            qInfo("%s", qPrintable(row));
        }
    }
};

POSEWRIGHT_TEST(TstContinuity, posewright::test::runPlain);
#include "tst_continuity.moc"
