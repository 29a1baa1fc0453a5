#include "ui/session/text.h"

#include "ui/session/place_words.h"

namespace posewright::ui {

namespace {

QString placed(const std::string& where, const std::string& message)
{
    return where.empty() ? toQt(message) : placeWords(where) + QStringLiteral(": ") + toQt(message);
}

}  // namespace

QString errorText(const Error& error)
{
    QString line = placed(error.where, error.message);
    if (!error.advice.empty()) line += QStringLiteral(" \u2013 ") + toQt(error.advice);
    return line.simplified();
}

QString diagnosticText(const Diagnostic& diagnostic)
{
    return placed(diagnostic.where, diagnostic.message).simplified();
}

}  // namespace posewright::ui
