#include "core/io/gltf/project/project_extension.h"

namespace posewright::io::gltf {

const Json* extensionOf(const Json& object)
{
    return extensionOf(object, kExtension);
}

std::string_view keyData(const GltfFile& file, const Json& extension)
{
    const Json* row = find(extension, "data");
    if (!row || !row->is_number_unsigned() || row->get<std::uint64_t>() >= file.views().size())
        return {};
    return file.views()[row->get<std::size_t>()].bytes;
}

}  // namespace posewright::io::gltf
