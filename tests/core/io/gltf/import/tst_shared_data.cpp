#include "core/io/format.h"
#include "tests/support/made_gltf.h"
#include "tests/support/program.h"

#include <QTemporaryDir>
#include <QTest>

using namespace posewright;

/// Small files that name the same data many times must not take memory for each time.
class TestSharedData : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;

    QString write(const QJsonObject& root)
    {
        const QString path = dir_.filePath("many.gltf");
        test::made::save(path, QJsonDocument(root).toJson());
        return path;
    }

    static QJsonObject file(const QJsonArray& buffers, const test::MadeBuffer& buffer)
    {
        return {{"asset", QJsonObject{{"version", "2.0"}}},
                {"scene", 0},
                {"scenes", QJsonArray{QJsonObject{{"nodes", QJsonArray{0}}}}},
                {"buffers", buffers},
                {"bufferViews", buffer.views},
                {"accessors", buffer.accessors}};
    }

    /// A triangle, whose first view is in the buffer of this number.
    static QJsonObject triangle(const QJsonArray& buffers, test::MadeBuffer& buffer, int number)
    {
        QByteArray corners;
        for (const float x : {0.F, 0.F, 0.F, 1.F, 0.F, 0.F, 0.F, 1.F, 0.F})
            test::MadeBuffer::append(corners, x);
        buffer.add(corners, 5126, "VEC3", 3,
                   {{"min", QJsonArray{0, 0, 0}}, {"max", QJsonArray{1, 1, 0}}});
        QJsonObject view = buffer.views[0].toObject();
        view["buffer"] = number;
        buffer.views[0] = view;
        QJsonObject root = file(buffers, buffer);
        const QJsonObject primitive{{"attributes", QJsonObject{{"POSITION", 0}}}};
        root["meshes"] = QJsonArray{QJsonObject{{"primitives", QJsonArray{primitive}}}};
        root["nodes"] = QJsonArray{QJsonObject{{"mesh", 0}}};
        return root;
    }

private slots:
    /// Sixty buffers of one file are kept once, and what they hold is found in each.
    void buffersOfOneFileAreKeptOnce()
    {
        constexpr int kBuffers = 60, kBytes = 100'000;
        QJsonArray buffers;
        for (int i = 0; i < kBuffers; ++i)
            buffers << QJsonObject{{"uri", "all.bin"}, {"byteLength", kBytes}};
        test::MadeBuffer buffer;
        const QJsonObject root = triangle(buffers, buffer, kBuffers - 1);
        test::made::save(dir_.filePath("all.bin"),
                         buffer.bytes + QByteArray(kBytes - buffer.bytes.size(), 'x'));
        const auto read = io::read(write(root).toStdString());
        QVERIFY2(read, qPrintable(QString::fromStdString(read ? "" : read.error().message)));
        const Document& doc = read->document;
        QCOMPARE(doc.carried->data.size(), std::size_t(kBytes));
        const std::string out = dir_.filePath("again.glb").toStdString();
        QVERIFY(io::write(doc, out));
        const auto again = io::read(out);
        QVERIFY(again);
        const auto* mesh = std::get_if<MeshPart>(&(*again->document.scene)[0].part);
        QVERIFY(mesh);
        QCOMPARE(mesh->mesh->positions[1], Eigen::Vector3f(1, 0, 0));
    }

    /// Meshes on one accessor are whole meshes each, and there is an end to them.
    void meshesWithMoreVerticesThanAFileCanMeanAreRefused()
    {
        constexpr int kVertices = 500'000;
        QByteArray corners(kVertices * 12, '\0');
        test::MadeBuffer buffer;
        buffer.add(corners, 5126, "VEC3", kVertices,
                   {{"min", QJsonArray{0, 0, 0}}, {"max", QJsonArray{0, 0, 0}}});
        QJsonObject root =
            file({QJsonObject{{"uri", "v.bin"}, {"byteLength", corners.size()}}}, buffer);
        test::made::save(dir_.filePath("v.bin"), corners);
        QJsonArray meshes, nodes, tops;
        for (int i = 0; i < 41; ++i) {
            const QJsonObject primitive{{"mode", 0}, {"attributes", QJsonObject{{"POSITION", 0}}}};
            meshes << QJsonObject{{"primitives", QJsonArray{primitive}}};
            nodes << QJsonObject{{"mesh", i}};
            tops << i;
        }
        root["meshes"] = meshes;
        root["nodes"] = nodes;
        root["scenes"] = QJsonArray{QJsonObject{{"nodes", tops}}};
        const auto read = io::read(write(root).toStdString());
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().message),
                 QString("the meshes have more than 20000000 vertices in all; meshes may share "
                         "their vertices"));
        QVERIFY(QString::fromStdString(read.error().where)
                    .endsWith("#/meshes/40/primitives/0/attributes/POSITION"));
    }

    void primitivesWithMoreCornersThanAFileCanMeanAreRefused()
    {
        constexpr int kCorners = 6'000'000;
        test::MadeBuffer buffer;
        QJsonObject root = triangle({}, buffer, 0);
        buffer.add(QByteArray(kCorners, '\0'), 5121, "SCALAR", kCorners);
        root["bufferViews"] = buffer.views;
        root["accessors"] = buffer.accessors;
        root["buffers"] =
            QJsonArray{QJsonObject{{"uri", "c.bin"}, {"byteLength", buffer.bytes.size()}}};
        test::made::save(dir_.filePath("c.bin"), buffer.bytes);
        const auto withPrimitives = [&](int count) {
            QJsonArray primitives;
            for (int i = 0; i < count; ++i)
                primitives << QJsonObject{
                    {"mode", 0}, {"attributes", QJsonObject{{"POSITION", 0}}}, {"indices", 1}};
            root["meshes"] = QJsonArray{QJsonObject{{"primitives", primitives}}};
            return io::read(write(root).toStdString());
        };
        QVERIFY(withPrimitives(10));
        const auto read = withPrimitives(11);
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().message),
                 QString("the meshes have more than 60000000 corners in all; meshes may share "
                         "their indices"));
        QVERIFY(QString::fromStdString(read.error().where)
                    .endsWith("#/meshes/0/primitives/10/indices"));
    }

    void imagesOfOnePictureShareIt()
    {
        constexpr int kImages = 5;
        test::MadeBuffer buffer;
        QJsonObject root = triangle({}, buffer, 0);
        root["buffers"] =
            QJsonArray{QJsonObject{{"byteLength", buffer.bytes.size()},
                                   {"uri", "data:application/octet-stream;base64," +
                                               QString::fromLatin1(buffer.bytes.toBase64())}}};
        const QByteArray png = QByteArray::fromBase64("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"
                                                      "AAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E"
                                                      "rkJggg==");
        test::made::save(dir_.filePath("dot.png"), png);
        QJsonArray images, textures, materials, primitives;
        for (int i = 0; i < kImages; ++i) {
            images << QJsonObject{{"uri", "dot.png"}};
            textures << QJsonObject{{"source", i}};
            materials << QJsonObject{
                {"name", QString("m%1").arg(i)},
                {"pbrMetallicRoughness",
                 QJsonObject{{"baseColorTexture", QJsonObject{{"index", i}}}}}};
            primitives << QJsonObject{{"attributes", QJsonObject{{"POSITION", 0}}},
                                      {"material", i}};
        }
        root["images"] = images;
        root["textures"] = textures;
        root["materials"] = materials;
        root["meshes"] = QJsonArray{QJsonObject{{"primitives", primitives}}};
        const auto read = io::read(write(root).toStdString());
        QVERIFY(read);
        const auto* mesh = std::get_if<MeshPart>(&(*read->document.scene)[0].part);
        QVERIFY(mesh);
        QCOMPARE(mesh->mesh->pieces.size(), std::size_t(kImages));
        const Shared<Image>& first = mesh->mesh->pieces[0].material->baseTexture->image;
        QCOMPARE(first->bytes.size(), std::size_t(png.size()));
        for (const MeshPiece& piece : mesh->mesh->pieces)
            QVERIFY(piece.material->baseTexture->image.sameAs(first));
    }
};

POSEWRIGHT_TEST(TestSharedData, posewright::test::runPlain);
#include "tst_shared_data.moc"
