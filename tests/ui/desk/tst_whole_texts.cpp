#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "ui/desk/status_line.h"
#include "ui/look/whole_texts.h"
#include "ui/timeline/glyphs.h"

#include <QHelpEvent>
#include <QListWidget>
#include <QToolTip>
#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

/// Texts that are too long for their place: both ends are seen, and a tooltip has them whole.
class TestWholeTexts : public QObject {
    Q_OBJECT

    static void askForTip(QListWidget& list, int row)
    {
        const QPoint at = list.visualItemRect(list.item(row)).center();
        QHelpEvent help(QEvent::ToolTip, at, list.viewport()->mapToGlobal(at));
        QApplication::sendEvent(list.viewport(), &help);
    }

private slots:
    void aListShowsThemInFull()
    {
        const QString name = "mixamorig:LeftHandIndex4_end of the second figure on the left";
        QListWidget list;
        list.addItems({name, "Hips"});
        list.addItem("Named otherwise, with words of its own that are long");
        list.item(2)->setToolTip("own");
        showWholeTexts(list);
        list.resize(120, 120);
        list.show();
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        QCOMPARE(list.textElideMode(), Qt::ElideMiddle);
        // Its rows are as wide as the list, so that both ends are seen.
        QVERIFY(list.visualItemRect(list.item(0)).width() <= list.viewport()->width());
        QToolTip::hideText();
        askForTip(list, 1);
        QVERIFY(!QToolTip::isVisible() || QToolTip::text().isEmpty());
        askForTip(list, 0);
        QTRY_VERIFY2(QToolTip::text().contains(name), qPrintable(QToolTip::text()));
        askForTip(list, 2);
        QTRY_COMPARE(QToolTip::text(), QString("own"));
    }

    /// What matters stands first in a sentence, and last in a path.
    void messagesLoseTheirEnds()
    {
        const QFontMetrics font(QApplication::font());
        const auto shown = [&font](const QString& text) {
            return elidedMessage(text, font, font.horizontalAdvance(text) / 2);
        };
        const QString said = shown("Body is now followed from frame 1 to 523: drag the ends");
        QVERIFY2(said.startsWith("Body is now followed") && !said.endsWith("ends"),
                 qPrintable(said));
        const QString written = shown("Exported /home/anna/somewhere/far/away/walk.glb");
        QVERIFY2(written.startsWith("Exp") && written.endsWith(".glb"), qPrintable(written));
    }

    void rowsOfTheTimelineKeepBothEnds()
    {
        GlyphCache glyphs;
        const QFont font = QApplication::font();
        const QString name = "mixamorig:LeftHandIndex4_end";
        const int room = QFontMetrics(font).horizontalAdvance(name) * 2 / 3;
        const QString shown = glyphs.name(name, font, room).text();
        QVERIFY2(shown.startsWith("mix") && shown.endsWith("end") && shown.size() < name.size(),
                 qPrintable(shown));
        QCOMPARE(glyphs.name("Hips", font, 500).text(), QString("Hips"));
    }
};

POSEWRIGHT_TEST(TestWholeTexts, posewright::test::runOnScreen);
#include "tst_whole_texts.moc"
