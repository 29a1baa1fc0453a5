// declares posewright::up(const Document&) and does not define it
#pragma once

namespace posewright {

struct Known {
    bool operator()(int) const;
};
bool up(const Document&);

}  // namespace posewright
