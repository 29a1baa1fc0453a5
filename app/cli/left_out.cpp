#include "app/cli/left_out.h"

#include "app/cli/talk.h"
#include "core/edit/edit.h"
#include "core/operate/odd_start.h"

namespace posewright::cli {

Result<Document> withoutStart(Console& console, const std::string& file, Document doc,
                              std::ostream& told)
{
    const auto odd = operate::oddStart(doc);
    if (!odd) {
        warn(console, file, "the motion does not begin with a jump, and nothing is left out");
        return doc;
    }
    told << file << ": left out the frames before " << odd->next
         << ", from which the motion jumps\n";
    return edit::applyEach(doc, operate::withoutOddStart(doc, *odd));
}

}  // namespace posewright::cli
