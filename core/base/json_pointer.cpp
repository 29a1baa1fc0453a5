#include "core/base/json_pointer.h"

namespace posewright {

std::string pointerStep(std::string_view name)
{
    std::string step;
    for (const char c : name) {
        if (c == '~')
            step += "~0";
        else if (c == '/')
            step += "~1";
        else
            step += c;
    }
    return step;
}

}  // namespace posewright
