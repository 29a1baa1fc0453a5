#include "core/evaluate/evaluate.h"
#include "core/ik/limits.h"
#include "core/math/rotation.h"
#include "tests/support/figures.h"
#include "tests/support/limit_measure.h"
#include "tests/support/program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <thread>

using namespace posewright;
using test::Random;

namespace {

constexpr int kFrames = 48;

Limit anyLimit(Random& random)
{
    switch (random.below(5)) {
    case 0: return {};
    case 1: return HingeLimit{Vec3::UnitZ(), {-1.5, 1.5}};
    case 2: return BoxLimit{{Range{-0.5, 0.5}, Range{-0.7, 0.4}, Range{-1, 1.2}}, {2, 1, 0}};
    case 3: return PrismaticLimit{Vec3::UnitX(), {-0.05, 0.1}};
    default: {
        ConeLimit cone{Vec3::UnitX(), Vec3::UnitY(), {}, {-0.8, 0.8}};
        for (double& angle : cone.angles) angle = random.uniform(0.3, 1.4);
        return cone;
    }
    }
}

Document withLimits(Document doc, const std::function<Limit(int)>& limitOf)
{
    std::vector<Node> nodes = doc.scene->nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (auto* bone = std::get_if<BonePart>(&nodes[i].part))
            bone->limit = limitOf(static_cast<int>(i));
    doc.scene = *Scene::make(std::move(nodes), doc.scene->skins());
    return doc;
}

/// A chain with any limits, keys that may break them, and a target that goes anywhere.
Document anyDocument(std::uint64_t seed)
{
    Random random(seed);
    const int bones = 2 + random.below(5);
    std::vector<std::pair<double, Vec3>> keys;
    for (int f = 0; f <= kFrames; f += 12)
        keys.emplace_back(f, random.direction() * random.uniform(0.2, 1.1));
    Document doc = test::withKeys(test::chainDocument(bones, 0.3, kFrames), NodeId(100), keys);
    doc = withLimits(doc, [&](int i) { return i < bones ? anyLimit(random) : Limit(); });
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        const SpanRow* row = clip.spanRow(ConstraintId(200));
        Span span = row->spans.front();
        span.inbetween = random.below(2) == 0 ? Inbetween::Resolve : Inbetween::Blend;
        span.mix = random.below(3) == 0 ? 0.4 : 0;
        span.in = random.uniform(0, 6);
        span.out = random.uniform(0, 6);
        setSpan(clip, ConstraintId(200), span);
        // The joints' own keys know nothing of limits.
        for (int i = 0; i < bones; ++i) {
            Track track;
            track.node = NodeId(i + 1);
            RotationTrack rotation;
            for (const double frame : {0.0, 24.0, 48.0})
                rotation.setValue(frame,
                                  fromRotationVector(random.direction() * random.uniform(0, 2)));
            track.rotation = rotation;
            if (random.below(2) == 0) setTrack(clip, track);
        }
    });
    return doc;
}

double worstViolation(const Document& doc, const Evaluation& pose)
{
    double worst = 0;
    const Scene& scene = *doc.scene;
    const Constraint& c = doc.rig->constraints[0];
    if (pose.targets[0].influence <= 0) return 0;
    for (const NodeIndex row : scene.path(scene.find(c.root), scene.find(c.effector))) {
        if (row == scene.find(c.effector)) continue;
        ik::Joint joint;
        joint.rest = scene[row].rest.rotation;
        joint.limit = scene[row].bone()->limit;
        worst = std::max(worst, test::violationOf(joint, pose.local[row].rotation));
        const auto* slide = std::get_if<PrismaticLimit>(&joint.limit);
        if (!slide) continue;
        const double travel = (pose.local[row].translation - scene[row].rest.translation)
                                  .dot(joint.rest * slide->axis);
        worst = std::max(worst, std::abs(travel - ik::clampedTravel(joint.limit, travel)));
    }
    return worst;
}

}  // namespace

class TestLimitsEvaluated : public QObject {
    Q_OBJECT

private slots:
    void solvedAndBlendedPosesAreInsideTheLimits()
    {
        double worst = 0;
        for (std::uint64_t seed = 0; seed < 150; ++seed) {
            const Document doc = anyDocument(seed);
            QVERIFY(validate(doc));
            const auto prepared = prepare(doc);
            for (double f = 0; f <= kFrames; f += 1.5)
                worst = std::max(worst, worstViolation(doc, evaluate(*prepared, f)));
        }
        qInfo("worst violation %.2g rad", worst);
        QVERIFY(worst <= 1e-9);
    }

    void aFrameDoesNotDependOnTheOthers()
    {
        for (std::uint64_t seed = 0; seed < 25; ++seed) {
            const Document doc = anyDocument(seed);
            const auto prepared = prepare(doc, makeKeyMemo());
            std::vector<Evaluation> forward;
            for (int f = 0; f <= kFrames; ++f) forward.push_back(evaluate(*prepared, f));
            const auto fresh = prepare(doc);
            for (int f = kFrames; f >= 0; --f) QVERIFY(evaluate(*fresh, f) == forward[f]);
            for (int f = 0; f <= kFrames; f += 17) QVERIFY(evaluate(doc, f) == forward[f]);
            const auto shared = prepare(doc);
            std::vector<Evaluation> threaded(kFrames + 1);
            std::vector<std::thread> threads;
            for (int t = 0; t < 4; ++t)
                threads.emplace_back([&, t] {
                    for (int f = t; f <= kFrames; f += 4) threaded[f] = evaluate(*shared, f);
                });
            for (std::thread& thread : threads) thread.join();
            QVERIFY(threaded == forward);
        }
    }

    void aMissBecauseOfALimitIsSaidWithTheJoint()
    {
        Document doc = test::withKeys(test::chainDocument(3, 0.2, kFrames), NodeId(100),
                                      {{0, Vec3(0.2, 0.1, 0)}});
        doc = withLimits(doc, [](int i) {
            return i == 1 || i == 2 ? Limit(HingeLimit{Vec3::UnitZ(), {-0.5, 0.5}}) : Limit();
        });
        const Evaluation pose = evaluate(doc, 10);
        QCOMPARE(pose.targets[0].status, ik::Status::Limited);
        const QString reason = QString::fromStdString(pose.targets[0].reason);
        QVERIFY2(reason.contains("'joint1'") && reason.contains("hinge"), qPrintable(reason));
        QCOMPARE(pose.targets[0].solver, std::string_view("lm"));
    }

    void whereLimitsStopTheFoldTheTargetIsEased()
    {
        // Four bones that can each turn by 70 degrees from a rest bent by 10: curled up, the end is
        // this far from the root.
        constexpr double kDegree = 3.14159265358979323846 / 180;
        const double least = 0.25 * std::sin(160 * kDegree) / std::sin(40 * kDegree);
        constexpr double kSoft = 0.03;
        const auto limitOf = [&](int i) -> Limit {
            if (i == 0 || i > 3) return {};
            constexpr double kCone = 70 * kDegree;
            return ConeLimit{
                Vec3::UnitX(), Vec3::UnitY(), {kCone, kCone, kCone, kCone}, {-0.7, 0.7}};
        };
        for (const double soft : {0.0, kSoft}) {
            const Vec3 way = Vec3(1, 0.5, 0.2).normalized();
            Document doc = test::withKeys(test::chainDocument(4, 10 * kDegree, 200), NodeId(100),
                                          {{0, 0.5 * way}, {100, 0.2 * way}, {200, 0.02 * way}});
            doc = withLimits(doc, limitOf);
            doc.rig = doc.rig.with([&](Rig& rig) { rig.constraints[0].soft = soft; });
            const auto prepared = prepare(doc);
            double before = 1;
            for (int f = 0; f <= 200; ++f) {
                const Evaluation e = evaluate(*prepared, f);
                const double asked = e.world[5].position.norm();
                const double reached = e.world[4].position.norm();
                const ik::Status status = e.targets[0].status;
                QVERIFY2(reached > least - 1e-6, qPrintable(QString::number(reached - least)));
                QVERIFY(reached < before + 1e-6);
                before = reached;
                if (asked < least - 1e-6)
                    QCOMPARE(int(status), int(ik::Status::Limited));
                else if (asked > least + soft + 1e-4)
                    QCOMPARE(int(status), int(ik::Status::Reached));
                else if (asked > least + 1e-4 && asked < least + soft - 2e-3)
                    QCOMPARE(int(status), int(ik::Status::Softened));
                // Eased by as much as at full stretch.
                if (soft > 0 && asked > least)
                    QVERIFY(e.targets[0].positionError <= (1 - std::tanh(1.0)) * kSoft + 1e-6);
            }
        }
    }

    void keysBeyondALimitAreShownAndSaid()
    {
        Document doc = test::chainDocument(3, 0.2, kFrames);
        doc = withLimits(doc, [](int i) {
            return i == 1 ? Limit(HingeLimit{Vec3::UnitZ(), {-0.1, 0.1}}) : Limit();
        });
        doc.clips[0] = doc.clips[0].with([](Clip& clip) {
            clip.spans.clear();
            Track track;
            track.node = NodeId(2);
            RotationTrack rotation;
            rotation.setValue(0, fromRotationVector(0.9 * Vec3::UnitZ()));
            track.rotation = rotation;
            setTrack(clip, track);
        });
        const Evaluation pose = evaluate(doc, 0);
        QVERIFY(angleBetween(pose.local[1].rotation, fromRotationVector(0.9 * Vec3::UnitZ())) <
                1e-12);
        QCOMPARE(pose.outside.size(), std::size_t(1));
        QVERIFY(pose.outside[0].joint == NodeId(2));
        QVERIFY(std::abs(pose.outside[0].by - 0.6) < 1e-9);
    }
};

POSEWRIGHT_TEST(TestLimitsEvaluated, posewright::test::runPlain);
#include "tst_limits_evaluated.moc"
