#include "tests/support/made_rich_character.h"
#include "tests/support/program.h"
#include "tests/ui/desk/dialog_fields.h"
#include "tests/ui/desk/fresh_window_test.h"
#include "ui/files/export_dialog.h"

#include <QCheckBox>
#include <QComboBox>

using namespace posewright;
using namespace posewright::ui;
using test::choose;
using test::field;

/// Where the export dialog asks for textures as files of their own.
class TestExportTextures : public test::FreshWindowTest {
    Q_OBJECT

private slots:
    void texturesMayBeFilesOfTheirOwn()
    {
        using Rich = test::MadeRichCharacter;
        const auto rich = Rich::write(folder_.path().toStdString(), Rich::Container::Glb, true);
        window_->files().open(QString::fromStdString(rich.string()));
        QTRY_VERIFY(!session_->job().running() && session_->document().clips.size() == 3);
        const auto dialog =
            std::make_unique<ExportDialog>(*session_, exportChoices(*session_), window_.get());
        dialog->show();
        auto* beside = field<QCheckBox>(*dialog, "exportBeside");
        choose(*dialog, "exportPreset", 1);
        QVERIFY(!beside->isVisibleTo(dialog.get()));  // of one file
        choose(*dialog, "exportFormat",
               field<QComboBox>(*dialog, "exportFormat")->findData("gltf"));
        QVERIFY(beside->isVisibleTo(dialog.get()) && !beside->isChecked());
        beside->click();
        QVERIFY(dialog->choices().options.picturesBeside);
        QCOMPARE(field<QComboBox>(*dialog, "exportPreset")->currentText(),
                 QString("Game engine or Blender"));
        for (const char* part : {"exportTextures", "exportMeshes", "exportTargets"}) {
            field<QCheckBox>(*dialog, part)->click();
            QVERIFY2(!beside->isVisibleTo(dialog.get()), part);
            field<QCheckBox>(*dialog, part)->click();
        }
        QVERIFY(beside->isVisibleTo(dialog.get()));
    }
};

POSEWRIGHT_TEST(TestExportTextures, posewright::test::runWithoutScreen);
#include "tst_export_textures.moc"
