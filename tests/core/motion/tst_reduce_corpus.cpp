#include "core/document/document.h"
#include "core/io/format.h"
#include "core/math/rotation.h"
#include "core/motion/reduce.h"
#include "tests/support/made_captures.h"
#include "tests/support/program.h"

#include <QElapsedTimer>
#include <QTest>

using namespace posewright;

namespace {

constexpr int kMostReduced = 1500;

}  // namespace

/// Key reduction on motion capture: every joint and tip stays where it was.
class TestReduceCorpus : public QObject {
    Q_OBJECT

private slots:
    void everyJointStaysWithinTheTolerance_data() { test::captureRows(); }
    void everyJointStaysWithinTheTolerance()
    {
        QFETCH(QString, path);
        const auto import = io::read(path.toStdString());
        QVERIFY(import);
        const Document& doc = import->document;
        QVERIFY(validate(doc));
        const Scene& scene = *doc.scene;
        const double size = extent(scene);
        const int count = std::min(kMostReduced, int(doc.playback.end - doc.playback.start) + 1);

        std::vector<int> parents;
        std::vector<Vec3> tips;
        for (const Node& node : scene.nodes()) {
            parents.push_back(node.parent);
            tips.push_back(node.bone() ? node.bone()->tip : Vec3::Zero());
        }
        std::vector<double> frames;
        std::vector<std::vector<Transform>> local(count);
        std::vector<std::vector<WorldTransform>> world(count);
        for (int f = 0; f < count; ++f) {
            frames.push_back(doc.playback.start + f);
            for (const Node& node : scene.nodes())
                local[f].push_back(sample(doc.clip().track(node.id), node.rest, frames.back()));
            world[f] = worldTransforms(scene, local[f]);
        }
        const SampledMotion motion{
            parents, tips, frames, [&](int f, int n) -> const Transform& { return local[f][n]; },
            [&](int f, int n) -> const WorldTransform& { return world[f][n]; }};
        const TreeTolerance tolerance{1e-3 * size, 0.05};
        QElapsedTimer timer;
        timer.start();
        const auto tracks = reducedTree(motion, std::vector<bool>(parents.size(), true), tolerance);
        const double elapsed = double(timer.nsecsElapsed()) / 1e6;

        double worst = 0;
        double worstAngle = 0;
        int keys = 0;
        for (const Track& track : tracks) keys += int(track.rotation->keys().size());
        for (int f = 0; f < count; ++f) {
            std::vector<Transform> pose;
            for (int n = 0; n < scene.size(); ++n)
                pose.push_back(sample(&tracks[n], scene[n].rest, frames[f]));
            const auto strayed = worldTransforms(scene, pose);
            for (int n = 0; n < scene.size(); ++n) {
                worst = std::max({worst, (strayed[n].position - world[f][n].position).norm(),
                                  (strayed[n] * tips[n] - world[f][n] * tips[n]).norm()});
                worstAngle =
                    std::max(worstAngle, angleBetween(strayed[n].rotation, world[f][n].rotation));
            }
        }
        qInfo("%d joints, %d frames: %.1f%% of the rotation keys, worst %.2e of the size, "
              "%.3f rad, %.0f ms",
              scene.size(), count, 100.0 * keys / (count * scene.size()), worst / size, worstAngle,
              elapsed);
        QVERIFY(worst <= tolerance.position * (1 + 1e-9));
        QVERIFY(worstAngle <= tolerance.angle * (1 + 1e-9));
    }
};

POSEWRIGHT_TEST(TestReduceCorpus, posewright::test::runPlain);
#include "tst_reduce_corpus.moc"
