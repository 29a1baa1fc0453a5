#include "tests/support/program.h"
#include "tests/ui/session/session_test.h"

#include <QtTest>

using namespace posewright;
using namespace posewright::ui;
using test::keyAt;

namespace {

const Quat kUnkeyedTurn(Eigen::AngleAxisd(0.4, Vec3::UnitZ()));

edit::SetJointKey turnAt(double frame, const Quat& rotation)
{
    edit::SetJointKey key;
    key.joint = NodeId(2);
    key.frame = frame;
    key.rotation = rotation;
    return key;
}

}  // namespace

/// Gestures beside moves without a key, and gestures that are such moves in part.
class TestUnkeyedGestures : public QObject {
    Q_OBJECT

    std::unique_ptr<Session> session_;
    NodeId box_ = NodeId::None;

    const Document& doc() { return session_->document(); }
    Vec3 boxPlace() { return (*doc().scene)[doc().scene->find(box_)].rest.translation; }
    edit::SetRest boxAt(const Vec3& place) const
    {
        edit::SetRest rest;
        rest.node = box_;
        rest.translation = place;
        return rest;
    }
    void gesture(const std::vector<edit::Edit>& edits)
    {
        const int gesture = session_->beginGesture();
        QVERIFY(session_->commit(edits, "Drag", gesture));
        session_->finishGesture(gesture);
    }

private slots:
    /// An arm whose joint has a key at every frame, as captures have, and a box.
    void init()
    {
        session_ = std::make_unique<Session>();
        session_->startNew(test::arm(), "arm");
        std::vector<edit::Edit> made{edit::AddBox{"Box", Vec3::Constant(0.1), Vec3(0, 0, 1)}};
        for (int frame = 0; frame <= 40; ++frame)
            made.emplace_back(turnAt(frame, Quat(Eigen::AngleAxisd(0.01 * frame, Vec3::UnitX()))));
        QVERIFY(session_->commit(made, "Make"));
        box_ = (*doc().scene)[doc().scene->find("Box")].id;
        session_->playhead().setFrame(7);
    }

    void whatIsMovedBesideAPropStaysUnkeyed()
    {
        const Track before = *doc().clip().track(NodeId(2));
        const int steps = session_->history().count();
        session_->unkeyed().setAutoKey(false);
        const int gesture = session_->beginGesture();
        QVERIFY(session_->commit({boxAt(Vec3(1, 0, 0)), turnAt(7, kUnkeyedTurn)}, "Drag", gesture));
        // All of it is shown meanwhile.
        QVERIFY(boxPlace() == Vec3(1, 0, 0));
        QVERIFY(doc().clip().track(NodeId(2))->rotation->sample(7).angularDistance(kUnkeyedTurn) <
                1e-9);
        session_->finishGesture(gesture);
        QVERIFY(*doc().clip().track(NodeId(2)) == before);
        QVERIFY(doc().clip().layers.empty());
        QVERIFY(boxPlace() == Vec3(1, 0, 0));
        QVERIFY(session_->unkeyed().holds(*doc().rig, NodeId(2)));
        QCOMPARE(session_->history().count(), steps + 1);
        const Document shown = session_->shownAt(21);
        QVERIFY(shown.clip().track(NodeId(2))->rotation->sample(21).angularDistance(kUnkeyedTurn) <
                1e-9);
        session_->undo();
        QVERIFY(boxPlace() == Vec3(0, 0, 1));
        QVERIFY(!session_->unkeyed().empty());
        // And with auto-keying the key goes to a layer.
        session_->unkeyed().clear();
        session_->unkeyed().setAutoKey(true);
        this->gesture({boxAt(Vec3(1, 0, 0)), turnAt(7, kUnkeyedTurn)});
        QVERIFY(*doc().clip().track(NodeId(2)) == before);
        QCOMPARE(int(doc().clip().layers.size()), 1);
    }

    /// The ends of a contact on a prop go along with it, wherever the playhead is.
    void keysOfAContactAreKeyed()
    {
        session_->playhead().setFrame(8);
        session_->unkeyed().setAutoKey(false);
        gesture({boxAt(Vec3(1, 0, 0)), keyAt(8, Vec3(0.5, 0, 0)), keyAt(16, Vec3(0.6, 0, 0))});
        QVERIFY(session_->unkeyed().empty());
        const Track* track = doc().clip().track(NodeId(100));
        QVERIFY(track && track->translation[0]->find(8) && track->translation[0]->find(16));
    }

    void aKeyTakesUpWhatWasUnkeyedBesideIt()
    {
        const double frame = 7;
        session_->unkeyed().setAutoKey(false);
        gesture({keyAt(frame, Vec3(0.3, 0.4, 0.5))});
        QVERIFY(!session_->unkeyed().empty());
        session_->unkeyed().setAutoKey(true);
        edit::SetTargetKey turn;
        turn.target = test::kHand;
        turn.frame = frame;
        turn.rotation = kUnkeyedTurn;
        const int gesture = session_->beginGesture();
        QVERIFY(session_->commit({turn}, {}, gesture));
        const auto at = [](const Document& doc) {
            return sample(doc.clip().track(NodeId(100)), Transform{}, 7);
        };
        for (int i = 0; i < 2; ++i) {
            for (const Document& seen : {doc(), session_->shownAt(frame)}) {
                QVERIFY(at(seen).translation == Vec3(0.3, 0.4, 0.5));
                QVERIFY(at(seen).rotation.angularDistance(kUnkeyedTurn) < 1e-9);
            }
            session_->finishGesture(gesture);
        }
        QVERIFY(session_->unkeyed().empty());
    }

    void anUnkeyedMoveGoesOnFromTheOneBefore()
    {
        session_->unkeyed().setAutoKey(false);
        gesture({keyAt(7, Vec3(0.3, 0.4, 0.5))});
        edit::SetTargetKey turn;
        turn.target = test::kHand;
        turn.frame = 7;
        turn.rotation = kUnkeyedTurn;
        const int gesture = session_->beginGesture();
        QVERIFY(session_->commit({turn}, {}, gesture));
        for (int i = 0; i < 2; ++i) {
            const Document seen = session_->shownAt(7);
            const Transform at = sample(seen.clip().track(NodeId(100)), Transform{}, 7);
            QVERIFY(at.translation == Vec3(0.3, 0.4, 0.5));
            QVERIFY(at.rotation.angularDistance(kUnkeyedTurn) < 1e-9);
            session_->finishGesture(gesture);
        }
        QVERIFY(!session_->unkeyed().empty());
    }

    void aCancelledGestureLeavesUnkeyedMovesAlone()
    {
        session_->unkeyed().setAutoKey(false);
        gesture({keyAt(7, Vec3(0.3, 0.4, 0.5))});
        const std::vector<edit::Edit> before = session_->unkeyed().edits();
        session_->unkeyed().setAutoKey(true);
        const int gesture = session_->beginGesture();
        QVERIFY(session_->commit({keyAt(7, Vec3(1, 0, 0))}, {}, gesture));
        session_->cancelGesture(gesture);
        QVERIFY(session_->unkeyed().edits().size() == before.size());
        const Document seen = session_->shownAt(7);
        QVERIFY(sample(seen.clip().track(NodeId(100)), Transform{}, 7).translation ==
                Vec3(0.3, 0.4, 0.5));
    }
};

POSEWRIGHT_TEST(TestUnkeyedGestures, posewright::test::runWithEvents);
#include "tst_unkeyed_gestures.moc"
