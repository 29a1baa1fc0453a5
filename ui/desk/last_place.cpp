#include "ui/desk/last_place.h"

#include "ui/session/session.h"
#include "ui/viewport/viewport.h"

#include <QSettings>
#include <QVariantList>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

constexpr const char* kPlaceGroup = "place";
constexpr qsizetype kCameraNumbers = 6;
constexpr std::size_t kMostSelected = 100;  ///< larger selections are not worth restoring

QVariantList numbersOf(const Camera& camera)
{
    return {camera.pivot.x(), camera.pivot.y(), camera.pivot.z(),
            camera.distance,  camera.yaw,       camera.pitch};
}

/// Nullopt if the numbers are no valid camera.
std::optional<Camera> cameraOf(const QVariantList& numbers, bool orthographic)
{
    if (numbers.size() != kCameraNumbers) return std::nullopt;
    for (const QVariant& number : numbers)
        if (!std::isfinite(number.toDouble())) return std::nullopt;
    const auto at = [&](qsizetype i) { return numbers[i].toDouble(); };
    Camera camera;
    camera.pivot = Vec3(at(0), at(1), at(2));
    camera.distance = at(3);
    camera.yaw = at(4);
    camera.pitch = at(5);
    camera.orthographic = orthographic;
    return camera.distance > 0 ? std::optional(camera) : std::nullopt;
}

}  // namespace

LastPlace placeNow(const Session& session, const Viewport& viewport)
{
    LastPlace place{
        session.file().title(), session.playhead().frame(), session.selection().nodes(), {}};
    if (viewport.draws()) place.camera = viewport.camera();
    return place;
}

void goTo(const LastPlace& place, Session& session, Viewport& viewport)
{
    if (place.title != session.file().title()) return;
    session.playhead().setFrame(place.frame);
    std::vector<NodeId> there;
    for (const NodeId node : place.selected)
        if (session.document().scene->find(node) != kNoNode) there.push_back(node);
    session.selection().setNodes(std::move(there));
    if (place.camera && viewport.draws()) viewport.setCamera(*place.camera);
}

void keep(const LastPlace& place)
{
    QSettings settings;
    settings.beginGroup(QLatin1String(kPlaceGroup));
    settings.setValue(QStringLiteral("title"), place.title);
    settings.setValue(QStringLiteral("frame"), place.frame);
    QVariantList selected;
    for (std::size_t i = 0; i < std::min(place.selected.size(), kMostSelected); ++i)
        selected << static_cast<qulonglong>(place.selected[i]);
    settings.setValue(QStringLiteral("selected"), selected);
    if (!place.camera) return settings.remove(QStringLiteral("camera"));
    settings.setValue(QStringLiteral("camera"), numbersOf(*place.camera));
    settings.setValue(QStringLiteral("orthographic"), place.camera->orthographic);
}

void forgetLastPlace()
{
    QSettings().remove(QLatin1String(kPlaceGroup));
}

std::optional<LastPlace> lastPlace()
{
    QSettings settings;
    settings.beginGroup(QLatin1String(kPlaceGroup));
    if (!settings.contains(QStringLiteral("title"))) return std::nullopt;
    LastPlace place;
    place.title = settings.value(QStringLiteral("title")).toString();
    place.frame = settings.value(QStringLiteral("frame")).toDouble();
    if (!std::isfinite(place.frame)) place.frame = 0;
    for (const QVariant& node : settings.value(QStringLiteral("selected")).toList())
        place.selected.push_back(static_cast<NodeId>(node.toULongLong()));
    place.camera = cameraOf(settings.value(QStringLiteral("camera")).toList(),
                            settings.value(QStringLiteral("orthographic")).toBool());
    return place;
}

}  // namespace posewright::ui
