// declares in another form: AND_MORE inline bool known(int) {}
#pragma once

namespace posewright {

#define AND_MORE bool up(const Document&);
AND_MORE
inline bool known(int)
{
    return true;
}

}  // namespace posewright
