#pragma once

#include "core/io/gltf/gltf_file.h"

#include <set>
#include <string>
#include <string_view>
#include <utility>

/// Breaches of the specification in glTF files that can be read nevertheless. They are reported
/// with their place, so that the fault is not sought in this program.
namespace posewright::io::gltf {

/// Adds a warning for each place, up to fifty. Khronos Group, glTF 2.0 Specification, sections 3
/// and 4. Never throws. O(bytes of the accessors).
void tellFaults(GltfFile& file);

/// Internal to core/io/gltf: collects the warnings.
class FaultList {
public:
    explicit FaultList(GltfFile& file) : file_(file) {}
    ~FaultList();
    FaultList(const FaultList&) = delete;
    FaultList& operator=(const FaultList&) = delete;

    /// Two faults of the same words at one place count as one.
    void add(const Json& at, std::string message);
    bool full() const noexcept { return count_ >= kMost; }

private:
    static constexpr int kMost = 50;

    GltfFile& file_;
    std::set<std::pair<const Json*, std::string>> known_;
    int count_ = 0;
};

/// A member, or null if it is missing or `object` is not an object.
const Json* at(const Json& object, std::string_view name) noexcept;
/// An array member, or an empty array if it is missing or not an array.
const Json& rows(const Json& object, std::string_view name) noexcept;
/// The row index in a member, or in a value; -1 if there is none.
int rowIn(const Json& object, std::string_view name) noexcept;
int rowOf(const Json* value) noexcept;
std::size_t sizeOf(const Json& object, std::string_view name) noexcept;

void tellAccessorFaults(const GltfFile& file, FaultList& faults);
void tellAnimationFaults(const GltfFile& file, FaultList& faults);
void tellImageFaults(const GltfFile& file, FaultList& faults);
/// Numbers and words of lights, materials and cameras.
void tellLookFaults(const Json& root, FaultList& faults);
void tellMeshFaults(const GltfFile& file, FaultList& faults);

}  // namespace posewright::io::gltf
