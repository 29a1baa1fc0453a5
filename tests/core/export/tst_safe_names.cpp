#include "core/io/text.h"
#include "tests/core/export/export_test.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/program.h"
#include "tests/support/saved_gltf.h"
#include "tests/support/sound_gltf.h"

#include <fstream>

using namespace posewright;

/// Names that every reader takes.
class TestSafeNames : public test::ExportTest {
    Q_OBJECT

private slots:
    void whatIsSafeStays()
    {
        using Names = std::vector<std::string>;
        QVERIFY(io::safeNames({"a b", "a_b", "a:b", "c"}) == (Names{"a_b_2", "a_b", "a_b_3", "c"}));
        QVERIFY(io::safeNames({"a_b_2", "a b", "a.b", "a_b"}) ==
                (Names{"a_b_2", "a_b_3", "a_b_4", "a_b"}));
        QVERIFY(io::safeNames({"x", "x", ""}) == (Names{"x", "x_2", ""}));
    }

    void allThatHaveNamesGetThem()
    {
        test::Json file = test::soundFile();
        file["nodes"][0]["name"] = "a b";
        file["nodes"][1]["name"] = "a_b";
        file["nodes"][2]["name"] = "the:body";
        file["nodes"].push_back({{"name", "eye"}, {"camera", 0}});
        file["scenes"][0]["nodes"] = {0, 2, 3};
        file["meshes"][0]["name"] = "skin/1";
        file["materials"][0]["name"] = "Mat.001";
        file["cameras"][0]["name"] = "cam [1]";
        file["skins"][0]["name"] = "rig a";
        test::Json walk = file["animations"][0];
        walk["name"] = "Walk cycle";
        file["animations"] = {walk, walk};
        file["animations"][1]["name"] = "Walk_cycle";
        std::ofstream(path("in.gltf")) << file.dump();
        const auto in = io::read(path("in.gltf"));
        QVERIFY2(in, in ? "" : in.error().message.c_str());
        for (const bool project : {true, false}) {
            exports::Options options;
            options.safeNames = true;
            options.targets = project;
            const auto told =
                exports::exportDocument(in->document, options, path("told.glb"), false);
            QVERIFY(told);
            QCOMPARE(test::linesOf(told->report.files[0].diagnostics).filter("misread"),
                     QStringList{" 7 names have _ in place of characters that other programs "
                                 "misread: \"a b\", \"the:body\", \"Walk cycle\", \"skin/1\", "
                                 "\"cam [1]\", ..."});
            const exports::BakeReport report = exported(in->document, options, "out.glb");
            const auto out = test::partsOf(path("out.glb"));
            QVERIFY(out);
            const test::Json& root = out->root;
            QCOMPARE(root["nodes"][0]["name"], test::Json("a_b_2"));
            QCOMPARE(root["nodes"][1]["name"], test::Json("a_b"));
            QCOMPARE(root["nodes"][2]["name"], test::Json("the_body"));
            QCOMPARE(root["meshes"][0]["name"], test::Json("skin_1"));
            QCOMPARE(root["materials"][0]["name"], test::Json("Mat_001"));
            QCOMPARE(root["cameras"][0]["name"], test::Json("cam__1_"));
            QCOMPARE(root["skins"][0]["name"], test::Json("rig_a"));
            QCOMPARE(root["animations"][0]["name"], test::Json("Walk_cycle_2"));
            QCOMPARE(root["animations"][1]["name"], test::Json("Walk_cycle"));
            // The report compares each clip with its own.
            QCOMPARE(report.files[0].clips.size(), std::size_t(2));
            QCOMPARE(report.files[0].clips[0].name, std::string("Walk_cycle_2"));
            QVERIFY(report.files[0].clips[0].error < 1e-6);
            QVERIFY(io::read(path("out.glb")));
        }
    }
};

POSEWRIGHT_TEST(TestSafeNames, posewright::test::runPlain);
#include "tst_safe_names.moc"
