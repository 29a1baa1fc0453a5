#pragma once

#include "core/io/format.h"
#include "core/io/save.h"

#include <QTemporaryDir>

#include <string>

namespace posewright::test {

/// What a document is on disk, as a project; a word where it cannot be written.
inline std::string savedBytes(const Document& doc)
{
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath(QStringLiteral("saved.glb")).toStdString();
    if (!io::write(doc, path)) return "not written";
    const Result<std::string> bytes = io::readWhole(path);
    return bytes ? *bytes : std::string("not read");
}

}  // namespace posewright::test
