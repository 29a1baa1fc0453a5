#pragma once

#include "core/io/format.h"
#include "tests/support/shared.h"

namespace posewright::test {

/// A capture of the shared reference data, with the axes of its file. @pre it is there
inline Document sharedCapture(const QString& name)
{
    io::ReadOptions reading;
    reading.up = std::nullopt;
    const auto import = io::read(sharedPath("corpus/bvh/" + name + ".bvh").toStdString(), reading);
    if (!import) qFatal("%s: %s", qPrintable(name), import.error().message.c_str());
    return import->document;
}

}  // namespace posewright::test
