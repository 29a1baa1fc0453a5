#include "core/operate/hold.h"
#include "tests/support/program.h"
#include "tests/ui/desk/fresh_window_test.h"
#include "ui/actions/samples.h"
#include "ui/timeline/timeline.h"

#include <QAbstractButton>
#include <QLabel>
#include <QMessageBox>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTimer>
#include <QTreeView>

#include <algorithm>

using namespace posewright;
using namespace posewright::ui;

/// Moves and keys that are not seen in the motion: without a key, or inside a contact.
class TestUnkeyedMoves : public test::FreshWindowTest {
    Q_OBJECT

    /// May the document go, if its question is answered so? And what the question said.
    std::pair<bool, QString> answer(QMessageBox::StandardButton button)
    {
        QString said;
        QTimer::singleShot(30, this, [&said, button] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box) return;
            said = box->text() + '\n' + box->informativeText();
            box->button(button)->click();
        });
        const bool may = window_->files().mayReplaceDocument();
        return {may, said};
    }

private slots:
    void aKeyWithinAContactIsSaidToBeUnseen()
    {
        openSample(*window_, "walk");
        const Constraint foot = *findConstraint(doc(), "Left foot");
        const std::vector<Span>& spans = doc().clip().spanRow(foot.id)->spans;
        const auto contact = std::find_if(spans.begin(), spans.end(), [](const Span& span) {
            return span.kind == SpanKind::Contact;
        });
        QVERIFY(contact != spans.end());
        session_->selection().setNodes({foot.target});
        session_->playhead().setFrame(std::round((contact->start + contact->end) / 2));
        const auto message = [&] { return window_->statusBar()->currentMessage(); };
        window_->actions()["time.setKey"]->trigger();
        QTRY_VERIFY2(message().contains("Left foot is keyed, but a contact"),
                     qPrintable(message()));
        window_->tell({});
        session_->selection().setNodes({findConstraint(doc(), "Left hand")->target});
        window_->actions()["time.setKey"]->trigger();
        QTest::qWait(20);
        QVERIFY2(!message().contains("is keyed, but"), qPrintable(message()));
    }

    void whatIsUnkeyedIsShownAndAskedAbout()
    {
        openSample(*window_, "walk");
        const Constraint hand = doc().rig->constraints[2];
        session_->playhead().setFrame(13);
        window_->actions()["time.autoKey"]->trigger();
        edit::SetTargetKey key;
        key.target = hand.id;
        key.frame = 13;
        key.position = Vec3(0.3, 1, 0.1);
        const int gesture = session_->beginGesture();
        QVERIFY(session_->commit({key}, {}, gesture));
        session_->finishGesture(gesture);
        QVERIFY(!session_->isModified());

        // The tree and the timeline tell.
        auto* tree = window_->findChild<QTreeView*>("sceneTree");
        const QModelIndex targets = tree->model()->index(0, 0);
        int told = 0;
        for (int i = 0; i < tree->model()->rowCount(targets); ++i) {
            const QModelIndex row = tree->model()->index(i, 0, targets);
            if (row.data(Qt::AccessibleTextRole).toString().contains("without a key")) ++told;
        }
        QCOMPARE(told, 1);
        const TimelineModel& model = window_->timeline().model();
        told = 0;
        for (const TimelineRow& row : model.rows())
            if (model.statusText(row).contains("without a key")) ++told;
        QCOMPARE(told, 1);

        auto [may, said] = answer(QMessageBox::Cancel);
        QVERIFY(!may);
        QVERIFY2(said.contains("not keyed") && said.contains("1 "), qPrintable(said));
        QVERIFY(!session_->unkeyed().empty());
        std::tie(may, said) = answer(QMessageBox::Discard);
        QVERIFY(may);

        // Save keys them first.
        const QString path = folder_.filePath("loose.glb");
        QSignalSpy saved(&session_->file(), &DocumentFile::saved);
        session_->file().saveAs(path.toStdString());
        QTRY_COMPARE(saved.count(), 1);
        QVERIFY(!session_->unkeyed().empty());
        std::tie(may, said) = answer(QMessageBox::Save);
        QVERIFY(may);
        QVERIFY(session_->unkeyed().empty());
        QVERIFY(!session_->isModified());
        const Track* track = doc().clip().track(hand.target);
        QVERIFY(track->translation[1]->find(13));
        QCOMPARE(track->translation[1]->find(13)->value, 1.0);
        window_->actions()["time.autoKey"]->trigger();
    }

    /// What is turned together with a prop is not keyed over the motion because of that.
    void aPropInTheSelectionKeysNothingElse()
    {
        openSample(*window_, "mannequin");
        QVERIFY(session_->commit(edit::AddBox{"Box", Vec3::Constant(0.2), Vec3(0, 1, 0.5)}));
        const auto node = [&](const char* name) {
            return (*doc().scene)[doc().scene->find(name)].id;
        };
        const NodeId box = node("Box"), arm = node("left forearm");
        session_->playhead().setFrame(7);
        const Clip before = doc().clip();
        QVERIFY(before.track(arm));
        session_->unkeyed().setAutoKey(false);
        const auto held =
            operate::hold(doc(), *window_->evaluator().at(7), operate::Handling::Turn, {box, arm});
        QCOMPARE(int(held.size()), 2);
        const Quat turn(Eigen::AngleAxisd(0.3, Vec3::UnitX()));
        const int gesture = session_->beginGesture();
        QVERIFY(session_->commit(operate::turned(held, 7, turn, Vec3::Zero()), "Turn", gesture));
        session_->finishGesture(gesture);
        QVERIFY(doc().clip() == before);
        QVERIFY(session_->unkeyed().holds(*doc().rig, arm));
        QVERIFY((*doc().scene)[doc().scene->find(box)].rest.rotation.angularDistance(turn) < 1e-9);
        session_->unkeyed().clear();
        session_->unkeyed().setAutoKey(true);
    }

    void withoutAutoKeyMovesStayUnkeyedUntilKeyed()
    {
        openSample(*window_, "walk");
        const Constraint& hand = doc().rig->constraints[2];
        session_->selection().setNodes({hand.target});
        session_->playhead().setFrame(13);
        window_->actions()["time.autoKey"]->trigger();
        const Document before = doc();
        const auto shown = [&] {
            return window_->evaluator()
                .at(session_->playhead().frame())
                ->world[doc().scene->find(hand.target)]
                .position;
        };
        const Vec3 there = shown() + Vec3(0, 0.1, 0);
        const int gesture = session_->beginGesture();
        edit::SetTargetKey key;
        key.target = hand.id;
        key.frame = 13;
        key.position = there;
        QVERIFY(session_->commit({key}, {}, gesture));
        session_->finishGesture(gesture);
        QVERIFY2(doc() == before, "nothing is keyed");
        QVERIFY(!session_->history().canUndo());
        QVERIFY((shown() - there).norm() < 1e-9);
        auto* said = window_->findChild<QLabel*>("loose");
        QVERIFY(said->text().contains("1"));
        for (const double frame : {4.0, 30.0, 20.0}) {
            session_->playhead().setFrame(frame);
            QVERIFY2((shown() - there).norm() < 1e-9, "kept through scrubbing");
        }
        QTest::keyClick(window_.get(), Qt::Key_S);
        QCOMPARE(session_->history().count(), 1);
        QVERIFY(session_->unkeyed().empty());
        const Track* track = doc().clip().track(hand.target);
        QVERIFY((sample(track, Transform{}, 20).translation - there).norm() < 1e-9);

        const Document keyed = doc();
        const int again = session_->beginGesture();
        key.frame = 20;
        key.position = there + Vec3(0.1, 0, 0);
        QVERIFY(session_->commit({key}, {}, again));
        session_->finishGesture(again);
        QVERIFY(!session_->unkeyed().empty());
        window_->actions()["time.discardUnkeyed"]->trigger();
        QVERIFY(session_->unkeyed().empty());
        QVERIFY(doc() == keyed);
        QVERIFY((shown() - there).norm() < 1e-9);
        window_->actions()["time.autoKey"]->trigger();
    }
};

POSEWRIGHT_TEST(TestUnkeyedMoves, posewright::test::runWithoutScreen);

#include "tst_unkeyed_moves.moc"
