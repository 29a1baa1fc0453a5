#pragma once

#include "core/base/result.h"

#include <QString>

#include <filesystem>
#include <string>

namespace posewright::ui {

/// UTF-8 of the library as a string of the interface. Show it as plain text only.
inline QString toQt(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

inline QString pathText(const std::filesystem::path& path)
{
    return QString::fromStdString(path.string());
}

inline std::filesystem::path toPath(const QString& path)
{
    return std::filesystem::path(path.toStdString());
}

/// An error on one line: its place in words, sentence, advice. Plain text.
QString errorText(const Error& error);

/// A diagnostic on one line, with what of the export dialog mends it.
QString diagnosticText(const Diagnostic& diagnostic);

/// How the export dialog calls a choice, by the name that diagnostics have for it: "portable".
QString exportChoice(std::string_view option);

}  // namespace posewright::ui
