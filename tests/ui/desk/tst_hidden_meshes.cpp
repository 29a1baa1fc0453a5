#include "core/io/format.h"
#include "core/skinning/surface.h"
#include "tests/support/program.h"
#include "tests/ui/desk/dialog_fields.h"
#include "tests/ui/desk/export_answer.h"
#include "tests/ui/desk/mannequin_test.h"
#include "ui/actions/actions.h"
#include "ui/actions/samples.h"
#include "ui/actions/view_menu.h"
#include "ui/desk/scene_tree.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>

using namespace posewright;
using namespace posewright::ui;

/// A character's weapons, each of which can be put out of sight.
class TestHiddenMeshes : public test::MannequinTest {
    Q_OBJECT

    QAction* action(std::string_view id) { return window_->actions()[id]; }
    NodeId id(const char* name) { return (*doc().scene)[doc().scene->find(name)].id; }
    const std::vector<NodeId>& hidden() { return window_->viewport().settings().now().hidden; }

private slots:
    void theSelectedMeshIsHiddenAndShownAgain()
    {
        const NodeId mesh = id("Mannequin");
        session_->selection().pick({id("Lamp")});
        QVERIFY(!action("view.hideMeshes")->isEnabled());
        QVERIFY(!action("view.showMeshes")->isEnabled());
        session_->selection().pick({mesh});
        action("view.hideMeshes")->trigger();
        QVERIFY(hidden() == std::vector{mesh});
        const auto* tree = window_->findChild<SceneTree*>();
        QVERIFY(tree->isDim(mesh) && !tree->isDim(id("head")));
        QVERIFY2(!session_->isModified(), "it is a way of looking, and no edit");
        action("view.showMeshes")->trigger();
        QVERIFY(hidden().empty() && !tree->isDim(mesh));
    }

    void aBoneHidesTheSkinThatItMoves()
    {
        session_->selection().pick({id("head")});
        QVERIFY(action("view.hideMeshes")->isEnabled());
        action("view.hideMeshes")->trigger();
        QVERIFY(hidden() == std::vector{id("Mannequin")});
    }

    /// A skin may name all bones of a figure, also those that move nothing of this mesh.
    void aBoneThatMovesNothingOfAMeshHidesItNot()
    {
        Document next = doc();
        std::vector<Node> nodes(next.scene->nodes().begin(), next.scene->nodes().end());
        const NodeIndex head = next.scene->find("head");
        std::size_t moved = 0;
        for (Node& node : nodes)
            if (auto* mesh = std::get_if<MeshPart>(&node.part); mesh && mesh->skin >= 0) {
                const auto& joints = next.scene->skins()[mesh->skin].joints;
                const auto joint = std::ranges::find(joints, nodes[head].id) - joints.begin();
                mesh->mesh = mesh->mesh.with([&](Mesh& of) {
                    for (auto& row : of.joints)
                        for (std::uint16_t& one : row)
                            if (one == joint) one = std::uint16_t(joint == 0 ? 1 : 0), ++moved;
                });
            }
        QVERIFY(moved > 0);
        auto scene = Scene::make(std::move(nodes), next.scene->skins());
        QVERIFY(scene);
        next.scene = Shared(*std::move(scene));
        session_->startNew(next, "other");
        session_->selection().pick({id("head")});
        QVERIFY(!action("view.hideMeshes")->isEnabled());
    }

    void anotherDocumentHidesNothing()
    {
        session_->selection().pick({id("Mannequin")});
        action("view.hideMeshes")->trigger();
        openSample(*window_, "mannequin");
        QVERIFY(hidden().empty());
    }

    /// Hiding is a way of looking: the dialog says that the file has them, and can leave them out.
    void anExportSaysWhatBecomesOfThem()
    {
        session_->selection().pick({id("Mannequin")});
        action("view.hideMeshes")->trigger();
        QString before, after, project;
        const QString to = folder_.filePath("bare.glb");
        const test::ExportAnswer answer(to, [&](QDialog& dialog) {
            const auto* words = dialog.findChild<QLabel*>("exportWords");
            auto* leave = dialog.findChild<QCheckBox*>("exportLeaveOutHidden");
            QVERIFY(leave && leave->isVisible() && leave->isEnabled() && !leave->isChecked());
            before = words->text();
            leave->setChecked(true);
            after = words->text();
            test::choose(dialog, "exportPreset", 0);
            project = words->text();
            QVERIFY2(!leave->isEnabled(), "a project keeps all");
            test::choose(dialog, "exportPreset", 1);
        });
        QSignalSpy exported(&session_->file(), &DocumentFile::exported);
        action("file.export")->trigger();
        QVERIFY2(before.contains(", a mesh") && before.contains("The hidden mesh is in the file"),
                 qPrintable(before));
        QVERIFY2(!after.contains(", a mesh") && after.contains("Left out: 1 hidden mesh"),
                 qPrintable(after));
        QVERIFY2(project.contains("The hidden mesh is in the file"), qPrintable(project));
        QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 60000);
        const auto file = io::read(to.toStdString(), {});
        QVERIFY(file && file->document.scene->find("Mannequin") == kNoNode);
        QVERIFY2(doc().scene->find("Mannequin") != kNoNode, "the document is as it was");
    }
    void whereNothingIsHiddenNothingIsAsked()
    {
        const test::ExportAnswer answer(folder_.filePath("all.glb"), [](QDialog& dialog) {
            QVERIFY(dialog.findChild<QCheckBox*>("exportLeaveOutHidden")->isHidden());
            QVERIFY(!dialog.findChild<QLabel*>("exportWords")->text().contains("hidden"));
        });
        QSignalSpy exported(&session_->file(), &DocumentFile::exported);
        action("file.export")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 60000);
    }

    void theMenuOfTheViewHidesAndShows()
    {
        session_->selection().pick({id("Mannequin")});
        const auto inMenu = [this](const char* action) {
            window_->actions().refresh();
            openViewMenu(window_->actions(), *window_, QPoint(100, 100));
            auto* menu = window_->findChild<QMenu*>("viewMenu");
            const bool there = menu->actions().contains(window_->actions()[action]);
            delete menu;
            return there;
        };
        QVERIFY(inMenu("view.hideMeshes") && !inMenu("view.showMeshes"));
        action("view.hideMeshes")->trigger();
        QVERIFY(inMenu("view.showMeshes"));
    }

    void anotherDocumentBeginsWithTheToolThatSelects()
    {
        ViewState view = window_->viewport().settings().now();
        view.tool = Tool::Rotate;
        window_->viewport().settings().set(view);
        openSample(*window_, "walk");
        QVERIFY(window_->viewport().settings().now().tool == Tool::Select);
    }

    /// What is not seen is not clicked.
    void aRayPassesThroughWhatIsHidden()
    {
        const Evaluation shown = evaluate(doc(), 0);
        const Vec3 chest = shown.world[doc().scene->find("chest")].position;
        const Ray ray{chest + Vec3(0, 0.05, 5), Vec3(0, 0, -1)};
        QVERIFY(skinning::surfaceUnder(*doc().scene, shown.world, shown.morphs, ray));
        const std::vector<NodeId> mesh{id("Mannequin")};
        QVERIFY(!skinning::surfaceUnder(*doc().scene, shown.world, shown.morphs, ray, mesh));
    }
};

POSEWRIGHT_TEST(TestHiddenMeshes, posewright::test::runWithoutScreen);
#include "tst_hidden_meshes.moc"
