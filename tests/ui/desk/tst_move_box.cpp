#include "core/io/format.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/program.h"
#include "tests/ui/desk/desktop_test.h"
#include "tests/ui/saved_bytes.h"
#include "ui/actions/samples.h"
#include "ui/inspector/number_field.h"
#include "ui/models/timeline_rows.h"

#include <QCommandLinkButton>
#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// Where a file puts a node at rest.
std::optional<Vec3> restInFile(const std::filesystem::path& path, const std::string& name)
{
    const auto parts = test::partsOf(path);
    if (!parts) return std::nullopt;
    for (const test::Json& node : parts->root["nodes"]) {
        if (node.value("name", std::string()) != name) continue;
        const test::Json& at = node["translation"];
        return Vec3(at[0], at[1], at[2]);
    }
    return std::nullopt;
}

}  // namespace

/// A box that is added and put where it belongs, by pointer and keys on a real window.
class TestMoveBox : public test::DesktopTest {
    Q_OBJECT

    QString sets()
    {
        auto* label = desk_->window.findChild<QLabel*>("inspectorSets");
        return label && label->isVisible() ? label->text() : QString();
    }
    void type(const char* field, const QString& text)
    {
        auto* into = desk_->window.findChild<NumberField*>(field);
        QVERIFY(into);
        into->setFocus();
        into->selectAll();
        QTest::keyClicks(into, text);
        QTest::keyClick(into, Qt::Key_Return);
    }

private slots:
    /// What comes next is said for the hand that was selected.
    void theNextStepIsSaidForTheSelectedHand()
    {
        test::Desktop& desk = *desk_;
        QVERIFY(openSample(desk.window, "walk"));
        QTRY_VERIFY(desk.window.evaluator().current());
        const Constraint* hand = findConstraint(desk.doc(), "Left hand");
        QVERIFY(hand);
        const NodeId bone = hand->effector;
        const QString name =
            QString::fromStdString((*desk.doc().scene)[desk.doc().scene->find(bone)].name);
        desk.session.selection().setNodes({bone});
        desk.trigger("edit.addBox");
        QVERIFY2(desk.said().contains(name) && desk.said().contains("Left hand") &&
                     desk.said().contains("while dragging, press T to touch the side"),
                 qPrintable(desk.said()));
        // Without a target, that comes first.
        QVERIFY(desk.session.commit(edit::RemoveTarget{hand->id}));
        desk.session.selection().setNodes({bone});
        desk.trigger("edit.addBox");
        QVERIFY2(desk.said().contains("select \u201c" + name + "\u201d and press T"),
                 qPrintable(desk.said()));
    }

    // Long: one job, from the menu to the file.
    void aBoxIsDraggedToItsPlaceInAllClipsAndInTheFile()
    {
        test::Desktop& desk = *desk_;
        QVERIFY(openSample(desk.window, "walk"));
        QTRY_VERIFY(desk.canvas()->isExposed());
        QTRY_VERIFY(desk.window.evaluator().current());
        QVERIFY(desk.session.commit(edit::AddClip{"Other"}));
        QVERIFY(desk.session.commit(edit::SetActiveClip{desk.doc().clips.front()->name}));
        QTest::qWait(300);
        desk.trigger("edit.addBox");
        QTRY_VERIFY(desk.doc().scene->find("Box") != kNoNode);
        QVERIFY2(desk.said().contains("press T"), qPrintable(desk.said()));
        QTest::qWait(300);
        const NodeId box = desk.node("Box");
        const double side = (*desk.doc().scene)[desk.doc().scene->find(box)].rest.scale.y();

        desk.session.playhead().setFrame(24);
        QTRY_COMPARE(sets(), QString("Rest place, in all clips"));
        const Document before = desk.doc();
        const std::string bytes = test::savedBytes(before);
        const Vec3 start = desk.world(box);
        const QPoint from = desk.seen(start + Vec3(0, side / 2, 0));
        const int steps = desk.session.history().count();
        desk.dragInView(from, from + QPoint(60, -40));
        QCOMPARE(desk.session.history().count(), steps + 1);
        const Vec3 there = desk.world(box);
        QVERIFY((there - start).norm() > 0.02);
        const QPoint went = desk.seen(there) - desk.seen(start);
        QVERIFY((went - QPoint(60, -40)).manhattanLength() <= 4);
        const Scene& scene = *desk.doc().scene;
        QVERIFY((scene[scene.find(box)].rest.translation - there).norm() < 1e-12);
        QVERIFY(!desk.doc().clip().track(box));

        const auto other = edit::apply(desk.doc(), edit::SetActiveClip{"Other"});
        QVERIFY(other);
        for (const double frame : {0.0, 10.0, 40.0})
            QVERIFY((evaluate(*other, frame).world[scene.find(box)].position - there).norm() <
                    1e-12);
        const QTemporaryDir folder;
        const auto path = folder.filePath("box.glb").toStdString();
        QVERIFY(io::write(desk.doc(), path));
        const auto written = restInFile(path, "Box");
        QVERIFY(written);
        QVERIFY((*written - there).norm() < 1e-6 * (1 + there.norm()));

        desk.session.undo();
        QVERIFY(desk.doc() == before);
        QVERIFY(test::savedBytes(desk.doc()) == bytes);
        desk.session.redo();

        // By its number: at rest, until it is keyed on purpose.
        type("inspectorPositionY", "0.5");
        QVERIFY(!desk.doc().clip().track(box));
        QCOMPARE(desk.world(box).y(), 0.5);
        // Below "Joints", as those of bones are, whether that is open or not.
        const auto rows = [&] {
            return std::ranges::count_if(RowBuilder().rows(desk.doc()),
                                         [&](const RowData& row) { return row.id.node == box; });
        };
        QCOMPARE(int(rows()), 0);
        QTest::keyClick(desk.canvas(), Qt::Key_S);
        QTRY_VERIFY(desk.doc().clip().track(box));
        QTRY_COMPARE(int(rows()), 1);
        QTRY_COMPARE(sets(), QString("Key at 24"));
        desk.session.playhead().setFrame(30);
        QTRY_COMPARE(sets(), QString("Key at 30"));
        type("inspectorPositionY", "0.8");
        QVERIFY(keyFrames(*desk.doc().clip().track(box)) == (std::vector{24.0, 30.0}));
        const auto now = edit::apply(desk.doc(), edit::SetActiveClip{"Other"});
        QCOMPARE(evaluate(*now, 5).world[desk.doc().scene->find(box)].position.y(), 0.5);
        desk.session.history().setClean();
    }

    /// Where there is no figure, boxes are what there is to take hold of, of any size.
    void boxesAreTakenHoldOfWithoutAFigure_data()
    {
        QTest::addColumn<double>("side");
        QTest::newRow("small") << 0.2;
        QTest::newRow("large") << 9.0;
    }
    void boxesAreTakenHoldOfWithoutAFigure()
    {
        QFETCH(double, side);
        test::Desktop& desk = *desk_;
        QTest::mouseClick(desk.window.findChild<QCommandLinkButton*>("start.empty"),
                          Qt::LeftButton);
        const Vec3 size = Vec3::Constant(side);
        QVERIFY(desk.session.commit(edit::AddBox{"One", size, {0, side / 2, 0}}));
        QTRY_VERIFY(desk.canvas()->isExposed());
        desk.session.selection().clear();
        desk.trigger("view.frameAll");
        QTest::qWait(500);
        const NodeId one = desk.node("One");
        const Vec3 start = desk.world(one);
        const QPoint from = desk.seen(start);
        desk.dragInView(from, from + QPoint(-40, -30));
        QVERIFY((desk.world(one) - start).norm() > 0.02 * side);
        QVERIFY(desk.session.selection().nodes() == std::vector{one});
        QVERIFY(desk.session.commit(edit::AddBox{"Two", size, {2 * side, side / 2, 0}}));
        desk.trigger("view.frameAll");
        QTest::qWait(500);
        const QPoint other = desk.seen(desk.world(desk.node("Two")));
        QTest::mouseMove(desk.canvas(), other);
        QTest::mouseClick(desk.canvas(), Qt::LeftButton, {}, other);
        QTRY_VERIFY(desk.session.selection().nodes() == std::vector{desk.node("Two")});
        desk.session.history().setClean();
    }
};

POSEWRIGHT_TEST(TestMoveBox, posewright::test::runOnScreen);
#include "tst_move_box.moc"
