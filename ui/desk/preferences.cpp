#include "ui/desk/preferences.h"

#include "ui/actions/desk.h"
#include "ui/timeline/timeline.h"
#include "ui/viewport/viewport.h"

#include <QSettings>

#include <algorithm>
#include <cmath>

namespace posewright::ui::preferences {

namespace {

constexpr const char* kGroup = "habits";  // the name in existing settings

/// A stored number as an enumeration with `count` values.
template <class Enum>
Enum chosen(const QSettings& settings, const char* name, Enum now, int count)
{
    const int value = settings.value(QLatin1String(name), static_cast<int>(now)).toInt();
    return static_cast<Enum>(std::clamp(value, 0, count - 1));
}

bool chosen(const QSettings& settings, const char* name, bool now)
{
    return settings.value(QLatin1String(name), now).toBool();
}

}  // namespace

void keep(Desk& desk)
{
    QSettings settings;
    settings.beginGroup(QLatin1String(kGroup));
    const auto set = [&](const char* name, const auto& value) {
        settings.setValue(QLatin1String(name), value);
    };
    const Timeline& timeline = desk.timeline();
    set("seconds", timeline.seconds());
    set("ripple", timeline.ripple());
    set("snapFrames", timeline.snapping().frames);
    set("snapKeys", timeline.snapping().keys);
    set("snapMarkers", timeline.snapping().markers);
    const ViewState& view = desk.viewport().settings().now();
    set("space", static_cast<int>(view.space));
    set("bones", static_cast<int>(view.bones));
    set("meshes", static_cast<int>(view.meshes));
    set("shading", static_cast<int>(view.shading));
    set("through", view.through);
    set("helpers", view.helpers);
    set("limits", view.limits);
    set("sceneLights", view.sceneLights);
    set("exposure", view.exposure);
    set("backdrop", static_cast<int>(view.backdrop));
    set("snap", view.snap);
    set("drag", static_cast<int>(view.drag));
    set("balance", view.balance);
    set("actsSeconds", view.acts.seconds);
    set("actsEverywhere", view.acts.everywhere);
    set("names", view.names);
    set("grid", view.grid);
    set("follow", static_cast<int>(view.follow));
    if (desk.viewport().draws()) set("orthographic", desk.viewport().camera().orthographic);
}

void restore(Desk& desk)
{
    QSettings settings;
    settings.beginGroup(QLatin1String(kGroup));
    Timeline& timeline = desk.timeline();
    timeline.setSeconds(chosen(settings, "seconds", timeline.seconds()));
    timeline.setRipple(chosen(settings, "ripple", timeline.ripple()));
    SnapSettings snap = timeline.snapping();
    snap.frames = chosen(settings, "snapFrames", snap.frames);
    snap.keys = chosen(settings, "snapKeys", snap.keys);
    snap.markers = chosen(settings, "snapMarkers", snap.markers);
    timeline.setSnapping(snap);
    Viewport& viewport = desk.viewport();
    ViewState view = viewport.settings().now();
    view.space = chosen(settings, "space", view.space, 3);
    view.bones = chosen(settings, "bones", view.bones, 4);
    view.meshes = chosen(settings, "meshes", view.meshes, 5);
    view.shading = chosen(settings, "shading", view.shading, 3);
    view.through = chosen(settings, "through", view.through);
    view.helpers = chosen(settings, "helpers", view.helpers);
    view.limits = chosen(settings, "limits", view.limits);
    view.sceneLights = chosen(settings, "sceneLights", view.sceneLights);
    const double exposure = settings.value(QLatin1String("exposure"), view.exposure).toDouble();
    if (std::abs(exposure) <= kMostExposure) view.exposure = exposure;
    view.backdrop = chosen(settings, "backdrop", view.backdrop, 4);
    view.snap = chosen(settings, "snap", view.snap);
    view.drag = chosen(settings, "drag", view.drag, 4);
    view.balance = chosen(settings, "balance", view.balance);
    const double seconds =
        settings.value(QLatin1String("actsSeconds"), view.acts.seconds).toDouble();
    if (seconds > 0 && seconds <= 10) view.acts.seconds = seconds;
    view.acts.everywhere = chosen(settings, "actsEverywhere", view.acts.everywhere);
    view.names = chosen(settings, "names", view.names);
    view.grid = chosen(settings, "grid", view.grid);
    view.follow = chosen(settings, "follow", view.follow, 3);
    viewport.settings().set(view);
    if (viewport.draws())
        viewport.setOrthographic(chosen(settings, "orthographic", viewport.camera().orthographic));
}

void reset(Desk& desk)
{
    QSettings().remove(QLatin1String(kGroup));
    desk.timeline().setSeconds(false);
    desk.timeline().setRipple(false);
    desk.timeline().setSnapping({});
    ViewState first;
    first.tool = desk.viewport().settings().now().tool;
    desk.viewport().settings().set(first);
    if (desk.viewport().draws()) desk.viewport().setOrthographic(false);
}

}  // namespace posewright::ui::preferences
