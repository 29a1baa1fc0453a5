#include "core/io/gltf/packed/packed_view.h"

#include <meshoptimizer.h>

namespace posewright::io::gltf {

namespace {

/// The densest block encodes 256 equal vertices with four bytes per byte of a vertex.
constexpr std::size_t kMostBytesAByte = 64;

/// Why a view cannot be packed like this; null if it can.
const char* breach(const PackedView& view)
{
    using Mode = PackedView::Mode;
    using Filter = PackedView::Filter;
    if (view.count < 1) return "there are no elements";
    if (view.mode == Mode::Attributes) {
        if (view.stride < 4 || view.stride > 256 || view.stride % 4 != 0)
            return "packed attributes have a stride of 4 to 256, in fours";
        if (view.filter == Filter::Octahedral && view.stride != 4 && view.stride != 8)
            return "the octahedral filter has a stride of 4 or 8";
        if (view.filter == Filter::Quaternion && view.stride != 8)
            return "the filter for quaternions has a stride of 8";
        return nullptr;
    }
    if (view.stride != 2 && view.stride != 4) return "packed indices have a stride of 2 or 4";
    if (view.filter != Filter::None) return "only attributes have a filter";
    if (view.mode == Mode::Triangles && view.count % 3 != 0)
        return "packed triangles have three corners each";
    return nullptr;
}

}  // namespace

Result<std::string> unpackView(std::string_view bytes, const PackedView& view)
{
    if (const char* why = breach(view)) return Error{why};
    if (view.count > (kMostBytesAByte * bytes.size()) / view.stride)
        return Error{"there are more elements than the packed bytes can hold"};
    std::string out(view.count * view.stride, '\0');
    const auto* from = reinterpret_cast<const unsigned char*>(bytes.data());
    int fault = 0;
    switch (view.mode) {
    case PackedView::Mode::Attributes:
        fault = meshopt_decodeVertexBuffer(out.data(), view.count, view.stride, from, bytes.size());
        break;
    case PackedView::Mode::Triangles:
        fault = meshopt_decodeIndexBuffer(out.data(), view.count, view.stride, from, bytes.size());
        break;
    case PackedView::Mode::Indices:
        fault =
            meshopt_decodeIndexSequence(out.data(), view.count, view.stride, from, bytes.size());
        break;
    }
    if (fault != 0) return Error{"the packed bytes are damaged"};
    switch (view.filter) {
    case PackedView::Filter::None: break;
    case PackedView::Filter::Octahedral:
        meshopt_decodeFilterOct(out.data(), view.count, view.stride);
        break;
    case PackedView::Filter::Quaternion:
        meshopt_decodeFilterQuat(out.data(), view.count, view.stride);
        break;
    case PackedView::Filter::Exponential:
        meshopt_decodeFilterExp(out.data(), view.count, view.stride);
        break;
    }
    return out;
}

}  // namespace posewright::io::gltf
