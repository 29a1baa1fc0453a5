#include "most.h"

namespace posewright {

namespace {

bool isBrace(char c)
{
    return c == '}';
}

int leastOf(const Half& given, int least)
{
    return given.value < least ? given.value : least;
}

}  // namespace

int half(const Half& half)
{
    return isBrace('{') ? 0 : half.value / 2;
}

}  // namespace posewright
