#include "core/operate/bring_in.h"
#include "core/operate/clips/copied_json.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"

#include <algorithm>

namespace posewright::operate {

namespace {

Result<Edits> import(const Document& doc, const Import& arguments, const edit::Context&)
{
    const auto beyond = [](double rate) { return !(rate > 0 && rate <= 1e6); };
    if (beyond(arguments.fps)) return Error{"the rate is out of range", "/fps"};
    if (arguments.to && beyond(*arguments.to)) return Error{"the rate is out of range", "/to"};
    const std::vector<edit::KeyData>& keys = arguments.copied.keys;
    if (keys.empty()) return Error{"there are no keys to make a clip of", "/copied"};
    const std::string name = freeClipName(doc, arguments.name);
    Edits edits{edit::AddClip{name}, edit::SetActiveClip{name}};
    if (doc.clip().rate != arguments.fps) {
        edit::SetFps rate;
        rate.fps = arguments.fps;
        rate.retime = false;
        edits.emplace_back(rate);
    }
    edits.emplace_back(edit::PutKeys{keys});
    const auto [first, last] =
        std::minmax_element(keys.begin(), keys.end(),
                            [](const auto& a, const auto& b) { return a.frame() < b.frame(); });
    edits.emplace_back(edit::SetRange{first->frame(), last->frame()});
    if (arguments.to && *arguments.to != arguments.fps) {
        edit::SetFps rate;
        rate.fps = *arguments.to;
        rate.retime = true;
        edits.emplace_back(rate);
    }
    return edits;
}

}  // namespace

Row row(Of<Import>)
{
    using O = Import;
    return rowOf<O>("import", "keys from elsewhere become a clip, which is shown from then on",
                    import, edit::required("name", &O::name, "name"),
                    edit::required("fps", &O::fps), edit::required("copied", &O::copied),
                    edit::optional("to", &O::to));
}

}  // namespace posewright::operate
