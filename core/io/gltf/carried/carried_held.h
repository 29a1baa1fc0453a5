#pragma once

#include "core/io/format.h"
#include "core/io/gltf/carried_form.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace posewright::io::gltf {

/// What a channel moves; null members if it names none.
struct Moved {
    const Json* row = nullptr;  ///< row of the node
    const std::string* path = nullptr;
};
Moved movedBy(const Json& channel);

/// Is it a path whose keys are a clip's own?
bool isModelled(std::string_view path);

/// The frames of a clip that are written; nullopt: it has no keys.
std::optional<Range> framesOf(const Document& doc, int clip);

/// Decides which channels of a clip's animation are kept as they are.
class HeldChannels {
public:
    /// @param nodes  of the form's rows
    /// @param made  the clip's tracks as they were read
    /// @param atRoot  as from standingAtRoot
    HeldChannels(const CarriedForm& form, const std::vector<NodeId>& nodes, const Document& doc,
                 int clip, const std::vector<Shared<Track>>& made, const std::vector<bool>& atRoot,
                 const WriteOptions& options);

    bool operator()(const Json& channel);

private:
    const std::vector<NodeId>& nodes_;
    const Scene& scene_;
    const Clip& clip_;
    const std::vector<Shared<Track>>& made_;
    const std::vector<bool>& atRoot_;
    Range range_{0, 0};
    bool copied_ = false;
    std::set<NodeId> driven_;
    /// Channels of a node mostly follow one another.
    struct {
        NodeId node = NodeId::None;
        NodeIndex row = kNoNode;
        const Track* before = nullptr;
        const Track* now = nullptr;
    } last_;
};

}  // namespace posewright::io::gltf
