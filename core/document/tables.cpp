#include "core/document/tables.h"

#include "core/motion/key_rows.h"

#include <algorithm>
#include <set>

namespace posewright {

namespace {

class FoundTables {
public:
    void add(const Shared<SpelledRows>& table)
    {
        if (seen_.insert(&*table).second) tables.push_back(table);
    }
    void add(const Curve& curve)
    {
        if (const CurveRows* rows = curve.rows()) add(rows->rows());
    }
    void add(const std::vector<Shared<Track>>& tracks)
    {
        for (const Shared<Track>& track : tracks) {
            for (const Property property : kCurvedProperties)
                for (const Shared<Curve>& curve : curvesOf(*track, property)) add(*curve);
            if (const RotationRows* rows = track->rotation->rows()) add(rows->rows());
        }
    }

    std::vector<Shared<SpelledRows>> tables;

private:
    std::set<const SpelledRows*> seen_;
};

}  // namespace

std::vector<Shared<SpelledRows>> tablesOf(const Document& doc)
{
    FoundTables found;
    for (const Shared<Clip>& clip : doc.clips) {
        found.add(clip->tracks);
        for (const Shared<Layer>& layer : clip->layers) {
            found.add(layer->tracks);
            found.add(layer->weight);
        }
        for (const auto& [constraint, curve] : clip->influences) found.add(curve);
    }
    std::ranges::stable_sort(found.tables, {},
                             [](const auto& table) { return table->cells.size(); });
    return std::move(found.tables);
}

}  // namespace posewright
