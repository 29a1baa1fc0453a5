#include "core/edit/edit.h"
#include "core/evaluate/bake.h"
#include "core/evaluate/cache.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/report.h"
#include "core/ik/limits.h"
#include "core/math/rotation.h"
#include "tests/core/evaluate/trajectory_spans.h"
#include "tests/support/amount.h"
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
        const int paths = test::amount("POSEWRIGHT_PATHS", 3, 1);
        Motion alone;
        Motion smooth;
        for (std::size_t c = 0; c < test::pathClasses().size(); ++c) {
            Motion a;
            Motion b;
            for (int p = 0; p < paths; ++p) {
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
};

POSEWRIGHT_TEST(TstTrajectorySpan, posewright::test::runPlain);
#include "tst_trajectory_span.moc"
