#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "ui/desk/export_panel.h"

#include <QScrollBar>
#include <QTest>
#include <QTextBrowser>

using namespace posewright;
using namespace posewright::ui;

/// The report of an export, in a panel as narrow as it is at the side of a small window.
class TestExportPanel : public QObject {
    Q_OBJECT

    static exports::BakeReport longReport(LengthUnit unit)
    {
        exports::ClipReport clip;
        clip.name = "pybvh_cmu_12_01_walk";
        clip.frames = clip.checked = 524;
        clip.rate = 120;
        clip.error = 0.123456;
        clip.errorJoint = "mixamorig:RightHandThumb4";
        for (const char* target : {"Left foot", "mixamorig:RightHandThumb4 target"}) {
            clip.contacts.push_back({target, 1234, 5678, 12.3456, 12.3456, 112.3456, true});
            clip.targets.push_back({target, 4242, 4141, ik::Status::Unreachable, 112.3456, 5656});
            clip.limits.push_back({target, 4242, 4141, 0.5, 1234});
        }
        exports::BakeReport report;
        report.unit = unit;
        report.height = 1.7;
        report.files.push_back({"walk.glb", "glTF 2.0", 4'230'000, {clip}, {}});
        return report;
    }

private slots:
    void nothingIsScrolledSideways_data()
    {
        QTest::addColumn<LengthUnit>("unit");
        QTest::newRow("metres") << LengthUnit::Metre;
        QTest::newRow("units") << LengthUnit::Unknown;
    }
    void nothingIsScrolledSideways()
    {
        QFETCH(LengthUnit, unit);
        ExportPanel panel;
        panel.resize(300, 300);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        panel.showReport(longReport(unit));
        const auto* text = panel.findChild<QTextBrowser*>("exportReport");
        QTRY_VERIFY(text->verticalScrollBar()->maximum() > 0);
        // Widths of columns are rounded.
        QCOMPARE_LE(text->horizontalScrollBar()->maximum(), 1);
        QVERIFY(!text->horizontalScrollBar()->isVisible());
        QVERIFY(text->toPlainText().contains("12.3456") ||
                text->toPlainText().contains("12345.60"));
    }
};

POSEWRIGHT_TEST(TestExportPanel, posewright::test::runWithWidgets);
#include "tst_export_panel.moc"
