#include "ui/models/timeline_rows.h"

#include "ui/session/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <span>

namespace posewright::ui {

namespace {

QString timelineTr(const char* text)
{
    return QCoreApplication::translate("Timeline", text);
}

TimelineKeys noKeys()
{
    static const TimelineKeys kNone = std::make_shared<const std::vector<TimelineKey>>();
    return kNone;
}

/// The ease between two keys, if the interval is one.
std::optional<Ease> easeOf(const Key& from, const Key& to)
{
    const double frames = to.frame - from.frame, rise = to.value - from.value;
    if (from.mode != HandleMode::Free || std::abs(rise) < 1e-12) return std::nullopt;
    return Ease{from.right.frames / frames, from.right.value / rise, 1 + to.left.frames / frames,
                1 + to.left.value / rise};
}

bool same(const Ease& a, const Ease& b)
{
    constexpr double kSlack = 1e-6;
    return std::abs(a.x1 - b.x1) < kSlack && std::abs(a.y1 - b.y1) < kSlack &&
           std::abs(a.x2 - b.x2) < kSlack && std::abs(a.y2 - b.y2) < kSlack;
}

/// Steps through the curves of a property, frame by frame.
class CurveSigns {
public:
    explicit CurveSigns(std::span<const Shared<Curve>> curves) :
        curves_(curves), row_(curves.size(), 0)
    {
    }

    /// @pre called with increasing frames
    std::optional<Glyph> at(double frame)
    {
        std::optional<Glyph> glyph;
        std::optional<Ease> ease;
        bool eased = true;
        for (std::size_t axis = 0; axis < curves_.size(); ++axis) {
            const std::vector<Key>& keys = curves_[axis]->keys();
            std::size_t& row = row_[axis];
            while (row < keys.size() && keys[row].frame < frame) ++row;
            if (row == keys.size() || keys[row].frame != frame) continue;
            const Key& key = keys[row];
            if (!glyph)
                glyph = key.interpolation == Interpolation::Constant ? Glyph::Hold
                        : key.interpolation == Interpolation::Linear ? Glyph::Linear
                                                                     : Glyph::Curve;
            if (row + 1 == keys.size()) continue;
            if (const std::optional<Ease> own = easeOf(key, keys[row + 1])) {
                eased &= !ease || same(*ease, *own);
                ease = own;
            } else {
                eased &= key.value == keys[row + 1].value;
            }
        }
        if (glyph == Glyph::Curve && ease && eased) return Glyph::Eased;
        return glyph;
    }

private:
    std::span<const Shared<Curve>> curves_;
    std::vector<std::size_t> row_;
};

Glyph glyphOf(RotationInterpolation way)
{
    switch (way) {
    case RotationInterpolation::Step: return Glyph::Hold;
    case RotationInterpolation::Slerp: return Glyph::Linear;
    case RotationInterpolation::Eased: return Glyph::Eased;
    case RotationInterpolation::Cubic: break;
    }
    return Glyph::Curve;
}

TimelineKeys shareKeys(const Curve& curve)
{
    std::vector<TimelineKey> keys;
    for (const Key& key : curve.keys())
        keys.push_back({key.frame, key.interpolation == Interpolation::Constant ? Glyph::Hold
                                   : key.interpolation == Interpolation::Linear ? Glyph::Linear
                                                                                : Glyph::Curve});
    return std::make_shared<const std::vector<TimelineKey>>(std::move(keys));
}

using Intervals = std::vector<std::pair<double, double>>;

/// Intervals in which constraints move each joint, whatever its keys are.
std::map<NodeId, Intervals> overriddenJoints(const Document& doc)
{
    std::map<NodeId, Intervals> out;
    const Scene& scene = *doc.scene;
    for (const Constraint& c : doc.rig->constraints) {
        const SpanRow* row = doc.clip().spanRow(c.id);
        const NodeIndex root = scene.find(c.root), effector = scene.find(c.effector);
        if (!row || root == kNoNode || effector == kNoNode) continue;
        for (const NodeIndex joint : scene.path(root, effector)) {
            if (joint == effector && !c.orientation) continue;
            for (const Span& span : row->spans)
                if (span.kind != SpanKind::Off)
                    out[scene[joint].id].emplace_back(span.start, span.end);
        }
    }
    for (auto& [joint, intervals] : out) {
        std::sort(intervals.begin(), intervals.end());
        Intervals apart;
        for (const auto& next : intervals) {
            if (!apart.empty() && next.first <= apart.back().second)
                apart.back().second = std::max(apart.back().second, next.second);
            else
                apart.push_back(next);
        }
        intervals = std::move(apart);
    }
    return out;
}

/// All frames not covered by the spans. @pre the spans are sorted by start
Intervals outsideOf(const std::vector<Span>& spans)
{
    constexpr double kEver = std::numeric_limits<double>::infinity();
    Intervals out;
    double from = -kEver;
    for (const Span& span : spans) {
        const double to = std::nextafter(span.start, -kEver);
        if (to >= from) out.emplace_back(from, to);
        from = std::max(from, std::nextafter(span.end, kEver));
    }
    out.emplace_back(from, kEver);
    return out;
}

RowData& addRow(std::vector<RowData>& rows, RowId::Kind kind, NodeId node, int parent, QString name)
{
    RowData row;
    row.id = {kind, node, {}};
    row.parent = parent;
    row.name = std::move(name);
    row.keys = noKeys();
    rows.push_back(std::move(row));
    return rows.back();
}

}  // namespace

edit::KeyRef RowData::ref(double frame) const
{
    edit::KeyRef ref;
    ref.frame = frame;
    if (id.kind == RowId::Kind::Influence) {
        ref.constraint = constraint;
        ref.property = Property::Influence;
    } else {
        ref.node = id.node;
        ref.layer = id.layer;
    }
    return ref;
}

std::vector<TimelineKey> timelineKeys(const Track& track)
{
    CurveSigns translation(track.translation), scale(track.scale), morphs(track.morphs);
    const std::vector<RotationKey>& rotation = track.rotation->keys();
    std::size_t row = 0;
    std::vector<TimelineKey> keys;
    for (const double frame : keyFrames(track)) {
        std::optional<Glyph> glyph = translation.at(frame);
        while (row < rotation.size() && rotation[row].frame < frame) ++row;
        if (!glyph && row < rotation.size() && rotation[row].frame == frame)
            glyph = glyphOf(rotation[row].interpolation);
        for (CurveSigns* signs : {&scale, &morphs})
            if (const std::optional<Glyph> other = signs->at(frame); !glyph) glyph = other;
        keys.push_back({frame, glyph.value_or(Glyph::Curve)});
    }
    return keys;
}

TimelineKeys RowBuilder::keysOf(const std::vector<Shared<Track>>& tracks, const RowId& row)
{
    const auto at =
        std::lower_bound(tracks.begin(), tracks.end(), row.node,
                         [](const Shared<Track>& t, NodeId wanted) { return t->node < wanted; });
    if (at == tracks.end() || (*at)->node != row.node) return noKeys();
    Known& known = known_[{row.layer, row.node}];
    if (!known.keys || !known.track.sameAs(*at))
        known = {*at, std::make_shared<const std::vector<TimelineKey>>(timelineKeys(**at))};
    return known.keys;
}

TimelineKeys RowBuilder::keysOf(const Document& doc, NodeId node)
{
    return keysOf(doc.clip().tracks, {RowId::Kind::Joint, node, {}});
}

std::vector<RowData> RowBuilder::rows(const Document& doc)
{
    std::vector<RowData> rows;
    if (doc.scene->size() == 0) return rows;
    addRow(rows, RowId::Kind::Summary, NodeId::None, -1, timelineTr("All keys"));
    std::set<NodeId> taken;
    if (!doc.rig->constraints.empty()) addTargets(rows, doc, taken);
    if (!doc.clip().layers.empty()) addLayers(rows, doc);
    addJoints(rows, doc, taken);
    return rows;
}

void RowBuilder::addTargets(std::vector<RowData>& rows, const Document& doc,
                            std::set<NodeId>& taken)
{
    using Kind = RowId::Kind;
    const Scene& scene = *doc.scene;
    const auto nameOf = [&](NodeId node) { return toQt(nodeName(scene, node)); };
    const int group = static_cast<int>(rows.size());
    addRow(rows, Kind::Targets, NodeId::None, -1, timelineTr("Targets"));
    for (const Constraint& c : doc.rig->constraints) {
        const int target = static_cast<int>(rows.size());
        RowData& row = addRow(rows, Kind::Target, c.target, group, nameOf(c.target));
        row.constraint = c.id;
        row.keys = keysOf(doc, c.target);
        if (const SpanRow* spans = doc.clip().spanRow(c.id)) row.spans = spans->spans;
        if (!row.keys->empty()) row.overridden = outsideOf(row.spans);
        taken.insert(c.target);
        if (const InfluenceTrack* influence = doc.clip().influence(c.id)) {
            RowData& below =
                addRow(rows, Kind::Influence, c.target, target, timelineTr("Influence"));
            below.constraint = c.id;
            below.keys = shareKeys(influence->curve);
        }
        // Two targets may share a pole; it still has one row.
        if (c.pole != NodeId::None && taken.insert(c.pole).second)
            addRow(rows, Kind::Pole, c.pole, target, nameOf(c.pole)).keys = keysOf(doc, c.pole);
    }
}

void RowBuilder::addLayers(std::vector<RowData>& rows, const Document& doc)
{
    using Kind = RowId::Kind;
    const int group = static_cast<int>(rows.size());
    addRow(rows, Kind::Layers, NodeId::None, -1, timelineTr("Layers"));
    const std::vector<Shared<Layer>>& layers = doc.clip().layers;
    // The topmost layer comes first.
    for (auto at = layers.rbegin(); at != layers.rend(); ++at) {
        const Layer& layer = **at;
        const int above = static_cast<int>(rows.size());
        addRow(rows, Kind::Layer, NodeId::None, group, toQt(layer.name)).id.layer = layer.name;
        if (!layer.weight.empty()) {
            RowData& row = addRow(rows, Kind::Weight, NodeId::None, above, timelineTr("Weight"));
            row.id.layer = layer.name;
            row.keys = shareKeys(layer.weight);
        }
        for (const Shared<Track>& track : layer.tracks) {
            const NodeIndex node = doc.scene->find(track->node);
            if (node == kNoNode) continue;
            RowData& row =
                addRow(rows, Kind::Offset, track->node, above, toQt((*doc.scene)[node].name));
            row.id.layer = layer.name;
            row.keys = keysOf(layer.tracks, row.id);
        }
    }
}

void RowBuilder::addJoints(std::vector<RowData>& rows, const Document& doc,
                           const std::set<NodeId>& taken)
{
    using Kind = RowId::Kind;
    const Scene& scene = *doc.scene;
    std::vector<std::vector<NodeIndex>> children(static_cast<std::size_t>(scene.size()) + 1);
    for (NodeIndex i = 0; i < scene.size(); ++i) children[scene[i].parent + 1].push_back(i);
    std::map<NodeId, Intervals> overridden = overriddenJoints(doc);
    const int group = static_cast<int>(rows.size());
    addRow(rows, Kind::Joints, NodeId::None, -1, timelineTr("Joints"));
    std::vector<std::pair<NodeIndex, int>> open;  // nodes to visit, with the row of the parent
    const auto visit = [&](NodeIndex parent, int row) {
        const std::vector<NodeIndex>& below = children[parent + 1];
        for (auto at = below.rbegin(); at != below.rend(); ++at) open.emplace_back(*at, row);
    };
    visit(kNoNode, group);
    while (!open.empty()) {
        auto [index, parent] = open.back();
        open.pop_back();
        const Node& node = scene[index];
        const bool moves = node.bone() || hasMorphs(node) || doc.clip().track(node.id);
        if (moves && !taken.count(node.id)) {
            RowData& row = addRow(rows, Kind::Joint, node.id, parent, toQt(node.name));
            row.keys = keysOf(doc, node.id);
            row.overridden = std::move(overridden[node.id]);
            parent = static_cast<int>(rows.size()) - 1;
        }
        visit(index, parent);
    }
    if (static_cast<int>(rows.size()) == group + 1) rows.pop_back();
}

std::vector<std::pair<double, double>> overriddenTogether(const std::vector<const RowData*>& rows,
                                                          const std::vector<TimelineKey>& merged)
{
    const bool any = std::any_of(rows.begin(), rows.end(),
                                 [](const RowData* row) { return !row->overridden.empty(); });
    if (!any) return {};
    std::vector<char> seen(merged.size(), 0);
    for (const RowData* row : rows) {
        std::size_t at = 0, interval = 0;
        const Intervals& hidden = row->overridden;
        for (const TimelineKey& key : *row->keys) {
            while (merged[at].frame < key.frame) ++at;
            while (interval < hidden.size() && hidden[interval].second < key.frame) ++interval;
            if (interval == hidden.size() || key.frame < hidden[interval].first) seen[at] = 1;
        }
    }
    Intervals out;
    for (std::size_t i = 0; i < merged.size(); ++i) {
        if (seen[i]) continue;
        if (i > 0 && !seen[i - 1])
            out.back().second = merged[i].frame;
        else
            out.emplace_back(merged[i].frame, merged[i].frame);
    }
    return out;
}

std::vector<TimelineKey> mergedKeys(const std::vector<const std::vector<TimelineKey>*>& rows)
{
    constexpr double kWidest = 4e6;  ///< [frame] longer ranges get no lookup table
    double low = 0, high = -1;
    bool whole = true;
    std::size_t count = 0;
    for (const auto* row : rows) {
        if (row->empty()) continue;
        low = count ? std::min(low, row->front().frame) : row->front().frame;
        high = count ? std::max(high, row->back().frame) : row->back().frame;
        count += row->size();
        for (const TimelineKey& key : *row) whole &= key.frame == std::floor(key.frame);
    }
    if (count == 0) return {};
    std::vector<TimelineKey> out;
    if (whole && high - low < kWidest) {
        std::vector<signed char> glyphs(static_cast<std::size_t>(high - low) + 1, -1);
        for (const auto* row : rows)
            for (const TimelineKey& key : *row) {
                signed char& glyph = glyphs[static_cast<std::size_t>(key.frame - low)];
                const auto own = static_cast<signed char>(key.glyph);
                glyph = glyph < 0 || glyph == own ? own : static_cast<signed char>(Glyph::Curve);
            }
        for (std::size_t i = 0; i < glyphs.size(); ++i)
            if (glyphs[i] >= 0)
                out.push_back({low + static_cast<double>(i), static_cast<Glyph>(glyphs[i])});
        return out;
    }
    for (const auto* row : rows) out.insert(out.end(), row->begin(), row->end());
    std::stable_sort(out.begin(), out.end(),
                     [](const TimelineKey& a, const TimelineKey& b) { return a.frame < b.frame; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (kept > 0 && out[kept - 1].frame == out[i].frame) {
            if (out[kept - 1].glyph != out[i].glyph) out[kept - 1].glyph = Glyph::Curve;
        } else {
            out[kept++] = out[i];
        }
    }
    out.resize(kept);
    return out;
}

}  // namespace posewright::ui
