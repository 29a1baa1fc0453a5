#pragma once

#include "core/export/bake_report.h"

#include <QWidget>

class QPushButton;
class QTextBrowser;

namespace posewright::ui {

/// The report of the last export: how the files read back, and which programs will misread them.
/// Can be saved as HTML or JSON.
class ExportPanel : public QWidget {
    Q_OBJECT

public:
    explicit ExportPanel(QWidget* parent = nullptr);

    /// @param shownClip  the name of the clip that is in view, which comes first
    void showReport(const exports::BakeReport& report, const std::string& shownClip = {});
    /// Removes the report, when another document is opened.
    void clear();
    /// Writes the report: JSON if the name ends in .json, else HTML.
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
