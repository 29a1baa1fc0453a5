#pragma once

#include <QtGlobal>

namespace posewright::test {

/// Prints the seed, so that a run that failed can be repeated, and returns it.
template <class Seed>
Seed printedSeed(Seed seed)
{
    qInfo("seed %llu", static_cast<unsigned long long>(seed));
    return seed;
}

}  // namespace posewright::test
