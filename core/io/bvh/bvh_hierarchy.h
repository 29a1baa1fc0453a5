#pragma once

#include "core/base/result.h"
#include "core/math/transform.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace posewright::io::bvh {

/// What a number of a row means: 0..2 position along x, y, z; 3..5 rotation about x, y, z [degree].
using Channel = int;

/// An End Site block as written.
struct EndSite {
    std::string name;  ///< the rest of its line
    Vec3 offset = Vec3::Zero();
    int after = 0;  ///< number of JOINTs before it in its block
};

/// A ROOT or JOINT block as written.
struct Joint {
    std::string name;
    std::string spelled;             ///< the name as the file has it
    int parent = -1;                 ///< row; less than the joint's own
    Vec3 offset = Vec3::Zero();      ///< in the parent's frame
    std::vector<EndSite> ends;       ///< the first one is where the bone ends
    std::vector<Channel> channels;   ///< in file order, none twice
    std::vector<std::string> words;  ///< the channels as the file spells them
    int firstChannel = 0;            ///< column of its first number in a row
    int children = 0;

    bool moves() const { return !channels.empty() && has(0, 3); }
    bool turns() const { return !channels.empty() && has(3, 6); }

private:
    bool has(Channel from, Channel to) const
    {
        for (const Channel c : channels)
            if (c >= from && c < to) return true;
        return false;
    }
};

/// Everything before the numbers.
struct Header {
    std::vector<Joint> joints;   ///< parents before children, file order
    int channels = 0;            ///< numbers in a row
    std::size_t frames = 0;      ///< as declared; not trusted beyond the size of the file
    std::string_view frameTime;  ///< as written; empty: there is none
    std::size_t frameTimeAt = 0;
    std::size_t framesAt = 0;
    std::size_t motion = 0;  ///< byte at which the numbers start
    Diagnostics diagnostics;
};

/// A refusal and the offset of the byte at fault.
struct Refusal {
    std::string message;
    std::size_t at = 0;
    std::string advice{};
};

/// Parses tokens, so that line ends, tabs and indentation do not matter; a name is the rest of its
/// line. Iterative, so that depth is bounded by kMaxDepth rather than the stack.
std::optional<Refusal> parseHeader(std::string_view text, Header& header);

/// A number as spelled in BVH files (`+5`, `.5`, `5.`, `1e-3`), else nullopt. Never nan or inf.
std::optional<double> parseNumber(std::string_view token);

}  // namespace posewright::io::bvh
