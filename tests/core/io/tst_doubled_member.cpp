#include "core/io/doubled_member.h"
#include "core/io/format.h"
#include "tests/support/program.h"

#include <QTemporaryDir>
#include <QTest>

#include <ctime>
#include <fstream>
#include <malloc.h>

using namespace posewright;

class TestDoubledMember : public QObject {
    Q_OBJECT

private slots:
    void theFirstOneIsFound_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("pointer");
        QTest::newRow("none") << R"({"a": 1, "b": {"a": 1}, "c": [{"a": 2}, {"a": 3}]})"
                              << "";
        QTest::newRow("on top") << R"({"a": 1, "b": 2, "a": 3})"
                                << "/a";
        QTest::newRow("in a row of an object")
            << R"({"nodes": [{"name": "x"}, {"name": "y", "mesh": 1, "name": "z"}]})"
            << "/nodes/1/name";
        QTest::newRow("behind one that closed")
            << R"([[], {}, [[], {"x": {"a": []}, "y": [1, 2], "x": 0}]])"
            << "/2/1/x";
        QTest::newRow("equal only once read") << R"({"name": 1, "\u006eame": 2})"
                                              << "/name";
        QTest::newRow("a name with quotes, brackets and commas")
            << "{\"a\\\",{[\": 1, \"b\": \"]}\\\",\", \"a\\\",{[\": 2}"
            << "/a\",{[";
        QTest::newRow("a value that is no name") << R"({"a": "b", "b": "a", "c": ["a", "a"]})"
                                                 << "";
        QTest::newRow("steps are escaped") << R"({"a/b": {"c~d": 1, "c~d": 2}})"
                                           << "/a~1b/c~0d";
        QTest::newRow("empty names") << R"({"": 1, "": 2})"
                                     << "/";
        QTest::newRow("no object at all") << "3"
                                          << "";
    }

    void theFirstOneIsFound()
    {
        QFETCH(QString, json);
        QFETCH(QString, pointer);
        const auto found = io::doubledMember(json.toStdString());
        QCOMPARE(QString::fromStdString(found.value_or("")), pointer);
    }

    void hugeObjectsTakeTheirOwnTime()
    {
        // Memory that is given back and asked for anew costs the kernel more than the names cost
        // us.
        mallopt(M_MMAP_THRESHOLD, 1 << 30);
        mallopt(M_TRIM_THRESHOLD, 1 << 30);
        // As many members in all, so that other programs disturb both alike.
        const auto text = [](int objects, int members) {
            std::string json = "[";
            for (int object = 0; object < objects; ++object) {
                json += object == 0 ? "{" : ",{";
                for (int i = 0; i < members; ++i) json += "\"n" + std::to_string(i) + "\":0,";
                json += object + 1 < objects ? "\"last\":1}" : "\"n3\":1}";
            }
            return json + ']';
        };
        const auto seconds = [](const std::string& json, const char* place) {
            double best = 1e9;
            for (int round = 0; round < 9; ++round) {
                const std::clock_t start = std::clock();
                if (io::doubledMember(json) != place) return -1.0;
                best = std::min(best, double(std::clock() - start) / CLOCKS_PER_SEC);
            }
            return best;
        };
        const double apart = seconds(text(20, 20'000), "/19/n3");
        const double together = seconds(text(1, 400'000), "/0/n3");
        QVERIFY(apart > 0 && together > 0);
        qInfo("%.4f s in twenty objects, %.4f s in one", apart, together);
        QVERIFY2(together < 6 * apart, "the time grows with the square of an object's members");
    }

    void aFileWithOneIsRefusedWithItsPlace()
    {
        QTemporaryDir dir;
        const std::string path = dir.filePath("twice.gltf").toStdString();
        std::ofstream(path) << R"({"asset": {"version": "2.0"},
            "nodes": [{"name": "a"}, {"name": "b", "translation": [0, 0, 0], "name": "c"}]})";
        const auto import = io::read(path);
        QVERIFY(!import);
        QCOMPARE(import.error().where, path + "#/nodes/1/name");
        QVERIFY(import.error().message.find("twice") != std::string::npos);
    }
};

POSEWRIGHT_TEST(TestDoubledMember, posewright::test::runPlain);
#include "tst_doubled_member.moc"
