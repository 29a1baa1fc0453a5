#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "ui/desk/export_panel.h"

#include <QRegularExpression>
#include <QScrollBar>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextLayout>

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

    /// In a narrow table, too, a line ends where a word does, or in a name that is longer than 15.
    void noWordIsBroken()
    {
        ExportPanel panel;
        panel.resize(300, 300);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        panel.showReport(longReport(LengthUnit::Metre));
        const auto* text = panel.findChild<QTextBrowser*>("exportReport");
        QTRY_VERIFY(text->verticalScrollBar()->maximum() > 0);
        int lines = 0;
        for (QTextBlock block = text->document()->begin(); block.isValid(); block = block.next()) {
            const QTextLayout& layout = *block.layout();
            for (int i = 0; i + 1 < layout.lineCount(); ++i) {
                const QTextLine line = layout.lineAt(i);
                const QChar last = block.text().at(line.textStart() + line.textLength() - 1);
                QVERIFY2(last.isSpace() || last == QChar(0x200b) || last == u'-',
                         qPrintable(block.text()));
                ++lines;
            }
        }
        QVERIFY(lines > 0);
        QVERIFY(text->toPlainText().contains("out of reach"));
    }

    void theShownClipComesFirst()
    {
        exports::BakeReport report = longReport(LengthUnit::Metre);
        for (const char* name : {"run", "jump"}) {
            report.files[0].clips.push_back(report.files[0].clips[0]);
            report.files[0].clips.back().name = name;
        }
        ExportPanel panel;
        const auto clipsIn = [&panel] {
            QStringList out;
            static const QRegularExpression clip("Clip \"([^\"]+)\"");
            auto found = clip.globalMatch(panel.findChild<QTextBrowser*>("exportReport")
                                              ->toPlainText()
                                              .remove(QChar(0x200b)));
            while (found.hasNext()) out << found.next().captured(1);
            return out;
        };
        panel.showReport(report, "jump");
        QCOMPARE(clipsIn(), QStringList({"jump", "pybvh_cmu_12_01_walk", "run"}));
        panel.showReport(report, "none of that name");
        QCOMPARE(clipsIn(), QStringList({"pybvh_cmu_12_01_walk", "run", "jump"}));
    }
};

POSEWRIGHT_TEST(TestExportPanel, posewright::test::runWithWidgets);
#include "tst_export_panel.moc"
