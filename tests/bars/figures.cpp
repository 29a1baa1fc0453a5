#include "tests/bars/figures.h"

#include <QFile>

#include <cstdio>
#include <vector>

namespace posewright::bars {

namespace {

struct Figure {
    QString what;
    double measured = 0;
    double bar = 0;
    QString unit;
};

std::vector<Figure>& figures()
{
    static std::vector<Figure> all;
    return all;
}

QString number(double value)
{
    return QString::number(value, 'g', 3);
}

}  // namespace

bool holds(const QString& what, double measured, double bar, const char* unit)
{
    figures().push_back({what, measured, bar, QString::fromUtf8(unit)});
    if (measured <= kLeeway * bar) return true;
    qWarning("%s: %s %s, bar %s", qPrintable(what), qPrintable(number(measured)), unit,
             qPrintable(number(bar)));
    return false;
}

void printFigures()
{
    QString table = "| what | measured | bar | holds |\n|---|---|---|---|\n";
    for (const Figure& f : figures()) {
        const char* const verdict = f.measured <= f.bar             ? "yes"
                                    : f.measured <= kLeeway * f.bar ? "nearly"
                                                                    : "NO";
        table += QString("| %1 | %2 %4 | %3 | %5 |\n")
                     .arg(f.what, number(f.measured), number(f.bar), f.unit,
                          QString::fromLatin1(verdict));
    }
    std::printf("\n%s", qPrintable(table));
    QFile file(qEnvironmentVariable("POSEWRIGHT_BARS"));
    if (!file.fileName().isEmpty() && file.open(QIODevice::WriteOnly)) file.write(table.toUtf8());
}

}  // namespace posewright::bars
