#pragma once

#include "core/ik/solver.h"

#include <QString>
#include <QTest>

/// Solvers in the tables of tests, which hold their ids as QString.
namespace posewright::test {

inline QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), qsizetype(view.size()));
}

/// @pre there is such a solver
inline const ik::Solver& fetch(const QString& id)
{
    return *ik::findSolver(id.toStdString());
}

/// The column "id", and a row for each solver for which `asked` holds.
template <class Asked>
void solverRows(Asked asked)
{
    QTest::addColumn<QString>("id");
    for (const ik::Solver& solver : ik::solvers())
        if (asked(solver)) QTest::newRow(qPrintable(text(solver.id))) << text(solver.id);
}

}  // namespace posewright::test
