#include "ui/files/guessed_words.h"

#include "core/io/format.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QLocale>

namespace posewright::ui {

namespace {

QString guessTr(const char* text)
{
    return QCoreApplication::translate("Files", text);
}

/// "15 cm", "170 m", "170 units".
QString tallText(double height, LengthUnit unit)
{
    const auto said = [](double value) { return QLocale().toString(value, 'g', 3); };
    if (unit == LengthUnit::Unknown) return guessTr("%1 units").arg(said(height));
    return height < 1 ? said(height * 100) + QStringLiteral(" cm")
                      : said(height) + QStringLiteral(" m");
}

/// A sentence about a figure that is as small or as large as no person is, with its height. Empty:
/// it is not, or there is none.
QString oddSizeWords(const Document& doc)
{
    const double height = io::heightOf(doc);
    if (!(height > 0) || !io::isOddHeight(height)) return {};
    return guessTr("The figure is %1 tall. Up, Unit and Clips makes it another size.")
        .arg(tallText(height, doc.unit));
}

}  // namespace

QStringList guessedWords(const DocumentFile::ReadAs& as, const Document& doc)
{
    QStringList lines;
    if (as.reading.up != io::UpAxis::Y) {
        const QString axis = toQt(std::string(io::nameOf(*as.reading.up))).toUpper();
        lines << (as.reading.up == as.guess.up
                      ? guessTr("Up is %1 in the file, so it was turned upright: %2.")
                            .arg(axis, toQt(as.guess.upReason))
                      : guessTr("Up is %1 in the file, so it was turned upright.").arg(axis));
    }
    if (as.reading.metres) return lines;
    if (as.guess.unit && as.guess.unit->metres != 1 && as.unplaced)
        lines << guessTr("The figure is %1 tall, so its lengths look like %2. Up, Unit and Clips "
                         "reads them so.")
                     .arg(tallText(io::heightOf(doc), doc.unit),
                          toQt(std::string(as.guess.unit->name)));
    else if (as.guess.unit && as.guess.unit->metres != 1)
        lines << guessTr("Its lengths look like %1 and not like metres: %2.")
                     .arg(toQt(std::string(as.guess.unit->name)), toQt(as.guess.unitReason));
    else if (const QString odd = as.guess.unit ? QString() : oddSizeWords(doc); !odd.isEmpty())
        lines << odd;
    return lines;
}

}  // namespace posewright::ui
