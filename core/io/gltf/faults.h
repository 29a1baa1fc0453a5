#pragma once

#include "core/io/gltf/gltf_file.h"

#include <string>
#include <string_view>

/// What a glTF file breaks of the specification and can be read all the same. It is told, with its
/// place, so that nobody looks for the fault in this program.
namespace posewright::io::gltf {

/// A warning for each place, up to fifty. Khronos Group, glTF 2.0 Specification, sections 3 and 4.
/// Never throws. O(bytes of the accessors).
void tellFaults(GltfFile& file);

/// Inside of this folder: gathers what is told.
class FaultList {
public:
    explicit FaultList(GltfFile& file) : file_(file) {}
    ~FaultList();
    FaultList(const FaultList&) = delete;
    FaultList& operator=(const FaultList&) = delete;

    void add(const Json& at, std::string message);
    bool full() const noexcept { return count_ >= kMost; }

private:
    static constexpr int kMost = 50;

    GltfFile& file_;
    int count_ = 0;
};

/// A member, or null where the object has none or is no object.
const Json* at(const Json& object, std::string_view name) noexcept;
/// The rows of an array that may be absent; none where it is no array.
const Json& rows(const Json& object, std::string_view name) noexcept;
/// The row that a member names; -1 where it names none.
int rowIn(const Json& object, std::string_view name) noexcept;
std::size_t sizeOf(const Json& object, std::string_view name) noexcept;

void tellAccessorFaults(const GltfFile& file, FaultList& faults);
void tellAnimationFaults(const GltfFile& file, FaultList& faults);
void tellImageFaults(const GltfFile& file, FaultList& faults);
void tellMeshFaults(const GltfFile& file, FaultList& faults);

}  // namespace posewright::io::gltf
