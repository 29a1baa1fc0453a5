#pragma once

#include "core/base/result.h"

#include <QString>

#include <filesystem>
#include <string>

namespace posewright::ui {

/// Converts the library's UTF-8. Show it only as plain text.
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

/// A diagnostic on one line, with the export option that fixes it.
QString diagnosticText(const Diagnostic& diagnostic);

/// The export dialog's label for an option that diagnostics name: "portable".
QString exportChoice(std::string_view option);

}  // namespace posewright::ui
