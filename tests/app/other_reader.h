#pragma once

#include "tests/support/plain_random.h"

#include <QByteArray>
#include <nlohmann/json.hpp>

#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace posewright::test {

/// What a program that knows glTF 2.0 and nothing else makes of a file's first animation, at one
/// node per name. Positions and rotations of the world.
class OtherReader {
public:
    OtherReader(const std::string& path, const std::function<QByteArray(const std::string&)>& get)
    {
        const QByteArray text = get(path);
        file_ = nlohmann::json::parse(text.begin(), text.end());
        const std::string folder = path.substr(0, path.rfind('/') + 1);
        buffer_ = get(folder + file_["buffers"][0]["uri"].get<std::string>());
        parents_.assign(file_["nodes"].size(), -1);
        for (std::size_t n = 0; n < parents_.size(); ++n)
            for (const nlohmann::json& child :
                 file_["nodes"][n].value("children", nlohmann::json::array()))
                parents_[child.get<int>()] = static_cast<int>(n);
    }

    std::pair<plain::V, plain::Q> at(const std::string& name, double seconds) const
    {
        std::vector<int> path;
        for (std::size_t n = 0; n < parents_.size(); ++n)
            if (file_["nodes"][n].value("name", "") == name)
                for (int up = static_cast<int>(n); up >= 0; up = parents_[up]) path.push_back(up);
        plain::V position;
        plain::Q rotation{0, 0, 0, 1};
        for (auto n = path.rbegin(); n != path.rend(); ++n) {
            const std::vector<double> t = value(*n, "translation", seconds, {0, 0, 0});
            const std::vector<double> r = value(*n, "rotation", seconds, {0, 0, 0, 1});
            position = position + plain::turned(rotation, plain::V{t[0], t[1], t[2]});
            rotation = plain::product(rotation, plain::Q{r[0], r[1], r[2], r[3]});
        }
        return {position, rotation};
    }

private:
    std::vector<double> value(int node, const char* path, double seconds,
                              std::vector<double> otherwise) const
    {
        const nlohmann::json& animation = file_["animations"][0];
        for (const nlohmann::json& channel : animation["channels"]) {
            if (channel["target"]["node"] != node || channel["target"]["path"] != path) continue;
            const nlohmann::json& sampler = animation["samplers"][channel["sampler"].get<int>()];
            const std::vector<float> times = floats(sampler["input"].get<int>(), 1);
            const int width = static_cast<int>(otherwise.size());
            const std::vector<float> values = floats(sampler["output"].get<int>(), width);
            std::size_t k = 0;
            while (k + 1 < times.size() && double(times[k]) < seconds - 1e-6) ++k;
            return {values.begin() + std::ptrdiff_t(k) * width,
                    values.begin() + std::ptrdiff_t(k + 1) * width};
        }
        return file_["nodes"][node].value(path, otherwise);
    }

    std::vector<float> floats(int accessor, int width) const
    {
        const nlohmann::json& a = file_["accessors"][accessor];
        const nlohmann::json& view = file_["bufferViews"][a["bufferView"].get<int>()];
        std::vector<float> out(a["count"].get<std::size_t>() * std::size_t(width));
        const auto from = view.value("byteOffset", 0) + a.value("byteOffset", 0);
        std::memcpy(out.data(), buffer_.constData() + from, out.size() * sizeof(float));
        return out;
    }

    nlohmann::json file_;
    QByteArray buffer_;
    std::vector<int> parents_;
};

}  // namespace posewright::test
