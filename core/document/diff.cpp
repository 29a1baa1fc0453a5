#include "core/document/document.h"

#include <algorithm>

namespace posewright {

namespace {

template <class Id>
void sortUnique(std::vector<Id>& ids)
{
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

/// Walks two lists sorted by `id`, and reports the ids of entries that differ or are in one list
/// only.
template <class Row, class IdOf, class Id>
void addDifferent(const std::vector<Row>& before, const std::vector<Row>& after, IdOf id,
                  std::vector<Id>& out)
{
    auto b = before.begin();
    auto a = after.begin();
    while (b != before.end() || a != after.end()) {
        if (a == after.end() || (b != before.end() && id(*b) < id(*a))) {
            out.push_back(id(*b++));
        } else if (b == before.end() || id(*a) < id(*b)) {
            out.push_back(id(*a++));
        } else {
            if (!(*b == *a)) out.push_back(id(*a));
            ++b;
            ++a;
        }
    }
}

void compareLayers(const Clip& before, const Clip& after, Changes& changes)
{
    changes.clips = true;
    static const Layer kNone;
    // Bind every member by name, so that adding one without comparing it does not compile.
    const auto same = [](const Layer& a, const Layer& b) {
        const auto& [name, on, solo, weight, tracks, evenWeight] = a;
        return name == b.name && on == b.on && solo == b.solo && weight == b.weight &&
               evenWeight == b.evenWeight;
    };
    for (std::size_t i = 0; i < std::max(before.layers.size(), after.layers.size()); ++i) {
        const Layer& a = i < before.layers.size() ? *before.layers[i] : kNone;
        const Layer& b = i < after.layers.size() ? *after.layers[i] : kNone;
        const auto node = [](const Shared<Track>& t) { return t->node; };
        if (same(a, b)) {
            addDifferent(a.tracks, b.tracks, node, changes.tracks);
            continue;
        }
        for (const Layer* each : {&a, &b})
            for (const Shared<Track>& track : each->tracks) changes.tracks.push_back(track->node);
    }
}

void compare(const Clip& before, const Clip& after, Changes& changes)
{
    const auto& [name, rate, tracks, influences, spans, markers, source, layers] = before;
    changes.clips |= name != after.name || rate != after.rate || markers != after.markers;
    changes.unseen |= source != after.source;
    addDifferent(
        tracks, after.tracks, [](const Shared<Track>& t) { return t->node; }, changes.tracks);
    if (layers != after.layers) compareLayers(before, after, changes);
    const auto constraint = [](const auto& row) { return row.constraint; };
    addDifferent(influences, after.influences, constraint, changes.constraints);
    addDifferent(spans, after.spans, constraint, changes.constraints);
}

}  // namespace

Changes diff(const Document& before, const Document& after)
{
    Changes changes;
    changes.scene = !(before.scene == after.scene) || before.unit != after.unit;
    changes.rig = !(before.rig == after.rig);
    changes.playback = !(before.playback == after.playback);
    changes.unseen |= !(before.carried == after.carried) || !(before.source == after.source) ||
                      before.nextId != after.nextId || before.origins != after.origins;

    const bool byRow = before.clips.size() == after.clips.size();
    changes.clips = !byRow;
    for (std::size_t i = 0; i < after.clips.size(); ++i) {
        const Shared<Clip>* old = nullptr;
        if (byRow) {
            old = &before.clips[i];
        } else {
            const auto at = std::find_if(
                before.clips.begin(), before.clips.end(),
                [&](const Shared<Clip>& clip) { return clip->name == after.clips[i]->name; });
            if (at != before.clips.end()) old = &*at;
        }
        if (old && !old->sameAs(after.clips[i])) compare(**old, *after.clips[i], changes);
    }
    sortUnique(changes.tracks);
    sortUnique(changes.constraints);
    return changes;
}

}  // namespace posewright
