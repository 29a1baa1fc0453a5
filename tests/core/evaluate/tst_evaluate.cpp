#include "core/evaluate/bake.h"
#include "core/evaluate/cache.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/report.h"
#include "core/math/rotation.h"
#include "tests/core/evaluate/one_target.h"
#include "tests/support/baked_alike.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace posewright;
using namespace posewright::test::one_target;
using test::Random;

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
        QVERIFY(test::bakedAlike(doc, *reference));
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
        QVERIFY(cache.find(-3) == nullptr);
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
        const Document baked = playedAlone(doc, *clip);
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

    void reducedBakeStaysWithinItsTolerance()
    {
        const Document doc = moving(9);
        for (const double share : {1e-2, 1e-3, 1e-4}) {
            BakeOptions options;
            options.reduce = share;
            const Result<Clip> clip = bakedClip(*prepare(doc), options);
            QVERIFY(bool(clip));
            const Document baked = playedAlone(doc, *clip);
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
