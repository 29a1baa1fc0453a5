#pragma once

#include "core/operate/operate.h"
#include "tests/support/paths.h"

#include <QFile>
#include <nlohmann/json.hpp>

#include <string>

/// Figures whose bones are rolled.
namespace posewright::test {

inline std::string resourcePath(const char* name)
{
    return std::string(test::sourceDir()) + "/resources/" + name;
}

inline Document listed(const char* name)
{
    QFile file(QString::fromStdString(resourcePath(name)));
    if (!file.open(QIODevice::ReadOnly)) qFatal("no %s", name);
    const QByteArray bytes = file.readAll();
    const auto made =
        operate::applyAll(emptyDocument(), nlohmann::json::parse(bytes.begin(), bytes.end()));
    if (!made) qFatal("%s: %s", name, made.error().message.c_str());
    return *made;
}

inline NodeId boneNamed(const Document& doc, const char* node)
{
    return (*doc.scene)[doc.scene->find(node)].id;
}

}  // namespace posewright::test
