#include "core/edit/edit.h"
#include "core/evaluate/report.h"
#include "tests/support/figures.h"
#include "tests/support/keyed_tail.h"
#include "tests/support/program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace posewright;

namespace {

/// An arm of length 1 whose target stays at `place`, with one span.
Document armWith(const Span& span, const Vec3& place)
{
    Document doc = test::withKeys(test::chainDocument(4, 0.3, 96), NodeId(100), {{0, place}});
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        clip.spans.clear();
        setSpan(clip, ConstraintId(200), span);
    });
    return doc;
}

Span reachOver(double start, double end, double in = 0, double out = 0)
{
    Span span;
    span.start = start;
    span.end = end;
    span.in = in;
    span.out = out;
    return span;
}

/// The root of the arm wanders along X by `far` while its contact holds at `place`.
Document wandering(const Vec3& place, double far)
{
    Span contact = reachOver(0, 96);
    contact.kind = SpanKind::Contact;
    contact.anchor.translation = place;
    return test::withKeys(armWith(contact, place), NodeId(1),
                          {{0, Vec3::Zero()}, {96, Vec3(far, 0, 0)}});
}

/// The document with a joint "tail" below `parent` that is keyed every `step` frames and leaps on
/// the way to `leap`.
Document withTail(Document doc, NodeIndex parent, double step, double leap)
{
    std::vector<RotationKey> keys;
    for (double frame = 0; frame <= 96; frame += step)
        keys.push_back({frame, Quat(Eigen::AngleAxisd(0.01 * frame + (frame < leap ? 0 : 0.3),
                                                      Vec3::UnitZ()))});
    return test::withKeyedTail(std::move(doc), parent, keys);
}

std::vector<Pop> popsOf(const Document& doc)
{
    return report(*prepare(doc), {})->pops;
}

std::vector<double> popFrames(const Document& doc)
{
    const Result<MotionReport> said = report(*prepare(doc), {});
    std::vector<double> frames;
    for (const Pop& pop : said->pops) frames.push_back(pop.frame);
    return frames;
}

}  // namespace

/// What is wrong between frames: joints that pop, contacts that slip.
class TstMotionFaults : public QObject {
    Q_OBJECT

private slots:
    /// An arm out of reach by far that moves by little.
    void aSlipIsHowFarTheEffectorMovesAndDistanceIsDistance()
    {
        const Vec3 place(0, 6, 0);
        const Document doc = wandering(place, 0.1);
        const Result<MotionReport> said = report(*prepare(doc), {});
        QVERIFY(bool(said));
        QCOMPARE(said->contacts.size(), std::size_t(1));
        double moved = 0, away = 0;
        const Vec3 stood = evaluate(doc, 0).world[4].position;
        for (int frame = 0; frame <= 96; ++frame) {
            const Vec3 now = evaluate(doc, frame).world[4].position;
            moved = std::max(moved, (now - stood).norm());
            away = std::max(away, (now - place).norm());
        }
        QVERIFY2(moved < 0.11 && away > 4.9, qPrintable(QString::number(moved)));
        QVERIFY(std::abs(said->contacts[0].slip - moved) < 1e-12);
        QVERIFY(std::abs(said->contacts[0].distance - away) < 1e-12);
    }

    void oneThatStandsStillOutOfReachDoesNotSlip()
    {
        const Result<MotionReport> said = report(*prepare(wandering({0, 6, 0}, 0)), {});
        QVERIFY(bool(said));
        QVERIFY(said->contacts[0].slip < 1e-12);
        QVERIFY(said->contacts[0].distance > 4.9);
        QCOMPARE(said->errors, 97);  // its frames, which miss it, and no slip
    }

    void oneThatHoldsDoesNotSlip()
    {
        const Result<MotionReport> said = report(*prepare(wandering({0.4, 0.5, 0}, 0.1)), {});
        QVERIFY(bool(said));
        QVERIFY(said->contacts[0].slip < 1e-9);
        QVERIFY(said->contacts[0].distance < 1e-9);
        QCOMPARE(said->errors, 0);
    }

    /// What moves with the ground under it does not slip on it.
    void slipsAreSeenFromWhatTheContactSticksTo()
    {
        Document doc = wandering({0.4, 0.5, 0}, 0);
        std::vector<Node> nodes = doc.scene->nodes();
        nodes.push_back(test::makeNode(300, "raft", kNoNode, Vec3::Zero()));
        doc.scene = *Scene::make(nodes);
        doc = test::withKeys(doc, NodeId(300), {{0, Vec3::Zero()}, {96, Vec3(0.1, 0.1, 0)}});
        doc.clips[0] =
            doc.clips[0].with([&](Clip& clip) { clip.spans[0].spans[0].space = NodeId(300); });
        const Result<MotionReport> said = report(*prepare(doc), {});
        QVERIFY(bool(said));
        QVERIFY2(said->contacts[0].slip < 1e-9,
                 qPrintable(QString::number(said->contacts[0].slip)));
        const Vec3 from = evaluate(doc, 0).world[4].position;
        QVERIFY((evaluate(doc, 96).world[4].position - from).norm() > 0.1);
    }

    void aSpanWithoutAFadePopsWhereItBeginsAndEnds()
    {
        const Vec3 up(-0.3, 0.6, 0);
        const std::vector<double> frames = popFrames(armWith(reachOver(40, 60), up));
        QVERIFY(!frames.empty());
        for (const double frame : frames)
            QVERIFY2(frame == 40 || frame == 61, qPrintable(QString::number(frame)));
        QCOMPARE(std::count(frames.begin(), frames.end(), 40.0) > 0, true);
        QCOMPARE(std::count(frames.begin(), frames.end(), 61.0) > 0, true);
        // 0.15 s of fade at 24 frames per second is enough to make none.
        QVERIFY(popFrames(armWith(reachOver(40, 60, 4, 4), up)).empty());
    }

    /// A few frames around say as much as all of them.
    void aWindowTellsThePopsOfItsFrame()
    {
        const Document doc = armWith(reachOver(2, 94), {-0.3, 0.6, 0});
        const Result<Bake> all = bake(*prepare(doc), {});
        QVERIFY(bool(all));
        const std::vector<Pop> expected = findPops(doc, *all);
        QVERIFY(!expected.empty());
        std::vector<Pop> found;
        const int count = static_cast<int>(all->frames.size());
        for (int later = 1; later < count; ++later) {
            std::vector<const Evaluation*> window;
            const int from = std::max(0, later - 1 - kPopNeighbours);
            for (int i = from; i <= std::min(count - 1, later + kPopNeighbours); ++i)
                window.push_back(&all->frames[i]);
            findPops(*doc.scene, window, static_cast<std::size_t>(later - from), found);
        }
        QVERIFY(found == expected);
    }

    void whatKeysHaveOfTheirOwnIsRecorded_data()
    {
        QTest::addColumn<double>("step");
        QTest::addColumn<double>("leap");
        QTest::addColumn<bool>("recorded");
        QTest::newRow("a key a frame") << 1.0 << 40.0 << true;
        QTest::newRow("four a frame") << 0.25 << 40.0 << true;
        QTest::newRow("at the start") << 1.0 << 1.0 << true;
        QTest::newRow("at the end") << 1.0 << 96.0 << true;
        QTest::newRow("every other frame") << 2.0 << 40.0 << true;
    }
    void whatKeysHaveOfTheirOwnIsRecorded()
    {
        QFETCH(double, step);
        QFETCH(double, leap);
        QFETCH(bool, recorded);
        const std::vector<Pop> pops =
            popsOf(withTail(armWith(reachOver(0, 96), {0.4, 0.5, 0}), kNoNode, step, leap));
        QVERIFY(!pops.empty());
        for (const Pop& pop : pops) {
            QCOMPARE(pop.joint, test::kTail);
            QCOMPARE(pop.recorded, recorded);
        }
    }

    /// A few keys are recorded, too, if nothing but them makes the joint pop.
    void aFewKeysSideBySideAreUnlessALayerAddsToThem()
    {
        Document doc = withTail(armWith(reachOver(0, 96), {0.4, 0.5, 0}), kNoNode, 1, 40);
        doc.clips[0] = doc.clips[0].with([](Clip& clip) {
            Track track = *clip.track(test::kTail);
            std::vector<RotationKey> keys;
            for (const double frame : {0.0, 37.0, 38.0, 39.0, 40.0, 41.0, 42.0, 43.0, 96.0})
                keys.push_back(*track.rotation->find(frame));
            track.rotation = RotationTrack::fromKeys(keys);
            setTrack(clip, track);
        });
        const std::vector<Pop> pops = popsOf(doc);
        QCOMPARE(int(pops.size()), 1);
        QVERIFY(pops[0].recorded);
        // The pop is 0.31 rad; a layer adds 0.015 or 0.03 to it.
        for (const double more : {0.015, 0.03}) {
            edit::PutKeys put;
            for (const double frame : {39.0, 40.0}) {
                edit::KeyData key;
                key.node = test::kTail;
                key.property = Property::Rotation;
                key.rotation.frame = frame;
                key.rotation.value = Quat(Eigen::AngleAxisd(frame < 40 ? 0 : more, Vec3::UnitZ()));
                key.layer = "Fix";
                put.keys.push_back(key);
            }
            const Result<Document> laid =
                edit::apply(*edit::apply(doc, edit::AddLayer{"Fix", {}, {}}), put);
            QVERIFY(laid);
            const std::vector<Pop> then = popsOf(*laid);
            QCOMPARE(int(then.size()), 1);
            QVERIFY(std::abs(then[0].angle - 0.31 - more) < 1e-9);
            QCOMPARE(then[0].recorded, more < 0.31 * 0.05);
        }
    }

    /// The same keys on a joint that a target leads: what is seen there comes from the target.
    void whatATargetLeadsIsNotRecorded()
    {
        const Vec3 up(-0.3, 0.6, 0);
        for (const SpanKind kind : {SpanKind::Reach, SpanKind::Hold, SpanKind::Off}) {
            Span span = reachOver(40, 60);
            span.kind = kind;
            Document doc = armWith(span, up);
            doc.clips[0] = doc.clips[0].with([](Clip& clip) {
                for (const NodeId joint : {NodeId(1), NodeId(2)}) {
                    std::vector<RotationKey> keys;
                    for (int frame = 0; frame <= 96; ++frame) {
                        const double leap = frame < 20 ? 0 : 0.4;
                        keys.push_back(
                            {double(frame), Quat(Eigen::AngleAxisd(leap, Vec3::UnitZ()))});
                    }
                    Track track;
                    track.node = joint;
                    track.rotation = RotationTrack::fromKeys(keys);
                    setTrack(clip, track);
                }
            });
            const std::vector<Pop> pops = popsOf(doc);
            QVERIFY(!pops.empty());
            bool led = false;
            for (const Pop& pop : pops) {
                QCOMPARE(pop.recorded, pop.frame == 20);
                QCOMPARE(leaderOf(doc, pop) != nullptr, pop.frame != 20);
                led = led || pop.frame != 20;
            }
            QCOMPARE(led, kind == SpanKind::Reach);
        }
    }

    /// A target that follows the recorded motion does not make its pops.
    void whatATargetOnlyFollowsIsRecorded()
    {
        Span off = reachOver(0, 96);
        off.kind = SpanKind::Off;
        Document doc = armWith(off, {0.5, 0.5, 0});
        const NodeId elbow{2};
        doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
            std::vector<RotationKey> keys;
            for (int frame = 0; frame <= 96; ++frame)
                keys.push_back({double(frame), Quat(Eigen::AngleAxisd(0.4 + 0.004 * frame +
                                                                          (frame < 48 ? 0 : 0.35),
                                                                      Vec3::UnitZ()))});
            Track track;
            track.node = elbow;
            track.rotation = RotationTrack::fromKeys(keys);
            setTrack(clip, track);
        });
        const NodeIndex hand = doc.scene->find(doc.rig->constraints[0].effector);
        std::vector<std::pair<double, Vec3>> along;
        for (int frame = 0; frame <= 96; ++frame)
            along.emplace_back(frame, evaluate(doc, frame).world[hand].position);
        Document followed = test::withKeys(doc, NodeId(100), along);
        followed.clips[0] = followed.clips[0].with([](Clip& clip) {
            clip.spans.clear();
            setSpan(clip, ConstraintId(200), reachOver(0, 96));
        });
        const auto elbowPop = [&](const Document& d) {
            for (const Pop& pop : popsOf(d))
                if (pop.joint == elbow && pop.frame == 48) return pop;
            return Pop{};
        };
        const Pop pop = elbowPop(followed);
        qInfo("turns by %.1f degrees", pop.angle * 57.29578);
        QVERIFY(leaderOf(followed, pop));
        QVERIFY(pop.angle > 0.3 && pop.recorded);
    }

    /// What came with a file is its maker's, however few keys it has; what was keyed since is not.
    void whatCameWithTheFileIsItsMakers()
    {
        // Keys at every fifth frame, of which two at one frame's distance leap.
        std::vector<RotationKey> keys;
        for (const double frame : {0.0, 5.0, 9.0, 10.0, 15.0})
            keys.push_back({frame, Quat(Eigen::AngleAxisd(frame < 10 ? 0 : 1, Vec3::UnitZ()))});
        const Document file = test::withKeyedTail(test::chainDocument(4, 0.3, 96), 0, keys);
        const std::vector<Pop> pops = popsOf(file);
        QCOMPARE(pops.size(), std::size_t(1));
        QVERIFY(pops[0].recorded);
        QVERIFY(isOfTheFile(file, pops[0], file));
        const auto keyedAt = [&](double frame, double angle) {
            edit::KeyData key;
            key.node = test::kTail;
            key.property = Property::Rotation;
            key.rotation.frame = frame;
            key.rotation.value = Quat(Eigen::AngleAxisd(angle, Vec3::UnitZ()));
            return *edit::apply(file, edit::PutKeys{{key}});
        };
        // A key elsewhere leaves what is the maker's; one that pops is its own.
        QVERIFY(isOfTheFile(keyedAt(20, 0), pops[0], file));
        QVERIFY(!isOfTheFile(keyedAt(10, 1.2), pops[0], file));
        const Document leap = keyedAt(16, 2);
        const std::vector<Pop> then = popsOf(leap);
        QCOMPARE(then.back().frame, 16.0);
        QVERIFY(then.back().recorded && !isOfTheFile(leap, then.back(), file));
        // The same keys at other frames are the same motion, unless it is faster.
        for (const double faster : {1.0, 5.0}) {
            std::vector<RotationKey> moved = keys;
            for (RotationKey& key : moved) key.frame = 30 + key.frame / faster;
            const Document doc = test::withKeyedTail(test::chainDocument(4, 0.3, 96), 0, moved);
            const std::vector<Pop> later = popsOf(doc);
            QVERIFY(!later.empty());
            for (const Pop& pop : later) QCOMPARE(isOfTheFile(doc, pop, file), faster == 1);
        }
    }

    /// Steps of captures at 24 frames per second, brought to KayKit's Knight, and steps of leaps.
    void aJumpPopsAndAFastTurnDoesNot_data()
    {
        QTest::addColumn<QList<double>>("steps");  // [degrees], between still frames
        QTest::addColumn<QList<double>>("pops");
        using Steps = QList<double>;
        QTest::newRow("knee of a walk")
            << Steps{0.3, 0.2, 2.3, 5.8, 11.5, 3.8, 0, 0, 0, 0} << Steps{};
        QTest::newRow("knee that gets straight")
            << Steps{0.1, 1.5, 1.3, 1.2, 5.1, 7.3, 8.8, 0, 0, 2.7} << Steps{};
        QTest::newRow("arm raised to wave")
            << Steps{0.4, 0.5, 1.6, 7.2, 13.7, 10.5, 2.1, 1.7, 1.6, 1.8} << Steps{};
        QTest::newRow("landing") << Steps{6.9, 4.7, 5.4, 30.6, 33.5, 19.8, 7.5, 2.8} << Steps{};
        QTest::newRow("swing over four frames") << Steps{3.1, 11.9, 11.9, 3.1} << Steps{};
        QTest::newRow("one jerk in a wave")
            << Steps{0.2, 0.1, 0, 1.3, 11.6, 0.4, 3.8, 1.4} << Steps{11.6};
        QTest::newRow("leap") << Steps{0.5, 0.5, 0.5, 0.5, 30, 0.5, 0.5, 0.5} << Steps{30};
        QTest::newRow("leap while it turns") << Steps{6, 6, 6, 6, 25, 6, 6, 6} << Steps{25};
        QTest::newRow("leap where it stops") << Steps{6, 6, 6, 6, 25, 0, 0, 0} << Steps{25};
        QTest::newRow("leap over two frames")
            << Steps{0.5, 0.5, 0.5, 14, 12, 0.5, 0.5} << Steps{14, 12};
    }
    void aJumpPopsAndAFastTurnDoesNot()
    {
        QFETCH(QList<double>, steps);
        QFETCH(QList<double>, pops);
        std::vector<RotationKey> keys;
        double angle = 0;
        for (int frame = 0; frame <= 96; ++frame) {
            const int row = frame - 40;
            if (row >= 0 && row < steps.size()) angle += steps[row];
            keys.push_back(
                {double(frame), Quat(Eigen::AngleAxisd(angle / 57.29577951308232, Vec3::UnitZ()))});
        }
        const Document doc = test::withKeyedTail(test::chainDocument(4, 0.3, 96), 0, keys);
        QList<double> found;
        for (const Pop& pop : popsOf(doc)) {
            QCOMPARE(pop.joint, test::kTail);
            const int row = int(std::lround(pop.frame)) - 40;
            QVERIFY(std::abs(pop.angle * 57.29577951308232 - steps.at(row)) < 1e-6);
            found << steps.at(row);
        }
        QCOMPARE(found, pops);
    }

    void aChainWithoutLengthIsMeasuredOnTheFigure()
    {
        const Document doc = test::chainDocument(4, 0.3, 10);
        Constraint own = doc.rig->constraints[0];
        QVERIFY(std::abs(slipTolerance(*doc.scene, own) - 1e-4) < 1e-15);
        own.root = own.effector;
        QVERIFY(std::abs(slipTolerance(*doc.scene, own) - 1e-4 * extent(*doc.scene)) < 1e-15);
    }
};

POSEWRIGHT_TEST(TstMotionFaults, posewright::test::runPlain);
#include "tst_motion_faults.moc"
