#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "tests/ui/desk/in_dialog.h"
#include "ui/actions/find_action.h"
#include "ui/actions/samples.h"
#include "ui/desk/command_palette.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>

using namespace posewright;
using namespace posewright::ui;

/// The search for actions finds bones and targets of the document, too.
class TestFindNodes : public QObject {
    Q_OBJECT

    std::unique_ptr<test::Desktop> desk_;

    /// Types into the search as Ctrl+Shift+P opens it.
    void search(const QString& typed, const std::function<void(QTreeWidget&, QDialog&)>& act)
    {
        test::whileOpen<CommandPalette>(
            [this] { desk_->trigger("edit.findAction"); },
            [&](CommandPalette& dialog) {
                auto* words = dialog.findChild<QLineEdit*>("commandWords");
                QTest::keyClicks(words, typed);
                act(*dialog.findChild<QTreeWidget*>("commandList"), dialog);
            });
    }
    /// Rows of a name and a kind; -1: there is none.
    static int rowOf(const QTreeWidget& list, const QString& name, const QString& kind)
    {
        for (int row = 0; row < list.topLevelItemCount(); ++row)
            if (list.topLevelItem(row)->text(0) == name && list.topLevelItem(row)->text(1) == kind)
                return row;
        return -1;
    }

private slots:
    void init()
    {
        test::startAsNew();
        desk_ = std::make_unique<test::Desktop>();
        QVERIFY(QTest::qWaitForWindowExposed(&desk_->window));
        desk_->activate();
        QVERIFY(openSample(desk_->window, "figure"));
        QTRY_VERIFY(desk_->window.evaluator().current());
        QTest::qWait(200);
    }
    void cleanup() { desk_.reset(); }

    /// The sign that marks a menu's letter is part of a name.
    void aNameKeepsItsSigns()
    {
        for (const QString name : {"Dog & Cat", "&first", "R&D && more", "wait...what"}) {
            QAction action(QString(name).replace("&", "&&"));
            QCOMPARE(plainText(action), name);
            QCOMPARE(findActions({{&action, "Scene"}}, name).size(), std::size_t(1));
        }
        QAction save("S&ave As...");
        QCOMPARE(plainText(save), QString("Save As"));
    }

    void bonesAndTargetsComeAfterTheActions()
    {
        const QString bone = QString::fromStdString(
            (*desk_->doc().scene)[desk_->doc().scene->find(desk_->target("Left hand").effector)]
                .name);
        search("hand", [&](QTreeWidget& list, QDialog&) {
            const int target = rowOf(list, "Left hand", "Scene \u203a Target");
            const int joint = rowOf(list, bone, "Scene \u203a Bone");
            QVERIFY(target >= 0);
            QVERIFY2(joint >= 0, qPrintable(bone));
            // All rows before the first thing are entries of menus, and none comes after.
            bool things = false;
            for (int row = 0; row < list.topLevelItemCount(); ++row) {
                const QString kind = list.topLevelItem(row)->text(1);
                const bool thing = kind.startsWith("Scene \u203a ");
                QVERIFY2(thing || !things, qPrintable(list.topLevelItem(row)->text(0)));
                things = things || thing;
            }
        });
        // Without words there are only the actions.
        search({}, [&](QTreeWidget& list, QDialog&) {
            QCOMPARE(rowOf(list, "Left hand", "Scene \u203a Target"), -1);
        });
    }

    void whatIsChosenIsSelectedAndInView()
    {
        const NodeId star = desk_->node("Left hand");
        const bool draws = desk_->window.viewport().draws();
        if (draws) {
            // Somewhere else, near the ground.
            Camera away = desk_->view().camera();
            away.pivot += Vec3(4, -1, 3);
            away.distance = 1;
            desk_->view().setCamera(away);
        }
        const Camera before = desk_->window.viewport().camera();
        search("left hand", [&](QTreeWidget& list, QDialog& dialog) {
            const int row = rowOf(list, "Left hand", "Scene \u203a Target");
            QVERIFY(row >= 0);
            list.setCurrentItem(list.topLevelItem(row));
            QVERIFY(dialog.findChild<QLabel*>("commandSaid")->text().startsWith("Enter selects"));
            QTest::keyClick(dialog.findChild<QLineEdit*>("commandWords"), Qt::Key_Return);
        });
        QCOMPARE(desk_->session.selection().nodes(), std::vector{star});
        if (!draws) QSKIP("needs OpenGL 3.2 (a software one will do)");
        const Camera after = desk_->view().camera();
        QCOMPARE(after.distance, before.distance);
        QCOMPARE(after.yaw, before.yaw);
        const ViewSize size = desk_->view().viewSize();
        QVERIFY(QRect(0, 0, int(size.width), int(size.height))
                    .contains(desk_->seen(desk_->world(star))));
    }
};

POSEWRIGHT_TEST(TestFindNodes, posewright::test::runOnScreen);
#include "tst_find_nodes.moc"
