#pragma once

#include "tests/support/shared.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>

namespace posewright::test {

/// A python that can run the reference programs; empty where there is none.
inline QString pythonWithNumpy()
{
    static const QString found = [] {
        for (const QString& python :
             {QStringLiteral("/usr/bin/python3"), QStringLiteral("python3")})
            if (QProcess::execute(python, {QStringLiteral("-c"), QStringLiteral("import numpy")}) ==
                0)
                return python;
        return QString();
    }();
    return found;
}

/// What a reference program of the shared folder prints, as JSON; empty if it fails.
inline QJsonObject runClient(const QString& client, const QStringList& arguments)
{
    QProcess process;
    process.start(pythonWithNumpy(),
                  QStringList{sharedPath(QStringLiteral("clients/") + client)} + arguments);
    if (!process.waitForFinished(120'000) || process.exitCode() != 0) {
        qWarning("%s", process.readAllStandardError().constData());
        return {};
    }
    return QJsonDocument::fromJson(process.readAllStandardOutput()).object();
}

/// A folder in which node finds Khronos' gltf-validator, installed there on first use; empty where
/// node or the registry cannot be reached. POSEWRIGHT_NODE_MODULES names one that is kept.
inline QString folderWithValidator()
{
    static const QString found = [] {
        QString folder = qEnvironmentVariable("POSEWRIGHT_NODE_MODULES");
        if (folder.isEmpty())
            folder = QStandardPaths::writableLocation(QStandardPaths::TempLocation) +
                     QStringLiteral("/posewright-node");
        const QString module = folder + QStringLiteral("/node_modules/gltf-validator");
        if (QFileInfo::exists(module)) return folder;
        if (QStandardPaths::findExecutable(QStringLiteral("npm")).isEmpty()) return QString();
        QDir().mkpath(folder);
        QProcess npm;
        npm.setWorkingDirectory(folder);
        npm.start(QStringLiteral("npm"), {QStringLiteral("install"), QStringLiteral("--no-audit"),
                                          QStringLiteral("--no-fund"), QStringLiteral("--prefix"),
                                          folder, QStringLiteral("gltf-validator@2.0.0-dev.3.10")});
        if (!npm.waitForFinished(120'000) || npm.exitCode() != 0) return QString();
        return QFileInfo::exists(module) ? folder : QString();
    }();
    return found;
}

/// The validator's report on a file.
inline QJsonObject validatorReport(const QString& path)
{
    static const char kScript[] =
        "const v=require('gltf-validator'),fs=require('fs'),p=require('path');"
        "const f=process.argv[1];"
        "v.validateBytes(new Uint8Array(fs.readFileSync(f)),{uri:f,maxIssues:1000,"
        "externalResourceFunction:u=>Promise.resolve(new Uint8Array(fs.readFileSync("
        "p.join(p.dirname(f),decodeURIComponent(u)))))})"
        ".then(r=>console.log(JSON.stringify(r)));";
    QProcess node;
    node.setWorkingDirectory(folderWithValidator());
    node.start(QStringLiteral("node"), {QStringLiteral("-e"), QString::fromLatin1(kScript), path});
    if (!node.waitForFinished(120'000) || node.exitCode() != 0) {
        qWarning("%s", node.readAllStandardError().constData());
        return {};
    }
    return QJsonDocument::fromJson(node.readAllStandardOutput()).object();
}

}  // namespace posewright::test
