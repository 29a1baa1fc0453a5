#pragma once

#include "core/export/bake_report.h"

#include <QWidget>

class QPushButton;
class QTextBrowser;

namespace posewright::ui {

/// What came of the last export: how the files read back, and who will misread them. Can be kept as
/// a page or as JSON.
class ExportPanel : public QWidget {
    Q_OBJECT

public:
    explicit ExportPanel(QWidget* parent = nullptr);

    void showReport(const exports::BakeReport& report);
    /// There is nothing to tell: another document is open.
    void clear();
    /// Writes the report: JSON where the name ends in .json, else a page.
    Result<void> save(const QString& path) const;

signals:
    /// One line. Plain text.
    void told(const QString& text);

private:
    void askSave();
    QString title() const;

    exports::BakeReport report_;
    QTextBrowser* text_;
    QPushButton* save_;
};

}  // namespace posewright::ui
