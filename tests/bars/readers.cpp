#include "core/io/format.h"
#include "tests/bars/bars.h"
#include "tests/bars/figures.h"
#include "tests/bars/timing.h"
#include "tests/support/made_capture.h"
#include "tests/support/made_characters.h"
#include "tests/support/shared.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <assimp/Importer.hpp>
#include <assimp/scene.h>

namespace posewright::bars {

/// Reading files, beside the library that other programs read them with.
class ReaderBars : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;

    static Beside besideAssimp(const std::string& path, int rounds)
    {
        return inTurn(
            [&] {
                const auto import = io::read(path);
                if (!import) qFatal("%s", import.error().message.c_str());
                used(import);
            },
            [&] {
                Assimp::Importer importer;
                const aiScene* scene = importer.ReadFile(path, 0);
                if (!scene) qFatal("%s", importer.GetErrorString());
                used(scene);
            },
            rounds);
    }

private slots:
    /// Three times as fast as assimp.
    void aCaptureIsReadFasterThanByAssimp()
    {
        const std::string path = dir_.filePath("capture.bvh").toStdString();
        test::writeCapture(path, 5'000'000);
        const Beside times = besideAssimp(path, 5);
        qInfo("%.1f ms, assimp %.1f ms", times.ours * 1e-6, times.floor * 1e-6);
        QVERIFY(holds("a BVH file read, against assimp", times.ratio(), 1.0 / 3, "x"));
    }

    /// No slower than assimp, which keeps less of the file.
    void charactersAreReadAsFastAsByAssimp()
    {
        QStringList files;
        for (const char* name :
             {"kaykit_Barbarian", "raylib_robot", "raylib_greenman", "kaykit_Knight"})
            if (const QString path = test::sharedPath("corpus/gltf/" + QString(name) + ".glb");
                QFileInfo::exists(path))
                files << path;
        if (files.isEmpty())
            files << test::writeCharacter(test::madeCharacters().back(), QDir(dir_.path()));
        bool all = true;
        for (const QString& path : files) {
            const Beside times = besideAssimp(path.toStdString(), 15);
            const QString name = QFileInfo(path).completeBaseName();
            qInfo("%s: %.1f ms, assimp %.1f ms", qPrintable(name), times.ours * 1e-6,
                  times.floor * 1e-6);
            all = holds(name + " read, against assimp", times.ratio(), 1, "x") && all;
        }
        QVERIFY(all);
    }
};

std::unique_ptr<QObject> readerBars()
{
    return std::make_unique<ReaderBars>();
}

}  // namespace posewright::bars

#include "readers.moc"
