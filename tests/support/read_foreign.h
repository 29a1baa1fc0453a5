#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/io/format.h"

#include <QString>
#include <QStringList>

#include <string_view>

namespace posewright::test {

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
