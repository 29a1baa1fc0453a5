#include "core/io/gltf/buffer_builder.h"

#include <algorithm>

namespace posewright::io::gltf {

namespace {

std::string bytesOf(const std::vector<float>& values)
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

void BufferBuilder::append(std::string piece)
{
    if (piece.empty()) return;
    size_ += piece.size();
    pieces_.push_back(std::move(piece));
}

/// Adds a view of bytes that are appended next.
int BufferBuilder::addRow(std::size_t size, int target)
{
    align(8);
    Json view = {{"buffer", 0}, {"byteOffset", size_}, {"byteLength", size}};
    if (target != 0) view["target"] = target;
    views_.push_back(std::move(view));
    return static_cast<int>(views_.size()) - 1;
}

int BufferBuilder::addView(std::string bytes, int target)
{
    const int row = addRow(bytes.size(), target);
    append(std::move(bytes));
    return row;
}

int BufferBuilder::addTail(std::string_view bytes)
{
    tail_ = bytes;
    views_.push_back({{"buffer", 0}, {"byteLength", bytes.size()}});
    tailView_ = static_cast<int>(views_.size()) - 1;
    return tailView_;
}

int BufferBuilder::addAccessor(std::string bytes, int componentType, const char* type,
                               std::size_t count, int target)
{
    accessors_.push_back({{"bufferView", addView(std::move(bytes), target)},
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
        std::string indices(reinterpret_cast<const char*>(rows.data()),
                            rows.size() * sizeof(std::uint32_t));
        accessor["sparse"] = {
            {"count", rows.size()},
            {"indices", {{"bufferView", addView(std::move(indices))}, {"componentType", 5125}}},
            {"values", {{"bufferView", addView(bytesOf(values))}}}};
    }
    accessors_.push_back(std::move(accessor));
    return static_cast<int>(accessors_.size()) - 1;
}

int BufferBuilder::addAnimationAccessor(const std::vector<float>& values, int components,
                                        const char* type)
{
    accessors_.push_back({{"byteOffset", animationSize_},
                          {"componentType", 5126},
                          {"type", type},
                          {"count", values.size() / components}});
    animationSize_ += animation_.emplace_back(bytesOf(values)).size();
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
        const int view = addRow(animationSize_, 0);
        for (std::string& piece : animation_) append(std::move(piece));
        for (const int accessor : animated_) accessors_[accessor]["bufferView"] = view;
    }
    align(tailView_ < 0 ? 4 : 8);
    if (tailView_ >= 0) views_[tailView_]["byteOffset"] = size_;
    if (!views_.empty()) json["bufferViews"] = std::move(views_);
    if (!accessors_.empty()) json["accessors"] = std::move(accessors_);
    if (size_ + tail_.size() == 0) return {};
    json["buffers"][0]["byteLength"] = size_ + tail_.size();
    return joined();
}

std::string BufferBuilder::joined()
{
    std::string out;
    out.reserve(size_);
    for (std::string& piece : pieces_) {
        out += piece;
        std::string().swap(piece);  // assigned an empty one, it would keep its memory
    }
    pieces_.clear();
    return out;
}

}  // namespace posewright::io::gltf
