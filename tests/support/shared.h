#pragma once

#include "tests/support/paths.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QString>

#include <algorithm>

namespace posewright::test {

/// A file of the shared reference data that lies beside the checkout (or where POSEWRIGHT_SHARED
/// points); empty where it is absent, and then the test is to be skipped.
inline QString sharedPath(const QString& relative)
{
    QString root = qEnvironmentVariable("POSEWRIGHT_SHARED");
    if (root.isEmpty()) root = QString::fromUtf8(sharedDir());
    const QFileInfo file(root + u'/' + relative);
    return file.exists() ? file.absoluteFilePath() : QString();
}

/// The files below a folder that may be absent, as "" is, by name.
inline QFileInfoList filesBelow(const QString& folder, const QStringList& patterns)
{
    QFileInfoList files;
    if (folder.isEmpty()) return files;
    QDirIterator it(folder, patterns, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) files << QFileInfo(it.next());
    std::sort(files.begin(), files.end(),
              [](const QFileInfo& a, const QFileInfo& b) { return a.filePath() < b.filePath(); });
    return files;
}

/// glTF files of other programs.
inline QFileInfoList foreignCharacters()
{
    QFileInfoList files =
        filesBelow(sharedPath(QStringLiteral("corpus/gltf")), {"*.glb", "*.gltf"});
    files.removeIf([](const QFileInfo& file) { return file.filePath().contains("/validator/"); });
    return files;
}

/// Khronos' test files for validators, most of them broken.
inline QFileInfoList validatorsFiles()
{
    return filesBelow(sharedPath(QStringLiteral("corpus/gltf/validator")), {"*.glb", "*.gltf"});
}

}  // namespace posewright::test

/// Skips the running test, and says why, unless the shared reference data is there.
#define POSEWRIGHT_NEEDS_SHARED(relative)                                                          \
    if (posewright::test::sharedPath(QStringLiteral(relative)).isEmpty())                          \
    QSKIP("the shared reference data (" relative ") is not here")
