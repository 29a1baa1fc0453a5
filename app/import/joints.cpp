#include "app/import/joints.h"

namespace posewright::import {

void Joints::add(const std::string& name, bool joint)
{
    Called& called = called_[name];
    ++(joint ? called.joints : called.others);
}

bool Joints::has(std::string_view name, bool drawn) const
{
    const auto found = called_.find(name);
    if (found == called_.end() || found->second.joints == 0) return false;
    return found->second.others == 0 || !drawn;
}

}  // namespace posewright::import
