#include "ui/timeline/snap_aims.h"

#include <algorithm>

namespace posewright::ui {

std::vector<double> snapAims(const std::vector<TimelineRow>& rows,
                             const std::vector<std::vector<double>>& moving)
{
    std::vector<double> aims;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].whole) continue;
        for (const TimelineKey& key : *rows[i].keys)
            if (!std::binary_search(moving[i].begin(), moving[i].end(), key.frame))
                aims.push_back(key.frame);
        for (const Span& span : rows[i].spans) {
            aims.push_back(span.start);
            aims.push_back(span.end);
        }
    }
    return aims;
}

}  // namespace posewright::ui
