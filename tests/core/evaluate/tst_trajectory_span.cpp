#include "core/edit/edit.h"
#include "core/evaluate/bake.h"
#include "core/evaluate/cache.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/report.h"
#include "core/ik/limits.h"
#include "core/math/rotation.h"
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
using test::Random;

namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;

Document withSpans(Document doc, const std::function<void(Span&)>& change)
{
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        for (SpanRow& row : clip.spans)
            for (Span& span : row.spans) change(span);
    });
    return doc;
}

Document together(Document doc)
{
    return withSpans(std::move(doc), [](Span& span) { span.inbetween = Inbetween::Trajectory; });
}

/// A chain whose target travels through reachable places, with keys at uneven frames.
Document moving(int bones = 4, int frames = 48)
{
    return test::withKeys(test::chainDocument(bones, 0.3, frames), NodeId(100),
                          {{0, {0.6, 0.3, 0.1}},
                           {10, {0.3, 0.6, -0.2}},
                           {17, {-0.4, 0.5, 0.2}},
                           {33, {0.2, -0.6, 0.3}},
                           {48, {0.7, 0.1, 0.0}}});
}

Document withLimits(Document doc, int bones)
{
    std::vector<Node> nodes = doc.scene->nodes();
    for (int i = 1; i < bones; ++i)
        std::get<BonePart>(nodes[i].part).limit =
            ConeLimit{Vec3::UnitX(),
                      Vec3::UnitY(),
                      {70 * kDegree, 70 * kDegree, 70 * kDegree, 70 * kDegree},
                      {-40 * kDegree, 40 * kDegree}};
    doc.scene = *Scene::make(std::move(nodes));
    return doc;
}

double greatestTurn(const Evaluation& a, const Evaluation& b)
{
    double most = 0;
    for (std::size_t i = 0; i < a.local.size(); ++i)
        most = std::max(most, angleBetween(a.local[i].rotation, b.local[i].rotation));
    return most;
}

/// How a motion goes on from frame to frame. [degrees]
struct Motion {
    int frames = 0;
    int pops = 0;
    double largest = 0;  ///< second difference of a joint's rotation
    double squares = 0;
    int differences = 0;
    double miss = 0;  ///< [share of the reach] largest, where the target is within reach
    double missSum = 0;

    double rms() const { return std::sqrt(squares / differences); }
    void add(const Motion& other)
    {
        frames += other.frames;
        pops += other.pops;
        largest = std::max(largest, other.largest);
        squares += other.squares;
        differences += other.differences;
        miss = std::max(miss, other.miss);
        missSum += other.missSum;
    }
};

Motion examine(const Document& doc, int joints)
{
    const auto prepared = prepare(doc);
    BakeOptions options;
    options.jobs = 1;
    const Bake baked = *bake(*prepared, options);
    Motion out;
    out.frames = static_cast<int>(baked.frames.size());
    out.pops = static_cast<int>(findPops(doc, baked).size());
    for (std::size_t f = 0; f < baked.frames.size(); ++f) {
        const double distance = baked.frames[f].world[joints + 1].position.norm();
        if (distance < 0.97) {
            out.miss = std::max(out.miss, baked.frames[f].targets[0].positionError);
            out.missSum += baked.frames[f].targets[0].positionError;
        }
        for (int j = 0; j < joints && f > 0 && f + 1 < baked.frames.size(); ++j) {
            const auto turn = [&](std::size_t a) {
                return rotationVector(baked.frames[a + 1].local[j].rotation *
                                      baked.frames[a].local[j].rotation.conjugate());
            };
            const double bend = (turn(f) - turn(f - 1)).norm() / kDegree;
            out.largest = std::max(out.largest, bend);
            out.squares += bend * bend;
            ++out.differences;
        }
    }
    return out;
}

bool same(const Evaluation& a, const Evaluation& b)
{
    return a == b;
}

}  // namespace

/// Spans whose frames are solved together.
class TstTrajectorySpan : public QObject {
    Q_OBJECT

private slots:
    void aPoseDependsOnDocumentAndFrameAlone_data()
    {
        test::cases<bool>("figure",
                          {{"an arm", false}, {"a figure whose limbs hang on its spine", true}});
    }
    void aPoseDependsOnDocumentAndFrameAlone()
    {
        QFETCH(bool, figure);
        Document doc = together(figure ? test::humanoidShot() : moving());
        if (figure) {
            doc.playback.end = 60;
            doc = withSpans(std::move(doc), [](Span& span) { span.end = 60; });
        }
        std::vector<double> frames;
        for (double f = 0; f <= doc.playback.end; f += 0.75) frames.push_back(f);
        std::vector<Evaluation> forward;
        const auto prepared = prepare(doc);
        for (const double f : frames) forward.push_back(evaluate(*prepared, f));

        const auto memo = makeKeyMemo();
        const auto again = prepare(doc, memo);
        for (std::size_t i = frames.size(); i-- > 0;)
            QVERIFY(same(evaluate(*again, frames[i]), forward[i]));
        const auto known = prepare(doc, memo);
        Random random(5);
        for (int n = 0; n < 60; ++n) {
            const int i = random.below(static_cast<int>(frames.size()));
            QVERIFY(same(evaluate(*known, frames[i]), forward[i]));
        }
        for (const std::size_t i : {std::size_t(0), frames.size() / 2})
            QVERIFY(same(evaluate(doc, frames[i]), forward[i]));

        const auto shared = prepare(doc);
        std::atomic<int> differ = 0;
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 4; ++t)
                threads.emplace_back([&, t] {
                    for (std::size_t i = t; i < frames.size(); i += 4)
                        if (!same(evaluate(*shared, frames[i]), forward[i])) ++differ;
                });
        }
        QCOMPARE(differ.load(), 0);

        PoseCache cache(2);
        cache.reset(prepare(doc));
        QTRY_COMPARE_WITH_TIMEOUT(cache.filled(), 1.0, 60000);
        for (double f = 0; f <= doc.playback.end; f += 3)
            QVERIFY(same(*cache.find(f), evaluate(*prepared, f)));
    }

    /// Against each frame solved by itself, over the seven classes of paths.
    void itIsSmootherThanFrameByFrame_data()
    {
        QTest::addColumn<int>("bones");
        QTest::addColumn<bool>("limits");
        QTest::newRow("2 bones") << 2 << false;
        QTest::newRow("4 bones") << 4 << false;
        QTest::newRow("4 bones, limits") << 4 << true;
    }
    void itIsSmootherThanFrameByFrame()
    {
        QFETCH(int, bones);
        QFETCH(bool, limits);
        const int given = qEnvironmentVariableIntValue("POSEWRIGHT_PATHS");
        Motion alone;
        Motion smooth;
        for (std::size_t c = 0; c < test::pathClasses().size(); ++c) {
            Motion a;
            Motion b;
            for (int p = 0; p < (given > 0 ? given : 3); ++p) {
                Random random(1000 * (c + 1) + p);
                Document doc = test::withKeys(
                    test::chainDocument(bones, 0.17453292519943295, test::kPathFrames), NodeId(100),
                    test::pathKeys(test::pathClasses()[c], random));
                doc.rig = doc.rig.with([](Rig& rig) { rig.constraints[0].soft = 0.03; });
                if (limits) doc = withLimits(std::move(doc), bones);
                a.add(examine(doc, bones));
                b.add(examine(together(doc), bones));
            }
            qInfo("%-20s largest %6.2f -> %6.2f, rms %.3f -> %.3f, pops %d -> %d, miss %.4f "
                  "-> %.4f (mean %.5f -> %.5f)",
                  test::pathClasses()[c].name, a.largest, b.largest, a.rms(), b.rms(), a.pops,
                  b.pops, a.miss, b.miss, a.missSum / a.frames, b.missSum / b.frames);
            alone.add(a);
            smooth.add(b);
        }
        qInfo("%-20s largest %6.2f -> %6.2f, rms %.3f -> %.3f, pops %d -> %d, miss %.4f "
              "-> %.4f (mean %.5f -> %.5f)",
              "all", alone.largest, smooth.largest, alone.rms(), smooth.rms(), alone.pops,
              smooth.pops, alone.miss, smooth.miss, alone.missSum / alone.frames,
              smooth.missSum / smooth.frames);
        // What changes from frame to frame, less than half; the sudden turns, a tenth.
        QVERIFY(smooth.rms() <= 0.5 * alone.rms());
        QVERIFY(smooth.largest <= 0.1 * alone.largest);
        QCOMPARE(smooth.pops, 0);
        // What it costs: a thousandth of the reach in the mean, more where limits are in the way.
        const double givenUp = (smooth.missSum - alone.missSum) / smooth.frames;
        QVERIFY(givenUp <= (limits ? 0.004 : 0.001));
        if (!limits) QVERIFY(smooth.miss <= 0.015);
    }

    void missesAreSaidWithTheirDistance()
    {
        const Document doc = together(moving());
        const auto prepared = prepare(doc);
        int softened = 0;
        for (double f = 0; f <= 48; f += 0.5) {
            const Evaluation pose = evaluate(*prepared, f);
            const TargetStatus& status = pose.targets[0];
            const double error = (pose.world[4].position - pose.world[5].position).norm();
            QCOMPARE(status.positionError, error);
            QVERIFY((status.status == ik::Status::Reached) == (error <= 1.1e-6));
            QCOMPARE(status.solver, std::string_view("trajectory"));
            if (status.status == ik::Status::Reached) continue;
            QCOMPARE(status.status, ik::Status::Softened);
            QCOMPARE(status.reason, std::string("kept smooth with the frames around it"));
            ++softened;
        }
        QVERIFY(softened > 40);
    }

    void whatIsOutOfReachIsUnreachable()
    {
        Document doc =
            test::withKeys(test::chainDocument(4, 0.3, 40), NodeId(100),
                           {{0, {0.6, 0.3, 0}}, {20, {1.5, 0.9, 0}}, {40, {0.6, 0.3, 0}}});
        const auto prepared = prepare(together(doc));
        const Evaluation far = evaluate(*prepared, 20);
        QCOMPARE(far.targets[0].status, ik::Status::Unreachable);
        QVERIFY(far.targets[0].positionError > 0.7);
        QCOMPARE(evaluate(*prepared, 0).targets[0].status, ik::Status::Reached);
    }

    /// The ends are those of the frames' own solves, so that what comes after goes on from there.
    void itsEndsAreThoseOfFrameByFrame()
    {
        const Document alone = moving();
        const Document doc = together(alone);
        for (const double f : {0.0, 48.0})
            QVERIFY(greatestTurn(evaluate(alone, f), evaluate(doc, f)) < 1e-12);
        Document halves = alone;
        halves.clips[0] = halves.clips[0].with([](Clip& clip) {
            Span span;
            span.start = 12;
            span.end = 36;
            span.inbetween = Inbetween::Trajectory;
            setSpan(clip, ConstraintId(200), span);
        });
        const auto prepared = prepare(halves);
        for (const double f : {12.0, 36.0})
            for (const double by : {-1e-6, 1e-6})
                QVERIFY(greatestTurn(evaluate(*prepared, f), evaluate(*prepared, f + by)) < 1e-5);
        // What is around the span is as if all its frames were solved by themselves.
        const Document split =
            withSpans(halves, [](Span& span) { span.inbetween = Inbetween::Resolve; });
        for (const double f : {5.0, 11.0, 37.0, 45.0})
            QVERIFY(evaluate(*prepared, f) == evaluate(split, f));
        QVERIFY(!(evaluate(*prepared, 20) == evaluate(split, 20)));
    }

    void scrubbingBetweenFramesIsSmooth()
    {
        const auto prepared = prepare(together(moving()));
        constexpr double kPart = 1.0 / 16;
        double largest = 0;
        double step = 0;
        Evaluation before = evaluate(*prepared, 0);
        Vec3 rate = Vec3::Zero();
        for (double f = kPart; f <= 48; f += kPart) {
            const Evaluation now = evaluate(*prepared, f);
            const Vec3 turn =
                rotationVector(now.local[1].rotation * before.local[1].rotation.conjugate()) /
                kPart / kDegree;
            if (f > kPart) largest = std::max(largest, (turn - rate).norm());
            step = std::max(step, turn.norm());
            rate = turn;
            before = now;
        }
        qInfo("%.2f degrees a frame at most, changing by %.3f over a sixteenth", step, largest);
        QVERIFY(largest < 0.1 * step);
    }

    void mixLeadsBackToFrameByFrame()
    {
        const Document alone = moving();
        double before = -1;
        for (const double mix : {1.0, 0.75, 0.25, 0.0}) {
            const Document doc = withSpans(alone, [mix](Span& span) {
                span.inbetween = Inbetween::Trajectory;
                span.mix = mix;
            });
            const double away = greatestTurn(evaluate(alone, 15), evaluate(doc, 15));
            if (mix == 1) QCOMPARE(away, 0.0);
            QVERIFY(away > before);
            before = away;
        }
    }

    void fadesBlendTowardsTheBasePose()
    {
        const Document doc = withSpans(moving(), [](Span& span) {
            span.start = 8;
            span.end = 40;
            span.in = 8;
            span.out = 6;
            span.inbetween = Inbetween::Trajectory;
        });
        const auto prepared = prepare(doc);
        const auto base = [&](double f) {
            Evaluation pose;
            pose.local = basePose(doc, f);
            return pose;
        };
        QVERIFY(greatestTurn(evaluate(*prepared, 8), base(8)) < 1e-9);
        QVERIFY(greatestTurn(evaluate(*prepared, 40), base(40)) < 1e-9);
        QCOMPARE(evaluate(*prepared, 12).targets[0].influence, 0.5);
    }

    void influenceBlendsTowardsTheBasePose()
    {
        const Document whole = together(moving());
        Document half = whole;
        half.clips[0] = half.clips[0].with([](Clip& clip) {
            InfluenceTrack track{ConstraintId(200), {}};
            track.curve.setValue(0, 0.5);
            clip.influences.push_back(track);
        });
        for (const double f : {7.0, 20.5, 40.0}) {
            const Evaluation shown = evaluate(half, f);
            const Evaluation full = evaluate(whole, f);
            const std::vector<Transform> base = basePose(whole, f);
            for (int j = 0; j < 4; ++j)
                QVERIFY(angleBetween(shown.local[j].rotation,
                                     slerp(base[j].rotation, full.local[j].rotation, 0.5)) < 1e-9);
            QCOMPARE(shown.targets[0].status, ik::Status::Softened);
            QCOMPARE(shown.targets[0].reason, std::string("held back by its influence"));
        }
    }

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

POSEWRIGHT_TEST(TstTrajectorySpan, posewright::test::runPlain);
#include "tst_trajectory_span.moc"
