#include "ui/session/text.h"
#include "ui/viewport/overlay/places.h"

#include <array>

namespace posewright::ui {

namespace {

const QColor kSelectedName(0x9f, 0xd0, 0xff);
const QColor kHoveredName(0xff, 0xff, 0xff);
const QColor kName(0xd5, 0xd9, 0xdf);

/// Places for a text around a point, the best first: beside it, under and over it, then farther
/// away in the corners.
std::array<QRectF, 12> placesAround(const Pixel& at, double gap, const QSizeF& size)
{
    const double right = at.x() + gap, left = at.x() - gap - size.width();
    const double level = at.y() - size.height() / 2, centre = at.x() - size.width() / 2;
    const double under = at.y() + gap, over = at.y() - gap - size.height();
    const double line = size.height() + 2;
    const QPointF corners[] = {
        {right, level},
        {left, level},
        {centre, under},
        {centre, over},
        {right, level + line},
        {right, level - line},
        {left, level + line},
        {left, level - line},
        {right, level + 2 * line},
        {right, level - 2 * line},
        {left, level + 2 * line},
        {left, level - 2 * line},
    };
    std::array<QRectF, 12> around;
    for (std::size_t i = 0; i < around.size(); ++i) around[i] = QRectF(corners[i], size);
    return around;
}

}  // namespace

void paintNames(Canvas& canvas, const OverlayScene& scene, std::vector<QRectF> taken)
{
    if (!scene.shown || std::ssize(scene.shown->world) != scene.doc.scene->size()) return;
    for (const PlacedText& placed : canvas.texts()) taken.push_back(placed.place);

    const Scene& nodes = *scene.doc.scene;
    std::vector<NodeIndex> rows;
    std::vector<bool> listed(nodes.size(), false);
    const auto add = [&](NodeId node) {
        const NodeIndex row = nodes.find(node);
        if (row == kNoNode || listed[row]) return;
        listed[row] = true;
        rows.push_back(row);
    };
    add(scene.hovered);
    for (auto node = scene.selected.rbegin(); node != scene.selected.rend(); ++node) add(*node);
    if (scene.view.names) {
        for (const Constraint& c : scene.doc.rig->constraints) {
            add(c.target);
            add(c.pole);
        }
        for (int row = 0; row < nodes.size(); ++row)
            if (nodes[row].bone()) add(nodes[row].id);
    }
    // A name on the outline of another thing would be taken for that thing's.
    for (const NodeId node : scene.selected) {
        const NodeIndex row = nodes.find(node);
        if (row == kNoNode || nodes[row].bone()) continue;
        const Vec3 place = places::ofRow(scene, row);
        const auto at = places::seen(scene, place);
        if (!at) continue;
        const double radius = selectionRing(scene, place);
        taken.emplace_back(at->x() - radius, at->y() - radius, 2 * radius, 2 * radius);
    }
    const QRectF view(0, 0, scene.size.width, scene.size.height);
    for (const NodeIndex row : rows) {
        const Node& node = nodes[row];
        // Half way down a bone, its name is not mistaken for that of the next.
        const Vec3 middle = node.bone() ? scene.shown->world[row] * Vec3(node.bone()->tip * 0.5)
                                        : places::ofRow(scene, row);
        const auto at = places::seen(scene, middle);
        if (!at) continue;
        const QString text = toQt(node.name);
        // Targets have a size of their own; bones are thin where they are named.
        const double gap = node.bone() ? 14 : std::max(14.0, selectionRing(scene, middle) + 4);
        const auto around = placesAround(*at, gap, {canvas.textWidth(text), canvas.textHeight()});
        const auto free = std::find_if(around.begin(), around.end(), [&](const QRectF& place) {
            return view.contains(place) &&
                   std::none_of(taken.begin(), taken.end(),
                                [&](const QRectF& other) { return other.intersects(place); });
        });
        if (free == around.end()) continue;
        taken.push_back(*free);
        const QColor color = places::isSelected(scene, node.id) ? kSelectedName
                             : node.id == scene.hovered         ? kHoveredName
                                                                : kName;
        canvas.text({free->left(), free->top()}, text, color);
    }
}

}  // namespace posewright::ui
