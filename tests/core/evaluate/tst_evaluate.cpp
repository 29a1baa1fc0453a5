#include "core/evaluate/bake.h"
#include "core/evaluate/cache.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/report.h"
#include "core/math/rotation.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace posewright;
using test::Random;

namespace {

/// A chain whose target travels through reachable places, with keys at uneven frames.
Document moving(int bones = 4)
{
    return test::withKeys(test::chainDocument(bones, 0.3, 48), NodeId(100),
                          {{0, {0.6, 0.3, 0.1}},
                           {10, {0.3, 0.6, -0.2}},
                           {17, {-0.4, 0.5, 0.2}},
                           {33, {0.2, -0.6, 0.3}},
                           {48, {0.7, 0.1, 0.0}}});
}

Span spanOf(double start, double end, SpanKind kind = SpanKind::Reach)
{
    Span span;
    span.start = start;
    span.end = end;
    span.kind = kind;
    return span;
}

Document withSpan(Document doc, const Span& span)
{
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) { setSpan(clip, ConstraintId(200), span); });
    return doc;
}

Document withConstraint(Document doc, const std::function<void(Constraint&)>& change)
{
    doc.rig = doc.rig.with([&](Rig& rig) { change(rig.constraints[0]); });
    return doc;
}

double poseDistance(const Evaluation& a, const Evaluation& b)
{
    double most = 0;
    for (std::size_t i = 0; i < a.world.size(); ++i)
        most = std::max({most, (a.world[i].position - b.world[i].position).norm(),
                         angleBetween(a.local[i].rotation, b.local[i].rotation)});
    return most;
}

const Vec3& tip(const Evaluation& e, int bones = 4)
{
    return e.world[bones].position;
}

}  // namespace

class TstEvaluate : public QObject {
    Q_OBJECT

private slots:
    void reachableTargetsAreReachedAtEveryFrame()
    {
        const auto prepared = prepare(moving());
        for (double f = 0; f <= 48; f += 0.5) {
            const Evaluation e = evaluate(*prepared, f);
            QCOMPARE(e.targets.size(), std::size_t(1));
            QVERIFY2(e.targets[0].status == ik::Status::Reached, qPrintable(QString::number(f)));
            QVERIFY((tip(e) - e.world.back().position).norm() < 1e-9);
        }
    }

    void boneLengthsNeverChange()
    {
        const auto prepared = prepare(moving(9));
        for (double f = 0; f <= 48; f += 1) {
            const Evaluation e = evaluate(*prepared, f);
            for (int j = 1; j <= 9; ++j)
                QVERIFY(std::abs((e.world[j].position - e.world[j - 1].position).norm() - 1.0 / 9) <
                        1e-14);
        }
    }

    void visitingOrderChangesNoBit()
    {
        const Document doc = moving();
        const auto forwards = prepare(doc);
        std::vector<Evaluation> reference;
        for (int f = 0; f <= 48; ++f) reference.push_back(evaluate(*forwards, f));

        const auto backwards = prepare(doc, makeKeyMemo());
        for (int f = 48; f >= 0; --f) QVERIFY(evaluate(*backwards, f) == reference[f]);

        Random random(7);
        const auto shuffled = prepare(doc, makeKeyMemo());
        for (int i = 0; i < 200; ++i) {
            const int f = random.below(49);
            QVERIFY(evaluate(*shuffled, f) == reference[f]);
        }
        for (int loop = 0; loop < 20; ++loop)
            for (int f = 0; f <= 48; f += 6) QVERIFY(evaluate(*forwards, f) == reference[f]);
        for (int f = 0; f <= 48; f += 5) QVERIFY(evaluate(doc, f) == reference[f]);
    }

    void numberOfThreadsChangesNoBit()
    {
        const Document doc = moving(9);
        BakeOptions one;
        one.jobs = 1;
        const Result<Bake> reference = bake(*prepare(doc), one);
        QVERIFY(bool(reference));
        QCOMPARE(reference->frames.size(), std::size_t(49));
        for (const int jobs : {2, 4}) {
            BakeOptions options;
            options.jobs = jobs;
            const Result<Bake> again = bake(*prepare(doc, makeKeyMemo()), options);
            QVERIFY(bool(again));
            QVERIFY(again->frames == reference->frames);
        }
    }

    void cacheChangesNoBit()
    {
        const Document doc = moving();
        const auto prepared = prepare(doc);
        PoseCache cache(2);
        cache.reset(prepared);
        cache.moveTo(20);
        QTRY_COMPARE(cache.filled(), 1.0);
        for (int f = 0; f <= 48; ++f) {
            QVERIFY(cache.find(f) != nullptr);
            QVERIFY(*cache.find(f) == evaluate(doc, f));
        }
        QVERIFY(cache.find(0.5) == nullptr);
        QVERIFY(*cache.at(0.5) == evaluate(doc, 0.5));
        QVERIFY(*cache.at(-3) == evaluate(doc, -3));
    }

    void memoOfAnotherVersionChangesNoBit()
    {
        const auto memo = makeKeyMemo();
        const Document before = moving();
        for (int f = 0; f <= 48; ++f) (void)evaluate(*prepare(before, memo), f);
        const Document after = test::withKeys(before, NodeId(100), {{17, {-0.5, 0.4, 0.0}}});
        const auto with = prepare(after, memo);
        for (int f = 0; f <= 48; ++f) QVERIFY(evaluate(*with, f) == evaluate(after, f));
    }

    void solvingAgainFromTheAnswerChangesNothing()
    {
        // The tracks already put the effector on its target: the constraint must not move it.
        Document doc = moving();
        const Evaluation shown = evaluate(doc, 10);
        Document at = test::chainDocument(4, 0.3, 48);
        at = test::withKeys(at, NodeId(100), {{10, shown.world.back().position}});
        at.clips[0] = at.clips[0].with([&](Clip& clip) {
            for (int j = 0; j <= 4; ++j) {
                Track track;
                track.node = NodeId(j + 1);
                track.rotation = RotationTrack::fromKeys({{10, shown.local[j].rotation}});
                setTrack(clip, track);
            }
        });
        QVERIFY(poseDistance(evaluate(at, 10), shown) < 1e-9);
    }

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

    /// As the body's target of a capture does, far from the origin: where only the root moves there
    /// is no length to measure rounding by.
    void aTargetThatOnlyMovesTheRootIsReachedInSpiteOfRounding()
    {
        Document doc = test::chainDocument(1, 0, 40);
        std::vector<Node> nodes = doc.scene->nodes();
        nodes[1].rest.translation.setZero();
        nodes[0].rest.translation = Vec3(17.3, 18.1, -21.7);
        doc.scene = *Scene::make(std::move(nodes));
        doc = withConstraint(doc, [](Constraint& c) { c.rootMoves = true; });
        doc =
            test::withKeys(doc, NodeId(100), {{0, {17.1, 18.2, -21.3}}, {40, {19.7, 16.9, -22.1}}});
        for (int frame = 0; frame <= 40; ++frame) {
            const Evaluation e = evaluate(doc, frame);
            QCOMPARE(e.targets[0].status, ik::Status::Reached);
            QVERIFY(e.targets[0].positionError < 1e-13);
        }
    }

    void unreachableSaysByHowMuch()
    {
        const Document doc =
            test::withKeys(test::chainDocument(4, 0.3, 48), NodeId(100), {{0, {2.0, 0, 0}}});
        const Evaluation e = evaluate(doc, 0);
        QCOMPARE(e.targets[0].status, ik::Status::Unreachable);
        QVERIFY(std::abs(e.targets[0].positionError - 1.0) < 1e-6);
        QVERIFY(isProblem(worst(e)));
    }

    void softReachIsSaidAndSmooth()
    {
        Document doc =
            test::withKeys(test::chainDocument(4, 0.3, 48), NodeId(100), {{0, {0.99, 0, 0}}});
        doc = withConstraint(doc, [](Constraint& c) { c.soft = 0.03; });
        const Evaluation e = evaluate(doc, 0);
        QCOMPARE(e.targets[0].status, ik::Status::Softened);
        QVERIFY(e.targets[0].positionError > 1e-4 && e.targets[0].positionError < 0.03);
        QVERIFY(!isProblem(worst(e)));
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

    void scaledParentsAreHonoured()
    {
        Document doc = moving();
        std::vector<Node> nodes = doc.scene->nodes();
        nodes.insert(nodes.begin(), test::makeNode(102, "armature", kNoNode, {0.2, 0, 0}));
        nodes[0].rest.scale = Vec3::Constant(0.5);
        for (std::size_t i = 1; i <= 5; ++i) nodes[i].parent = int(i) - 1;
        doc.scene = *Scene::make(nodes);
        doc = test::withKeys(doc, NodeId(100), {{5, {0.4, 0.2, 0.1}}});
        const Evaluation e = evaluate(doc, 5);
        QCOMPARE(e.targets[0].status, ik::Status::Reached);
        QVERIFY((e.world[5].position - Vec3(0.4, 0.2, 0.1)).norm() < 1e-9);
    }

    void orientationIsMetWithThePosition()
    {
        Document doc = withConstraint(moving(), [](Constraint& c) { c.orientation = true; });
        const auto prepared = prepare(doc);
        for (int f = 0; f <= 48; f += 4) {
            const Evaluation e = evaluate(*prepared, f);
            QCOMPARE(e.targets[0].status, ik::Status::Reached);
            QVERIFY(e.targets[0].orientationError < 1e-9);
            QVERIFY(e.targets[0].positionError < 1e-9);
        }
    }

    void feetUnderDrivenHipsAreSolvedAfterThem()
    {
        // root -> a -> b -> c (target "hips" on c, root a), and below c a leg c -> d -> e.
        Document doc = test::chainDocument(2, 0.3, 20);
        std::vector<Node> nodes = doc.scene->nodes();
        nodes.push_back(test::makeNode(11, "thigh", 2, {0, -0.3, 0}, BonePart{}));
        nodes.push_back(test::makeNode(12, "shin", 4, {0.1, -0.4, 0}, BonePart{}));
        nodes.push_back(test::makeNode(13, "foot", 5, {-0.1, -0.4, 0}, BonePart{}));
        nodes.push_back(test::makeNode(14, "sole", kNoNode, {0.7, -0.7, 0}));
        doc.scene = *Scene::make(nodes);
        doc.rig = doc.rig.with([](Rig& rig) {
            Constraint leg;
            leg.id = ConstraintId(201);
            leg.target = NodeId(14);
            leg.effector = NodeId(13);
            leg.root = NodeId(11);
            leg.soft = 0;
            rig.constraints.insert(rig.constraints.begin(), leg);
        });
        doc.clips[0] =
            doc.clips[0].with([](Clip& clip) { setSpan(clip, ConstraintId(201), spanOf(0, 20)); });
        doc = test::withKeys(doc, NodeId(100), {{0, {0.8, 0.2, 0}}, {20, {0.6, 0.4, 0.2}}});
        doc = test::withKeys(doc, NodeId(14), {{0, {0.7, -0.4, 0}}});
        const auto prepared = prepare(doc);
        for (int f = 0; f <= 20; ++f) {
            const Evaluation e = evaluate(*prepared, f);
            for (const TargetStatus& t : e.targets) QCOMPARE(t.status, ik::Status::Reached);
        }
    }

    void bakedKeysPlayTheSameMotion()
    {
        const Document doc = moving();
        BakeOptions options;
        const Result<Clip> clip = bakedClip(*prepare(doc), options);
        QVERIFY(bool(clip));
        Document baked = doc;
        baked.clips[0] = *clip;
        baked.rig = Rig{};
        baked.clips[0] = baked.clips[0].with([](Clip& c) { c.spans.clear(); });
        for (int f = 0; f <= 48; ++f) {
            const Evaluation a = evaluate(doc, f);
            const Evaluation b = evaluate(baked, f);
            for (int j = 0; j <= 4; ++j)
                QVERIFY((a.world[j].position - b.world[j].position).norm() < 1e-12);
        }
    }

    void aSolverThatDoesNotExistIsNamed()
    {
        const Document doc =
            withConstraint(moving(), [](Constraint& c) { c.solver = "no-such-solver"; });
        const Evaluation e = evaluate(doc, 5);
        QCOMPARE(e.targets[0].status, ik::Status::Reached);
        QVERIFY(e.targets[0].reason.find("no-such-solver") != std::string::npos);
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

    void reducedBakeStaysWithinItsTolerance()
    {
        const Document doc = moving(9);
        for (const double share : {1e-2, 1e-3, 1e-4}) {
            BakeOptions options;
            options.reduce = share;
            const Result<Clip> clip = bakedClip(*prepare(doc), options);
            QVERIFY(bool(clip));
            Document baked = doc;
            baked.clips[0] = *clip;
            baked.rig = Rig{};
            baked.clips[0] = baked.clips[0].with([](Clip& c) { c.spans.clear(); });
            double most = 0;
            int keys = 0;
            for (const Shared<Track>& track : baked.clips[0]->tracks)
                keys += int(track->rotation->keys().size());
            for (int f = 0; f <= 48; ++f) {
                const Evaluation a = evaluate(doc, f);
                const Evaluation b = evaluate(baked, f);
                for (int j = 0; j <= 9; ++j)
                    most = std::max(most, (a.world[j].position - b.world[j].position).norm());
            }
            QVERIFY2(most <= share * extent(*doc.scene), qPrintable(QString::number(most)));
            QVERIFY2(keys < 49 * 10, qPrintable(QString::number(keys)));
        }
    }

    void bakingCanBeCancelled()
    {
        for (const int jobs : {1, 2}) {
            BakeOptions options;
            options.jobs = jobs;
            options.progress = [](double) { return false; };
            const Result<Bake> none = bake(*prepare(moving()), options);
            QVERIFY(!none);
            QCOMPARE(none.error().kind, ErrorKind::Cancelled);
        }
    }

    void framesThatAreNoNumberAreHarmless()
    {
        const Evaluation e = evaluate(moving(), std::nan(""));
        for (const Transform& t : e.local) QVERIFY(t.rotation.coeffs().allFinite());
    }
};

POSEWRIGHT_TEST(TstEvaluate, posewright::test::runWithEvents);
#include "tst_evaluate.moc"
