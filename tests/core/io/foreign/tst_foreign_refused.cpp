#include "core/io/format.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"
#include "tests/support/written_file.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace posewright;

/// Files that cannot be read are refused with what is wrong, where, and what to do.
class TestForeignRefused : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::filesystem::path put(const char* name, const QByteArray& bytes)
    {
        return test::writtenFile(folder_.filePath(name), bytes);
    }

private slots:
    void initTestCase()
    {
        qputenv("POSEWRIGHT_PROGRAMS", QFileInfo(test::programPath()).absolutePath().toUtf8());
    }

    void whatIsNoneIsRefusedWithAWayRound_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("words") << QByteArray("this is no figure");
        QTest::newRow("zeros") << QByteArray(4096, '\0');
        QTest::newRow("old") << QByteArray("; FBX 6.1.0 project file\nFBXHeaderExtension:  {\n"
                                           "\tFBXVersion: 6100\n}\nObjects:  {\n}\n");
        QTest::newRow("head alone") << QByteArray("Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0", 27);
    }
    void whatIsNoneIsRefusedWithAWayRound()
    {
        QFETCH(QByteArray, bytes);
        for (const char* name : {"bad.fbx", "bad.dae"}) {
            const auto path = put(name, bytes);
            const Result<io::Import> import = io::read(path);
            QVERIFY(!import);
            QCOMPARE(import.error().where, path.string());
            QVERIFY(!import.error().message.empty());
            // Those of the other kind have but a wrong name.
            QVERIFY(import.error().advice.find("glTF") != std::string::npos ||
                    import.error().advice.find("ends in .fbx") != std::string::npos);
        }
    }

    void whatIsNoSuchFileIsRefusedInOurWords_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("said");
        for (const char* ending : {"fbx", "dae"}) {
            const QString name = QString("none.") + ending;
            QTest::addRow("empty %s", ending)
                << name << QByteArray()
                << "the file is empty (save it as glTF (.glb), or as FBX 2013 or later, in the "
                   "program that made it)";
            QTest::addRow("GLB as %s", ending)
                << name << QByteArray("glTF\2\0\0\0\0\0\0\0", 12)
                << "this is a glTF binary file under a wrong name (rename it so that it ends in "
                   ".glb)";
        }
    }
    void whatIsNoSuchFileIsRefusedInOurWords()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, said);
        const auto path = test::writtenFile(folder_.filePath(name), bytes);
        const Result<io::Import> import = io::read(path);
        QVERIFY(!import);
        const Error& error = import.error();
        QCOMPARE(QString::fromStdString(error.message + " (" + error.advice + ')'), said);
        QCOMPARE(error.where, path.string());
    }

    void whatHasTheEndingOfAnotherIsToldSo_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("said");
        QTest::newRow("GLB as BVH") << "a.bvh" << QByteArray("glTF\2\0\0\0\0\0\0\0", 12)
                                    << "this is a glTF binary file under a wrong name (rename it "
                                       "so that it ends in .glb)";
        QTest::newRow("BVH as GLB") << "a.glb" << QByteArray("HIERARCHY\nROOT a\n")
                                    << "this is a BVH file under a wrong name (rename it so that "
                                       "it ends in .bvh)";
        QTest::newRow("FBX as COLLADA")
            << "a.dae" << QByteArray("; FBX 7.4.0 project file\n")
            << "this is an FBX file under a wrong name (rename it so that it ends in .fbx)";
        QTest::newRow("COLLADA as FBX")
            << "a.fbx" << QByteArray("<?xml version=\"1.0\"?>\n<COLLADA>")
            << "this is a COLLADA file under a wrong name (rename it so that it ends in .dae)";
    }
    void whatHasTheEndingOfAnotherIsToldSo()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, said);
        const Result<io::Import> import = io::read(put(qPrintable(name), bytes));
        QVERIFY(!import);
        const Error& error = import.error();
        QCOMPARE(QString::fromStdString(error.message + " (" + error.advice + ')'), said);
    }

    void aWordInPlaceOfANumberIsNamedWithItsLine()
    {
        const auto path =
            put("word.dae",
                "<?xml version=\"1.0\"?>\n<COLLADA "
                "xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n"
                "<library_visual_scenes><visual_scene id=\"v\"><node id=\"a\" type=\"JOINT\">"
                "<translate>0 one 0</translate></node></visual_scene></library_visual_scenes>"
                "<scene><instance_visual_scene url=\"#v\"/></scene></COLLADA>");
        const Result<io::Import> import = io::read(path);
        QVERIFY(!import);
        QCOMPARE(QString::fromStdString(import.error().message),
                 QString("a number is expected instead of \"one\""));
        QCOMPARE(QString::fromStdString(import.error().where),
                 QString::fromStdString(std::filesystem::path(path).string()) + ":3");
    }

    void aFileUnderAnotherNameIsTold_data()
    {
        QTest::addColumn<QByteArray>("begin");
        QTest::addColumn<QString>("ending");
        QTest::newRow("GLB") << QByteArray("glTF\2\0\0\0", 8) << "glb";
        QTest::newRow("BVH") << QByteArray("HIERARCHY\nROOT a\n") << "bvh";
        QTest::newRow("FBX") << QByteArray("Kaydara FBX Binary  ") << "fbx";
        QTest::newRow("FBX in text") << QByteArray("; FBX 7.4.0 project file\n") << "fbx";
        QTest::newRow("COLLADA") << QByteArray("<?xml version=\"1.0\"?>\n<COLLADA>") << "dae";
        QTest::newRow("none") << QByteArray("hello") << "";
    }
    void aFileUnderAnotherNameIsTold()
    {
        QFETCH(QByteArray, begin);
        QFETCH(QString, ending);
        const Result<io::Import> import = io::read(put("figure.vrm", begin));
        QVERIFY(!import);
        QCOMPARE(QString::fromStdString(import.error().message),
                 QString("the file's extension is none that can be read"));
        QCOMPARE(QString::fromStdString(import.error().advice),
                 ending.isEmpty()
                     ? QString("known are: glb gltf bvh fbx dae")
                     : "it begins as a ." + ending + " does: name it figure." + ending);
    }
};

POSEWRIGHT_TEST(TestForeignRefused, posewright::test::runPlain);
#include "tst_foreign_refused.moc"
