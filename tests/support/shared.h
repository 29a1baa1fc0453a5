#pragma once

#include "tests/support/paths.h"

#include <QFileInfo>
#include <QString>

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

}  // namespace posewright::test

/// Skips the running test, and says why, unless the shared reference data is there.
#define POSEWRIGHT_NEEDS_SHARED(relative)                                                          \
    if (posewright::test::sharedPath(QStringLiteral(relative)).isEmpty())                          \
    QSKIP("the shared reference data (" relative ") is not here")
