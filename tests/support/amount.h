#pragma once

#include <QFileInfo>
#include <QtGlobal>

namespace posewright::test {

/// scripts/room sets POSEWRIGHT_SHORT, so that a room's tests end soon after each change.
inline bool isShort()
{
    return !qEnvironmentVariableIsEmpty("POSEWRIGHT_SHORT");
}

/// How many cases a test makes up: as many as `variable` says where it is set, else `few` where
/// tests are to be short, else `full`.
inline int amount(const char* variable, int full, int few)
{
    bool given = false;
    const int asked = qEnvironmentVariableIntValue(variable, &given);
    return given ? asked : isShort() ? few : full;
}

/// The files that a slow test goes through: every fourth where tests are to be short.
inline QFileInfoList sampled(const QFileInfoList& files)
{
    if (!isShort()) return files;
    QFileInfoList some;
    for (qsizetype i = 0; i < files.size(); i += 4) some << files[i];
    return some;
}

}  // namespace posewright::test
