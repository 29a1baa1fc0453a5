#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QtGlobal>

#include <filesystem>

namespace posewright::test {

/// Writes a file, in place of one that is there, and returns its path.
inline std::filesystem::path writtenFile(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
    return path.toStdString();
}

/// A BVH file with a word where a number belongs.
inline std::filesystem::path writtenBrokenBvh(const QString& path)
{
    return writtenFile(path, "HIERARCHY\nROOT Hips\n{\n  OFFSET 0 zero 0\n}\n");
}

}  // namespace posewright::test
