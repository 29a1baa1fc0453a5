#include "tests/app/cli_test.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"

#include <nlohmann/json.hpp>

using namespace posewright;
using nlohmann::json;
using test::call;
using test::Outcome;

/// A .gltf and its binary for other programs, whose keys are not those of the document.
class TestPlainPair : public test::CliTest {
    Q_OBJECT

private slots:
    void initTestCase() { start(); }

    void aPairIsWrittenAsOneFileIs_data()
    {
        QTest::addColumn<QByteArrayList>("options");
        QTest::newRow("for other programs") << QByteArrayList{"--preset", "engine"};
        QTest::newRow("every frame") << QByteArrayList{"--every-frame", "--no-targets"};
    }
    void aPairIsWrittenAsOneFileIs()
    {
        QFETCH(QByteArrayList, options);
        const std::string from =
            std::string(test::sourceDir()) + "/resources/samples/mannequin.glb";
        const std::string folder = std::to_string(options.size()) + options.last().toStdString();
        std::vector<json> told;
        for (const char* name : {"pair.gltf", "one.glb"}) {
            std::vector<std::string> words{"convert", from, path((folder + name).c_str())};
            for (const QByteArray& option : options) words.push_back(option.toStdString());
            const Outcome done = call(words);
            QVERIFY2(done.exit == 0, done.err.c_str());
            told.push_back(
                json::parse(call({"info", path((folder + name).c_str()), "--json"}).out));
        }
        QVERIFY(!told[0]["clips"].empty());
        QCOMPARE(told[0]["clips"].dump(), told[1]["clips"].dump());
        QCOMPARE(told[0]["nodes"].dump(), told[1]["nodes"].dump());
    }
};

POSEWRIGHT_TEST(TestPlainPair, posewright::test::runPlain);
#include "tst_plain_pair.moc"
