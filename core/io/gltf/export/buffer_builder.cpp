#include "core/io/gltf/buffer_builder.h"

#include <algorithm>

namespace posewright::io::gltf {

namespace {

std::string_view bytesOf(const std::vector<float>& values)
{
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

Json bound(const std::vector<float>& values, int components, bool most)
{
    Json out = Json::array();
    for (int c = 0; c < components; ++c) {
        float best = values[c];
        for (std::size_t i = c; i < values.size(); i += components)
            best = most ? std::max(best, values[i]) : std::min(best, values[i]);
        out.push_back(best);
    }
    return out;
}

}  // namespace

int BufferBuilder::addView(std::string_view bytes, int target)
{
    bytes_.append((8 - bytes_.size() % 8) % 8, '\0');
    Json view = {{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", bytes.size()}};
    if (target != 0) view["target"] = target;
    bytes_ += bytes;
    views_.push_back(std::move(view));
    return static_cast<int>(views_.size()) - 1;
}

int BufferBuilder::addAccessor(std::string_view bytes, int componentType, const char* type,
                               std::size_t count, int target)
{
    accessors_.push_back({{"bufferView", addView(bytes, target)},
                          {"componentType", componentType},
                          {"type", type},
                          {"count", count}});
    return static_cast<int>(accessors_.size()) - 1;
}

int BufferBuilder::addBounded(const std::vector<float>& values, int components, const char* type,
                              int target)
{
    const int row = addAccessor(bytesOf(values), 5126, type, values.size() / components, target);
    accessors_[row]["min"] = bound(values, components, false);
    accessors_[row]["max"] = bound(values, components, true);
    return row;
}

int BufferBuilder::addSparse(const std::vector<std::uint32_t>& rows,
                             const std::vector<float>& values, int components, const char* type,
                             std::size_t count)
{
    std::vector<float> bounded = values;
    if (rows.size() < count) bounded.resize(values.size() + components, 0);
    Json accessor = {{"componentType", 5126},
                     {"type", type},
                     {"count", count},
                     {"min", bound(bounded, components, false)},
                     {"max", bound(bounded, components, true)}};
    if (!rows.empty()) {
        const std::string_view indices(reinterpret_cast<const char*>(rows.data()),
                                       rows.size() * sizeof(std::uint32_t));
        accessor["sparse"] = {
            {"count", rows.size()},
            {"indices", {{"bufferView", addView(indices)}, {"componentType", 5125}}},
            {"values", {{"bufferView", addView(bytesOf(values))}}}};
    }
    accessors_.push_back(std::move(accessor));
    return static_cast<int>(accessors_.size()) - 1;
}

int BufferBuilder::addAnimationAccessor(const std::vector<float>& values, int components,
                                        const char* type)
{
    accessors_.push_back({{"byteOffset", animation_.size()},
                          {"componentType", 5126},
                          {"type", type},
                          {"count", values.size() / components}});
    animation_ += bytesOf(values);
    animated_.push_back(static_cast<int>(accessors_.size()) - 1);
    return animated_.back();
}

int BufferBuilder::addTimes(const std::vector<float>& times)
{
    const auto [at, isNew] = times_.try_emplace(times, 0);
    if (!isNew) return at->second;
    at->second = addAnimationAccessor(times, 1, "SCALAR");
    accessors_[at->second]["min"] = bound(times, 1, false);
    accessors_[at->second]["max"] = bound(times, 1, true);
    return at->second;
}

int BufferBuilder::addValues(const std::vector<float>& values, int components, const char* type)
{
    return addAnimationAccessor(values, components, type);
}

std::string BufferBuilder::finish(Json& json)
{
    if (!animation_.empty()) {
        const int view = addView(animation_);
        for (const int accessor : animated_) accessors_[accessor]["bufferView"] = view;
    }
    if (!views_.empty()) json["bufferViews"] = std::move(views_);
    if (!accessors_.empty()) json["accessors"] = std::move(accessors_);
    bytes_.append((4 - bytes_.size() % 4) % 4, '\0');
    if (!bytes_.empty()) json["buffers"][0]["byteLength"] = bytes_.size();
    return std::move(bytes_);
}

}  // namespace posewright::io::gltf
