#include "core/evaluate/report.h"
#include "core/operate/bring_in.h"
#include "tests/support/made_body.h"
#include "tests/support/program.h"
#include "tests/ui/session/session_test.h"
#include "ui/models/fault_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/motion_watch.h"
#include "ui/session/text.h"

#include <QtTest>

#include <algorithm>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// An arm that leaps into a reach at 20, and whose contact from 26 on is pulled away.
Document leapingAndSlipping()
{
    Document doc = test::withKeys(test::arm(), NodeId(100), {{0, {-0.3, 0.6, 0}}});
    doc = test::withKeys(doc, NodeId(1),
                         {{0, Vec3::Zero()}, {30, Vec3::Zero()}, {40, Vec3(1.5, 0, 0)}});
    doc.clips[0] = doc.clips[0].with([](Clip& clip) {
        clip.spans.clear();
        Span reach;
        reach.start = 20;
        reach.end = 26;
        setSpan(clip, test::kHand, reach);
        Span contact;
        contact.start = 26;
        contact.end = 40;
        contact.kind = SpanKind::Contact;
        contact.anchor.translation = Vec3(-0.3, 0.6, 0);
        setSpan(clip, test::kHand, contact);
    });
    return doc;
}

}  // namespace

/// Pops and slips are known frame by frame, as the cache fills.
class TestMotionWatch : public QObject {
    Q_OBJECT

private slots:
    void itSaysWhatTheReportSaysInAnyOrder()
    {
        const Document doc = leapingAndSlipping();
        const Result<MotionReport> said = report(*prepare(doc), {});
        QVERIFY(said && !said->pops.empty());
        QVERIFY(said->contacts[0].slip > 0.1);
        for (const std::uint64_t seed : {1, 2, 3}) {
            std::vector<int> order(41);
            for (int i = 0; i <= 40; ++i) order[i] = i;
            test::Random random(seed);
            for (int i = 40; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
            std::map<int, std::shared_ptr<const Evaluation>> known;
            MotionWatch watch;
            watch.reset(doc, doc);
            for (const int frame : order) {
                known[frame] = std::make_shared<const Evaluation>(evaluate(doc, frame));
                watch.add({frame, frame, 77}, [&](int f) {
                    const auto at = known.find(f);
                    return at == known.end() ? nullptr : at->second;
                });
            }
            std::vector<Pop> pops;
            double slip = 0;
            for (const auto& [frame, fault] : watch.faults()) {
                pops.insert(pops.end(), fault.pops.begin(), fault.pops.end());
                for (const MotionFault::Slip& one : fault.slips) slip = std::max(slip, one.by);
            }
            QVERIFY2(pops == said->pops, qPrintable(QString("seed %1").arg(seed)));
            QCOMPARE(slip, said->contacts[0].slip);
        }
    }

    void theEvaluatorTellsThemOfTheWholeRange()
    {
        Session session;
        session.startNew(leapingAndSlipping(), "arm");
        Evaluator evaluator(session);
        QTRY_COMPARE(int(evaluator.strip().size()), 41);
        QTRY_VERIFY(evaluator.faultAt(20));
        QVERIFY(!evaluator.faultAt(20)->pops.empty());
        QVERIFY(evaluator.isProblemFrame(20) && !evaluator.isProblemFrame(19));
        QTRY_VERIFY(evaluator.faultAt(40) && !evaluator.faultAt(40)->slips.empty());
        // A fade mends the leap, and nothing is said of it any longer.
        QVERIFY(session.commit(edit::MoveSpan{test::kHand, 20, 16, 26, 6.0, {}}));
        QVERIFY2(!evaluator.faultAt(20), "what was found of another document");
        QTRY_VERIFY(evaluator.faultAt(40));
        QVERIFY(!evaluator.isProblemFrame(16) && !evaluator.isProblemFrame(20));
    }

    /// Keys may turn a joint beyond its limit: that is a note, from half a degree on.
    void aJointThatKeysTurnBeyondItsLimitIsNoted()
    {
        Document doc = test::chainDocument(3, 0.3, 20);
        edit::SetLimit limit;
        limit.joint = NodeId(2);
        limit.kind = edit::LimitKind::Hinge;
        limit.axis = Vec3::UnitZ();
        limit.min = -0.5;
        limit.max = 0.5;
        doc = *edit::apply(doc, limit);
        // The angle from the rest pose at frames 0, 10 and 20, and straight between.
        const double degree = 3.14159265358979323846 / 180;
        const Quat rest = (*doc.scene)[doc.scene->find(NodeId(2))].rest.rotation;
        edit::PutKeys put;
        for (const auto& [frame, angle] : {std::pair(0.0, 0.0), std::pair(10.0, 0.5 + 2 * degree),
                                           std::pair(20.0, 0.5 + 0.4 * degree)}) {
            edit::KeyData key;
            key.node = NodeId(2);
            key.property = Property::Rotation;
            key.rotation.frame = frame;
            key.rotation.value = rest * Quat(Eigen::AngleAxisd(angle, Vec3::UnitZ()));
            put.keys.push_back(key);
        }
        doc = *edit::apply(doc, put);
        doc.clips[0] = doc.clips[0].with([](Clip& clip) { clip.spans.clear(); });
        MotionWatch watch;
        watch.reset(doc, doc);
        std::map<int, std::shared_ptr<const Evaluation>> known;
        std::vector<int> frames;
        for (int frame = 0; frame <= 20; ++frame) {
            known[frame] = std::make_shared<const Evaluation>(evaluate(doc, frame));
            frames.push_back(frame);
        }
        watch.add(frames, [&](int frame) { return known.at(frame); });
        int noted = 0;
        for (int frame = 0; frame <= 20; ++frame) {
            const double angle = frame <= 10 ? (0.5 + 2 * degree) * frame / 10
                                             : 0.5 + 2 * degree - 1.6 * degree * (frame - 10) / 10;
            const auto at = watch.faults().find(frame);
            const bool beyond = angle - 0.5 > 0.5 * degree;
            QCOMPARE(at != watch.faults().end(), beyond);
            if (!beyond) continue;
            ++noted;
            QVERIFY(!at->second.isProblem() && at->second.isNote() && !at->second.isCase());
            QCOMPARE(int(at->second.beyond.size()), 1);
            QVERIFY(at->second.beyond[0].joint == NodeId(2));
            QVERIFY(std::abs(at->second.beyond[0].by - (angle - 0.5)) < 1e-6);
            QVERIFY(culpritOf(doc, at->second) == NodeId(2));
            if (frame == 10)
                QVERIFY(
                    noteLines(doc, at->second)
                        .contains(toQt((*doc.scene)[doc.scene->find(NodeId(2))].name) +
                                  QString::fromUtf8(" is 2.0° beyond its limit, as it is keyed")));
        }
        QVERIFY(noted >= 9);
    }

    /// A clip of another file for the same skeleton is as it came, too.
    void aClipThatIsImportedBringsItsPopsAlong()
    {
        plain::Dice dice(20261128);
        const test::MadeBody body = test::madeBody({});
        Session session;
        session.startNew(test::documentOf(body, {}, 30), "hero");
        const NodeId head = (*session.document().scene)[session.document().scene->find("Head")].id;
        edit::PutKeys put;
        for (int frame = 0; frame <= 30; ++frame) {
            edit::KeyData key;
            key.node = head;
            key.property = Property::Rotation;
            key.rotation.frame = frame;
            const double angle = 0.02 * frame + (frame >= 15 ? 1 : 0);
            key.rotation.value = Quat(Eigen::AngleAxisd(angle, Vec3::UnitY()));
            put.keys.push_back(key);
        }
        Evaluator evaluator(session);
        QVERIFY(session.commit(
            {edit::AddClip{"Chop"}, edit::SetActiveClip{"Chop"}, put, edit::SetRange{0, 30}},
            "Import"));
        QTRY_VERIFY(evaluator.faultAt(15));
        QCOMPARE(int(evaluator.faultAt(15)->recorded.size()), 1);
        QVERIFY(!evaluator.isProblemFrame(15));
    }

    /// What a motion that is brought in has of its own is as little a problem as what is opened.
    void aMotionThatIsBroughtInBringsItsPopsAlong()
    {
        plain::Dice dice(20261125);
        const test::MadeBody body = test::madeBody({});
        Document dance = test::documentOf(body, test::madeMotion(body, 30, dice), 30);
        const NodeId head = (*dance.scene)[dance.scene->find("Head")].id;
        dance.clips[0] = dance.clips[0].with([&](Clip& clip) {
            Track track = *clip.track(head);
            std::vector<RotationKey> keys = track.rotation->keys();
            const Quat leap(Eigen::AngleAxisd(1, Vec3::UnitY()));
            for (RotationKey& key : keys)
                if (key.frame >= 15) key.value = key.value * leap;
            track.rotation = RotationTrack::fromKeys(keys);
            setTrack(clip, track);
        });
        Session session;
        session.startNew(test::documentOf(body, {}, 30), "hero");
        Evaluator evaluator(session);
        const auto edits = operate::bringIn(session.document(), dance, {});
        QVERIFY(edits && session.commit(*edits, "Bring in"));
        QCOMPARE(int(session.file().unedited().clips.size()), 2);
        QTRY_VERIFY(evaluator.faultAt(15));
        QCOMPARE(int(evaluator.faultAt(15)->recorded.size()), 1);
        QVERIFY(!evaluator.isProblemFrame(15));
        // It says whose it is.
        MotionFault fault = *evaluator.faultAt(15);
        const auto said = [&] { return noteLines(session.document(), fault).join('|'); };
        QVERIFY2(said().startsWith("In the motion that was brought in, too: Head pops"),
                 qPrintable(said()));
        fault.recorded[0].frame = 20;
        QVERIFY2(said().startsWith("Not in the motion that was brought in: Head pops"),
                 qPrintable(said()));
        // What is keyed afterwards is told.
        edit::KeyData key;
        key.node = (*session.document().scene)[session.document().scene->find("Head")].id;
        key.property = Property::Rotation;
        key.rotation.frame = 22;
        key.rotation.value = Quat(Eigen::AngleAxisd(2, Vec3::UnitX()));
        QVERIFY(session.commit(edit::PutKeys{{key}}));
        QTRY_VERIFY(evaluator.faultAt(22) && evaluator.isProblemFrame(22));
        QVERIFY(!evaluator.isProblemFrame(15));
    }
};

POSEWRIGHT_TEST(TestMotionWatch, posewright::test::runWithEvents);
#include "tst_motion_watch.moc"
