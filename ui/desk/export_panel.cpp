#include "ui/desk/export_panel.h"

#include "core/io/save.h"
#include "ui/actions/desk.h"
#include "ui/files/file_dialog_look.h"
#include "ui/files/files.h"
#include "ui/look/theme.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>

namespace posewright::ui {

namespace {

/// The text of a page, in which words that are longer than a column may break where they must:
/// with breaks anywhere, a table would break all words alike.
QString withBreaks(const QString& html)
{
    constexpr int kLongest = 16;
    constexpr QChar kMayBreak(0x200b);
    QString out;
    bool tag = false, entity = false;
    int run = 0;
    for (const QChar c : html) {
        tag = tag || c == u'<';
        entity = !tag && (entity || c == u'&');
        run = tag || c.isSpace() ? 0 : run + (entity && c != u';' ? 0 : 1);
        out += c;
        tag = tag && c != u'>';
        entity = entity && c != u';';
        if (run < kLongest || entity) continue;
        out += kMayBreak;
        run = 0;
    }
    return out;
}

/// The report with one clip before the others of its file.
exports::BakeReport withFirst(exports::BakeReport report, const std::string& clip)
{
    for (exports::FileReport& file : report.files)
        std::stable_partition(file.clips.begin(), file.clips.end(),
                              [&](const exports::ClipReport& one) { return one.name == clip; });
    return report;
}

}  // namespace

ExportPanel::ExportPanel(QWidget* parent) : QWidget(parent), text_(new QTextBrowser)
{
    setObjectName(QStringLiteral("exportPanel"));
    text_->setObjectName(QStringLiteral("exportReport"));
    text_->setAccessibleName(tr("Report of the last export"));
    text_->setOpenLinks(false);
    // Long names break at marks, see withBreaks: nobody scrolls sideways in a narrow panel.
    text_->setWordWrapMode(QTextOption::WordWrap);
    text_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // for one pixel of rounding
    text_->setFrameShape(QFrame::NoFrame);
    text_->setPlaceholderText(tr("Nothing was exported yet: File > Export writes what you see for "
                                 "another program, and tells here how the file reads back."));
    save_ = new QPushButton(tr("Save Report..."));
    save_->setObjectName(QStringLiteral("saveReport"));
    save_->setToolTip(tr("Keep it as a page (HTML) or as JSON"));
    connect(save_, &QPushButton::clicked, this, &ExportPanel::askSave);
    auto* column = new QVBoxLayout(this);
    column->addWidget(text_, 1);
    column->addWidget(save_, 0, Qt::AlignLeft);
    setFocusProxy(text_);
    clear();
}

QString ExportPanel::title() const
{
    QStringList names;
    for (const exports::FileReport& file : report_.files) names << pathText(file.path.filename());
    return tr("Export of %1").arg(names.join(QStringLiteral(", ")));
}

void ExportPanel::showReport(const exports::BakeReport& report, const std::string& shownClip)
{
    report_ = report;
    constexpr int kTop = 3;
    text_->setHtml(
        QStringLiteral("<style>td, th { padding-right: 4px; } .bad "
                       "{ color: %1; "
                       "font-weight: bold; }</style>")
            .arg(isDark(palette()) ? QStringLiteral("#ff9b85") : QStringLiteral("#b01c10")) +
        // A number may stand above its unit: four columns have little room here.
        withBreaks(
            toQt(exports::reportBody(withFirst(report, shownClip), kTop))
                .replace(QStringLiteral("&nbsp;"), QStringLiteral(" "))
                .replace(QStringLiteral("<table>"), QStringLiteral("<table cellspacing=\"0\">"))));
    save_->setEnabled(true);
}

void ExportPanel::clear()
{
    report_ = {};
    text_->clear();
    save_->setEnabled(false);
}

Result<void> ExportPanel::save(const QString& path) const
{
    const bool json = QFileInfo(path).suffix().toLower() == QLatin1String("json");
    return io::writeWhole(toPath(path), json ? exports::reportJson(report_) + '\n'
                                             : exports::reportHtml(report_, title().toStdString()));
}

void ExportPanel::askSave()
{
    const std::filesystem::path& first = report_.files.front().path;
    QFileDialog dialog(this, tr("Save Report"), pathText(first.parent_path()));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setFileMode(QFileDialog::AnyFile);
    const QString page = tr("Page (*.html)"), json = tr("JSON (*.json)");
    dialog.setNameFilters({page, json});
    dialog.setDefaultSuffix(QStringLiteral("html"));
    connect(&dialog, &QFileDialog::filterSelected, &dialog, [&](const QString& filter) {
        dialog.setDefaultSuffix(filter == json ? QStringLiteral("json") : QStringLiteral("html"));
    });
    dialog.selectFile(pathText(first.stem()) + QStringLiteral("-report"));
    dressFileDialog(dialog);
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return;
    const QString path = dialog.selectedFiles().front();
    const Result<void> done = save(path);
    emit told(done ? tr("Saved the report as %1").arg(path) : errorText(done.error()));
}

QWidget* makeExportReport(Desk& desk)
{
    auto* panel = new ExportPanel;
    QObject::connect(&desk.files(), &Files::exported, panel,
                     [&desk, panel](const exports::BakeReport& report) {
                         panel->showReport(report, desk.session().document().clip().name);
                         desk.enter("export", {});
                     });
    QObject::connect(&desk.session(), &Session::replaced, panel, &ExportPanel::clear);
    QObject::connect(panel, &ExportPanel::told, panel,
                     [&desk](const QString& text) { desk.tell(text); });
    return panel;
}

}  // namespace posewright::ui
