#include "core/edit/edit.h"
#include "core/evaluate/bake.h"
#include "core/evaluate/cache.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/report.h"
#include "core/ik/limits.h"
#include "core/math/rotation.h"
#include "tests/core/evaluate/trajectory_spans.h"
#include "tests/support/cases.h"
#include "tests/support/humanoid_shot.h"
#include "tests/support/path_classes.h"
#include "tests/support/program.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

using namespace posewright;
using namespace posewright::test::trajectory_spans;
using test::Random;

/// What spans that are solved together keep to, refuse and cost.
class TstTrajectorySpanBounds : public QObject {
    Q_OBJECT

private slots:
    void limitsAreNeverBroken()
    {
        const Document doc = together(withLimits(moving(), 4));
        const auto prepared = prepare(doc);
        double worst = 0;
        for (double f = 0; f <= 48; f += 0.25) {
            const Evaluation pose = evaluate(*prepared, f);
            QVERIFY(pose.outside.empty());
            for (int j = 1; j < 4; ++j) {
                const Node& node = (*doc.scene)[j];
                worst = std::max(
                    worst, ik::limitViolation(node.bone()->limit, node.rest.rotation.conjugate() *
                                                                      pose.local[j].rotation));
            }
        }
        QVERIFY2(worst <= 1e-9, QByteArray::number(worst));
    }

    /// A contact of another limb that shares the root stays exact, whatever is smoothed beside it.
    void aContactInTheGroupStaysExact()
    {
        Document doc = moving(4);
        std::vector<Node> nodes = doc.scene->nodes();
        nodes.push_back(test::makeNode(300, "side", 1, Vec3(0.25, 0, 0), BonePart{}));
        nodes.push_back(test::makeNode(301, "sideEnd", 6, Vec3(0, 0.3, 0), BonePart{}));
        nodes.push_back(test::makeNode(302, "foot", kNoNode, Vec3(0.5, 0.1, 0.1)));
        doc.scene = *Scene::make(std::move(nodes));
        doc.rig = doc.rig.with([](Rig& rig) {
            Constraint c;
            c.id = ConstraintId(201);
            c.target = NodeId(302);
            c.root = NodeId(1);
            c.effector = NodeId(301);
            c.soft = 0;
            rig.constraints.push_back(c);
        });
        doc = together(std::move(doc));
        doc.clips[0] = doc.clips[0].with([](Clip& clip) {
            Span contact;
            contact.start = 5;
            contact.end = 40;
            contact.kind = SpanKind::Contact;
            contact.anchor.translation = Vec3(0.42, 0.25, 0.1);
            setSpan(clip, ConstraintId(201), contact);
        });
        const auto prepared = prepare(doc);
        const auto alone =
            prepare(withSpans(doc, [](Span& span) { span.inbetween = Inbetween::Resolve; }));
        double slip = 0;
        double miss = 0;
        double own = 0;
        for (double f = 5; f <= 40; f += 0.5) {
            const Evaluation pose = evaluate(*prepared, f);
            slip = std::max(slip, pose.targets[1].positionError);
            miss = std::max(miss, pose.targets[0].positionError);
            own = std::max(own, evaluate(*alone, f).targets[0].positionError);
            QCOMPARE(pose.targets[1].status, ik::Status::Reached);
        }
        qInfo("the contact slips by %g, beside it %g is missed, by itself %g", slip, miss, own);
        QVERIFY(slip < 1e-9);
        QVERIFY(miss > 1e-5);
    }

    void whatIsExportedIsWhatIsShown()
    {
        const Document doc = together(moving());
        const auto prepared = prepare(doc);
        BakeOptions options;
        const Document baked = *bakedDocument(*prepared, options);
        for (int f = 0; f <= 48; ++f)
            QVERIFY(greatestTurn(evaluate(baked, f), evaluate(*prepared, f)) < 1e-9);
    }

    void aContactIsRefused()
    {
        const Document doc = moving();
        edit::SetSpan span;
        span.target = ConstraintId(200);
        span.start = 5;
        span.end = 10;
        span.kind = SpanKind::Contact;
        span.inbetween = Inbetween::Trajectory;
        const Result<Document> refused = edit::apply(doc, span);
        QVERIFY(!refused);
        QVERIFY(refused.error().message.find("smoothing would move it") != std::string::npos);
        QVERIFY(refused.error().where.find("/inbetween") != std::string::npos);
    }

    void moreFramesThanCanBeSolvedAreRefused()
    {
        const Document doc = together(moving());
        edit::SetSpan span;
        span.target = ConstraintId(200);
        span.start = 0;
        span.end = 2001;
        QVERIFY(edit::apply(doc,
                            [&] {
                                edit::SetSpan plain = span;
                                plain.inbetween = Inbetween::Resolve;
                                return plain;
                            }())
                    .
                    operator bool());
        const Result<Document> refused = edit::apply(doc, span);
        QVERIFY(!refused);
        QVERIFY(refused.error().message.find("2000 frames") != std::string::npos);
        edit::MoveSpan move;
        move.target = ConstraintId(200);
        move.start = 0;
        move.to = 0;
        move.end = 3000;
        const Result<Document> longer = edit::apply(doc, move);
        QVERIFY(!longer);
        QVERIFY(longer.error().message.find("too long") != std::string::npos);
    }

    void canBeStopped()
    {
        Document doc = together(test::withKeys(test::chainDocument(9, 0.17, 1500), NodeId(100),
                                               {{0, {0.6, 0.3, 0.1}}, {1500, {-0.3, 0.6, -0.2}}}));
        const auto prepared = prepare(doc);
        QVERIFY(waits(*prepared, 700));
        std::atomic<bool> stop = false;
        std::optional<Evaluation> answer;
        std::chrono::steady_clock::time_point stopped;
        {
            const std::jthread solving([&] { answer = evaluate(*prepared, 700, stop); });
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            stopped = std::chrono::steady_clock::now();
            stop = true;
        }
        const double took =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - stopped)
                .count();
        qInfo("given up within %.1f ms", took);
        QVERIFY(!answer);
        QVERIFY(waits(*prepared, 700));
        QVERIFY(took < 1000);
        // Meanwhile a draft shows each frame by itself.
        const auto draft = prepareDraft(doc);
        QVERIFY(!waits(*draft, 700));
        QCOMPARE(evaluate(*draft, 700).targets[0].status, ik::Status::Reached);
    }

    void aCancelledBakeEndsInTheMiddleOfASolve()
    {
        const Document doc =
            together(test::withKeys(test::chainDocument(9, 0.17, 1500), NodeId(100),
                                    {{0, {0.6, 0.3, 0.1}}, {1500, {-0.3, 0.6, -0.2}}}));
        for (const int jobs : {1, 2}) {
            BakeOptions options;
            options.jobs = jobs;
            options.progress = [](double) { return false; };
            const auto prepared = prepare(doc);
            const Result<Bake> baked = bake(*prepared, options);
            QVERIFY(!baked);
            QCOMPARE(baked.error().kind, ErrorKind::Cancelled);
            QVERIFY(waits(*prepared, 700));
        }
    }

    /// What 240 frames cost as a whole against one by one, in any build; milliseconds are for
    /// tests/bars, docs/solvers.md has them.
    void theCostIsMeasured()
    {
        struct Cost {
            double first = 1e300;  ///< every frame, from nothing [ms]
            double later = 1e300;  ///< a frame after that [ms]
            int iterations = 0;
        };
        const auto now = [] {
            timespec time{};  // of this thread: what other programs do meanwhile does not count
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
            return static_cast<double>(time.tv_sec) * 1e3 +
                   static_cast<double>(time.tv_nsec) * 1e-6;
        };
        const auto costOf = [&](const Document& doc, bool whole, const char* what) {
            Cost cost;
            for (int round = 0; round < 3; ++round) {
                const auto prepared = prepare(doc);
                const double since = now();
                for (int f = 0; f < 240; ++f) (void)evaluate(*prepared, whole ? 120 : f);
                cost.first = std::min(cost.first, now() - since);
                const double then = now();
                for (int f = 0; f < 240; ++f)
                    cost.iterations = evaluate(*prepared, f).targets[0].iterations;
                cost.later = std::min(cost.later, (now() - then) / 240);
            }
            qInfo("%s: %.1f ms, %d iterations; a frame after that %.1f us", what, cost.first,
                  cost.iterations, 1000 * cost.later);
            return cost;
        };
        Random random(1000);
        const Document arm =
            test::withKeys(test::chainDocument(4, 0.17453292519943295, test::kPathFrames),
                           NodeId(100), test::pathKeys(test::pathClasses()[0], random));
        const Cost alone = costOf(arm, false, "240 frames of four bones, each by itself");
        const Cost four = costOf(together(arm), true, "240 frames of four bones");
        const Cost figure =
            costOf(withSpans(together(test::humanoidShot()), [](Span& span) { span.end = 239; }),
                   true, "240 frames of a figure of 25 joints and five targets");
        QVERIFY(four.iterations <= 30);
        QVERIFY(figure.iterations <= 30);
        QVERIFY2(four.first < 150 * alone.first, "as a whole against each by itself");
        QVERIFY2(figure.first < 3 * four.first, "a figure's groups are small");
        // A frame that was solved with the others is only looked up.
        QVERIFY(four.later < four.first / 100);
        QVERIFY(figure.later < figure.first / 100);
    }
};

POSEWRIGHT_TEST(TstTrajectorySpanBounds, posewright::test::runPlain);
#include "tst_trajectory_span_bounds.moc"
