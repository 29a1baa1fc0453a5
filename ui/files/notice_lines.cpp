#include "ui/files/notice_lines.h"

#include "ui/session/place_words.h"
#include "ui/session/text.h"

#include <string>

namespace posewright::ui {

namespace {

/// Is it about weights of vertices? Such a message says which mesh has them, and the place would
/// say it again in the words of the file.
bool namesItsMesh(const Diagnostic& diagnostic)
{
    return diagnostic.message.find(" vert") != std::string::npos &&
           (diagnostic.where.ends_with("/attributes/WEIGHTS_0") ||
            diagnostic.where.ends_with("/attributes/JOINTS_0"));
}

/// Messages of the library begin in lower case, which a line of a notice does not; but a line that
/// begins with a name, or the place of a text, says that as it is.
QString asSentence(QString line, const std::string& where)
{
    const bool named = !where.empty() && placeWords(where) == toQt(where);
    if (!named && !line.isEmpty()) line[0] = line[0].toUpper();
    return line;
}

}  // namespace

QStringList noticeLines(const Diagnostics& diagnostics, const QString& path)
{
    const std::string file = path.toStdString();
    const std::string folder = file.substr(0, file.rfind('/') + 1);
    QStringList warnings;
    for (Diagnostic diagnostic : diagnostics) {
        if (diagnostic.severity != Diagnostic::Severity::Warning) continue;
        if (diagnostic.where == file)
            diagnostic.where.clear();
        else if (!folder.empty() && diagnostic.where.starts_with(folder))
            diagnostic.where.erase(0, folder.size());
        if (namesItsMesh(diagnostic)) diagnostic.where.clear();
        warnings << asSentence(diagnosticText(diagnostic), diagnostic.where);
    }
    return warnings;
}

}  // namespace posewright::ui
