#include "ui/files/export_fields.h"

#include "core/export/options.h"
#include "core/io/format.h"
#include "ui/files/export_words.h"
#include "ui/session/text.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLocale>

namespace posewright::ui {

QDoubleSpinBox* exportNumberField(const char* name, const QString& accessible, double low,
                                  double high, int decimals)
{
    auto* box = new QDoubleSpinBox;
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(accessible);
    box->setLocale(QLocale::c());
    box->setRange(low, high);
    box->setDecimals(decimals);
    return box;
}

QLabel* exportWordsLabel()
{
    auto* label = new QLabel;
    label->setObjectName(QStringLiteral("exportWords"));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    label->setMinimumHeight(label->fontMetrics().lineSpacing() * 6);
    label->setFrameShape(QFrame::StyledPanel);
    label->setMargin(label->fontMetrics().averageCharWidth());
    return label;
}

QComboBox* exportListField(const char* name, const QString& accessible)
{
    auto* box = new QComboBox;
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(accessible);
    return box;
}

void listFormats(QComboBox& list)
{
    for (const io::Format& format : io::formats()) {
        if (!format.write) continue;
        for (const io::Ending& ending : format.endings)
            list.addItem(endingWords(ending), toQt(ending.text));
    }
}

void listOrders(QComboBox& list)
{
    list.addItem(QCoreApplication::translate("ExportDialog", "As each bone has it"));
    for (const char* order : {"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"})
        list.addItem(QLatin1String(order), QLatin1String(order));
}

void listPresets(QComboBox& list)
{
    const auto words = [](std::string_view text) {
        return QCoreApplication::translate("Presets", std::string(text).c_str());
    };
    for (const exports::Preset& preset : exports::presets()) {
        list.addItem(words(preset.title), toQt(preset.id));
        list.setItemData(list.count() - 1, words(preset.about), Qt::ToolTipRole);
    }
}

}  // namespace posewright::ui
