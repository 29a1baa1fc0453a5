#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "tests/support/written_file.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <string_view>
#include <utility>

namespace posewright::test {

/// Reads what is written to a file of this folder.
inline io::Import readWritten(const QTemporaryDir& folder, const QByteArray& bytes,
                              const char* name = "in.fbx")
{
    Result<io::Import> import = io::read(writtenFile(folder.filePath(name), bytes));
    if (!import) qFatal("%s", import.error().message.c_str());
    if (!validate(import->document)) qFatal("the document is not valid");
    return *std::move(import);
}

/// All warnings of an import, a line each.
inline QString saidBy(const io::Import& import)
{
    QStringList out;
    for (const Diagnostic& one : import.diagnostics) out << QString::fromStdString(one.message);
    return out.join('\n');
}

/// What a node is; null: it is not there, or no T.
template <class T>
const T* partCalled(const Document& doc, std::string_view name)
{
    const NodeIndex row = doc.scene->find(name);
    return row == kNoNode ? nullptr : std::get_if<T>(&(*doc.scene)[row].part);
}

/// Where a camera looks and a light shines to, at frame 0.
inline Vec3 alongOf(const Document& doc, std::string_view name)
{
    const Evaluation shown = evaluate(doc, 0);
    return -(shown.world[doc.scene->find(name)].linear * Vec3::UnitZ()).normalized();
}

}  // namespace posewright::test
