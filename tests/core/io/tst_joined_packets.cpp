#include "core/edit/edit.h"
#include "core/io/gltf/gltf_format.h"
#include "core/io/join.h"
#include "tests/support/program.h"
#include "tests/support/saved_gltf.h"
#include "tests/support/sound_gltf.h"

#include <QTest>

using namespace posewright;

namespace {

constexpr const char* kXmp = "KHR_xmp_json_ld";

/// The sound file, whose mesh is said to be by somebody; by nobody if the name is empty.
Document madeBy(const std::string& creator)
{
    nlohmann::json file = test::soundFile();
    if (!creator.empty()) {
        file["extensionsUsed"] = {kXmp};
        file["extensions"][kXmp]["packets"] = {{{"dc:creator", creator}}};
        file["meshes"][0]["extensions"][kXmp]["packet"] = 0;
    }
    const auto import = io::gltf::readBytes(file.dump(), "made.gltf", {});
    if (!import) qFatal("%s", import.error().message.c_str());
    return import->document;
}

}  // namespace

/// Packets of metadata where files are joined.
class TestJoinedPackets : public QObject {
    Q_OBJECT

private slots:
    void eachMeshStaysByItsMaker_data()
    {
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QByteArray>("second");
        QTest::newRow("both") << QByteArray("Alice") << QByteArray("Bob");
        QTest::newRow("the added one") << QByteArray() << QByteArray("Bob");
        QTest::newRow("the first one") << QByteArray("Alice") << QByteArray();
    }
    void eachMeshStaysByItsMaker()
    {
        QFETCH(QByteArray, first);
        QFETCH(QByteArray, second);
        const Document doc = madeBy(first.toStdString());
        const Result<io::Joining> joining = io::joining(doc, madeBy(second.toStdString()));
        QVERIFY(joining);
        for (const Diagnostic& told : joining->diagnostics)
            QVERIFY2(told.message.find(kXmp) == std::string::npos, told.message.c_str());
        const Result<Document> both = edit::apply(doc, joining->edit);
        QVERIFY(both);
        const nlohmann::json root = test::savedGltf(*both).root;
        QByteArrayList makers;
        for (const nlohmann::json& mesh : root["meshes"]) {
            const nlohmann::json::json_pointer packet("/extensions/KHR_xmp_json_ld/packet");
            makers << (mesh.contains(packet)
                           ? QByteArray::fromStdString(
                                 root["extensions"][kXmp]["packets"]
                                     .at(mesh[packet].get<std::size_t>())["dc:creator"]
                                     .get<std::string>())
                           : QByteArray());
        }
        QCOMPARE(makers, (QByteArrayList{first, second}));
    }
};

POSEWRIGHT_TEST(TestJoinedPackets, posewright::test::runPlain);
#include "tst_joined_packets.moc"
