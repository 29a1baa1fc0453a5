#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/support.h"

#include <QtTest>

#include <algorithm>

using namespace posewright;
using namespace posewright::ui;

namespace {

constexpr ConstraintId kFirst{600};
constexpr NodeId kSelectedTarget{500};
constexpr NodeId kJoint{150};

edit::KeyRef keyOf(NodeId node, double frame)
{
    edit::KeyRef ref;
    ref.node = node;
    ref.frame = frame;
    return ref;
}

std::vector<double> framesOf(const Selection& selection, NodeId node)
{
    std::vector<double> frames;
    for (const edit::KeyRef& key : selection.keys())
        if (key.node == node) frames.push_back(key.frame);
    std::sort(frames.begin(), frames.end());
    return frames;
}

}  // namespace

/// Undo and redo select what they changed where it is then: nodes, keys, spans and markers; what
/// moved things in the view leaves the selection.
class TestUndoSelects : public QObject {
    Q_OBJECT

    std::unique_ptr<Session> session_;

    const Selection& selection() { return session_->selection(); }
    std::vector<double> chosen(NodeId node = kSelectedTarget)
    {
        return framesOf(selection(), node);
    }

private slots:
    void init()
    {
        session_ = std::make_unique<Session>();
        Document doc = test::withKeys(test::crowdOfLimbs(2), kSelectedTarget,
                                      {{0, {0.1, 1, 0}}, {6, {0.2, 1, 0}}, {12, {0.3, 1, 0}}});
        session_->startNew(doc, "test");
    }

    void theMovedKeysAtTheirPlaces()
    {
        QVERIFY(session_->commit(edit::MoveKeys{{keyOf(kSelectedTarget, 6)}, 3}));
        session_->selection().clear();
        session_->undo();
        QCOMPARE(chosen(), std::vector<double>{6});
        QVERIFY(selection().nodes() == std::vector{kSelectedTarget});
        QVERIFY(selection().spans().empty());
        session_->selection().clear();
        session_->redo();
        QCOMPARE(chosen(), std::vector<double>{9});
    }

    /// A motion that an operation made is not selected by undoing it: Delete would delete it.
    void notAWholeMotion()
    {
        std::vector<edit::KeyRef> all;
        std::vector<std::pair<double, Vec3>> keys;
        for (int frame = 0; frame < 100; ++frame) {
            all.push_back(keyOf(kSelectedTarget, frame));
            keys.emplace_back(frame, Vec3(0.1 + 0.01 * frame, 1, 0));
        }
        session_->startNew(test::withKeys(test::crowdOfLimbs(2), kSelectedTarget, keys), "test");
        QVERIFY(session_->commit(edit::MoveKeys{all, 3}));
        session_->selection().clear();
        session_->undo();
        QVERIFY(selection().keys().empty());
        // Whoever has selected them keeps them.
        session_->selection().setKeys(all);
        QVERIFY(session_->commit(edit::MoveKeys{all, 3}));
        session_->undo();
        QCOMPARE(selection().keys().size(), all.size());
    }

    void theScaledKeysAndNoOthers()
    {
        edit::ScaleKeys scale;
        scale.keys = {keyOf(kSelectedTarget, 6), keyOf(kSelectedTarget, 12)};
        scale.pivot = 6;
        scale.factor = 0.5;
        QVERIFY(session_->commit(scale));
        session_->selection().setKeys({keyOf(kSelectedTarget, 0), keyOf(kSelectedTarget, 9)});
        session_->undo();
        QCOMPARE(chosen(), std::vector<double>{12});
        session_->redo();
        QCOMPARE(chosen(), std::vector<double>{9});
    }

    void whatCameBackAndNothingWhereItWent()
    {
        QVERIFY(session_->commit(
            edit::DeleteKeys{{keyOf(kSelectedTarget, 6), keyOf(kSelectedTarget, 12)}}));
        session_->undo();
        QCOMPARE(chosen(), (std::vector<double>{6, 12}));
        session_->redo();
        QVERIFY(selection().keys().empty());
        QVERIFY(selection().nodes() == std::vector{kSelectedTarget});
    }

    void keysOfJointsAndOfInfluence()
    {
        edit::SetJointKey turn;
        turn.joint = kJoint;
        turn.frame = 4;
        turn.rotation = Quat(Eigen::AngleAxisd(0.4, Vec3::UnitX()));
        QVERIFY(session_->commit(turn));
        turn.rotation = Quat(Eigen::AngleAxisd(0.7, Vec3::UnitX()));
        QVERIFY(session_->commit(turn));
        QVERIFY(session_->commit(edit::SetInfluenceKey{kFirst, 5, 0.5}));
        session_->selection().clear();
        session_->undo();
        QVERIFY(selection().keys().empty());
        session_->redo();
        QCOMPARE(int(selection().keys().size()), 1);
        QCOMPARE(selection().keys()[0].frame, 5.0);
        QVERIFY(selection().keys()[0].constraint == kFirst);
        QVERIFY(selection().keys()[0].property == Property::Influence);
        session_->undo();
        session_->undo();
        QVERIFY(selection().nodes() == std::vector{kJoint});
        QVERIFY(selection().keys().empty());
    }

    /// After a move of a target, Delete would remove a key that nobody selected.
    void aMoveLeavesWhatIsSelected()
    {
        const auto moved = [&](double frame, double x) {
            edit::SetTargetKey set;
            set.target = kFirst;
            set.frame = frame;
            set.position = Vec3(x, 1, 0);
            return set;
        };
        session_->selection().pick({kSelectedTarget});
        QVERIFY(session_->commit(moved(6, 0.25)));
        for (const bool back : {true, false}) {
            back ? session_->undo() : session_->redo();
            QVERIFY(selection().nodes() == std::vector{kSelectedTarget});
            QVERIFY(selection().keys().empty() && selection().spans().empty());
        }
        // Keys that were selected before stay so.
        session_->selection().setKeys({keyOf(kSelectedTarget, 12)});
        session_->undo();
        QCOMPARE(chosen(), std::vector<double>{12});
        // If something else was selected, the target is shown, and no key of that is.
        session_->redo();
        session_->selection().setNodes({kJoint});
        session_->undo();
        QVERIFY(selection().nodes() == std::vector{kSelectedTarget});
        QVERIFY(selection().keys().empty());
    }

    void interpolationIsAChange()
    {
        edit::SetInterpolation held;
        held.keys = {keyOf(kSelectedTarget, 6)};
        held.interpolation = edit::KeyShape::Constant;
        QVERIFY(session_->commit(held));
        session_->selection().clear();
        session_->undo();
        QCOMPARE(chosen(), std::vector<double>{6});
    }

    void spansWhereTheStepIsAboutThem()
    {
        edit::SetSpan set;
        set.target = kFirst;
        set.start = 8;
        set.end = 11;
        set.kind = SpanKind::Off;
        QVERIFY(session_->commit(set));
        edit::MoveSpan move;
        move.target = kFirst;
        move.start = 8;
        move.to = 9;
        move.end = 12;
        QVERIFY(session_->commit(move));
        session_->selection().clear();
        session_->undo();
        const auto has = [&](double start) {
            const auto& spans = selection().spans();
            return std::count(spans.begin(), spans.end(), SpanRef{kFirst, start}) == 1;
        };
        QVERIFY(has(8));
        QVERIFY(selection().keys().empty());
        session_->redo();
        QVERIFY(has(9) && !has(8));
    }

    void markersToo()
    {
        QVERIFY(session_->commit(edit::AddMarker{7, "step"}));
        session_->selection().setKeys({keyOf(kSelectedTarget, 6)});
        session_->undo();
        QVERIFY(selection().markers().empty());
        session_->redo();
        QCOMPARE(selection().markers(), std::vector<double>{7});
        QVERIFY2(selection().keys().empty(), "what is selected is what was changed");
    }

    void stepsBesideTheTimelineLeaveItsSelection()
    {
        QVERIFY(session_->commit(edit::RenameNode{kSelectedTarget, "hand"}));
        session_->selection().setKeys({keyOf(kSelectedTarget, 6)});
        session_->undo();
        QCOMPARE(chosen(), std::vector<double>{6});
    }
};

POSEWRIGHT_TEST(TestUndoSelects, posewright::test::runWithWidgets);
#include "tst_undo_selects.moc"
