#pragma once

#include <QString>

#include <algorithm>

/// What the bars program promises and measures. A bar is what docs and designs say; a machine that
/// does other work at the same time may take half as long again.
namespace posewright::bars {

/// Of its bar, what a measured figure may come to.
constexpr double kLeeway = 1.5;

/// Notes a figure for the table at the end. False, with a word to the log, if it is over `kLeeway`
/// times its bar.
bool holds(const QString& what, double measured, double bar, const char* unit);

/// The least of up to so many measurements: others may share the core meanwhile. No more are taken
/// once the bar is met.
template <class Measure>
double best(double bar, Measure measure, int rounds = 5)
{
    double least = measure();
    while (--rounds > 0 && least > bar) least = std::min(least, measure());
    return least;
}

/// All figures noted, as a table; with POSEWRIGHT_BARS=FILE, into that file, too.
void printFigures();

}  // namespace posewright::bars
