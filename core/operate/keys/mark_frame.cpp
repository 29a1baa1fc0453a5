#include "core/operate/operate.h"
#include "core/operate/row.h"

#include <set>

namespace posewright::operate {

namespace {

Result<Edits> markFrame(const Document& doc, const MarkFrame& arguments, const edit::Context&)
{
    std::set<std::string> taken;
    for (const Marker& marker : doc.clip().markers) {
        if (marker.frame == arguments.frame) return Edits{};
        taken.insert(marker.name);
    }
    std::string name;
    for (int number = 1; name.empty() || taken.contains(name); ++number)
        name = arguments.name + ' ' + std::to_string(number);
    return Edits{edit::AddMarker{arguments.frame, name}};
}

}  // namespace

Row row(Of<MarkFrame>)
{
    using O = MarkFrame;
    return rowOf<O>("markFrame", "a marker with a free name", markFrame,
                    edit::required("frame", &O::frame, edit::kFrame),
                    edit::optional("name", &O::name, "name"));
}

}  // namespace posewright::operate
