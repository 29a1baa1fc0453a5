#pragma once

#include <map>
#include <string>
#include <vector>

namespace posewright::import {

/// What is not carried over. There is one warning for each kind, with how many there are and their
/// names.
class Lost {
public:
    /// @param what  says what becomes of it: "lights of areas are left out"
    /// @param name  of the thing, as the file has it; may be empty
    void add(const std::string& what, const std::string& name = {});

    /// "lights of areas are left out (2): "Left", "Right""
    std::vector<std::string> warnings() const;

private:
    struct Kind {
        int count = 0;
        std::vector<std::string> names;  ///< the first ones, each once
    };
    std::map<std::string, Kind> kinds_;
};

}  // namespace posewright::import
