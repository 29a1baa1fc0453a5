#include "app/import/weight_keys.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace posewright::import {

namespace {

struct Key {
    double tick = 0;
    float weight = 0;
};

float weightAt(const std::vector<Key>& keys, double tick)
{
    const auto after = std::upper_bound(keys.begin(), keys.end(), tick,
                                        [](double t, const Key& key) { return t < key.tick; });
    if (after == keys.begin()) return keys.front().weight;
    const Key& before = *(after - 1);
    if (after == keys.end()) return before.weight;
    const double share = (tick - before.tick) / (after->tick - before.tick);
    return before.weight + static_cast<float>(share * (after->weight - before.weight));
}

}  // namespace

WeightKeys weightKeysOf(const aiMeshMorphAnim& channel, const std::vector<float>& rest)
{
    std::vector<std::vector<Key>> tracks(rest.size());
    WeightKeys out;
    for (unsigned k = 0; k < channel.mNumKeys; ++k) {
        const aiMeshMorphKey& key = channel.mKeys[k];
        out.ticks.push_back(key.mTime);
        for (unsigned i = 0; i < key.mNumValuesAndWeights; ++i)
            if (key.mValues[i] < tracks.size() && std::isfinite(key.mWeights[i]))
                tracks[key.mValues[i]].push_back({key.mTime, static_cast<float>(key.mWeights[i])});
    }
    std::sort(out.ticks.begin(), out.ticks.end());
    out.ticks.erase(std::unique(out.ticks.begin(), out.ticks.end()), out.ticks.end());
    for (std::vector<Key>& track : tracks)
        std::stable_sort(track.begin(), track.end(),
                         [](const Key& a, const Key& b) { return a.tick < b.tick; });
    for (const double tick : out.ticks)
        for (std::size_t i = 0; i < tracks.size(); ++i)
            out.weights.push_back(tracks[i].empty() ? rest[i] : weightAt(tracks[i], tick));
    return out;
}

}  // namespace posewright::import
