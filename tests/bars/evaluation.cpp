#include "core/evaluate/bake.h"
#include "core/evaluate/cache.h"
#include "core/evaluate/evaluate.h"
#include "tests/bars/bars.h"
#include "tests/bars/figures.h"
#include "tests/bars/timing.h"
#include "tests/support/humanoid_shot.h"
#include "tests/support/path_classes.h"

#include <QTest>

namespace posewright::bars {

namespace {

/// A trunk with limbs of equally many bones in all directions, `targets` of them led by a target
/// that moves through frames 0 to `frames`.
Document limbsOf(int trunk, int count, int bones, int targets, int frames)
{
    Document doc = emptyDocument();
    std::vector<Node> nodes;
    std::vector<Constraint> constraints;
    const double length = 1.0 / bones;
    for (int i = 0; i < trunk; ++i)
        nodes.push_back(test::makeNode(1 + i, "trunk" + std::to_string(i), i - 1,
                                       i == 0 ? Vec3(0, 1, 0) : Vec3(0, 0.1, 0), BonePart{}));
    for (int limb = 0; limb < count; ++limb)
        for (int i = 0; i < bones; ++i) {
            Node node = test::makeNode(100 * (limb + 1) + i,
                                       "limb" + std::to_string(limb) + '.' + std::to_string(i),
                                       i == 0 ? limb % trunk : static_cast<int>(nodes.size()) - 1,
                                       i == 0 ? Vec3::Zero() : Vec3(length, 0, 0), BonePart{});
            node.rest.rotation = Quat(i == 0 ? Eigen::AngleAxisd(6.28 * limb / count, Vec3::UnitY())
                                             : Eigen::AngleAxisd(0.2, Vec3::UnitZ()));
            nodes.push_back(node);
        }
    doc.scene = *Scene::make(nodes);
    const std::vector<WorldTransform> world = worldTransforms(*doc.scene, restPose(*doc.scene));
    std::vector<Vec3> ends;
    for (int t = 0; t < targets; ++t) {
        Constraint c;
        c.id = ConstraintId(9500 + t);
        c.target = NodeId(9000 + t);
        c.root = NodeId(100 * (t + 1));
        c.effector = NodeId(100 * (t + 1) + bones - 1);
        constraints.push_back(c);
        ends.push_back(world[doc.scene->find(c.effector)].position);
        nodes.push_back(
            test::makeNode(9000 + t, "target" + std::to_string(t), kNoNode, ends.back()));
    }
    doc.scene = *Scene::make(nodes);
    doc.rig = Rig{constraints};
    doc.nextId = 10000;
    doc.playback.end = frames;
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        for (const Constraint& c : constraints) {
            Span span;
            span.end = frames;
            setSpan(clip, c.id, span);
        }
    });
    for (int t = 0; t < targets; ++t) {
        std::vector<std::pair<double, Vec3>> keys;
        for (int frame = 0; frame <= frames; frame += 10)
            keys.emplace_back(frame, ends[t] * (0.85 + 0.1 * std::sin(frame * 0.1 + t)));
        doc = test::withKeys(doc, NodeId(9000 + t), keys);
    }
    return doc;
}

Document together(Document doc, double end)
{
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        for (SpanRow& row : clip.spans)
            for (Span& span : row.spans) {
                span.inbetween = Inbetween::Trajectory;
                span.end = end;
            }
    });
    return doc;
}

/// Layers of offsets on six bones each, with a key every 20 frames.
Document withLayers(Document doc, int count, int frames)
{
    std::vector<NodeId> bones;
    for (const Node& node : doc.scene->nodes())
        if (node.bone()) bones.push_back(node.id);
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        for (int l = 0; l < count; ++l) {
            Layer layer;
            layer.name = "layer" + std::to_string(l);
            for (int j = 0; j < 6; ++j) {
                Track track;
                track.node = bones[std::size_t(5 * l + j) % bones.size()];
                std::vector<RotationKey> keys;
                for (int k = 0; k <= frames; k += 20)
                    keys.push_back({double(k),
                                    Quat(Eigen::AngleAxisd(0.05 * std::sin(k + l + j + 1),
                                                           Vec3(1, 2, j).normalized())),
                                    RotationInterpolation::Eased});
                track.rotation =
                    RotationTrack::fromKeys(keys, std::vector<RotationShape>(keys.size()));
                setTrack(layer, std::move(track));
            }
            clip.layers.emplace_back(std::move(layer));
        }
    });
    return doc;
}

/// What the plain loops below take stands to what a pose of a capture may take as 1 to this.
constexpr double kPlayed = 1.5;

/// 67 joints of 301 cubic keys each, and three Bezier curves of the first one.
Document captured()
{
    Document doc = emptyDocument();
    std::vector<Node> nodes;
    for (int j = 0; j < 67; ++j)
        nodes.push_back(test::makeNode(1 + j, "joint" + std::to_string(j), j == 0 ? -1 : j / 2,
                                       Vec3(0, 0.1, 0.02), BonePart{}));
    doc.scene = *Scene::make(nodes);
    doc.playback.end = 300;
    doc.clips[0] = doc.clips[0].with([](Clip& clip) {
        for (int j = 0; j < 67; ++j) {
            std::vector<RotationKey> keys;
            for (int k = 0; k <= 300; ++k)
                keys.push_back({double(k),
                                Quat(Eigen::AngleAxisd(0.5 * std::sin(0.1 * k + j),
                                                       Vec3(1, 2, j).normalized())),
                                RotationInterpolation::Cubic});
            Track track;
            track.node = NodeId(1 + j);
            track.rotation = RotationTrack::fromKeys(std::move(keys));
            if (j == 0)
                for (int axis = 0; axis < 3; ++axis) {
                    Curve curve;
                    for (int k = 0; k <= 300; ++k) curve.setValue(k, std::sin(0.05 * k + axis));
                    track.translation[axis] = curve;
                }
            setTrack(clip, std::move(track));
        }
    });
    return doc;
}

/// The same capture as arrays: cubic Hermite of the quaternions' components, then down the tree.
/// Nothing of it is of `core`, but for the keys.
class PlainCapture {
public:
    explicit PlainCapture(const Document& doc)
    {
        for (const Node& node : doc.scene->nodes()) {
            parents_.push_back(node.parent);
            offsets_.push_back(node.rest.translation);
            const RotationTrack& track = *doc.clip().track(node.id)->rotation;
            for (std::size_t k = 0; k < track.size(); ++k) {
                const RotationShape shape = track.shape(k);
                keys_.push_back({track.keys()[k].value.coeffs(), shape.in, shape.out});
            }
        }
        const Track& root = *doc.clip().track(doc.scene->nodes().front().id);
        for (int k = 0; k < kKeys; ++k) {
            Vec3 at;
            for (int axis = 0; axis < 3; ++axis) at[axis] = root.translation[axis]->keys()[k].value;
            places_.push_back(at);
        }
    }
    std::size_t joints() const { return parents_.size(); }
    void pose(double frame, std::vector<Eigen::Affine3d>& world) const
    {
        const int k = std::min(static_cast<int>(frame), kKeys - 2);
        const double u = frame - k;
        const double u2 = u * u;
        const double u3 = u2 * u;
        for (std::size_t j = 0; j < parents_.size(); ++j) {
            const Rotation& a = keys_[j * kKeys + k];
            const Rotation& b = keys_[j * kKeys + k + 1];
            const Vec4 q = (2 * u3 - 3 * u2 + 1) * a.value + (u3 - 2 * u2 + u) * a.out +
                           (3 * u2 - 2 * u3) * b.value + (u3 - u2) * b.in;
            Eigen::Affine3d local;
            local.linear() = Quat(q.normalized()).toRotationMatrix();
            local.translation() =
                j == 0 ? Vec3((1 - u) * places_[k] + u * places_[k + 1]) : offsets_[j];
            local.makeAffine();
            world[j] = parents_[j] < 0 ? local : world[parents_[j]] * local;
        }
    }

private:
    static constexpr int kKeys = 301;
    struct Rotation {
        Vec4 value, in, out;
    };
    std::vector<NodeIndex> parents_;
    std::vector<Vec3> offsets_;
    std::vector<Rotation> keys_;
    std::vector<Vec3> places_;
};

}  // namespace

/// From a document to poses, on one core.
class EvaluationBars : public QObject {
    Q_OBJECT

private slots:
    /// Dragging a target solves the whole shot again: 25 joints, five targets, keys included.
    void aShotOf600FramesIsSolvedWithinAPicture()
    {
        const Document doc = test::humanoidShot();
        const double took = best(
            16,
            [&] {
                return 1e-6 * timeOf([&] {
                           const auto prepared = prepare(doc);
                           for (int f = 0; f < 600; ++f) used(evaluate(*prepared, f));
                       });
            },
            9);
        QVERIFY(holds("600 frames of 25 joints and five targets", took, 16, "ms"));
    }

    /// Of a character that five targets lead, each layer with offsets of a limb or two, in force.
    void fiveLayersCostLittle()
    {
        const Document bare = test::humanoidShot();
        const Document laid = withLayers(bare, 5, 600);
        const auto plain = prepare(bare), layered = prepare(laid);
        const auto run = [](const Prepared& prepared) {
            for (int f = 0; f < 600; ++f) used(evaluate(prepared, f));
        };
        run(*plain), run(*layered);
        const Beside both = inTurn([&] { run(*layered); }, [&] { run(*plain); });
        QVERIFY(holds("five layers, of none", both.ratio(), 1.3, "x"));
    }

    void aPoseIsThereAtOnce_data()
    {
        QTest::addColumn<Document>("doc");
        QTest::addColumn<double>("bar");  // [ms]
        QTest::newRow("64 bones, 6 targets") << limbsOf(4, 12, 5, 6, 200) << 2.0;
        QTest::newRow("256 bones, 12 targets") << limbsOf(16, 24, 10, 12, 200) << 8.0;
    }
    void aPoseIsThereAtOnce()
    {
        QFETCH(Document, doc);
        QFETCH(double, bar);
        const double cold = best(bar, [&] {
            std::vector<double> times;
            for (int i = 0; i < 100; ++i)
                times.push_back(1e-6 * timeOf([&] { used(evaluate(doc, (i * 37) % 201)); }));
            return percentile(times, 0.95);
        });
        QVERIFY(holds(QString("a cold pose, 95%, ") + QTest::currentDataTag(), cold, bar, "ms"));
        PoseCache cache(1);
        cache.reset(prepare(doc));
        QTRY_VERIFY_WITH_TIMEOUT(cache.find(7), 60000);
        const double kept = best(0.05, [&] {
            std::vector<double> times;
            for (int i = 0; i < 100; ++i)
                times.push_back(1e-6 * timeOf([&] { used(cache.find(7)); }));
            return percentile(times, 0.95);
        });
        QVERIFY(holds(QString("a pose that was kept, 95%, ") + QTest::currentDataTag(), kept, 0.05,
                      "ms"));
    }

    void aBakeOfAThousandFramesTakesLessThanTwoSeconds()
    {
        const Document doc = limbsOf(4, 12, 5, 6, 999);
        BakeOptions options;
        options.jobs = 1;
        const double took = best(2, [&] {
            timespec since{}, now{};  // bakes run on threads of their own
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &since);
            used(bake(*prepare(doc), options));
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
            return static_cast<double>(now.tv_sec - since.tv_sec) +
                   1e-9 * static_cast<double>(now.tv_nsec - since.tv_nsec);
        });
        QVERIFY(holds("a bake of 1000 frames of 64 bones and 6 targets", took, 2, "s"));
    }

    /// No targets: tracks and forward kinematics, against the same arithmetic on plain arrays. On a
    /// quiet machine the bars come to 3 us, and 6 us at random (PERFORMANCE: 67 joints).
    void aCapturePlaysAtTheSpeedOfPlainLoops_data()
    {
        QTest::addColumn<bool>("random");
        QTest::addColumn<double>("bar");
        QTest::newRow("one after the other") << false << kPlayed;
        QTest::newRow("at random") << true << 2 * kPlayed;
    }
    void aCapturePlaysAtTheSpeedOfPlainLoops()
    {
        QFETCH(bool, random);
        QFETCH(double, bar);
        const Document doc = captured();
        const auto prepared = prepare(doc);
        const PlainCapture plain(doc);
        std::vector<Eigen::Affine3d> world(plain.joints());
        const auto frameOf = [random](int i) {
            return random ? 0.5 * ((i * 7919) % 601) : 0.3 * i;
        };
        const Beside times = inTurn(
            [&] {
                for (int i = 0; i < 1000; ++i) used(evaluate(*prepared, frameOf(i)));
            },
            [&] {
                for (int i = 0; i < 1000; ++i) {
                    plain.pose(frameOf(i), world);
                    used(world);
                }
            });
        QVERIFY(
            holds(QString("67 joints of 301 keys, ") + QTest::currentDataTag() + ", of plain loops",
                  times.ratio(), bar, "x"));
    }

    /// What docs/solvers.md says that they take.
    void spansThatAreSolvedAsAWholeTakeTheirTime_data()
    {
        QTest::addColumn<Document>("doc");
        QTest::addColumn<double>("bar");  // [ms]
        test::Random random(1000);
        const Document arm =
            test::withKeys(test::chainDocument(4, 0.17453292519943295, test::kPathFrames),
                           NodeId(100), test::pathKeys(test::pathClasses()[0], random));
        QTest::newRow("four bones") << together(arm, 239) << 73.0;
        QTest::newRow("25 joints and five targets") << together(test::humanoidShot(), 239) << 51.0;
    }
    void spansThatAreSolvedAsAWholeTakeTheirTime()
    {
        QFETCH(Document, doc);
        QFETCH(double, bar);
        const double took = best(bar, [&] {
            const auto prepared = prepare(doc);
            return 1e-6 * timeOf([&] { used(evaluate(*prepared, 120)); });
        });
        QVERIFY(
            holds(QString("240 frames as a whole, ") + QTest::currentDataTag(), took, bar, "ms"));
    }
};

std::unique_ptr<QObject> evaluationBars()
{
    return std::make_unique<EvaluationBars>();
}

}  // namespace posewright::bars

#include "evaluation.moc"
