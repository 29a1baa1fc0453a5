#pragma once

#include "core/edit/edit.h"
#include "core/io/format.h"
#include "tests/support/paths.h"
#include "tests/support/shared.h"

#include <QFile>
#include <QString>
#include <nlohmann/json.hpp>

namespace posewright::test {

/// A figure by its file: a template if it ends in ".json", else one of the corpus, upright.
inline Document figureFrom(const QString& file)
{
    if (file.endsWith(u".json")) {
        QFile list(QString::fromUtf8(sourceDir()) + "/resources/templates/" + file);
        if (!list.open(QIODevice::ReadOnly)) qFatal("%s", qPrintable(file));
        const Result<Document> made =
            edit::applyAll(emptyDocument(), nlohmann::json::parse(list.readAll().toStdString()));
        if (!made) qFatal("%s", made.error().message.c_str());
        return *made;
    }
    io::ReadOptions options;
    options.up = std::nullopt;
    const Result<io::Import> read = io::read(sharedPath("corpus/" + file).toStdString(), options);
    if (!read) qFatal("%s", read.error().message.c_str());
    return read->document;
}

}  // namespace posewright::test
