#include "ui/files/export_fields.h"

#include "core/export/options.h"
#include "core/io/format.h"
#include "ui/files/export_words.h"
#include "ui/session/text.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDoubleSpinBox>
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
