#include "ui/session/text.h"
#include "ui/viewport/layers/covered.h"
#include "ui/viewport/layers/handles.h"
#include "ui/viewport/layers/layer.h"
#include "ui/viewport/layers/outlines.h"
#include "ui/viewport/layers/places.h"

#include <utility>
#include <vector>

namespace posewright::ui {

namespace {

const QColor kSelectedName(0x9f, 0xd0, 0xff);
const QColor kHoveredName(0xff, 0xff, 0xff);
const QColor kName(0xd5, 0xd9, 0xdf);

/// Places for a text around a point, best first: beside it, above and below, then farther away line
/// by line, on both sides.
std::vector<QRectF> placesAround(const Pixel& at, double gap, const QSizeF& size)
{
    constexpr int kLines = 7;  // upwards and downwards
    const double line = size.height() + 2;
    std::vector<QRectF> around;
    const auto offer = [&](double left, double top) {
        around.emplace_back(QPointF(left, top), size);
    };
    const auto beside = [&](double away, double down) {
        offer(at.x() + away, at.y() - size.height() / 2 + down);
        offer(at.x() - away - size.width(), at.y() - size.height() / 2 + down);
    };
    beside(gap, 0);
    offer(at.x() - size.width() / 2, at.y() + gap);
    offer(at.x() - size.width() / 2, at.y() - gap - size.height());
    for (int i = 1; i <= kLines; ++i)
        for (const double away : {gap, 3 * gap}) {
            if (i == 1 && away > gap) beside(away, 0);
            beside(away, i * line);
            beside(away, -i * line);
        }
    return around;
}

/// If a name is too far from its point to be recognised, draws a line to it.
void paintLeader(Canvas& canvas, const Pixel& from, const QRectF& name, double gap, QColor color)
{
    const Pixel to(std::clamp(from.x(), name.left(), name.right()),
                   std::clamp(from.y(), name.top(), name.bottom()));
    constexpr double kNearby = 1.5;  // relative to the gap
    if ((to - from).norm() <= kNearby * gap) return;
    color.setAlphaF(0.55F);
    canvas.line(from, to, 1, color);
}

/// What gets a name, in order of priority.
struct Named {
    std::vector<NodeIndex> rows;
    std::size_t pointedAt = 0;  ///< how many are named even over other things
};

/// First the hovered node and the selection; then the rest, nearest to the eye first.
Named namedIn(const OverlayScene& scene)
{
    const Scene& nodes = *scene.doc.scene;
    Named out;
    std::vector<NodeIndex>& rows = out.rows;
    std::vector<bool> listed(nodes.size(), false);
    const auto add = [&](NodeId node) {
        const NodeIndex row = nodes.find(node);
        if (row == kNoNode || listed[row]) return;
        listed[row] = true;
        rows.push_back(row);
    };
    const auto nearestFirst = [&](std::size_t from) {
        std::vector<std::pair<double, NodeIndex>> found;
        for (std::size_t i = from; i < rows.size(); ++i) {
            const auto at = project(scene.camera, scene.size, places::ofRow(scene, rows[i]));
            found.emplace_back(at ? at->depth : 1e300, rows[i]);
        }
        std::stable_sort(found.begin(), found.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::size_t i = from; i < rows.size(); ++i) rows[i] = found[i - from].second;
    };
    add(scene.emphasis.hovered);
    if (!scene.emphasis.selected.empty()) add(scene.emphasis.selected.back());
    out.pointedAt = rows.size();
    for (const NodeId node : scene.emphasis.selected) add(node);
    nearestFirst(out.pointedAt);
    const std::size_t chosen = rows.size();
    if (scene.emphasis.view.names) {
        for (const Constraint& c : scene.doc.rig->constraints) {
            add(c.target);
            add(c.pole);
        }
        for (int row = 0; row < nodes.size(); ++row)
            if (nodes[row].bone()) add(nodes[row].id);
    }
    nearestFirst(chosen);
    return out;
}

/// Where names must not go: over other text, and on the outlines of other nodes, where they could
/// be mistaken for those nodes' names.
std::vector<QRectF> takenPlaces(Canvas& canvas, const OverlayScene& scene)
{
    std::vector<QRectF> taken;
    if (scene.tool) taken.push_back(readoutPlace(canvas, scene, *scene.tool));
    for (const PlacedText& placed : canvas.texts()) taken.push_back(placed.place);
    const Scene& nodes = *scene.doc.scene;
    for (const NodeId node : scene.emphasis.selected) {
        const NodeIndex row = nodes.find(node);
        if (row == kNoNode || nodes[row].bone()) continue;
        const Vec3 place = places::ofRow(scene, row);
        const auto at = places::seen(scene, place);
        if (!at) continue;
        const double radius = selectionRing(scene, place);
        taken.emplace_back(at->x() - radius, at->y() - radius, 2 * radius, 2 * radius);
    }
    return taken;
}

void paintNodeNames(Canvas& canvas, const OverlayScene& scene)
{
    if (!scene.hasPose()) return;
    const auto [rows, pointedAt] = namedIn(scene);
    if (rows.empty()) return;
    std::vector<QRectF> taken = takenPlaces(canvas, scene);
    const Covered covered(scene);
    const QRectF view(0, 0, scene.size.width, scene.size.height);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const NodeIndex row = rows[i];
        const Node& node = (*scene.doc.scene)[row];
        // In the middle of a bone its name cannot be mistaken for the next bone's.
        const Vec3 middle = node.bone() ? scene.shown->world[row] * Vec3(node.bone()->tip * 0.5)
                                        : places::ofRow(scene, row);
        const auto at = places::seen(scene, middle);
        if (!at) continue;
        const QString text = toQt(node.name);
        // Targets need distance for their symbol; bones are thin in the middle.
        const double gap = node.bone() ? 14 : std::max(14.0, selectionRing(scene, middle) + 4);
        const auto around = placesAround(*at, gap, {canvas.textWidth(text), canvas.textHeight()});
        const auto fits = [&](const QRectF& place) {
            return view.contains(place) &&
                   std::none_of(taken.begin(), taken.end(),
                                [&](const QRectF& other) { return other.intersects(place); });
        };
        auto free = std::find_if(around.begin(), around.end(), [&](const QRectF& place) {
            return fits(place) && !covered.meets(place);
        });
        if (free == around.end() && i < pointedAt)
            free = std::find_if(around.begin(), around.end(), fits);
        if (free == around.end()) continue;
        taken.push_back(*free);
        const QColor color = scene.emphasis.isSelected(node.id)  ? kSelectedName
                             : node.id == scene.emphasis.hovered ? kHoveredName
                                                                 : kName;
        paintLeader(canvas, *at, *free, gap, color);
        canvas.label({free->left(), free->top()}, text, color);
    }
}

}  // namespace

/// Names of selected and hovered nodes, or of all if the view asks for them. They avoid each other,
/// other texts, the figure and the readout; a name that was moved away has a line to its node. If
/// there is no room, names of farther nodes are left out; those of the hovered and the active node
/// are drawn over the figure instead.
Layer makeNames(Scene3d&)
{
    Layer layer;
    layer.paint = paintNodeNames;
    return layer;
}

}  // namespace posewright::ui
