#include "app/import/takes.h"

#include "app/import/take_clock.h"
#include "app/import/weight_keys.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>

namespace posewright::import {

namespace {

using io::gltf::Json;

/// The keys of one property of a node.
struct Keys {
    std::vector<float> times;
    std::vector<float> values;
};

/// The row of the node that a morph channel names; assimp calls it "NODE*GEOMETRY" for FBX.
int rowOf(const Draft& draft, const aiMeshMorphAnim& channel)
{
    const std::string name = channel.mName.C_Str();
    if (const int row = draft.row(name.c_str()); row >= 0) return row;
    return draft.row(name.substr(0, name.rfind('*')).c_str());
}

class TakeWriter {
public:
    TakeWriter(Draft& draft, const aiAnimation& take, unsigned number) :
        draft_(draft), take_(take), placing_(draft.nodes, &take), clock_(clockOf()),
        name_(*take.mName.C_Str() ? take.mName.C_Str() : "Take " + std::to_string(number + 1))
    {
    }

    void write()
    {
        for (std::size_t row = 0; row < draft_.nodes.size(); ++row)
            writeChannels(static_cast<int>(row));
        for (unsigned i = 0; i < take_.mNumMorphMeshChannels; ++i)
            writeWeights(*take_.mMorphMeshChannels[i]);
        if (take_.mNumMeshChannels > 0)
            draft_.lost.add("meshes that change from frame to frame are left out", name_);
        if (!json_.contains("channels"))
            return draft_.lost.add("takes that move nothing are left out", name_);
        json_["name"] = name_;
        draft_.json["animations"].push_back(std::move(json_));
    }

private:
    TakeClock clockOf() const
    {
        std::vector<double> ticks;
        for (std::size_t row = 0; row < draft_.nodes.size(); ++row)
            for (const double tick : placing_.ticks(static_cast<int>(row))) ticks.push_back(tick);
        for (unsigned i = 0; i < take_.mNumMorphMeshChannels; ++i) {
            const aiMeshMorphAnim& channel = *take_.mMorphMeshChannels[i];
            for (unsigned k = 0; k < channel.mNumKeys; ++k) ticks.push_back(channel.mKeys[k].mTime);
        }
        return {ticks, take_.mTicksPerSecond > 0 ? take_.mTicksPerSecond : 25};
    }

    void addChannel(const Keys& keys, int width, const char* type, int node, const char* path,
                    bool holds = false)
    {
        json_["samplers"].push_back(
            {{"input", draft_.buffers.addTimes(keys.times)},
             {"output", draft_.buffers.addValues(keys.values, width, type)}});
        if (holds) json_["samplers"].back()["interpolation"] = "STEP";
        json_["channels"].push_back({{"sampler", json_["samplers"].size() - 1},
                                     {"target", {{"node", node}, {"path", path}}}});
    }

    void writeChannels(int row)
    {
        std::array<Keys, 3> keys;  // translation, rotation, scale
        std::array<float, 4> before{0, 0, 0, 1};
        for (const double tick : placing_.ticks(row)) {
            const float time = clock_.seconds(tick);
            if (!keys[0].times.empty() && !(keys[0].times.back() < time)) continue;
            Decomposed place = draft_.placed(row, placing_.local(row, tick));
            float along = 0;
            for (int c = 0; c < 4; ++c) along += before[c] * place.rotation[c];
            if (along < 0)
                for (float& part : place.rotation) part = -part;
            before = place.rotation;
            const auto add = [time](Keys& to, const auto& values) {
                to.times.push_back(time);
                to.values.insert(to.values.end(), values.begin(), values.end());
            };
            add(keys[0], place.translation);
            add(keys[1], place.rotation);
            add(keys[2], place.scale);
        }
        if (keys[0].times.empty()) return;
        static constexpr std::array kPaths = {"translation", "rotation", "scale"};
        const Decomposed& rest = draft_.rest[row];
        const std::array<std::vector<float>, 3> still = {
            std::vector<float>(rest.translation.begin(), rest.translation.end()),
            std::vector<float>(rest.rotation.begin(), rest.rotation.end()),
            std::vector<float>(rest.scale.begin(), rest.scale.end())};
        for (int path = 0; path < 3; ++path) {
            const std::vector<float>& values = keys[path].values;
            const std::size_t width = still[path].size();
            // Constant rest values are dropped, but a rotation is kept, since one key is enough to
            // make a clip.
            bool rests = path != 1;
            for (std::size_t i = 0; i < values.size() && rests; ++i)
                rests = std::abs(values[i] - still[path][i % width]) <=
                        1e-6F * std::max(1.0F, std::abs(still[path][i % width]));
            if (rests) continue;
            const Leads leads = leadsOf(row, static_cast<Path>(path));
            const bool holds = leads.held && !leads.straight && !leads.curved;
            if (!holds && (leads.held || leads.curved) && isSparse(keys[path], width))
                draft_.lost.add("keys that hold or curve go straight to the next one",
                                draft_.nodes[row].name);
            addChannel(keys[path], static_cast<int>(width), width == 4 ? "VEC4" : "VEC3", row,
                       kPaths[path], holds);
        }
    }

    Leads leadsOf(int row, Path path) const
    {
        const auto known = draft_.unsaid.leads.find({draft_.nodes[row].name, path});
        return known == draft_.unsaid.leads.end() ? draft_.unsaid.allLeads : known->second;
    }

    /// Do values change between keys that are more than a frame apart?
    bool isSparse(const Keys& keys, std::size_t width) const
    {
        constexpr double kUsual = 30;  // [frames/s]
        constexpr float kSame = 1e-5F;
        const double frame = 1 / (draft_.unsaid.rate > 0 ? draft_.unsaid.rate : kUsual);
        for (std::size_t k = 1; k < keys.times.size(); ++k) {
            if (keys.times[k] - keys.times[k - 1] < 1.5 * frame) continue;
            for (std::size_t c = 0; c < width; ++c)
                if (std::abs(keys.values[k * width + c] - keys.values[(k - 1) * width + c]) > kSame)
                    return true;
        }
        return false;
    }

    void writeWeights(const aiMeshMorphAnim& channel)
    {
        const auto shapes = draft_.shapes.find(rowOf(draft_, channel));
        if (shapes == draft_.shapes.end() || channel.mNumKeys == 0)
            return draft_.lost.add("keys of morphs that are not there are left out",
                                   channel.mName.C_Str());
        const WeightKeys all = weightKeysOf(channel, shapes->second.rest);
        const std::size_t width = shapes->second.rest.size();
        Keys keys;
        for (std::size_t k = 0; k < all.ticks.size(); ++k) {
            const float time = clock_.seconds(all.ticks[k]);
            if (!keys.times.empty() && !(keys.times.back() < time)) continue;
            keys.times.push_back(time);
            const auto from = all.weights.begin() + static_cast<std::ptrdiff_t>(k * width);
            keys.values.insert(keys.values.end(), from, from + static_cast<std::ptrdiff_t>(width));
        }
        for (const int node : shapes->second.nodes) addChannel(keys, 1, "SCALAR", node, "weights");
    }

    Draft& draft_;
    const aiAnimation& take_;
    Placing placing_;
    TakeClock clock_;
    std::string name_;
    Json json_;
};

}  // namespace

void writeTakes(Draft& draft)
{
    std::set<std::string> takes;
    for (unsigned i = 0; i < draft.scene.mNumAnimations; ++i)
        takes.insert(draft.scene.mAnimations[i]->mName.C_Str());
    for (const std::string& clip : draft.unsaid.clips)
        if (!takes.contains(clip))
            draft.lost.add("animation clips of COLLADA are left out, but for their keys, which are "
                           "in clips of other names or of other lengths",
                           clip);
    for (unsigned i = 0; i < draft.scene.mNumAnimations; ++i)
        TakeWriter(draft, *draft.scene.mAnimations[i], i).write();
}

}  // namespace posewright::import
