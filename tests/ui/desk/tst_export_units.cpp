#include "core/io/placing.h"
#include "tests/support/made_captures.h"
#include "tests/support/program.h"
#include "tests/ui/desk/dialog_fields.h"
#include "tests/ui/desk/window_test.h"
#include "ui/files/export_dialog.h"

#include <QLabel>
#include <QLineEdit>

#include <optional>

using namespace posewright;
using namespace posewright::ui;
using test::choose;
using test::field;

/// The unit of what is exported, where the document does not say its own.
class TestExportUnits : public test::WindowTest {
    Q_OBJECT

    std::unique_ptr<ExportDialog> opened()
    {
        return std::make_unique<ExportDialog>(*session_, exportChoices(*session_), window_.get());
    }
    void typePath(QDialog& dialog, const char* name)
    {
        auto* path = field<QLineEdit>(dialog, "exportPath");
        path->setText(folder_.filePath(name));
        emit path->textEdited(path->text());
    }

private slots:
    void initTestCase()
    {
        test::startAsNew();
        openFresh();
    }

    /// A capture that does not say what it counts in: engines get it in metres.
    void theUnitIsAskedWhereNobodyKnowsIt()
    {
        const auto asks = [this] {
            const auto dialog = opened();
            return field<QComboBox>(*dialog, "exportUnit")->isVisibleTo(dialog.get());
        };
        QVERIFY(!asks());
        session_->file().open(test::madeCapturePath("made_centimetres_crlf").toStdString());
        QTRY_COMPARE(session_->document().unit, LengthUnit::Unknown);
        QVERIFY(asks());
        const double tall = io::heightOf(session_->document());
        const io::PlacingGuess guess = io::guessPlacing(session_->document());
        QVERIFY(tall > 0 && guess.unit && guess.unit->metres < 1);
        const auto dialog = opened();
        choose(*dialog, "exportPreset", 1);  // game engine
        QCOMPARE(*dialog->choices().options.metres, guess.unit->metres);
        const auto words = [&] { return dialog->findChild<QLabel*>("exportWords")->text(); };
        const auto says = [](double metres, int digits) {
            return QString("is %1 m tall").arg(QLocale().toString(metres, 'f', digits));
        };
        QVERIFY2(words().contains(says(tall * guess.unit->metres, 2)), qPrintable(words()));
        choose(*dialog, "exportUnit", 0);
        QVERIFY2(words().contains(says(tall, 0)), qPrintable(words()));
        QVERIFY(words().contains("Say what its lengths are."));
        choose(*dialog, "exportPreset", 0);  // a project keeps its lengths
        QCOMPARE(*dialog->choices().options.metres, 1.0);
        // A capture goes back to the skeleton that it was recorded for, until somebody says else.
        choose(*dialog, "exportPreset", 1);
        QCOMPARE(*dialog->choices().options.metres, guess.unit->metres);
        typePath(*dialog, "take.bvh");
        QCOMPARE(*dialog->choices().options.metres, 1.0);
        QVERIFY2(!words().contains("multiplied"), qPrintable(words()));
        typePath(*dialog, "take.glb");
        QCOMPARE(*dialog->choices().options.metres, guess.unit->metres);
        typePath(*dialog, "take.bvh");
        choose(*dialog, "exportUnit", field<QComboBox>(*dialog, "exportUnit")->findData(0.01));
        QVERIFY2(words().contains("multiplied by 0.01"), qPrintable(words()));
        typePath(*dialog, "other.bvh");
        QCOMPARE(*dialog->choices().options.metres, 0.01);
    }

    /// What was chosen for one format is not taken for another, and is known the next time.
    void eachFormatRemembersItsUnit()
    {
        session_->file().open(test::madeCapturePath("made_centimetres_crlf").toStdString());
        QTRY_COMPARE(session_->document().unit, LengthUnit::Unknown);
        const auto export_ = [this](const char* name, std::optional<double> metres) {
            const auto dialog = opened();
            typePath(*dialog, name);
            auto* unit = field<QComboBox>(*dialog, "exportUnit");
            if (metres) choose(*dialog, "exportUnit", unit->findData(*metres));
            rememberExport(*session_, dialog->choices());
            return *dialog->choices().options.metres;
        };
        QCOMPARE(export_("take.glb", 0.01), 0.01);
        QCOMPARE(export_("take.bvh", std::nullopt), 1.0);
        QCOMPARE(export_("take.glb", std::nullopt), 0.01);
        QCOMPARE(export_("take.bvh", 0.0254), 0.0254);
        QCOMPARE(export_("take.glb", std::nullopt), 0.01);
        QCOMPARE(export_("other.bvh", std::nullopt), 0.0254);
    }

    void cleanupTestCase() { close(); }
};

POSEWRIGHT_TEST(TestExportUnits, posewright::test::runWithoutScreen);

#include "tst_export_units.moc"
