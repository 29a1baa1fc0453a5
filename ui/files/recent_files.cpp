#include "ui/files/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace posewright::ui::recent_files {

namespace {

constexpr const char* kKey = "recentFiles";

}  // namespace

QStringList all()
{
    return QSettings().value(QLatin1String(kKey)).toStringList().mid(0, kMost);
}

void add(const QString& path)
{
    const QString whole = QFileInfo(path).absoluteFilePath();
    QStringList paths = all();
    paths.removeAll(whole);
    paths.prepend(whole);
    QSettings().setValue(QLatin1String(kKey), paths.mid(0, kMost));
}

void clear()
{
    QSettings().remove(QLatin1String(kKey));
}

}  // namespace posewright::ui::recent_files
