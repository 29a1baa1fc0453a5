#pragma once

#include "tests/support/written_file.h"

#include <QFile>
#include <QTemporaryDir>

namespace posewright::test {

/// As long as it lives, the program that reads FBX and COLLADA is one that takes 15 s.
class SlowReader {
public:
    SlowReader()
    {
        const QString program = folder_.filePath("posewright-import");
        writtenFile(program, "#!/bin/sh\nsleep 15\n");
        if (!QFile::setPermissions(program, QFile::ReadOwner | QFile::ExeOwner))
            qFatal("cannot make %s a program", qPrintable(program));
        qputenv("POSEWRIGHT_PROGRAMS", folder_.path().toUtf8());
    }
    ~SlowReader() { qputenv("POSEWRIGHT_PROGRAMS", usual_); }
    SlowReader(const SlowReader&) = delete;
    SlowReader& operator=(const SlowReader&) = delete;

private:
    QTemporaryDir folder_;
    QByteArray usual_ = qgetenv("POSEWRIGHT_PROGRAMS");
};

}  // namespace posewright::test
