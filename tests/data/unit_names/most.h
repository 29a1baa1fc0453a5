#pragma once

namespace posewright {

struct Half {
    int value = 0;
};

/// A source has a function of this name and of these parameters, too, and cannot call either.
int leastOf(const Half& half, int value);

/// Another overload, which no source minds.
int half(const Half& half);

}  // namespace posewright
