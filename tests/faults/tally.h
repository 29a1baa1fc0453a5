#pragma once

#include <QDebug>

#include <cstdlib>
#include <sys/mman.h>

namespace posewright::faults {

/// What a row of faults came to. scripts/faults adds the lines up.
struct Tally {
    long rounds = 0;
    long torn = 0;    ///< neither the old nor the new file
    long lost = 0;    ///< what was said to be safe, and was not
    long half = 0;    ///< recovered steps that are not whole
    long strays = 0;  ///< files that the next start does not sweep

    void tell(const char* what) const
    {
        qInfo("tally: %s: %ld rounds, %ld torn, %ld lost, %ld half steps, %ld strays", what, rounds,
              torn, lost, half, strays);
    }
};

/// As many rounds as the environment asks for.
inline long roundsWanted(const char* variable, long otherwise)
{
    const char* text = std::getenv(variable);
    return text ? std::atol(text) : otherwise;
}

/// A number that a child process can write and its parent reads even after it was killed.
inline int* shared()
{
    static int* const one = static_cast<int*>(
        ::mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    return one;
}

}  // namespace posewright::faults
