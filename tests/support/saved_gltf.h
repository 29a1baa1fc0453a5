#pragma once

#include "core/io/format.h"
#include "tests/support/gltf_parts.h"

#include <QStringList>
#include <QTemporaryDir>
#include <nlohmann/json.hpp>

namespace posewright::test {

/// "place message" of each.
inline QStringList linesOf(const Diagnostics& told)
{
    QStringList out;
    for (const Diagnostic& one : told) out << QString::fromStdString(one.where + ' ' + one.message);
    return out;
}

/// What a document is saved as, and what is told of that.
struct SavedGltf {
    nlohmann::json root;
    QStringList told;
};

/// As a project, which is read back without a word.
inline SavedGltf savedGltf(const Document& doc)
{
    const QTemporaryDir dir;
    const std::filesystem::path to = dir.filePath("out.glb").toStdString();
    const auto written = io::write(doc, to);
    if (!written) qFatal("%s", written.error().message.c_str());
    const auto back = io::read(to);
    if (!back) qFatal("%s: %s", back.error().where.c_str(), back.error().message.c_str());
    if (!back->diagnostics.empty()) qFatal("%s", back->diagnostics[0].message.c_str());
    return {partsOf(to)->root, linesOf(*written)};
}

}  // namespace posewright::test
