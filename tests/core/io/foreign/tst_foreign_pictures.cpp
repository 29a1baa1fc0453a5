#include "core/document/document.h"
#include "core/io/format.h"
#include "tests/support/collada_sheet.h"
#include "tests/support/fbx_text.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"
#include "tests/support/read_foreign.h"
#include "tests/support/written_file.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace posewright;

namespace {

QByteArray picture()
{
    return QByteArray::fromBase64("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAA"
                                  "AAYAAjCB0C8AAAAASUVORK5CYII=");
}

/// A sheet with a texture for its colour, and one for what it emits.
QByteArray sheet(const QByteArray& color, const QByteArray& glow)
{
    test::FbxText fbx;
    test::addFbxSheet(fbx, 100, "Sheet");
    fbx.add(120, "Material", "Material::Paint", "",
            "\t\tVersion: 102\n\t\tShadingModel: \"phong\"\n\t\tMultiLayer: 0\n" +
                test::FbxText::properties({"\"DiffuseColor\", \"Color\", \"\", \"A\",0.25,0.5,0.75",
                                           "\"EmissiveColor\", \"Color\", \"\", \"A\",0,0.5,0"}));
    fbx.link(120, 101);
    const auto texture = [&](int id, const QByteArray& file, const QByteArray& to) {
        fbx.add(
            id, "Texture", "Texture::t", "",
            "\t\tType: \"TextureVideoClip\"\n\t\tVersion: 202\n\t\tTextureName: \"Texture::t\"\n"
            "\t\tMedia: \"Video::t\"\n\t\tFileName: \"" +
                file + "\"\n\t\tRelativeFilename: \"" + file +
                "\"\n\t\tModelUVTranslation: 0,0\n\t\tModelUVScaling: 1,1\n");
        fbx.link(id, 120, to);
    };
    texture(130, color, "DiffuseColor");
    texture(131, glow, "EmissiveColor");
    return fbx.text();
}

const Material* paintOf(const Document& doc)
{
    const Scene& scene = *doc.scene;
    const NodeIndex row = scene.find("Sheet");
    const auto* part = row == kNoNode ? nullptr : std::get_if<MeshPart>(&scene[row].part);
    return part && part->mesh->pieces.size() == 1 ? &*part->mesh->pieces[0].material : nullptr;
}

}  // namespace

/// Textures that lie beside FBX and COLLADA files are found, and the others are named.
class TestForeignPictures : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QDir in_;

    io::Import read(const QByteArray& color, const QByteArray& glow)
    {
        const auto path = test::writtenFile(in_.filePath("sheet.fbx"), sheet(color, glow));
        Result<io::Import> import = io::read(path);
        if (!import) qFatal("%s", import.error().message.c_str());
        return *std::move(import);
    }

    void put(const QString& name, const QByteArray& bytes = picture())
    {
        QVERIFY(QFileInfo(in_.filePath(name)).dir().mkpath("."));
        test::writtenFile(in_.filePath(name), bytes);
    }

private slots:
    void initTestCase()
    {
        qputenv("POSEWRIGHT_PROGRAMS", QFileInfo(test::programPath()).absolutePath().toUtf8());
    }

    void init()
    {
        static int count = 0;
        const QString name = QString::number(++count);
        QVERIFY(QDir(folder_.path()).mkpath(name + "/in"));
        in_ = QDir(folder_.filePath(name + "/in"));
    }

    void oneBesideTheFileIsFound_data()
    {
        QTest::addColumn<QByteArray>("named");
        QTest::addColumn<QString>("lies");
        QTest::newRow("beside") << QByteArray("red.png") << "red.png";
        QTest::newRow("below") << QByteArray("maps/red.png") << "maps/red.png";
        QTest::newRow("of Windows") << QByteArray("C:\\work\\hero\\red.png") << "red.png";
        QTest::newRow("a part of its path") << QByteArray("/home/a/maps/red.png") << "maps/red.png";
        QTest::newRow("upwards") << QByteArray("..\\..\\maps\\red.png") << "maps/red.png";
        QTest::newRow("textures") << QByteArray("/home/a/red.png") << "textures/red.png";
        QTest::newRow("fbm") << QByteArray("/home/a/red.png") << "sheet.fbm/red.png";
        QTest::newRow("another kind") << QByteArray("red.tga") << "red.png";
    }
    void oneBesideTheFileIsFound()
    {
        QFETCH(QByteArray, named);
        QFETCH(QString, lies);
        put(lies);
        const io::Import import = read(named, named);
        QCOMPARE(test::saidBy(import), QString());
        const Material* paint = paintOf(import.document);
        QVERIFY(paint && paint->baseTexture && paint->emissionTexture);
        const QByteArray bytes = picture();
        QCOMPARE(paint->baseTexture->image->bytes.size(), std::size_t(bytes.size()));
        QCOMPARE(std::memcmp(paint->baseTexture->image->bytes.data(), bytes.data(), bytes.size()),
                 0);
        QCOMPARE(paint->baseColor, (std::array<float, 4>{1, 1, 1, 1}));
        QCOMPARE(paint->emission, (std::array<float, 3>{1, 1, 1}));
        // The project holds it, and has no need of the file any more.
        const std::string out = in_.filePath("out.glb").toStdString();
        QVERIFY(io::write(import.document, out));
        QVERIFY(in_.remove(lies));
        const Result<io::Import> back = io::read(out);
        QVERIFY(back && paintOf(back->document)->baseTexture);
        QCOMPARE(test::partsOf(out)->root["images"].size(), std::size_t(1));
    }

    void oneOfColladaIsFound()
    {
        put("maps/my tex.png");
        const auto path = test::writtenFile(in_.filePath("sheet.dae"),
                                            test::colladaSheet().replace("my%20", "maps/my%20"));
        const Result<io::Import> import = io::read(path);
        QVERIFY(import);
        const Material* paint = paintOf(import->document);
        QVERIFY2(paint && paint->baseTexture, qPrintable(test::saidBy(*import)));
    }

    void oneThatIsNotThereIsNamedAndItsColourHolds()
    {
        put("glow.png");
        const io::Import import = read("C:\\work\\red.png", "glow.png");
        QVERIFY2(test::saidBy(import).contains("1 texture is not beside the file"),
                 qPrintable(test::saidBy(import)));
        QVERIFY(test::saidBy(import).contains("red.png"));
        QVERIFY(test::saidBy(import).contains("put it into its folder"));
        const Material* paint = paintOf(import.document);
        QVERIFY(paint && !paint->baseTexture && paint->emissionTexture);
        QCOMPARE(paint->baseColor, (std::array<float, 4>{0.25F, 0.5F, 0.75F, 1}));
        QCOMPARE(paint->emission, (std::array<float, 3>{1, 1, 1}));
    }

    void oneOfAnotherKindIsNamed()
    {
        put("red.tga", "this is no picture");
        const io::Import import = read("red.tga", "red.tga");
        QVERIFY2(test::saidBy(import).contains("save it as PNG"), qPrintable(test::saidBy(import)));
        const Material* paint = paintOf(import.document);
        QVERIFY(paint && !paint->baseTexture && !paint->emissionTexture);
        QCOMPARE(paint->emission, (std::array<float, 3>{0, 0.5F, 0}));
    }

    void nothingElseIsRead_data()
    {
        QTest::addColumn<QByteArray>("named");
        QTest::newRow("above") << QByteArray("../secret.png");
        QTest::newRow("anywhere") << (folder_.path() + "/secret.png").toUtf8();
        QTest::newRow("by a link") << QByteArray("link.png");
        QTest::newRow("a pipe") << QByteArray("pipe.png");
        QTest::newRow("a folder") << QByteArray("folder.png");
        QTest::newRow("a device") << QByteArray("/dev/zero");
        QTest::newRow("the file itself") << QByteArray("sheet.fbx");
        QTest::newRow("no name") << QByteArray("/");
    }
    void nothingElseIsRead()
    {
        QFETCH(QByteArray, named);
        const QString secret = QFileInfo(in_.path()).dir().filePath("secret.png");
        test::writtenFile(secret, picture());
        QVERIFY(QFile::link(secret, in_.filePath("link.png")));
        QCOMPARE(::mkfifo(in_.filePath("pipe.png").toUtf8().constData(), 0600), 0);
        QVERIFY(in_.mkpath("folder.png"));
        QElapsedTimer timer;
        timer.start();
        const io::Import import = read(named, named);
        QVERIFY(timer.elapsed() < 5000);
        const Material* paint = paintOf(import.document);
        QVERIFY(paint && !paint->baseTexture && !paint->emissionTexture);
        QVERIFY2(test::saidBy(import).contains("left out"), qPrintable(test::saidBy(import)));
    }
};

POSEWRIGHT_TEST(TestForeignPictures, posewright::test::runPlain);
#include "tst_foreign_pictures.moc"
