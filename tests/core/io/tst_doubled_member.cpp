#include "core/io/doubled_member.h"
#include "core/io/format.h"
#include "tests/support/program.h"

#include <QTemporaryDir>
#include <QTest>

#include <ctime>
#include <fstream>
#include <malloc.h>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

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

    /// Measured against a set of the same names: memory that other programs keep busy slows down
    /// both alike. A search of all names before would take a thousand times as long.
    void aHugeObjectTakesWhatASetOfItsNamesTakes()
    {
        // Memory that is given back and asked for anew costs the kernel more than the names cost
        // us.
        mallopt(M_MMAP_THRESHOLD, 1 << 30);
        mallopt(M_TRIM_THRESHOLD, 1 << 30);
        std::vector<std::string> names;
        std::string json = "{";
        for (int i = 0; i < 400'000; ++i) {
            names.push_back("n" + std::to_string(i));
            json += '"' + names.back() + "\":0,";
        }
        json += "\"n3\":1}";
        const auto seconds = [](const auto& work) {
            const std::clock_t start = std::clock();
            work();
            return double(std::clock() - start) / CLOCKS_PER_SEC;
        };
        double ours = 1e9;
        double set = 1e9;
        std::size_t different = 0;
        std::optional<std::string> place;
        for (int round = 0; round < 7; ++round) {
            ours = std::min(ours, seconds([&] { place = io::doubledMember(json); }));
            set = std::min(
                set, seconds([&] {
                    different =
                        std::unordered_set<std::string_view>(names.begin(), names.end()).size();
                }));
        }
        QCOMPARE(QString::fromStdString(place.value_or("")), QStringLiteral("/n3"));
        QCOMPARE(different, names.size());
        qInfo("%.4f s, a set of the names %.4f s", ours, set);
        QVERIFY2(ours < 1.5 * set, "the time grows with the square of an object's members");
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
