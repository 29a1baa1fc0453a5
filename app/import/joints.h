#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace posewright::import {

/// Which nodes a file calls joints, by the names that assimp gives to its nodes.
class Joints {
public:
    /// A node of the file, in any order. Names may repeat.
    void add(const std::string& name, bool joint);

    /// Is the node of this name a joint?
    /// @param drawn  it has meshes, which tells it from joints of the same name
    bool has(std::string_view name, bool drawn) const;

private:
    struct Called {
        int joints = 0, others = 0;
    };
    std::map<std::string, Called, std::less<>> called_;
};

}  // namespace posewright::import
