#include "tests/support/cases.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"
#include "tests/ui/desk/fresh_window_test.h"
#include "ui/actions/mouse_map.h"
#include "ui/actions/samples.h"
#include "ui/look/theme.h"
#include "ui/timeline/timeline_colors.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QLabel>
#include <QTreeView>

#include <algorithm>
#include <map>

using namespace posewright;
using namespace posewright::ui;

/// What of the window can be seen and read.
class TestWindowLook : public test::FreshWindowTest {
    Q_OBJECT

private slots:
    void theButtonsOfPanelsAreSharp()
    {
        const auto* dock = window_->findChild<QDockWidget*>("sceneDock");
        const QList<QAbstractButton*> buttons =
            dock->findChildren<QAbstractButton*>(QRegularExpression("^qt_dockwidget_"));
        QCOMPARE(int(buttons.size()), 2);
        for (const QAbstractButton* button : buttons) {
            // A bitmap that was blown up says so by its size.
            const QPixmap twice = button->icon().pixmap(QSize(16, 16), 2);
            QCOMPARE(twice.size(), QSize(32, 32));
            QCOMPARE(twice.devicePixelRatio(), 2.0);
            // Not the same picture as the one at 1x with each pixel doubled.
            const QImage large = twice.toImage();
            const QImage small = button->icon().pixmap(QSize(16, 16), 1).toImage();
            QVERIFY(large != small.scaled(32, 32).convertToFormat(large.format()));
        }
    }

    void linesOfTheButtonsOfPanelsAreNotSmeared_data()
    {
        test::cases<double>("ratio", {{"1x", 1.0}, {"2x", 2.0}, {"3x", 3.0}});
    }
    void linesOfTheButtonsOfPanelsAreNotSmeared()
    {
        // What is straight lies on whole pixels: ground, lines, what they enclose, and the corners.
        QFETCH(double, ratio);
        const auto* button = window_->findChild<QDockWidget*>("sceneDock")
                                 ->findChild<QAbstractButton*>("qt_dockwidget_floatbutton");
        const QImage image = button->icon().pixmap(QSize(16, 16), ratio).toImage();
        QCOMPARE(image.size(), QSize(16, 16) * ratio);
        std::map<QRgb, int> colors;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) ++colors[image.pixel(x, y)];
        QVERIFY2(colors.size() <= 5, qPrintable(QString("%1 colours").arg(colors.size())));
        QVERIFY2(colors.size() > 1, "something is drawn");
    }

    void hintsOfTheMouseAreWhole_data()
    {
        test::cases<int>("width",
                         {{"narrow", 900}, {"1280", 1280}, {"1600", 1600}, {"wide", 2600}});
    }

    void hintsOfTheMouseAreWhole()
    {
        QFETCH(int, width);
        openSample(*window_, "walk");
        window_->resize(width, 900);
        QTest::qWait(20);
        auto* hint = window_->findChild<QLabel*>("mouseHint");
        const QStringList all = mouseHints(viewMouse());
        QStringList shown = hint->text().split(QStringLiteral("  \u00b7  "));
        QVERIFY(hint->fontMetrics().horizontalAdvance(hint->text()) <= hint->width());
        QCOMPARE(shown.takeLast(), QString("F1: all"));
        for (qsizetype i = 0; i < shown.size(); ++i) QCOMPARE(shown[i], all[i]);
        if (width >= 1280) QVERIFY2(shown.size() >= 2, qPrintable(hint->text()));
        QCOMPARE(hint->toolTip().split('\n'), all);
    }

    void rowsOfTheTreeAreOfOneHeight()
    {
        auto* tree = window_->findChild<QTreeView*>("sceneTree");
        session_->startNew(test::chainDocument(3, 0.3, 20), "arm");
        const int with = tree->visualRect(tree->model()->index(0, 0)).height();
        QVERIFY(session_->commit(edit::RemoveTarget{doc().rig->constraints.front().id, false}));
        QCOMPARE(tree->visualRect(tree->model()->index(0, 0)).height(), with);
        QVERIFY(with >= 18);
    }

    void bothThemesAreReadable_data()
    {
        test::cases<bool>("dark", {{"dark", true}, {"light", false}});
    }

    void bothThemesAreReadable()
    {
        QFETCH(bool, dark);
        const QPalette p = paletteOf(dark);
        QCOMPARE(isDark(p), dark);
        const std::pair<QPalette::ColorRole, QPalette::ColorRole> pairs[] = {
            {QPalette::WindowText, QPalette::Window},
            {QPalette::Text, QPalette::Base},
            {QPalette::Text, QPalette::AlternateBase},
            {QPalette::ButtonText, QPalette::Button},
            {QPalette::ButtonText, QPalette::Window},
            {QPalette::HighlightedText, QPalette::Highlight},
            {QPalette::ToolTipText, QPalette::ToolTipBase},
            {QPalette::PlaceholderText, QPalette::Base},
            {QPalette::PlaceholderText, QPalette::Window},
            {QPalette::Link, QPalette::Base},
            {QPalette::Link, QPalette::Window},
            {QPalette::BrightText, QPalette::Window}};
        double least = 99;
        for (const QPalette::ColorGroup group :
             {QPalette::Active, QPalette::Inactive, QPalette::Disabled})
            for (const auto& [text, ground] : pairs) {
                const double ratio = contrast(p.color(group, text), p.color(group, ground));
                least = std::min(least, ratio);
                QVERIFY2(ratio >= 4.5, qPrintable(QString("roles %1 on %2, group %3: %4")
                                                      .arg(text)
                                                      .arg(ground)
                                                      .arg(group)
                                                      .arg(ratio)));
            }
        qInfo("least contrast, %s: %.2f : 1", dark ? "dark" : "light", least);
    }
};

POSEWRIGHT_TEST(TestWindowLook, posewright::test::runWithoutScreen);

#include "tst_window_look.moc"
