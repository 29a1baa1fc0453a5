#include "core/evaluate/bake.h"
#include "core/evaluate/cache.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/report.h"
#include "core/math/rotation.h"
#include "tests/core/evaluate/one_target.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace posewright;
using namespace posewright::test::one_target;
using test::Random;

/// What each kind of span does to the pose, and how they meet.
class TstEvaluateSpans : public QObject {
    Q_OBJECT

private slots:
    void outsideItsSpansATargetDoesNothing()
    {
        const Document doc = withSpan(moving(), spanOf(20, 30, SpanKind::Off));
        const Evaluation e = evaluate(doc, 25);
        QCOMPARE(e.targets[0].status, ik::Status::Inactive);
        QVERIFY(e.local == basePose(doc, 25));
        QVERIFY(evaluate(doc, 60).local == basePose(doc, 60));
        QCOMPARE(evaluate(doc, 60).targets[0].status, ik::Status::Inactive);
    }

    void contactKeepsItsAnchorWhateverTheTargetDoes()
    {
        Span contact = spanOf(10, 33, SpanKind::Contact);
        contact.anchor.translation = {0.3, 0.6, -0.2};
        const auto prepared = prepare(withSpan(moving(), contact));
        for (double f = 10; f < 33; f += 0.5) {
            const Evaluation e = evaluate(*prepared, f);
            QVERIFY((tip(e) - contact.anchor.translation).norm() < 1e-9);
            QCOMPARE(e.targets[0].status, ik::Status::Reached);
        }
    }

    void contactSticksToItsSpaceNode()
    {
        Document doc = moving();
        std::vector<Node> nodes = doc.scene->nodes();
        nodes.push_back(test::makeNode(101, "plate", kNoNode, {0.1, 0.2, 0.3}));
        doc.scene = *Scene::make(nodes);
        doc = test::withKeys(doc, NodeId(101), {{0, {0.1, 0.2, 0.3}}, {48, {0.2, 0.1, 0.1}}});
        Span contact = spanOf(10, 30, SpanKind::Contact);
        contact.space = NodeId(101);
        contact.anchor.translation = {0.2, 0.2, -0.2};
        doc = withSpan(doc, contact);
        for (int f = 10; f < 30; f += 3) {
            const Evaluation e = evaluate(doc, f);
            const Vec3 plate = e.world.back().position;
            QVERIFY((tip(e) - plate - contact.anchor.translation).norm() < 1e-9);
        }
    }

    void holdKeepsTheJointsOfTheSpan()
    {
        const Quat bent(Eigen::AngleAxisd(0.8, Vec3::UnitY()));
        Span hold = spanOf(10, 20, SpanKind::Hold);
        hold.held = {{NodeId(1), bent}, {NodeId(2), bent}};
        const Document doc = withSpan(moving(), hold);
        const Evaluation e = evaluate(doc, 15);
        QVERIFY(e.local[0].rotation.coeffs() == bent.coeffs());
        QVERIFY(e.local[1].rotation.coeffs() == bent.coeffs());
        QCOMPARE(e.targets[0].status, ik::Status::Inactive);
    }

    void influenceBlendsTowardsTheBasePose()
    {
        Document doc = moving();
        const Evaluation full = evaluate(doc, 12);
        doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
            InfluenceTrack row;
            row.constraint = ConstraintId(200);
            row.curve.setValue(0, 0.25);
            clip.influences.push_back(row);
        });
        const Evaluation quarter = evaluate(doc, 12);
        const std::vector<Transform> base = basePose(doc, 12);
        for (int j = 0; j < 4; ++j)
            QVERIFY(angleBetween(quarter.local[j].rotation,
                                 slerp(base[j].rotation, full.local[j].rotation, 0.25)) < 1e-12);
        QCOMPARE(quarter.targets[0].status, ik::Status::Softened);
        QCOMPARE(quarter.targets[0].influence, 0.25);
    }

    void spanBordersRiseAndFall()
    {
        Span span = spanOf(0, 48);
        span.in = 8;
        span.out = 8;
        const Document doc = withSpan(moving(), span);
        const auto prepared = prepare(doc);
        QVERIFY(evaluate(*prepared, 0).local == basePose(doc, 0));
        QVERIFY(evaluate(*prepared, 48).local == basePose(doc, 48));
        QVERIFY(std::abs(evaluate(*prepared, 4).targets[0].influence - 0.5) < 1e-12);
        QCOMPARE(evaluate(*prepared, 20).targets[0].influence, 1.0);
        QVERIFY(poseDistance(evaluate(*prepared, 0), evaluate(*prepared, 0.1)) < 0.02);
    }

    void blendMeetsTheKeysAndSaysWhereItMisses()
    {
        Span span = spanOf(0, 48);
        span.inbetween = Inbetween::Blend;
        const auto prepared = prepare(withSpan(moving(), span));
        for (const double key : {0.0, 10.0, 17.0, 33.0, 48.0})
            QCOMPARE(evaluate(*prepared, key).targets[0].status, ik::Status::Reached);
        const Evaluation between = evaluate(*prepared, 25);
        QCOMPARE(between.targets[0].status, ik::Status::Softened);
        QVERIFY(between.targets[0].positionError > 1e-3);
    }

    void linePathIsStraightAndKeepsTheKeys()
    {
        Span span = spanOf(0, 48);
        span.path = TargetPath::Line;
        const auto prepared = prepare(withSpan(moving(), span));
        const Vec3 a(0.3, 0.6, -0.2);
        const Vec3 b(-0.4, 0.5, 0.2);
        for (double f = 10; f <= 17; f += 0.5) {
            const Vec3 p = tip(evaluate(*prepared, f));
            const Vec3 way = (b - a).normalized();
            QVERIFY(((p - a) - way * way.dot(p - a)).norm() < 1e-9);
        }
        QVERIFY((tip(evaluate(*prepared, 17)) - b).norm() < 1e-9);
    }

    void arcPathKeepsTheDistanceFromTheRoot()
    {
        Document doc = test::withKeys(test::chainDocument(4, 0.3, 48), NodeId(100),
                                      {{0, {0.6, 0, 0}}, {48, {0, 0.6, 0}}});
        Span span = spanOf(0, 48);
        span.path = TargetPath::Arc;
        const auto prepared = prepare(withSpan(doc, span));
        for (double f = 0; f <= 48; f += 4)
            QVERIFY(std::abs(tip(evaluate(*prepared, f)).norm() - 0.6) < 1e-9);
    }

    void motionUnderATargetKeepsItsLife()
    {
        // The elbow is keyed; the target has one key. The elbow's motion must show through.
        Document doc = test::chainDocument(4, 0.3, 48);
        doc = test::withKeys(doc, NodeId(100), {{0, {0.5, 0.4, 0}}});
        doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
            Track track;
            track.node = NodeId(2);
            RotationTrack rotation;
            rotation.set(
                {0, Quat(Eigen::AngleAxisd(0.3, Vec3::UnitZ())), RotationInterpolation::Slerp});
            rotation.set(
                {48, Quat(Eigen::AngleAxisd(0.9, Vec3::UnitX())), RotationInterpolation::Slerp});
            track.rotation = rotation;
            setTrack(clip, track);
        });
        const auto prepared = prepare(doc);
        const Evaluation a = evaluate(*prepared, 0);
        const Evaluation b = evaluate(*prepared, 48);
        QCOMPARE(a.targets[0].status, ik::Status::Reached);
        QCOMPARE(b.targets[0].status, ik::Status::Reached);
        QVERIFY(angleBetween(a.local[1].rotation, b.local[1].rotation) > 0.3);
    }

    void aFadingContactDoesNotSlip()
    {
        Span contact = spanOf(10, 33, SpanKind::Contact);
        contact.in = 3;
        contact.out = 3;
        contact.anchor.translation = {0.3, 0.6, -0.2};
        const Result<MotionReport> said = report(*prepare(withSpan(moving(), contact)), {});
        QVERIFY(bool(said));
        QCOMPARE(said->contacts.size(), std::size_t(1));
        QVERIFY(said->contacts[0].slip < 1e-9);
        QCOMPARE(said->errors, 0);
    }

    void whatAContactSticksToIsSolvedFirst()
    {
        // Two arms: the second's effector is what the first one's contact sticks to.
        Document doc = moving(2);
        std::vector<Node> nodes = doc.scene->nodes();
        nodes.push_back(test::makeNode(11, "b0", kNoNode, {0.4, 0.4, 0}, BonePart{}));
        nodes.push_back(test::makeNode(12, "b1", 4, {0.3, 0, 0}, BonePart{}));
        nodes.push_back(test::makeNode(13, "b2", 5, {0.3, 0.05, 0}, BonePart{}));
        nodes.push_back(test::makeNode(14, "other", kNoNode, {0.5, 0.5, 0}));
        doc.scene = *Scene::make(nodes);
        Constraint arm;
        arm.id = ConstraintId(201);
        arm.target = NodeId(14);
        arm.effector = NodeId(13);
        arm.root = NodeId(11);
        arm.soft = 0;
        Span contact = spanOf(0, 48, SpanKind::Contact);
        contact.space = NodeId(13);
        contact.anchor.translation = {0, 0.02, 0};
        doc = test::withKeys(doc, NodeId(14), {{0, {0.5, 0.5, 0}}, {48, {0.3, 0.6, 0.1}}});
        std::vector<Evaluation> outcomes;
        for (const bool first : {false, true}) {
            Document both = doc;
            both.rig = both.rig.with([&](Rig& rig) {
                rig.constraints.insert(first ? rig.constraints.begin() : rig.constraints.end(),
                                       arm);
            });
            both.clips[0] = both.clips[0].with([&](Clip& clip) {
                setSpan(clip, ConstraintId(201), spanOf(0, 48));
                setSpan(clip, ConstraintId(200), contact);
            });
            for (const int f : {0, 20, 48}) {
                const Evaluation e = evaluate(both, f);
                QVERIFY((tip(e, 2) - e.world[6] * Vec3(0, 0.02, 0)).norm() < 1e-9);
                outcomes.push_back(e);
            }
        }
        for (int i = 0; i < 3; ++i) QVERIFY(outcomes[i].local == outcomes[i + 3].local);
    }
};

POSEWRIGHT_TEST(TstEvaluateSpans, posewright::test::runWithEvents);
#include "tst_evaluate_spans.moc"
