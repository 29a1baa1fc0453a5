#include "ui/files/export_units.h"

#include "core/io/format.h"
#include "ui/session/text.h"

#include <QComboBox>
#include <QCoreApplication>

#include <optional>
#include <string>

namespace posewright::ui {

void listUnits(QComboBox& list, const Document& doc)
{
    list.addItem(QCoreApplication::translate("ExportUnits", "written as they are"), 1.0);
    for (const io::LengthScale& unit : io::lengthScales().subspan(1))
        list.addItem(QCoreApplication::translate("ExportUnits", "%1, written in metres")
                         .arg(toQt(std::string(unit.name))),
                     unit.metres);
    if (io::guessPlacing(doc).unit) return;
    if (const std::optional<double> unit = io::unitForPerson(doc))
        list.addItem(QCoreApplication::translate("ExportUnits", "made as tall as a person, 1.7 m"),
                     *unit);
}

double usualUnit(const Document& doc, const exports::Options& options)
{
    const io::Format* format = io::formatOfEnding(options.ending);
    const bool inMetres = format && !format->unplaced && !exports::isProject(options);
    if (doc.unit != LengthUnit::Unknown || !inMetres) return 1;
    const io::PlacingGuess guess = io::guessPlacing(doc);
    return guess.unit ? guess.unit->metres : io::unitForPerson(doc).value_or(1);
}

}  // namespace posewright::ui
