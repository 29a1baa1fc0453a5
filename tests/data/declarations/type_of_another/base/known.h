#pragma once

namespace posewright {

struct Known {
    static bool up();
};

}  // namespace posewright
