#include "ui/files/export_names.h"

#include "core/export/safe_names.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace posewright::ui {

QString safeNameWords(const Document& doc, const exports::Options& options,
                      const io::Format& format)
{
    constexpr int kMostNamed = 3;
    const io::Renamed changes = exports::namesThatChange(doc, options, format);
    if (changes.empty()) return {};
    const auto count = static_cast<int>(changes.size());
    QStringList named;
    for (int i = 0; i < std::min(count, kMostNamed); ++i)
        named << QCoreApplication::translate("ExportWords", "\u201c%1\u201d becomes %2")
                     .arg(toQt(changes[i].first), toQt(changes[i].second));
    if (count > kMostNamed)
        named << QCoreApplication::translate("ExportWords", "and %n more", nullptr,
                                             count - kMostNamed);
    return QCoreApplication::translate("ExportWords", " Safe names change %n name(s): %1.", nullptr,
                                       count)
        .arg(named.join(QStringLiteral(", ")));
}

}  // namespace posewright::ui
