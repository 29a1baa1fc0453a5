#include "core/io/format.h"
#include "tests/bars/bars.h"
#include "tests/bars/big_character.h"
#include "tests/bars/figures.h"
#include "tests/bars/timing.h"
#include "tests/support/cases.h"
#include "tests/support/made_capture.h"
#include "tests/support/shared.h"

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

    static void compare(const std::string& path)
    {
        const double ratio = best(1, [&] {
            const Beside times = besideAssimp(path, 15);
            qInfo("%.2f ms, assimp %.2f ms", times.ours * 1e-6, times.floor * 1e-6);
            return times.ratio();
        });
        const QString what = QString("a GLB file read, against assimp, ") + QTest::currentDataTag();
        QVERIFY(holds(what, ratio, 1, "x"));
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

    void aBigCharacterIsReadAsFastAsByAssimp_data()
    {
        test::cases<BigCharacter>("character", {{"many vertices and a dance", kDancer},
                                                {"many vertices and short clips", kWalker}});
    }
    void aBigCharacterIsReadAsFastAsByAssimp()
    {
        QFETCH(BigCharacter, character);
        const QString path = dir_.filePath(QString(QTest::currentDataTag()) + ".glb");
        writeBigCharacter(character, path);
        compare(path.toStdString());
    }

    void aCharacterIsReadAsFastAsByAssimp_data()
    {
        test::cases<QString>("file", {{"a character with 76 clips", "kaykit_Barbarian.glb"},
                                      {"another with 76 clips", "kaykit_Knight.glb"},
                                      {"a robot", "raylib_robot.glb"},
                                      {"a small character", "raylib_greenman.glb"}});
    }
    void aCharacterIsReadAsFastAsByAssimp()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/gltf");
        QFETCH(QString, file);
        compare(test::sharedPath("corpus/gltf/" + file).toStdString());
    }
};

std::unique_ptr<QObject> readerBars()
{
    return std::make_unique<ReaderBars>();
}

}  // namespace posewright::bars

#include "readers.moc"
