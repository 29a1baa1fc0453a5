#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "tests/ui/support.h"
#include "ui/desk/scene_panel.h"
#include "ui/desk/scene_tree.h"
#include "ui/models/scene_model.h"

#include <QLineEdit>

using namespace posewright;
using namespace posewright::ui;

/// One bone among many is found by its name.
class TestSceneSearch : public QObject {
    Q_OBJECT

    std::unique_ptr<test::Desktop> desk_;

    QTreeView& tree() { return *desk_->window.findChild<QTreeView*>("sceneTree"); }
    QLineEdit& field() { return *desk_->window.findChild<QLineEdit*>("sceneFilter"); }

    /// Names that a user sees, from top to bottom, headings left out.
    QStringList seen(const QModelIndex& above = {})
    {
        QStringList names;
        for (int row = 0; row < tree().model()->rowCount(above); ++row) {
            const QModelIndex index = tree().model()->index(row, 0, above);
            if (tree().isRowHidden(row, above)) continue;
            if (SceneModel::nodeAt(index) != NodeId::None) names << index.data().toString();
            if (tree().isExpanded(index)) names << seen(index);
        }
        return names;
    }

private slots:
    void initTestCase() { test::startAsNew(); }
    void init()
    {
        desk_ = std::make_unique<test::Desktop>();
        desk_->session.startNew(test::crowdOfLimbs(12), "crowd");
        QVERIFY(QTest::qWaitForWindowExposed(&desk_->window));
        desk_->activate();
    }
    void cleanup() { desk_.reset(); }

    void wordsNarrowTheListDown()
    {
        const QStringList all = seen();
        QCOMPARE(int(all.size()), 64 + 12);
        desk_->trigger("edit.findInScene");
        QVERIFY(field().hasFocus());
        QTest::keyClicks(&field(), "LIMB3");
        // Its five bones, and what they hang on.
        QStringList limb;
        for (const QString& name : seen())
            if (name.startsWith("limb")) limb << name;
        QCOMPARE(limb, QStringList({"limb3.0", "limb3.1", "limb3.2", "limb3.3", "limb3.4"}));
        QVERIFY(seen().contains("trunk3"));
        QVERIFY(!seen().contains("target3"));
        field().setText("target 7");
        QCOMPARE(seen(), QStringList({"target7"}));
        field().clear();
        QCOMPARE(seen(), all);
    }

    void enterSelectsTheFirstAndArrowsGoOn()
    {
        desk_->trigger("edit.findInScene");
        QTest::keyClicks(&field(), "limb5");
        QVERIFY2(desk_->session.selection().nodes().empty(), "typing selects nothing yet");
        QTest::keyClick(&field(), Qt::Key_Return);
        QCOMPARE(desk_->session.selection().active(), desk_->node("limb5.0"));
        QVERIFY2(!field().hasFocus(), "letters are the window's again: T makes a target");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QCOMPARE(desk_->session.selection().active(), desk_->node("limb5.1"));
        QCOMPARE(desk_->session.playhead().frame(), 0.0);  // elsewhere it goes to the next key
        QTest::keyClick(&field(), Qt::Key_Down);
        QCOMPARE(desk_->session.selection().active(), desk_->node("limb5.2"));
        QTest::keyClick(&field(), Qt::Key_Up);
        desk_->trigger("edit.findInScene");
        QTest::keyClick(&field(), Qt::Key_Escape);
        QCOMPARE(field().text(), QString());
        QCOMPARE(int(seen().size()), 76);
        QCOMPARE(desk_->session.selection().active(), desk_->node("limb5.1"));
        QTest::keyClick(&field(), Qt::Key_Escape);
        QVERIFY(tree().hasFocus());
    }

    void whatWasFoldedIsFoldedAgain()
    {
        const auto rowOf = [&](const char* name) {
            return static_cast<SceneModel*>(tree().model())->indexOf(desk_->node(name));
        };
        tree().collapse(rowOf("trunk0"));
        const QStringList folded = seen();
        field().setText("limb11.4");
        QVERIFY2(seen().contains("limb11.4"), "what is folded away is found, too");
        field().clear();
        QCOMPARE(seen(), folded);
    }

    void nothingFoundIsSaid()
    {
        const auto ink = [&] {
            const QImage picture = tree().viewport()->grab().toImage();
            int count = 0;
            for (int y = 0; y < picture.height(); ++y)
                for (int x = 0; x < picture.width(); ++x)
                    count += picture.pixel(x, y) != picture.pixel(0, picture.height() - 1);
            return count;
        };
        field().setText("no such bone");
        QVERIFY(seen().isEmpty());
        const int written = ink();
        QVERIFY2(written > 50, "words say so");
        QTest::keyClick(&field(), Qt::Key_Return);
        QVERIFY(desk_->session.selection().nodes().empty());
    }

    void anotherDocumentIsShownWhole()
    {
        field().setText("limb5");
        desk_->session.startNew(test::chainDocument(3, 0.3, 20), "arm");
        QCOMPARE(field().text(), QString());
        QCOMPARE(int(seen().size()), 5);
    }

    void aBoneAddedMeanwhileIsNarrowedDownToo()
    {
        field().setText("limb5");
        const int before = int(seen().size());
        edit::RenameNode rename;
        rename.node = desk_->node("limb6.0");
        rename.name = "limb5 extra";
        QVERIFY(desk_->session.commit(rename));
        QVERIFY(seen().contains("limb5 extra"));
        QVERIFY(int(seen().size()) > before);
    }
};

POSEWRIGHT_TEST(TestSceneSearch, posewright::test::runOnScreen);

#include "tst_scene_search.moc"
