#include "core/export/export.h"
#include "core/export/safe_names.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/ui/desk/window_test.h"
#include "ui/files/export_dialog.h"
#include "ui/files/export_names.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// Four bones and a clip with names that readers trip over, one without a name of its own.
Document oddlyNamed()
{
    Document doc = test::edited(
        test::biped(),
        {{{"edit", "renameNode"}, {"node", "LeftHand"}, {"name", "mixamorig:LeftHand"}},
         {{"edit", "renameNode"}, {"node", "LeftArm"}, {"name", "Left Arm"}},
         {{"edit", "renameNode"}, {"node", "Head"}, {"name", "Node 3"}},
         {{"edit", "renameNode"}, {"node", "Chest"}, {"name", "Chest [1]"}}});
    doc.clips[0] = doc.clips[0].with([](Clip& clip) { clip.name = "Clip 1"; });
    return doc;
}

/// The same with a target, a box and a second clip, and materials from a file.
Document oddScene()
{
    Document doc = test::edited(oddlyNamed(), {{{"edit", "addBox"}, {"name", "box [2]"}},
                                               test::addTarget("star 1", "RightHand", "RightArm"),
                                               {{"edit", "addClip"}, {"name", "Other clip"}},
                                               {{"edit", "setActiveClip"}, {"name", "Clip 1"}}});
    return doc;
}

}  // namespace

/// Which names an export changes is said before it does.
class TestExportNames : public test::WindowTest {
    Q_OBJECT

    static exports::Options options(const char* ending, bool safe)
    {
        exports::Options o;
        o.ending = ending;
        o.safeNames = safe;
        return o;
    }

private slots:
    void initTestCase() { test::startAsNew(); }

    void theNamesAreThoseThatChange()
    {
        const Document doc = oddlyNamed();
        const auto glb =
            exports::namesThatChange(doc, options("glb", true), *io::formatOfEnding("glb"));
        const std::vector<std::pair<std::string, std::string>> expected{
            {"Chest [1]", "Chest__1_"},
            {"Node 3", "Node_3"},
            {"Left Arm", "Left_Arm"},
            {"mixamorig:LeftHand", "mixamorig_LeftHand"},
            {"Clip 1", "Clip_1"}};
        auto sorted = glb, wanted = expected;
        std::ranges::sort(sorted);
        std::ranges::sort(wanted);
        QVERIFY(sorted == wanted);
        QCOMPARE(int(exports::namesThatChange(doc, options("bvh", true), *io::formatOfEnding("bvh"))
                         .size()),
                 4);
        QVERIFY(exports::namesThatChange(doc, options("glb", false), *io::formatOfEnding("glb"))
                    .empty());
    }

    /// What is written is what was said.
    void theFileHasThoseNames()
    {
        const Document doc = oddlyNamed();
        for (const char* ending : {"glb", "bvh"}) {
            const auto changes =
                exports::namesThatChange(doc, options(ending, true), *io::formatOfEnding(ending));
            const QString path = folder_.filePath(QString("out.") + ending);
            session_ = std::make_unique<Session>();
            session_->startNew(doc, "odd");
            QSignalSpy exported(&session_->file(), &DocumentFile::exported);
            session_->file().exportTo(path.toStdString(), options(ending, true));
            QTRY_COMPARE(exported.count(), 1);
            const Result<io::Import> back = io::read(path.toStdString());
            QVERIFY(back);
            for (const auto& [was, is] : changes) {
                const bool node = back->document.scene->find(is) != kNoNode;
                QVERIFY2(node || back->document.clip().name == is, is.c_str());
                QVERIFY2(back->document.scene->find(was) == kNoNode, was.c_str());
            }
            session_.reset();
        }
    }

    /// As many as the warning of the export counts, with meshes, targets, materials and all.
    void theirNumberIsThatOfTheWarning()
    {
        for (const char* ending : {"glb", "bvh"})
            for (const bool meshes : {true, false})
                for (const bool targets : {true, false})
                    for (const bool allClips : {true, false}) {
                        exports::Options asked = options(ending, true);
                        asked.meshes = meshes;
                        asked.targets = targets;
                        asked.allClips = allClips;
                        const auto said = exports::namesThatChange(oddScene(), asked,
                                                                   *io::formatOfEnding(ending));
                        const auto out = exports::exportDocument(
                            oddScene(), asked,
                            folder_.filePath(QString("n.") + ending).toStdString(), false);
                        QVERIFY2(out, out ? "" : out.error().message.c_str());
                        int told = -1;
                        for (const Diagnostic& each : out->report.files[0].diagnostics)
                            if (each.message.find("misread") != std::string::npos)
                                told = std::stoi(each.message);
                        QVERIFY(said.size() >= 4);
                        QCOMPARE(int(said.size()), told);
                    }
    }

    void theDialogSaysWhich()
    {
        open();
        session_->startNew(oddlyNamed(), "odd");
        {
            ExportDialog dialog(*session_, exportChoices(*session_), window_.get());
            auto* safe = dialog.findChild<QCheckBox*>("exportSafeNames");
            const auto* words = dialog.findChild<QLabel*>("exportWords");
            safe->setChecked(true);
            QVERIFY2(words->text().contains("Safe names change 5 name"), qPrintable(words->text()));
            QVERIFY2(words->text().contains(", and 2 more."), qPrintable(words->text()));
            safe->setChecked(false);
            QVERIFY2(!words->text().contains("Safe names"), qPrintable(words->text()));
        }
        close();
    }
};

POSEWRIGHT_TEST(TestExportNames, posewright::test::runWithoutScreen);
#include "tst_export_names.moc"
