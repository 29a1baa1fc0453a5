// declares posewright::up(const Document&) and does not define it
#pragma once

namespace posewright {

class Friendly {
    friend bool up(const Document&);
};

}  // namespace posewright
