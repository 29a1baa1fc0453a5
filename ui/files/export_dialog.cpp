#include "ui/files/export_dialog.h"

#include "core/export/parts.h"
#include "core/scene/contents.h"
#include "ui/files/export_fields.h"
#include "ui/files/export_questions.h"
#include "ui/files/export_units.h"
#include "ui/files/export_words.h"
#include "ui/files/file_dialog_look.h"
#include "ui/look/plain_tip.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

constexpr double kLastFrame = 1e6;
constexpr double kFastest = 1000;  ///< [frames/s]

}  // namespace

ExportDialog::ExportDialog(const Session& session, const ExportChoices& first, QWidget* parent) :
    QDialog(parent), session_(session),
    hasMeshes_(contentsOf(*session.document().scene).meshes > 0),
    hasTextures_(contentsOf(*session.document().scene).textures), form_(new QFormLayout)
{
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(tr("Export"));
    setAccessibleName(windowTitle());
    form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    buildFile();
    buildTime();
    buildParts();
    words_ = exportWordsLabel();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    export_ = buttons->addButton(tr("E&xport"), QDialogButtonBox::AcceptRole);
    export_->setObjectName(QStringLiteral("exportButton"));
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form_);
    column->addWidget(words_);
    column->addStretch(1);
    column->addWidget(buttons);
    buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
    export_->setDefault(true);  // only a button of a dialog can become its default
    resize(fontMetrics().averageCharWidth() * 92, sizeHint().height());
    fill(first);
    // The name can be typed at once, and Return exports.
    path_->setFocus();
    const QString name = QFileInfo(path_->text()).completeBaseName();
    path_->setSelection(static_cast<int>(path_->text().lastIndexOf(name)),
                        static_cast<int>(name.size()));
}

void ExportDialog::buildFile()
{
    preset_ = exportListField("exportPreset", tr("Who gets the file"));
    listPresets(*preset_);
    preset_->addItem(tr("My own choices"));
    connect(preset_, &QComboBox::activated, this, &ExportDialog::takePreset);
    form_->addRow(tr("F&or:"), preset_);

    path_ = new QLineEdit;
    path_->setObjectName(QStringLiteral("exportPath"));
    path_->setAccessibleName(tr("File"));
    connect(path_, &QLineEdit::textEdited, this, [this](const QString& text) {
        const QString ending = QFileInfo(text).suffix().toLower();
        if (format_->findData(ending) >= 0) takeEnding(ending);
        refresh();
    });
    auto* other = new QPushButton(tr("&Browse..."));
    other->setAutoDefault(false);
    connect(other, &QPushButton::clicked, this, &ExportDialog::browse);
    auto* row = new QHBoxLayout;
    row->addWidget(path_, 1);
    row->addWidget(other);
    form_->addRow(tr("&File:"), row);
    static_cast<QLabel*>(form_->labelForField(row))->setBuddy(path_);

    format_ = exportListField("exportFormat", tr("Format"));
    listFormats(*format_);
    connect(format_, &QComboBox::activated, this, [this] {
        const QString ending = format_->currentData().toString();
        const QFileInfo file(path_->text());
        const QString known = file.suffix().toLower();
        const bool named = format_->findData(known) >= 0;
        path_->setText((named ? path_->text().chopped(known.size() + 1) : path_->text()) + u'.' +
                       ending);
        takeEnding(ending);
        refresh();
    });
    form_->addRow(tr("For&mat:"), format_);
}

void ExportDialog::buildTime()
{
    const Document& doc = session_.document();
    clips_ = exportListField("exportClips", tr("Clips"));
    clips_->addItem(tr("All %n clips", nullptr, static_cast<int>(doc.clips.size())));
    clips_->addItem(tr("Only %1, which is shown").arg(toQt(doc.clip().name)));
    form_->addRow(tr("&Clips:"), clips_);
    form_->setRowVisible(clips_, doc.clips.size() > 1);

    part_ = new QCheckBox(tr("O&nly"));
    part_->setObjectName(QStringLiteral("exportPart"));
    part_->setToolTip(plainTip(tr("A part of the clip that is shown, both ends in")));
    start_ = exportNumberField("exportStart", tr("First frame"), -kLastFrame, kLastFrame, 0);
    end_ = exportNumberField("exportEnd", tr("Last frame"), -kLastFrame, kLastFrame, 0);
    auto* frames = new QHBoxLayout;
    frames->addWidget(part_);
    frames->addWidget(start_);
    frames->addWidget(new QLabel(tr("to")));
    frames->addWidget(end_);
    addStillEnd(*frames);
    frames->addStretch(1);
    form_->addRow(tr("Frames:"), frames);

    rate_ = exportNumberField("exportRate", tr("Frames per second"), 0, kFastest, 3);
    rate_->setSpecialValueText(
        tr("As the clip: %1 a second").arg(QLocale::c().toString(doc.clip().rate, 'g', 6)));
    rate_->setSuffix(tr(" a second"));
    auto* rate = new QHBoxLayout;
    rate->addWidget(rate_);
    rate->addStretch(1);
    form_->addRow(tr("&Rate:"), rate);
    static_cast<QLabel*>(form_->labelForField(rate))->setBuddy(rate_);

    buildUnit();

    keys_ = exportListField("exportKeys", tr("Keys"));
    keys_->addItems({tr("As they are"), exportChoice("everyFrame"), tr("Reduced")});
    tolerance_ = exportNumberField("exportTolerance", tr("Tolerance"), 0.001, 10, 3);
    tolerance_->setSingleStep(0.05);
    tolerance_->setSuffix(tr(" % of the figure's size"));
    tolerance_->setToolTip(plainTip(tr("How far a joint may stray from where it is shown")));
    keysRow_ = new QHBoxLayout;
    keysRow_->addWidget(keys_);
    keysRow_->addWidget(tolerance_);
    keysRow_->addStretch(1);
    form_->addRow(tr("&Keys:"), keysRow_);
    static_cast<QLabel*>(form_->labelForField(keysRow_))->setBuddy(keys_);

    order_ = exportListField("exportOrder", tr("Order of rotations"));
    listOrders(*order_);
    form_->addRow(tr("Or&der of rotations:"), order_);
    connect(clips_, &QComboBox::activated, this, [this] { clipsChosen_ = true; });
    for (QComboBox* box : {clips_, unit_, keys_, order_})
        connect(box, &QComboBox::currentIndexChanged, this, &ExportDialog::refresh);
    for (QDoubleSpinBox* box : {start_, end_, rate_, tolerance_})
        connect(box, &QDoubleSpinBox::valueChanged, this, &ExportDialog::refresh);
    connect(part_, &QCheckBox::toggled, this, &ExportDialog::refresh);
}

void ExportDialog::buildUnit()
{
    unit_ = exportListField("exportUnit", tr("Unit"));
    unit_->setToolTip(plainTip(tr("glTF is in metres. BVH names no unit: lengths as they are fit "
                                  "the skeleton that the motion was recorded for")));
    listUnits(*unit_, session_.document());
    connect(unit_, &QComboBox::currentIndexChanged, this, [this] {
        if (!filling_) units_[unitKey(choices().options)] = unit_->currentData().toDouble();
    });
    form_->addRow(tr("&Lengths:"), unit_);
    form_->setRowVisible(unit_, session_.document().unit == LengthUnit::Unknown);
}

void ExportDialog::addStillEnd(QHBoxLayout& row)
{
    const std::optional<double> still = exports::stillFrom(session_.document());
    if (!still) return;
    const double last = std::ceil(*still);
    auto* button =
        new QPushButton(tr("&Up to %1, the last movement").arg(QLocale::c().toString(last)));
    button->setObjectName(QStringLiteral("exportToStill"));
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, [this, last] {
        start_->setValue(session_.document().playback.start);
        end_->setValue(last);
        part_->setChecked(true);
    });
    row.addWidget(button);
}

QCheckBox* ExportDialog::addSwitch(const char* name, const QString& text, const QString& tip)
{
    auto* box = new QCheckBox(text);
    box->setObjectName(QLatin1String(name));
    box->setToolTip(plainTip(tip));
    connect(box, &QCheckBox::toggled, this, &ExportDialog::refresh);
    form_->addRow(QString(), box);
    return box;
}

void ExportDialog::buildParts()
{
    meshes_ = addSwitch("exportMeshes", tr("Me&shes"),
                        tr("Without: skeleton and motion alone, and a figure of simple bones"));
    textures_ = addSwitch("exportTextures", tr("&Textures"),
                          tr("Without: surfaces keep their colours, and the file gets smaller"));
    hidden_ = addSwitch("exportLeaveOutHidden", tr("Lea&ve out hidden meshes"),
                        tr("Those that the view hides (H). Without: they are in the file, and seen "
                           "in other programs"));
    beside_ = addSwitch(
        "exportBeside", tr("Textures as files of t&heir own"),
        tr("They lie beside the file, and their names begin with its own; without: inside"));
    targets_ = addSwitch("exportTargets", tr("Tar&gets, spans and curves: a project"),
                         tr("Without: what targets move is baked, and nothing in the file is for "
                            "Posewright alone"));
    ends_ = addSwitch("exportEnds", tr("Nodes at the t&ips of limbs"),
                      tr("Show where a limb ends; engines make bones of them"));
    safeNames_ = addSwitch("exportSafeNames", exportChoice("safeNames"),
                           tr("Blanks and : . [ ] / { } in names become _, for readers that trip "
                              "over them"));
    portable_ = addSwitch("exportPortable", exportChoice("portable"),
                          tr("OFFSET 0 0 0 where there are position channels, six of those, one "
                             "root, LF: what three.js, Babylon, Blender and assimp agree on"));
}

void ExportDialog::fill(const ExportChoices& choices)
{
    filling_ = true;
    const exports::Options& o = choices.options;
    const Playback& range = session_.document().playback;
    path_->setText(QDir::toNativeSeparators(choices.path));
    path_->setCursorPosition(static_cast<int>(path_->text().size()));
    clipsChosen_ = choices.clipsChosen;
    format_->setCurrentIndex(std::max(0, format_->findData(toQt(o.ending))));
    clips_->setCurrentIndex(o.allClips ? 0 : 1);
    part_->setChecked(o.frames.has_value());
    start_->setValue(o.frames ? o.frames->min : range.start);
    end_->setValue(o.frames ? o.frames->max : range.end);
    rate_->setValue(o.rate.value_or(0));
    showUnit(o.metres.value_or(usualUnit(session_.document(), o)));
    units_ = choices.units;
    if (o.metres)
        units_[unitKey(o)] = *o.metres;
    else
        units_.erase(unitKey(o));
    keys_->setCurrentIndex(static_cast<int>(o.keys));
    tolerance_->setValue(o.tolerance * 100);
    order_->setCurrentIndex(
        o.eulerOrder ? std::max(0, order_->findData(toQt(exports::textOf(*o.eulerOrder)))) : 0);
    safeNames_->setChecked(o.safeNames.value_or(false));
    portable_->setChecked(o.portable);
    ends_->setChecked(o.ends);
    meshes_->setChecked(o.meshes);
    textures_->setChecked(o.textures);
    view_ = choices.view;
    hidden_->setChecked(choices.leavesOutHidden);
    beside_->setChecked(o.picturesBeside);
    targets_->setChecked(o.targets);
    filling_ = false;
    refresh();
}

void ExportDialog::showUnit(double metres)
{
    unit_->setCurrentIndex(std::max(0, unit_->findData(metres)));
}

void ExportDialog::takePreset(int row)
{
    if (row >= std::ssize(exports::presets())) return;
    ExportChoices now = choices();
    const exports::Options before = now.options;
    now.options = exports::presets()[row].options;
    now.options.frames = before.frames;
    // A project without the other clips would have lost them.
    now.options.allClips = exports::isProject(now.options) ||
                           (clipsChosen_ ? before.allClips : offersAllClips(session_, now.options));
    now.options.metres.reset();
    const QString known = QFileInfo(now.path).suffix().toLower();
    if (format_->findData(known) >= 0) now.path.chop(known.size() + 1);
    now.path += u'.' + toQt(now.options.ending);
    fill(now);
}

void ExportDialog::takeEnding(const QString& ending)
{
    format_->setCurrentIndex(format_->findData(ending));
    offerClips();
}

void ExportDialog::offerClips()
{
    if (!clipsChosen_) clips_->setCurrentIndex(offersAllClips(session_, choices().options) ? 0 : 1);
}

void ExportDialog::browse()
{
    QFileDialog dialog(this, tr("Export to"), QFileInfo(path_->text()).absolutePath());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setFileMode(QFileDialog::AnyFile);
    dialog.setOption(QFileDialog::DontConfirmOverwrite);  // asked when the file is written
    dialog.setDefaultSuffix(format_->currentData().toString());
    dialog.selectFile(QFileInfo(path_->text()).fileName());
    dressFileDialog(dialog);
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return;
    path_->setText(QDir::toNativeSeparators(dialog.selectedFiles().front()));
    emit path_->textEdited(path_->text());
}

ExportChoices ExportDialog::choices() const
{
    ExportChoices out;
    exports::Options& o = out.options;
    o.ending = format_->currentData().toString().toStdString();
    o.allClips = clips_->currentIndex() == 0;
    if (part_->isChecked())
        o.frames = Range{std::min(start_->value(), end_->value()),
                         std::max(start_->value(), end_->value())};
    if (rate_->value() > 0) o.rate = rate_->value();
    if (session_.document().unit == LengthUnit::Unknown) o.metres = unit_->currentData().toDouble();
    o.keys = static_cast<exports::Keys>(keys_->currentIndex());
    o.tolerance = tolerance_->value() / 100;
    if (order_->currentIndex() > 0)
        if (const auto order = exports::eulerOrderOf(order_->currentText().toStdString()))
            o.eulerOrder = *order;
    o.safeNames = safeNames_->isChecked();
    o.portable = portable_->isChecked();
    o.ends = ends_->isChecked();
    o.meshes = meshes_->isChecked();
    o.textures = textures_->isChecked();
    o.picturesBeside = beside_->isChecked();
    o.targets = targets_->isChecked();
    out.view = view_;
    out.leavesOutHidden = hidden_->isChecked();
    // A project is to be worked on further: nothing of it is lost.
    if (out.leavesOutHidden && !exports::isProject(o)) o.withoutMeshes = view_.hidden;
    out.clipsChosen = clipsChosen_;
    out.units = units_;
    if (o.metres) out.units[unitKey(o)] = *o.metres;
    out.path = QDir::fromNativeSeparators(path_->text().trimmed());
    if (!out.path.isEmpty() && format_->findData(QFileInfo(out.path).suffix().toLower()) < 0)
        out.path += u'.' + toQt(o.ending);
    return out;
}

void ExportDialog::refresh()
{
    if (filling_) return;
    {
        // Each format has its own: metres for engines, and what the capture counts in for a BVH.
        const QSignalBlocker silent(unit_);
        const exports::Options shown = choices().options;
        const auto chosen = units_.find(unitKey(shown));
        showUnit(chosen != units_.end() ? chosen->second : usualUnit(session_.document(), shown));
    }
    const ExportChoices now = choices();
    const io::Abilities can = exports::abilitiesOf(now.options);
    const bool keyed = can.motion == io::Motion::Keys;
    form_->setRowVisible(order_, can.eulerOrder);
    form_->setRowVisible(portable_, can.portable);
    form_->setRowVisible(targets_, can.targets);
    form_->setRowVisible(ends_, can.ends);
    for (auto* box : {meshes_, textures_}) form_->setRowVisible(box, can.meshes && hasMeshes_);
    form_->setRowVisible(hidden_, can.meshes && !view_.hidden.empty());
    hidden_->setEnabled(meshes_->isChecked() && !exports::isProject(now.options));
    form_->setRowVisible(beside_,
                         hasTextures_ && exports::mayLieBeside(now.options, toPath(now.path)));
    form_->setRowVisible(keysRow_, keyed);
    start_->setEnabled(part_->isChecked());
    end_->setEnabled(part_->isChecked());
    tolerance_->setVisible(keyed && now.options.keys == exports::Keys::Reduced);
    safeNames_->setEnabled(!(can.portable && now.options.portable));  // which includes safe names
    textures_->setEnabled(meshes_->isChecked());
    const exports::Preset* preset = exports::presetOf(now.options);
    preset_->setCurrentIndex(preset ? static_cast<int>(preset - exports::presets().data())
                                    : preset_->count() - 1);
    words_->setText(exportWords(session_.document(), now.options, now.path) +
                    viewWords(view_, now.options));
    const bool empty = session_.document().scene->size() == 0;
    export_->setEnabled(!empty && !QFileInfo(now.path).completeBaseName().isEmpty());
}

void ExportDialog::accept()
{
    if (mayExport(*this, session_, choices())) QDialog::accept();
}

}  // namespace posewright::ui
