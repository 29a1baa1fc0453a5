// defines posewright::Known, which base defines
#pragma once

namespace posewright {

struct Known {
    static bool up();
};

}  // namespace posewright
