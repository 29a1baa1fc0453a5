#pragma once

#include "core/motion/clip.h"
#include "core/retarget/figure_mapping.h"

#include <array>
#include <vector>

/// The keys of a retargeted motion. Internal to core/retarget.
namespace posewright::retarget {

/// Tracks of the bones that the motion turns, with a key per frame.
class DenseTracks {
public:
    DenseTracks(const FigureMapping& mapping, const std::vector<double>& frames);

    /// Sets the keys of a row of the frames. Rows may be set from several threads.
    void set(std::size_t at, const std::vector<Transform>& local);
    /// Adds them to the clip, without those of bones that the source does not turn and that stay as
    /// they rest.
    void into(Clip& clip, const Scene& scene) &&;

private:
    bool isIdle(std::size_t at, const Scene& scene) const;

    std::vector<NodeIndex> rows_;
    std::vector<NodeIndex> twins_;  ///< and toes that only bend; ascending
    std::vector<std::vector<RotationKey>> turns_;
    std::vector<NodeIndex> placed_;
    std::vector<std::array<std::vector<Key>, 3>> places_;
};

}  // namespace posewright::retarget
