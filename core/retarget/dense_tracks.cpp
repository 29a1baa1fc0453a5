#include "core/retarget/dense_tracks.h"

#include <algorithm>
#include <utility>

namespace posewright::retarget {

namespace {

constexpr double kUnturned = 1e-10;  ///< [rad]

}  // namespace

DenseTracks::DenseTracks(const FigureMapping& mapping, const std::vector<double>& frames) :
    placed_(mapping.placed()), places_(placed_.size())
{
    for (const Feed& feed : mapping.feeds()) rows_.push_back(feed.row);
    for (const DetachedBone& bone : mapping.detached()) rows_.push_back(bone.row);
    twins_ = mapping.twins();
    rows_.insert(rows_.end(), twins_.begin(), twins_.end());
    // Toes that the source turns are fed, and keyed even if they never turn.
    for (const NodeIndex row : mapping.bending())
        if (std::ranges::find(rows_, row) == rows_.end()) {
            rows_.push_back(row);
            twins_.push_back(row);
        }
    std::sort(twins_.begin(), twins_.end());
    std::sort(rows_.begin(), rows_.end());
    rows_.erase(std::unique(rows_.begin(), rows_.end()), rows_.end());
    std::vector<RotationKey> turns;
    std::vector<Key> places;
    for (const double frame : frames) {
        turns.push_back({frame, Quat::Identity(), RotationInterpolation::Slerp});
        places.push_back(linearKey(frame, 0));
    }
    turns_.assign(rows_.size(), turns);
    for (auto& axes : places_) axes.fill(places);
}

void DenseTracks::set(std::size_t at, const std::vector<Transform>& local)
{
    for (std::size_t i = 0; i < rows_.size(); ++i) turns_[i][at].value = local[rows_[i]].rotation;
    for (std::size_t i = 0; i < placed_.size(); ++i)
        for (int axis = 0; axis < 3; ++axis) {
            Key& key = places_[i][axis][at];
            key = linearKey(key.frame, local[placed_[i]].translation[axis]);
        }
}

void DenseTracks::into(Clip& clip, const Scene& scene) &&
{
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (isIdle(i, scene)) continue;
        Track track;
        track.node = scene[rows_[i]].id;
        track.rotation = RotationTrack::fromKeys(std::move(turns_[i]));
        for (std::size_t place = 0; place < placed_.size(); ++place)
            for (int axis = 0; rows_[i] == placed_[place] && axis < 3; ++axis)
                track.translation[axis] = Curve::fromKeys(std::move(places_[place][axis]));
        setTrack(clip, std::move(track));
    }
}

bool DenseTracks::isIdle(std::size_t at, const Scene& scene) const
{
    const Quat& rest = scene[rows_[at]].rest.rotation;
    return std::binary_search(twins_.begin(), twins_.end(), rows_[at]) &&
           std::ranges::all_of(turns_[at], [&](const RotationKey& key) {
               return key.value.angularDistance(rest) < kUnturned;
           });
}

}  // namespace posewright::retarget
