#pragma once

#include "core/ik/solver.h"

#include <QString>

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

}  // namespace posewright::test
