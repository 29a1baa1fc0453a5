#include "ui/session/text.h"

#include "ui/session/place_words.h"

#include <QCoreApplication>

namespace posewright::ui {

namespace {

QString placed(const std::string& where, const std::string& message)
{
    return where.empty() ? toQt(message) : placeWords(where) + QStringLiteral(": ") + toQt(message);
}

/// What a file is no file of comes before the place where that is seen.
QString whatItIs(const Error& error)
{
    const QString message = toQt(error.message);
    if (!message.startsWith(QLatin1String("this is not a ")) || error.where.empty() ||
        !message.contains(QLatin1String(" file: ")))
        return {};
    return message.left(1).toUpper() + message.mid(1) + QStringLiteral(" (") +
           placeWords(error.where) + u')';
}

}  // namespace

QString errorText(const Error& error)
{
    QString line = whatItIs(error);
    if (line.isEmpty()) line = placed(error.where, error.message);
    if (!error.advice.empty()) line += QStringLiteral(" \u2013 ") + toQt(error.advice);
    return line.simplified();
}

QString diagnosticText(const Diagnostic& diagnostic)
{
    QString line = placed(diagnostic.where, diagnostic.message);
    if (!diagnostic.option.empty())
        line += QCoreApplication::translate("Files", " (\"%1\" in the export dialog %2)")
                    .arg(exportChoice(diagnostic.option), toQt(diagnostic.effect));
    return line.simplified();
}

QString exportChoice(std::string_view option)
{
    const char* words = option == "safeNames"    ? QT_TRANSLATE_NOOP("Files", "Safe names")
                        : option == "portable"   ? QT_TRANSLATE_NOOP("Files", "For all readers")
                        : option == "everyFrame" ? QT_TRANSLATE_NOOP("Files", "Every frame")
                                                 : nullptr;
    return words ? QCoreApplication::translate("Files", words) : toQt(option);
}

}  // namespace posewright::ui
